// SPDX-License-Identifier: MIT
#include "toibox/replay/verify.h"

#include "toibox/dynamics/state_hash.h"
#include "toibox/replay/recording_file.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace toibox::replay {

namespace {

/// Work between two progress calls, in frames of a small world.
constexpr std::uint64_t work_between_calls = 64;
/// This many bodies, or this many bytes of a keyframe, take about as long as a frame of a small world.
constexpr std::uint64_t bodies_per_frame = 64;
constexpr std::uint64_t bytes_per_frame = std::uint64_t{1} << 16;

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
        // Each fork is passed once: on the oldest branch that has its position.
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
    /// A branch and its fork.
    struct ChildBranch {
        HistoryPosition fork;
        std::uint32_t branch = 0;
    };
    /// A part of the history to replay: a branch from a position on, and the branches that fork after it.
    struct BranchReplay {
        HistoryPosition position{};
        std::unique_ptr<Simulation> simulation{};
        std::optional<double> seconds{};
        std::size_t branches = 0;  ///< Number of branches to replay, including this one.
        std::size_t forked = 0;    ///< Number of children of this branch that have forked.
        std::uint64_t steps = 0;   ///< Completed steps of the world.
        bool between_steps = true;

        [[nodiscard]] std::uint64_t step() const { return between_steps ? steps : steps + 1; }
        /// False if the step fails.
        bool advance() {
            const StepReport& report = simulation->step(seconds);
            position = {position.branch, position.frame + 1, 0};
            between_steps = report.complete;
            if (report.complete && !report.failed()) ++steps;
            return !report.failed();
        }
    };

    /// Replays to the branch's end or to the next fork. At a fork, the part with fewer branches is replayed
    /// first and the other one waits. Each waiting part therefore has at least as many branches as all parts
    /// above it on the stack, so the stack stays small.
    void replay(BranchReplay at) {
        const std::uint32_t branch = at.position.branch;
        const std::uint64_t end = recording_.branches[branch].end();
        while (result_.holds()) {
            apply_inputs(at, inputs_until_next_fork(at));
            if (is_at_fork(at)) return fork_replay(std::move(at));
            if (at.position.frame == end) return;
            const std::uint64_t steps_before = at.steps;
            if (!at.advance()) return fail(at.position, steps_before + 1);
            result_.steps += at.steps - steps_before;
            if (roundtrip_ > 0 && at.position.frame % roundtrip_ == 0) restore_from_bytes(at);
            ++result_.frames;
            if (result_.holds()) compare(at);
            if (!add_work(frame_work(at))) result_.interrupted = true;
        }
        if (result_.first_divergence && !result_.state) find_next_stored_state(std::move(at));
    }

    [[nodiscard]] std::size_t inputs_until_next_fork(const BranchReplay& at) const {
        const std::vector<ChildBranch>& all = children_[at.position.branch];
        const bool is_here = at.forked < all.size() && all[at.forked].fork.frame == at.position.frame;
        return is_here ? all[at.forked].fork.inputs : ~std::size_t{0};
    }
    [[nodiscard]] bool is_at_fork(const BranchReplay& at) const {
        const std::vector<ChildBranch>& all = children_[at.position.branch];
        return at.forked < all.size() && all[at.forked].fork == at.position;
    }

    void fork_replay(BranchReplay at) {
        const std::uint32_t branch = children_[at.position.branch][at.forked].branch;
        BranchReplay child{.position = at.position,
                           .simulation = at.simulation->clone(),
                           .seconds = at.seconds,
                           .branches = subtree_sizes_[branch],
                           .steps = at.steps,
                           .between_steps = at.between_steps};
        child.position.branch = branch;
        ++at.forked;
        at.branches -= child.branches;
        check_first_hash(child);
        if (result_.holds() && child.position.inputs == 0) compare(child);
        const bool child_first = child.branches <= at.branches;
        pending_.push_back(std::move(child_first ? at : child));
        pending_.push_back(std::move(child_first ? child : at));
    }

    /// The hash of a branch's first frame is also stored on its parent.
    void check_first_hash(const BranchReplay& at) {
        const std::uint64_t own = recording_.branches[at.position.branch].hashes.front();
        const std::uint64_t parent_hash = recording_.hash(at.position.branch, at.position.frame);
        if (own != parent_hash) record_first_divergence(at, own, parent_hash);
    }

    /// Reports a divergence if some frames were never compared, which only a defect in the recording can
    /// cause.
    void check_all_frames_compared() {
        if (result_.frames != total_) result_.first_divergence = Divergence{};
    }

    /// Applies the remaining inputs of the frame, up to `count` in total.
    void apply_inputs(BranchReplay& at, std::size_t count = ~std::size_t{0}) {
        const std::vector<const Input*> inputs = recording_.inputs_at(at.position.branch, at.position.frame);
        for (count = std::min(count, inputs.size()); at.position.inputs < count; ++at.position.inputs)
            static_cast<void>(replay::apply(*at.simulation, *inputs[at.position.inputs], at.seconds));
    }

