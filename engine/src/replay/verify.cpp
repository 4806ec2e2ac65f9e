// SPDX-License-Identifier: MIT
#include "toibox/replay/verify.h"

#include "toibox/dynamics/state_hash.h"
#include "toibox/replay/recording_file.h"

#include <algorithm>
#include <utility>

namespace toibox::replay {

namespace {

constexpr std::size_t most_differences = 64;

class Verifier {
public:
    Verifier(const Recording& recording, std::uint64_t roundtrip, ProgressCall progress)
        : recording_(recording), roundtrip_(roundtrip), progress_(progress) {
        for (const Lane& lane : recording.lanes)
            total_ += lane.hashes.size() - 1;
    }

    Verdict run(std::unique_ptr<Simulation> start) {
        std::vector<Start> waiting;
        waiting.push_back({{0, 0, 0}, std::move(start), std::nullopt});
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
    };

    void replay_lane(Start at, std::vector<Start>& waiting) {
        const std::uint32_t lane = at.place.lane;
        const std::uint64_t end = recording_.lanes[lane].end();
        if (at.place.inputs == 0) compare(at);
        while (verdict_.holds()) {
            apply_inputs(at, waiting);
            if (at.place.frame == end) return;
            const bool failed = at.simulation->step(at.seconds).non_finite;
            at.place = {lane, at.place.frame + 1, 0};
            if (failed) return fail(at.place);
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
                waiting.push_back({begins, at.simulation->clone(), at.seconds});
            }
            if (at.place.inputs == inputs.size()) return;
            static_cast<void>(replay::apply(*at.simulation, *inputs[at.place.inputs], at.seconds));
            ++at.place.inputs;
        }
    }

    void fail(const Place& place) {
        verdict_.step_failed = true;
        verdict_.first = {place.lane, place.frame, recording_.hash(place.lane, place.frame), 0};
    }

    void compare(const Start& at) {
        const std::uint64_t recorded = recording_.hash(at.place.lane, at.place.frame);
        const std::uint64_t replayed = at.simulation->world().hash();
        const StoredKeyframe* keyframe = keyframe_at(at.place);
        if (recorded != replayed) verdict_.first = {at.place.lane, at.place.frame, recorded, replayed};
        if (keyframe == nullptr) return;
        ++verdict_.keyframes;
        StateComparison comparison = compare_with(*keyframe, at);
        if (comparison.subsystems.empty() && comparison.unreadable.empty()) return;
        if (!verdict_.first) verdict_.first = {at.place.lane, at.place.frame, recorded, replayed};
        verdict_.state = std::move(comparison);
    }

    /// Goes on from the first bad frame to the next recorded state of the lane.
    void find_state(Start at) {
        std::vector<Start> ignored;
        const std::uint64_t end = recording_.lanes[at.place.lane].end();
        while (at.place.frame < end && !verdict_.state) {
            apply_inputs(at, ignored);
            if (at.simulation->step(at.seconds).non_finite) return;
            at.place = {at.place.lane, at.place.frame + 1, 0};
            if (const StoredKeyframe* keyframe = keyframe_at(at.place))
                verdict_.state = compare_with(*keyframe, at);
        }
    }

    [[nodiscard]] const StoredKeyframe* keyframe_at(const Place& place) const {
        const std::vector<StoredKeyframe>& all = recording_.lanes[place.lane].keyframes;
        const auto found = std::ranges::lower_bound(all, place.frame, {}, &StoredKeyframe::frame);
        return found != all.end() && found->frame == place.frame ? &*found : nullptr;
    }

    [[nodiscard]] static StateComparison compare_with(const StoredKeyframe& keyframe, const Start& at) {
        StateComparison comparison{.lane = at.place.lane, .frame = at.place.frame};
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

std::optional<std::uint64_t> first_difference(const Recording& a, const Recording& b) {
    const std::vector<std::uint64_t>& hashes_a = a.lanes.front().hashes;
    const std::vector<std::uint64_t>& hashes_b = b.lanes.front().hashes;
    const std::size_t common = std::min(hashes_a.size(), hashes_b.size());
    for (std::size_t i = 0; i < common; ++i) {
        if (hashes_a[i] != hashes_b[i]) return i;
    }
    return std::nullopt;
}

StateComparison compare_states(const WorldState& a, const WorldState& b, std::uint64_t frame) {
    StateComparison comparison{.frame = frame};
    const std::vector<SubsystemHash> hashes_a = deep_hash(a);
    const std::vector<SubsystemHash> hashes_b = deep_hash(b);
    for (std::size_t i = 0; i < hashes_a.size(); ++i) {
        if (hashes_a[i].hash != hashes_b[i].hash) comparison.subsystems.emplace_back(hashes_a[i].name);
    }
    comparison.differences = differences(a, b, most_differences);
    return comparison;
}

}  // namespace toibox::replay
