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
          children_(recording.branches.size()),
          subtree_sizes_(recording.branches.size(), 1) {
        for (const Branch& branch : recording.branches)
            total_ += branch.hashes.size() - 1;
        // Where a lane leaves is passed once: on the oldest lane that has the place.
        for (std::uint32_t branch = 1; branch < recording.branches.size(); ++branch) {
            const HistoryPosition fork = recording.on_oldest_branch(*recording.branches[branch].fork);
            children_[fork.branch].push_back({fork, branch});
        }
        const auto in_order = [](const ChildBranch& a, const ChildBranch& b) {
            return std::tuple(a.fork.frame, a.fork.inputs, a.branch) <
                   std::tuple(b.fork.frame, b.fork.inputs, b.branch);
        };
        for (std::size_t branch = recording.branches.size(); branch-- > 0;) {
            std::ranges::sort(children_[branch], in_order);
            for (const ChildBranch& child : children_[branch])
                subtree_sizes_[branch] += subtree_sizes_[child.branch];
        }
    }

    VerifyResult run(std::unique_ptr<Simulation> start) {
        BranchReplay first{.simulation = std::move(start), .branches = subtree_sizes_.front()};
        compare(first);
        if (result_.holds()) {
            pending_.push_back(std::move(first));
        } else if (!result_.state) {
            find_next_stored_state(std::move(first));
        }
        while (!pending_.empty() && result_.holds()) {
            BranchReplay next = std::move(pending_.back());
            pending_.pop_back();
            replay(std::move(next));
        }
        if (result_.holds()) check_all_frames_compared();
        return std::move(result_);
    }