    static std::uint64_t frame_work(const BranchReplay& at) {
        return 1 + at.simulation->world().state().bodies.ids.capacity() / bodies_per_frame;
    }
    /// Adds to the work done; false if the caller wants to stop.
    bool add_work(std::uint64_t work) {
        work_ += work;
        if (work_ < work_between_calls) return true;
        work_ = 0;
        return progress_(result_.frames, total_);
    }

    void fail(const HistoryPosition& position, std::uint64_t step) {
        result_.step_failed = true;
        result_.first_step = step;
        result_.first_divergence = {position.branch, position.frame,
                                    recording_.hash(position.branch, position.frame), 0};
    }

    void compare(const BranchReplay& at) {
        const std::uint64_t recorded_hash = recording_.hash(at.position.branch, at.position.frame);
        const std::uint64_t replayed_hash = at.simulation->world().hash();
        if (recorded_hash != replayed_hash) record_first_divergence(at, recorded_hash, replayed_hash);
        std::optional<StateComparison> comparison = compare_with_keyframe(at);
        if (!comparison || comparison->subsystems.empty()) return;
        if (!result_.first_divergence) record_first_divergence(at, recorded_hash, replayed_hash);
        record_state(at, std::move(comparison));
    }

    void record_first_divergence(const BranchReplay& at, std::uint64_t recorded_hash,
                                 std::uint64_t replayed_hash) {
        result_.first_divergence = {at.position.branch, at.position.frame, recorded_hash, replayed_hash};
        result_.first_step = at.step();
    }
    void record_state(const BranchReplay& at, std::optional<StateComparison> comparison) {
        result_.state = std::move(comparison);
        if (result_.state) result_.replayed = at.simulation->clone();
    }

    /// Continues from the first differing frame to the next readable keyframe of the branch.
    void find_next_stored_state(BranchReplay at) {
        const std::uint64_t end = recording_.branches[at.position.branch].end();
        while (at.position.frame < end && !result_.state) {
            apply_inputs(at);
            if (!at.advance()) return;
            record_state(at, compare_with_keyframe(at));
            if (!add_work(frame_work(at))) return;
        }
    }

    [[nodiscard]] const StoredKeyframe* keyframe_at(const HistoryPosition& position) const {
        const std::vector<StoredKeyframe>& all = recording_.branches[position.branch].keyframes;
        const auto found = std::ranges::lower_bound(all, position.frame, {}, &StoredKeyframe::frame);
        return found != all.end() && found->frame == position.frame ? &*found : nullptr;
    }

    /// Nullopt if the frame has no readable keyframe.
    std::optional<StateComparison> compare_with_keyframe(const BranchReplay& at) {
        const StoredKeyframe* keyframe = keyframe_at(at.position);
        if (keyframe == nullptr) return std::nullopt;
        const Result<KeyframeState, std::string> stored = unpack(*keyframe);
        if (!stored) {
            ++result_.unreadable_keyframes;
            if (!result_.unreadable)
                result_.unreadable =
                    UnreadableKeyframe{at.position.branch, at.position.frame, stored.error()};
            return std::nullopt;
        }
        ++result_.keyframes;
        work_ += stored->world.size() / bytes_per_frame;
        StateComparison comparison{
            .branch = at.position.branch, .frame = at.position.frame, .step = at.step()};
        const WorldState& replayed = at.simulation->world().state();
        std::vector<SubsystemHash> hashes = deep_hash(replayed);
        hashes.push_back({script_subsystem, at.simulation->script_state_hash()});
        for (const SubsystemHash& subsystem : hashes) {
            const auto found = std::ranges::find(stored->subsystem_hashes, subsystem.name,
                                                 &std::pair<std::string, std::uint64_t>::first);
            if (found != stored->subsystem_hashes.end() && found->second != subsystem.hash)
                comparison.subsystems.emplace_back(subsystem.name);
        }
        if (comparison.subsystems.empty()) return comparison;
        const Result<World, StateError> world = read_state(stored->world);
        if (world) {
            comparison.differences = differences(world->state(), replayed, max_differences);
        } else {
            comparison.unreadable = describe(world.error());
        }
        return comparison;
    }

    static std::string describe(const StateError& error) { return error.where + " " + error.what; }

    void restore_from_bytes(BranchReplay& at) {
        const std::vector<std::byte> script_state = at.simulation->write_script_state();
        Result<World, StateError> world = read_state(write_state(at.simulation->world().state()));
        if (!world) return fail_round_trip(at, world.error());
        const Result<Unit, StateError> restored =
            at.simulation->restore(std::move(world).value(), script_state);
        if (!restored) fail_round_trip(at, restored.error());
    }
    void fail_round_trip(const BranchReplay& at, const StateError& error) {
        record_first_divergence(at, recording_.hash(at.position.branch, at.position.frame), 0);
        StateComparison failure{.branch = at.position.branch, .frame = at.position.frame, .step = at.step()};
        failure.unreadable = "the state cannot be restored from its bytes: " + describe(error);
        record_state(at, std::move(failure));
    }

    const Recording& recording_;
    std::uint64_t roundtrip_;
    ProgressCall progress_;
    std::vector<std::vector<ChildBranch>> children_;  ///< By parent branch, in order.
    std::vector<std::size_t> subtree_sizes_;          ///< Number of branches in each subtree.
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
