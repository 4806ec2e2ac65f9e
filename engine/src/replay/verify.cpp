// SPDX-License-Identifier: MIT
#include "toibox/replay/verify.h"

#include "toibox/dynamics/state_hash.h"
#include "toibox/replay/recording_file.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace toibox::replay {

namespace {

/// What is done between two calls of the progress, in frames of a small world: so many bodies, or so many
/// bytes of a keyframe, cost about as much as a frame does by itself.
constexpr std::uint64_t work_between_calls = 64;
constexpr std::uint64_t bodies_of_a_frame = 64;
constexpr std::uint64_t bytes_of_a_frame = std::uint64_t{1} << 16;

class Verifier {
public:
    Verifier(const Recording& recording, std::uint64_t roundtrip, ProgressCall progress)
        : recording_(recording),
          roundtrip_(roundtrip),
          progress_(progress),
          leaving_(recording.lanes.size()),
          beneath_(recording.lanes.size(), 1) {
        for (const Lane& lane : recording.lanes)
            total_ += lane.hashes.size() - 1;
        // Where a lane leaves is passed once: on the oldest lane that has the place.
        for (std::uint32_t lane = 1; lane < recording.lanes.size(); ++lane) {
            const Place fork = recording.on_oldest_lane(*recording.lanes[lane].fork);
            leaving_[fork.lane].push_back({fork, lane});
        }
        const auto in_order = [](const Leaving& a, const Leaving& b) {
            return std::tuple(a.fork.frame, a.fork.inputs, a.lane) <
                   std::tuple(b.fork.frame, b.fork.inputs, b.lane);
        };
        for (std::size_t lane = recording.lanes.size(); lane-- > 0;) {
            std::ranges::sort(leaving_[lane], in_order);
            for (const Leaving& leaving : leaving_[lane])
                beneath_[lane] += beneath_[leaving.lane];
        }
    }

    Verdict run(std::unique_ptr<Simulation> start) {
        Course first{.simulation = std::move(start), .lanes = beneath_.front()};
        compare(first);
        if (verdict_.holds()) {
            waiting_.push_back(std::move(first));
        } else if (!verdict_.state) {
            find_state(std::move(first));
        }
        while (!waiting_.empty() && verdict_.holds()) {
            Course next = std::move(waiting_.back());
            waiting_.pop_back();
            replay(std::move(next));
        }
        if (verdict_.holds()) check_that_all_were_compared();
        return std::move(verdict_);
    }

private:
    /// A lane, and where it leaves the older one.
    struct Leaving {
        Place fork;
        std::uint32_t lane = 0;
    };
    /// A lane from somewhere on, and the lanes that leave it from there on.
    struct Course {
        Place place{};
        std::unique_ptr<Simulation> simulation{};
        std::optional<double> seconds{};
        std::size_t lanes = 0;    ///< How many lanes it is, itself among them.
        std::size_t left = 0;     ///< How many of leaving_ have left.
        std::uint64_t steps = 0;  ///< Of the world, complete ones.
        bool between_steps = true;

        [[nodiscard]] std::uint64_t step() const { return between_steps ? steps : steps + 1; }
        /// False if the step fails.
        bool advance() {
            const StepReport& report = simulation->step(seconds);
            place = {place.lane, place.frame + 1, 0};
            between_steps = report.complete;
            if (report.complete && !report.failed()) ++steps;
            return !report.failed();
        }
    };

    /// To the lane's end, or to where another leaves. Of the two courses from there the one of fewer lanes is
    /// done first: while it is, the other waits, so each that waits has at least as many lanes as all above
    /// it together, and few do.
    void replay(Course at) {
        const std::uint32_t lane = at.place.lane;
        const std::uint64_t end = recording_.lanes[lane].end();
        while (verdict_.holds()) {
            apply_inputs(at, inputs_until_next_leaves(at));
            if (leaves_here(at)) return part(std::move(at));
            if (at.place.frame == end) return;
            const std::uint64_t steps_before = at.steps;
            if (!at.advance()) return fail(at.place, steps_before + 1);
            verdict_.steps += at.steps - steps_before;
            if (roundtrip_ > 0 && at.place.frame % roundtrip_ == 0) restore_from_bytes(at);
            ++verdict_.frames;
            if (verdict_.holds()) compare(at);
            if (!worked(frame_work(at))) verdict_.interrupted = true;
        }
        if (verdict_.first && !verdict_.state) find_state(std::move(at));
    }

