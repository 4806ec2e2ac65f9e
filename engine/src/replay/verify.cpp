// SPDX-License-Identifier: MIT
#include "toibox/replay/verify.h"

#include "toibox/dynamics/state_hash.h"
#include "toibox/replay/recording_file.h"

#include <algorithm>
#include <utility>

namespace toibox::replay {

namespace {

class Verifier {
public:
    Verifier(const Recording& recording, std::uint64_t roundtrip, ProgressCall progress)
        : recording_(recording), roundtrip_(roundtrip), progress_(progress) {
        for (const Lane& lane : recording.lanes)
            total_ += lane.hashes.size() - 1;
    }

    Verdict run(std::unique_ptr<Simulation> start) {
        std::vector<Start> waiting;
        waiting.push_back({.place = {}, .simulation = std::move(start), .seconds = std::nullopt});
        while (!waiting.empty() && verdict_.holds()) {
            Start next = std::move(waiting.back());
            waiting.pop_back();
            replay_lane(std::move(next), waiting);
        }
        return std::move(verdict_);
    }

private:
    /// A lane, and the state in which it leaves its parent.
    struct Start {
        Place place;
        std::unique_ptr<Simulation> simulation;
        std::optional<double> seconds;
        std::uint64_t steps = 0;  ///< Of the world, complete ones.
        bool between_steps = true;

        [[nodiscard]] std::uint64_t step() const { return between_steps ? steps : steps + 1; }
        /// False if the step fails.
        bool advance() {
            const StepReport& report = simulation->step(seconds);
            place = {place.lane, place.frame + 1, 0};
            between_steps = report.complete;
            if (report.complete && !report.non_finite) ++steps;
            return !report.non_finite;
        }
    };

    void replay_lane(Start at, std::vector<Start>& waiting) {
        const std::uint32_t lane = at.place.lane;
        const std::uint64_t end = recording_.lanes[lane].end();
        if (at.place.inputs == 0) compare(at);
        while (verdict_.holds()) {
            apply_inputs(at, waiting);
            if (at.place.frame == end) return;
            const std::uint64_t steps_before = at.steps;
            if (!at.advance()) return fail(at.place, steps_before + 1);
            verdict_.steps += at.steps - steps_before;
            if (roundtrip_ > 0 && at.place.frame % roundtrip_ == 0) restore_from_bytes(*at.simulation);
            ++verdict_.frames;
            compare(at);
            if (verdict_.frames % 64 == 0 && !progress_(verdict_.frames, total_)) verdict_.interrupted = true;
        }
        if (verdict_.first && !verdict_.state) find_state(std::move(at));
    }

    void apply_inputs(Start& at, std::vector<Start>& waiting) {
        const std::vector<const Input*> inputs = recording_.inputs_at(at.place.lane, at.place.frame);
        while (true) {
            for (std::uint32_t child = at.place.lane + 1; child < recording_.lanes.size(); ++child) {
                if (recording_.lanes[child].fork != at.place) continue;
                Place begins = at.place;
                begins.lane = child;
                waiting.push_back({begins, at.simulation->clone(), at.seconds, at.steps, at.between_steps});
            }
            if (at.place.inputs == inputs.size()) return;
            static_cast<void>(replay::apply(*at.simulation, *inputs[at.place.inputs], at.seconds));
            ++at.place.inputs;
        }
    }

    void fail(const Place& place, std::uint64_t step) {
        verdict_.step_failed = true;
        verdict_.first_step = step;
        verdict_.first = {place.lane, place.frame, recording_.hash(place.lane, place.frame), 0};
    }

    void compare(const Start& at) {
        const std::uint64_t recorded = recording_.hash(at.place.lane, at.place.frame);
        const std::uint64_t replayed = at.simulation->world().hash();
        const StoredKeyframe* keyframe = keyframe_at(at.place);
        if (recorded != replayed) note_first(at, recorded, replayed);
        if (keyframe == nullptr) return;
        ++verdict_.keyframes;
        StateComparison comparison = compare_with(*keyframe, at);
        if (comparison.subsystems.empty() && comparison.unreadable.empty()) return;
        if (!verdict_.first) note_first(at, recorded, replayed);
        note_state(at, std::move(comparison));
    }

    void note_first(const Start& at, std::uint64_t recorded, std::uint64_t replayed) {
        verdict_.first = {at.place.lane, at.place.frame, recorded, replayed};
        verdict_.first_step = at.step();
    }
    void note_state(const Start& at, StateComparison comparison) {
        verdict_.state = std::move(comparison);
        verdict_.replayed = at.simulation->clone();
    }

    /// Goes on from the first bad frame to the next recorded state of the lane.
    void find_state(Start at) {
        std::vector<Start> ignored;
        const std::uint64_t end = recording_.lanes[at.place.lane].end();
        while (at.place.frame < end && !verdict_.state) {
            apply_inputs(at, ignored);
            if (!at.advance()) return;
            if (const StoredKeyframe* keyframe = keyframe_at(at.place))
                note_state(at, compare_with(*keyframe, at));
        }
    }

    [[nodiscard]] const StoredKeyframe* keyframe_at(const Place& place) const {
        const std::vector<StoredKeyframe>& all = recording_.lanes[place.lane].keyframes;
        const auto found = std::ranges::lower_bound(all, place.frame, {}, &StoredKeyframe::frame);
        return found != all.end() && found->frame == place.frame ? &*found : nullptr;
    }

    [[nodiscard]] static StateComparison compare_with(const StoredKeyframe& keyframe, const Start& at) {
        StateComparison comparison{.lane = at.place.lane, .frame = at.place.frame, .step = at.step()};
        const Result<KeyframeState, std::string> stored = unpack(keyframe);
        if (!stored) {
            comparison.unreadable = stored.error();
            return comparison;
        }
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
            comparison.unreadable = world.error().where + " " + world.error().what;
        }
        return comparison;
    }

    static void restore_from_bytes(Simulation& simulation) {
        const std::vector<std::byte> rest = simulation.write_rest();
        Result<World, StateError> world = read_state(write_state(simulation.world().state()));
        if (world) static_cast<void>(simulation.restore(std::move(world).value(), rest));
    }

    const Recording& recording_;
    std::uint64_t roundtrip_;
    ProgressCall progress_;
    std::uint64_t total_ = 0;
    Verdict verdict_;
};

}  // namespace

Verdict verify(const Recording& recording, std::unique_ptr<Simulation> start, std::uint64_t roundtrip,
               ProgressCall progress) {
    return Verifier(recording, roundtrip, progress).run(std::move(start));
}

}  // namespace toibox::replay