private:
    /// A lane, and where it leaves the older one.
    struct ChildBranch {
        HistoryPosition fork;
        std::uint32_t branch = 0;
    };
    /// A branch from somewhere on, and the branches that leave it from there on.
    struct BranchReplay {
        HistoryPosition place{};
        std::unique_ptr<Simulation> simulation{};
        std::optional<double> seconds{};
        std::size_t branches = 0;  ///< How many branches it is, itself among them.
        std::size_t left = 0;      ///< How many of its children have left it.
        std::uint64_t steps = 0;   ///< Of the world, complete ones.
        bool between_steps = true;

        [[nodiscard]] std::uint64_t step() const { return between_steps ? steps : steps + 1; }
        /// False if the step fails.
        bool advance() {
            const StepReport& report = simulation->step(seconds);
            place = {place.branch, place.frame + 1, 0};
            between_steps = report.complete;
            if (report.complete && !report.failed()) ++steps;
            return !report.failed();
        }
    };

    /// To the lane's end, or to where another leaves. Of the two courses from there the one of fewer lanes is
    /// done first: while it is, the other waits, so each that waits has at least as many lanes as all above
    /// it together, and few do.
    void replay(BranchReplay at) {
        const std::uint32_t branch = at.place.branch;
        const std::uint64_t end = recording_.branches[branch].end();
        while (result_.holds()) {
            apply_inputs(at, inputs_until_next_fork(at));
            if (is_at_fork(at)) return fork_replay(std::move(at));
            if (at.place.frame == end) return;
            const std::uint64_t steps_before = at.steps;
            if (!at.advance()) return fail(at.place, steps_before + 1);
            result_.steps += at.steps - steps_before;
            if (roundtrip_ > 0 && at.place.frame % roundtrip_ == 0) restore_from_bytes(at);
            ++result_.frames;
            if (result_.holds()) compare(at);
            if (!add_work(frame_work(at))) result_.interrupted = true;
        }
        if (result_.first && !result_.state) find_next_stored_state(std::move(at));
    }

    [[nodiscard]] std::size_t inputs_until_next_fork(const BranchReplay& at) const {
        const std::vector<ChildBranch>& all = children_[at.place.branch];
        const bool is_here = at.left < all.size() && all[at.left].fork.frame == at.place.frame;
        return is_here ? all[at.left].fork.inputs : ~std::size_t{0};
    }
    [[nodiscard]] bool is_at_fork(const BranchReplay& at) const {
        const std::vector<ChildBranch>& all = children_[at.place.branch];
        return at.left < all.size() && all[at.left].fork == at.place;
    }

    void fork_replay(BranchReplay at) {
        const std::uint32_t branch = children_[at.place.branch][at.left].branch;
        BranchReplay child{.place = at.place,
                           .simulation = at.simulation->clone(),
                           .seconds = at.seconds,
                           .branches = subtree_sizes_[branch],
                           .steps = at.steps,
                           .between_steps = at.between_steps};
        child.place.branch = branch;
        ++at.left;
        at.branches -= child.branches;
        check_first_hash(child);
        if (result_.holds() && child.place.inputs == 0) compare(child);
        const bool child_first = child.branches <= at.branches;
        pending_.push_back(std::move(child_first ? at : child));
        pending_.push_back(std::move(child_first ? child : at));
    }

    /// A lane says what its first frame hashes to, and so does the one that it leaves.
    void check_first_hash(const BranchReplay& at) {
        const std::uint64_t own = recording_.branches[at.place.branch].hashes.front();
        const std::uint64_t parents = recording_.hash(at.place.branch, at.place.frame);
        if (own != parents) record_first_divergence(at, own, parents);
    }

    /// Every lane leaves a place that is passed, so this finds nothing, unless a recording has a defect after
    /// all: then it does not hold.
    void check_all_frames_compared() {
        if (result_.frames != total_) result_.first = Divergence{};
    }

    /// Applies those of the place's inputs that are left, up to so many of all of them.
    void apply_inputs(BranchReplay& at, std::size_t until = ~std::size_t{0}) {
        const std::vector<const Input*> inputs = recording_.inputs_at(at.place.branch, at.place.frame);
        for (until = std::min(until, inputs.size()); at.place.inputs < until; ++at.place.inputs)
            static_cast<void>(replay::apply(*at.simulation, *inputs[at.place.inputs], at.seconds));
    }

    static std::uint64_t frame_work(const BranchReplay& at) {
        return 1 + at.simulation->world().state().bodies.ids.capacity() / bodies_of_a_frame;
    }
    /// Whether to go on.
    bool add_work(std::uint64_t work) {
        work_ += work;
        if (work_ < work_between_calls) return true;
        work_ = 0;
        return progress_(result_.frames, total_);
    }

    void fail(const HistoryPosition& place, std::uint64_t step) {
        result_.step_failed = true;
        result_.first_step = step;
        result_.first = {place.branch, place.frame, recording_.hash(place.branch, place.frame), 0};
    }

    void compare(const BranchReplay& at) {
        const std::uint64_t recorded = recording_.hash(at.place.branch, at.place.frame);
        const std::uint64_t replayed = at.simulation->world().hash();
        if (recorded != replayed) record_first_divergence(at, recorded, replayed);
        std::optional<StateComparison> comparison = compare_with_keyframe(at);
        if (!comparison || comparison->subsystems.empty()) return;
        if (!result_.first) record_first_divergence(at, recorded, replayed);
        record_state(at, std::move(comparison));
    }

    void record_first_divergence(const BranchReplay& at, std::uint64_t recorded, std::uint64_t replayed) {
        result_.first = {at.place.branch, at.place.frame, recorded, replayed};
        result_.first_step = at.step();
    }
    void record_state(const BranchReplay& at, std::optional<StateComparison> comparison) {
        result_.state = std::move(comparison);
        if (result_.state) result_.replayed = at.simulation->clone();
    }

    /// Goes on from the first bad frame to the next recorded state of the lane that can be read.
    void find_next_stored_state(BranchReplay at) {
        const std::uint64_t end = recording_.branches[at.place.branch].end();
        while (at.place.frame < end && !result_.state) {
            apply_inputs(at);
            if (!at.advance()) return;
            record_state(at, compare_with_keyframe(at));
            if (!add_work(frame_work(at))) return;
        }
    }

    [[nodiscard]] const StoredKeyframe* keyframe_at(const HistoryPosition& place) const {
        const std::vector<StoredKeyframe>& all = recording_.branches[place.branch].keyframes;
        const auto found = std::ranges::lower_bound(all, place.frame, {}, &StoredKeyframe::frame);
        return found != all.end() && found->frame == place.frame ? &*found : nullptr;
    }

    /// Nothing without a keyframe that can be read.
    std::optional<StateComparison> compare_with_keyframe(const BranchReplay& at) {
        const StoredKeyframe* keyframe = keyframe_at(at.place);
        if (keyframe == nullptr) return std::nullopt;
        const Result<KeyframeState, std::string> stored = unpack(*keyframe);
        if (!stored) {
            ++result_.unreadable_keyframes;
            if (!result_.unreadable)
                result_.unreadable = UnreadableKeyframe{at.place.branch, at.place.frame, stored.error()};
            return std::nullopt;
        }
        ++result_.keyframes;
        work_ += stored->world.size() / bytes_of_a_frame;
        StateComparison comparison{.branch = at.place.branch, .frame = at.place.frame, .step = at.step()};
        const WorldState& replayed = at.simulation->world().state();
        std::vector<SubsystemHash> hashes = deep_hash(replayed);
        hashes.push_back({script_subsystem, at.simulation->script_state_hash()});
        for (const SubsystemHash& subsystem : hashes) {
            const auto found = std::ranges::find(stored->deep, subsystem.name,
                                                 &std::pair<std::string, std::uint64_t>::first);
            if (found != stored->deep.end() && found->second != subsystem.hash)
                comparison.subsystems.emplace_back(subsystem.name);
        }
        if (comparison.subsystems.empty()) return comparison;
        const Result<World, StateError> world = read_state(stored->world);
        if (world) {
            comparison.differences = differences(world->state(), replayed, max_differences);
        } else {
            comparison.unreadable = place_and_reason(world.error());
        }
        return comparison;
    }

    static std::string place_and_reason(const StateError& error) { return error.where + " " + error.what; }

    void restore_from_bytes(BranchReplay& at) {
        const std::vector<std::byte> script_state = at.simulation->write_script_state();
        Result<World, StateError> world = read_state(write_state(at.simulation->world().state()));
        if (!world) return fail_round_trip(at, world.error());
        const Result<Unit, StateError> restored =
            at.simulation->restore(std::move(world).value(), script_state);
        if (!restored) fail_round_trip(at, restored.error());
    }
    void fail_round_trip(const BranchReplay& at, const StateError& error) {
        record_first_divergence(at, recording_.hash(at.place.branch, at.place.frame), 0);
        StateComparison why{.branch = at.place.branch, .frame = at.place.frame, .step = at.step()};
        why.unreadable = "written to bytes, it cannot be restored: " + place_and_reason(error);
        record_state(at, std::move(why));
    }

    const Recording& recording_;
    std::uint64_t roundtrip_;
    ProgressCall progress_;
    std::vector<std::vector<ChildBranch>> children_;  ///< By the branch that they leave, in order.
    std::vector<std::size_t> subtree_sizes_;  ///< How many branches each is, with those that leave it.
    std::vector<BranchReplay> pending_;
    std::uint64_t total_ = 0;
    std::uint64_t work_ = 0;
    VerifyResult result_;
};

}  // namespace

VerifyResult verify(const Recording& recording, std::unique_ptr<Simulation> start, std::uint64_t roundtrip,
                    ProgressCall progress) {
    return Verifier(recording, roundtrip, progress).run(std::move(start));
}

}  // namespace toibox::replay