    [[nodiscard]] std::size_t inputs_until_next_leaves(const Course& at) const {
        const std::vector<Leaving>& all = leaving_[at.place.lane];
        const bool is_here = at.left < all.size() && all[at.left].fork.frame == at.place.frame;
        return is_here ? all[at.left].fork.inputs : ~std::size_t{0};
    }
    [[nodiscard]] bool leaves_here(const Course& at) const {
        const std::vector<Leaving>& all = leaving_[at.place.lane];
        return at.left < all.size() && all[at.left].fork == at.place;
    }

    void part(Course at) {
        const std::uint32_t lane = leaving_[at.place.lane][at.left].lane;
        Course child{.place = at.place,
                     .simulation = at.simulation->clone(),
                     .seconds = at.seconds,
                     .lanes = beneath_[lane],
                     .steps = at.steps,
                     .between_steps = at.between_steps};
        child.place.lane = lane;
        ++at.left;
        at.lanes -= child.lanes;
        check_first_hash(child);
        if (verdict_.holds() && child.place.inputs == 0) compare(child);
        const bool child_first = child.lanes <= at.lanes;
        waiting_.push_back(std::move(child_first ? at : child));
        waiting_.push_back(std::move(child_first ? child : at));
    }

    /// A lane says what its first frame hashes to, and so does the one that it leaves.
    void check_first_hash(const Course& at) {
        const std::uint64_t own = recording_.lanes[at.place.lane].hashes.front();
        const std::uint64_t parents = recording_.hash(at.place.lane, at.place.frame);
        if (own != parents) note_first(at, own, parents);
    }

    /// Every lane leaves a place that is passed, so this finds nothing, unless a recording has a defect after
    /// all: then it does not hold.
    void check_that_all_were_compared() {
        if (verdict_.frames != total_) verdict_.first = Divergence{};
    }

    /// Applies those of the place's inputs that are left, up to so many of all of them.
    void apply_inputs(Course& at, std::size_t until = ~std::size_t{0}) {
        const std::vector<const Input*> inputs = recording_.inputs_at(at.place.lane, at.place.frame);
        for (until = std::min(until, inputs.size()); at.place.inputs < until; ++at.place.inputs)
            static_cast<void>(replay::apply(*at.simulation, *inputs[at.place.inputs], at.seconds));
    }

    static std::uint64_t frame_work(const Course& at) {
        return 1 + at.simulation->world().state().bodies.ids.capacity() / bodies_of_a_frame;
    }
    /// Whether to go on.
    bool worked(std::uint64_t work) {
        work_ += work;
        if (work_ < work_between_calls) return true;
        work_ = 0;
        return progress_(verdict_.frames, total_);
    }

    void fail(const Place& place, std::uint64_t step) {
        verdict_.step_failed = true;
        verdict_.first_step = step;
        verdict_.first = {place.lane, place.frame, recording_.hash(place.lane, place.frame), 0};
    }

    void compare(const Course& at) {
        const std::uint64_t recorded = recording_.hash(at.place.lane, at.place.frame);
        const std::uint64_t replayed = at.simulation->world().hash();
        if (recorded != replayed) note_first(at, recorded, replayed);
        std::optional<StateComparison> comparison = compare_with_keyframe(at);
        if (!comparison || comparison->subsystems.empty()) return;
        if (!verdict_.first) note_first(at, recorded, replayed);
        note_state(at, std::move(comparison));
    }

    void note_first(const Course& at, std::uint64_t recorded, std::uint64_t replayed) {
        verdict_.first = {at.place.lane, at.place.frame, recorded, replayed};
        verdict_.first_step = at.step();
    }
    void note_state(const Course& at, std::optional<StateComparison> comparison) {
        verdict_.state = std::move(comparison);
        if (verdict_.state) verdict_.replayed = at.simulation->clone();
    }

