// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/thread_pool.h"

#include "app/session/comparison/session_log.h"
#include "app/session/session.h"

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace toibox::app {

/// What a pane shows: a variant of the scene, with overrides besides those of the first pane.
struct PaneSetup {
    std::string variant;  ///< Empty: the base scene.
    std::vector<Session::Override> overrides = {};

    friend bool operator==(const PaneSetup&, const PaneSetup&) = default;
};

/// Two to four worlds side by side, numbered from 1, with one clock and shared input. The first one is the
/// session of the window, which leads: the others repeat all its inputs, in order and at the same simulation
/// time, and follow it when it goes to another frame or branch. A world with steps of a different length
/// shows its last state at or before the time of the first. So each world is in the state that the same
/// inputs give without a comparison.
///
/// Follows the leader's history and not the calls that change it, so that undo, branches, loops and
/// recordings need no code here. Bodies and joints correspond by their ids, those created by a command by
/// that command, and all others by their handles. Settings that the user changed apply to every world; all
/// others stay as each variant has them.
class Comparison {
public:
    static constexpr std::size_t max_panes = 4;

    /// The leader must outlive the comparison.
    explicit Comparison(Session& leader) : leader_(leader) {}
    Comparison(const Comparison&) = delete;
    Comparison& operator=(const Comparison&) = delete;
    ~Comparison() { stop(); }

    /// Opens the other panes, one for each setup, and brings them to the leader's position. Replaces the
    /// panes of a comparison that is already open. On error there are no other panes.
    /// Requires: 1 to max_panes − 1 setups (asserted).
    Result<Unit, scene::Diagnostics> start(std::vector<PaneSetup> others);
    void stop();
    [[nodiscard]] bool is_active() const { return !panes_.empty(); }

    /// Brings all panes to the leader's position. Call after anything that may have changed the leader. After
    /// a restart of the leader with other parameters, reopens the panes. Another scene ends the comparison.
    /// Error: a pane cannot be reopened; the comparison has ended.
    Result<Unit, scene::Diagnostics> update();

    /// Number of panes, the leader included; 1 if there is no comparison.
    [[nodiscard]] std::size_t size() const { return panes_.size() + 1; }
    /// Pane 0 is the leader.
    [[nodiscard]] const Session& pane(std::size_t index) const;
    [[nodiscard]] Session& pane(std::size_t index);
    [[nodiscard]] PaneSetup setup(std::size_t index) const;

    /// Selects and grabs the topmost body at a point of a pane, in every pane.
    void grab(std::size_t index, Vec2 point_world);
    /// The body of another pane that corresponds to a body of the leader, and the reverse; null handles for
    /// a body that only one of them has.
    [[nodiscard]] BodyHandle body_in(std::size_t index, BodyHandle of_leader) const;
    [[nodiscard]] BodyHandle body_of_leader(std::size_t index, BodyHandle in_pane) const;

    /// A mark of a pane at the frame of the leader that shows it first.
    struct PaneMark {
        std::size_t pane = 0;
        std::uint64_t frame = 0;  ///< Of the leader's current branch.
        replay::Mark mark;
    };
    /// The marks of all panes at frames [from, to] of the leader's current branch that were shown in this
    /// comparison, by ascending frame, then pane.
    [[nodiscard]] std::vector<PaneMark> marks(std::uint64_t from, std::uint64_t to) const;
    /// Calls visit(pane, frame, mark) for the same marks, in no particular order, without copying them.
    using MarkVisitor = std::function<void(std::size_t, std::uint64_t, const replay::Mark&)>;
    void visit_marks(std::uint64_t from, std::uint64_t to, const MarkVisitor& visit) const;
    /// Why a pane failed to step since the last call, for the user; empty if none did.
    std::string take_message() { return std::exchange(message_, {}); }

private:
    /// A body or joint created by a command, in the leader and in a pane.
    struct CreatedPair {
        replay::HistoryPosition at;  ///< Of the leader, after the command.
        CommandOutcome leader;
        CommandOutcome pane;
    };
    struct Pane {
        PaneSetup setup;
        Session session;
        /// Position in the pane's history for each position of the leader that was shown.
        std::map<PositionKey, replay::HistoryPosition> positions;
        std::vector<CreatedPair> created;
        /// By the leader's branch that owns the frame, by ascending frame.
        std::map<std::uint32_t, std::vector<PaneMark>> marks;
    };

    Result<Unit, scene::Diagnostics> open(Pane& pane);
    /// The positions of the leader that the pane has not shown yet, oldest first, after `from`, which it has.
    struct MissingPositions {
        PositionKey from;
        std::vector<replay::HistoryPosition> positions;
    };
    [[nodiscard]] MissingPositions missing(const Pane& pane) const;
    void follow(const std::vector<MissingPositions>& steps);
    void follow(Pane& pane, const MissingPositions& steps) const;
    void repeat_input(Pane& pane, const replay::HistoryPosition& at) const;
    /// Adds the marks of the pane's frames after `frame`, which the leader's frame at `at` shows first.
    void add_marks(Pane& pane, const replay::HistoryPosition& at, std::uint64_t frame) const;
    /// Steps to the last frame at or before the time.
    static void step_to(Session& session, double time);
    /// Whether the leader's current branch contains the position.
    [[nodiscard]] bool is_on_branch(const replay::HistoryPosition& at) const;
    [[nodiscard]] BodyHandle counterpart(const Pane& pane, BodyHandle of_leader) const;
    [[nodiscard]] JointHandle counterpart(const Pane& pane, JointHandle of_leader) const;
    [[nodiscard]] ShapeHandle counterpart(const Pane& pane, ShapeHandle of_leader) const;
    void select_same_body(Pane& pane) const;

    Session& leader_;
    int start_count_ = 0;     ///< Of the leader when the panes were opened.
    std::string scene_path_;  ///< Of the leader when the comparison started.
    SessionLog log_;
    std::vector<std::unique_ptr<Pane>> panes_;
    std::unique_ptr<ThreadPool> pool_;
    std::string message_;
};

}  // namespace toibox::app