    /// Goes on from the first bad frame to the next recorded state of the lane that can be read.
    void find_state(Course at) {
        const std::uint64_t end = recording_.lanes[at.place.lane].end();
        while (at.place.frame < end && !verdict_.state) {
            apply_inputs(at);
            if (!at.advance()) return;
            note_state(at, compare_with_keyframe(at));
            if (!worked(frame_work(at))) return;
        }
    }

    [[nodiscard]] const StoredKeyframe* keyframe_at(const Place& place) const {
        const std::vector<StoredKeyframe>& all = recording_.lanes[place.lane].keyframes;
        const auto found = std::ranges::lower_bound(all, place.frame, {}, &StoredKeyframe::frame);
        return found != all.end() && found->frame == place.frame ? &*found : nullptr;
    }

    /// Nothing without a keyframe that can be read.
    std::optional<StateComparison> compare_with_keyframe(const Course& at) {
        const StoredKeyframe* keyframe = keyframe_at(at.place);
        if (keyframe == nullptr) return std::nullopt;
        const Result<KeyframeState, std::string> stored = unpack(*keyframe);
        if (!stored) {
            ++verdict_.unreadable_keyframes;
            if (!verdict_.unreadable)
                verdict_.unreadable = UnreadableKeyframe{at.place.lane, at.place.frame, stored.error()};
            return std::nullopt;
        }
        ++verdict_.keyframes;
        work_ += stored->world.size() / bytes_of_a_frame;
        StateComparison comparison{.lane = at.place.lane, .frame = at.place.frame, .step = at.step()};
        const WorldState& replayed = at.simulation->world().state();
        std::vector<SubsystemHash> hashes = deep_hash(replayed);
        hashes.push_back({script_subsystem, at.simulation->rest_hash()});
        for (const SubsystemHash& subsystem : hashes) {
            const auto found = std::ranges::find(stored->deep, subsystem.name,
                                                 &std::pair<std::string, std::uint64_t>::first);
            if (found != stored->deep.end() && found->second != subsystem.hash)
                comparison.subsystems.emplace_back(subsystem.name);
        }
        if (comparison.subsystems.empty()) return comparison;
        const Result<World, StateError> world = read_state(stored->world);
        if (world) {
            comparison.differences = differences(world->state(), replayed, most_differences);
        } else {
            comparison.unreadable = place_and_reason(world.error());
        }
        return comparison;
    }

    static std::string place_and_reason(const StateError& error) { return error.where + " " + error.what; }

    void restore_from_bytes(Course& at) {
        const std::vector<std::byte> rest = at.simulation->write_rest();
        Result<World, StateError> world = read_state(write_state(at.simulation->world().state()));
        if (!world) return refuse_round_trip(at, world.error());
        const Result<Unit, StateError> restored = at.simulation->restore(std::move(world).value(), rest);
        if (!restored) refuse_round_trip(at, restored.error());
    }
    void refuse_round_trip(const Course& at, const StateError& error) {
        note_first(at, recording_.hash(at.place.lane, at.place.frame), 0);
        StateComparison why{.lane = at.place.lane, .frame = at.place.frame, .step = at.step()};
        why.unreadable = "written to bytes, it cannot be restored: " + place_and_reason(error);
        note_state(at, std::move(why));
    }

    const Recording& recording_;
    std::uint64_t roundtrip_;
    ProgressCall progress_;
    std::vector<std::vector<Leaving>> leaving_;  ///< By the lane that they leave, in order.
    std::vector<std::size_t> beneath_;           ///< Lanes that a lane is with those that leave it.
    std::vector<Course> waiting_;
    std::uint64_t total_ = 0;
    std::uint64_t work_ = 0;
    Verdict verdict_;
};

}  // namespace

Verdict verify(const Recording& recording, std::unique_ptr<Simulation> start, std::uint64_t roundtrip,
               ProgressCall progress) {
    return Verifier(recording, roundtrip, progress).run(std::move(start));
}

}  // namespace toibox::replay
