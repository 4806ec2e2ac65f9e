// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/result.h"
#include "toibox/dynamics/settings.h"
#include "toibox/geometry/aabb.h"
#include "toibox/geometry/shape.h"
#include "toibox/math/transform.h"
#include "toibox/scene/claim.h"
#include "toibox/scene/document.h"
#include "toibox/scene/run.h"
#include "toibox/scene/verdict.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace toibox::app {

/// Poses that all runs of a crowd keep together. Further runs keep their outcome only.
inline constexpr std::size_t max_crowd_poses = 1'000'000;

/// One run of a crowd.
struct CrowdRun {
    enum class State : std::uint8_t { Waiting, Finished, Failed };

    double value = 0.0;  ///< Of what the sweep varies.
    State state = State::Waiting;
    std::optional<scene::VerdictKind> verdict;  ///< The first one other than TimeLost.
    std::int64_t verdict_step = -1;             ///< The step that ended with it; −1: none.
    bool touched = false;                       ///< The body touched another one.
    /// The first sampled pose that touched, as a state; −1: none, or within a step.
    std::int64_t touch_step = -1;
    bool holds = false;  ///< The condition, in the last state.
    /// The sampled poses of the body in question, by state from 0 on; ends early if the body is removed.
    std::vector<Transform> poses;
    std::vector<Shape> shapes;  ///< Of that body.

    [[nodiscard]] bool is_finished() const { return state != State::Waiting; }
    /// The pose in a state, or the last one before it; null if no poses were kept.
    [[nodiscard]] const Transform* pose(std::int64_t step) const;
};

/// A static shape that all runs share.
struct CrowdObstacle {
    std::string body;
    Aabb bounds;  ///< World, at the start.

    friend bool operator==(const CrowdObstacle&, const CrowdObstacle&) = default;
};

/// What a crowd runs.
struct CrowdSetup {
    std::string variant;
    std::vector<scene::Document::Override> overrides = {};
    scene::ParameterSweepEntry sweep = {};
    std::optional<scene::Claim> condition = {};  ///< CrowdRun::holds says whether it holds.
    std::optional<WorldSettings> settings = {};  ///< The user's; nullopt: the scene's.
    std::size_t max_poses = max_crowd_poses;
};

/// A crowd: the runs of a parameter sweep, each to the end of its duration. The runs are carried out one
/// after another, some in each frame: the first and the last of the sweep, then the others in order, so that
/// their extent is known early.
class Crowd {
public:
    /// Error: a message for the user. The variant does not exist, or an override cannot be applied.
    static Result<Crowd, std::string> start(const scene::Document& document, CrowdSetup setup);

    /// Carries out at least one further step, and more until `seconds` of real time have passed, so that long
    /// runs do not stop the window. Does nothing after the last run.
    void advance(double seconds);

    [[nodiscard]] std::size_t size() const { return runs_.size(); }
    /// The runs carried out so far.
    [[nodiscard]] std::size_t finished() const { return finished_; }
    [[nodiscard]] bool is_finished() const { return finished_ == runs_.size(); }
    /// Of the finished runs: those with this verdict, with none, and those that could not be carried out.
    [[nodiscard]] std::size_t count(scene::VerdictKind kind) const;
    [[nodiscard]] std::size_t without_verdict() const { return without_verdict_; }
    [[nodiscard]] std::size_t failed() const { return failed_; }
    /// Of the finished runs: those in which the condition holds.
    [[nodiscard]] std::size_t holding() const { return holding_; }

    /// In the order of the sweep.
    [[nodiscard]] std::span<const CrowdRun> runs() const { return runs_; }
    [[nodiscard]] const CrowdSetup& setup() const { return setup_; }
    /// The body whose poses the runs keep: the one that the sweep varies, else the first one that moves.
    [[nodiscard]] const std::string& body() const { return body_; }
    /// The state that all runs are shown in: the one after the last verdict so far; without a verdict, the
    /// last one.
    [[nodiscard]] std::int64_t shown_step() const;
    /// The static shapes, if they are the same in all runs; else empty.
    [[nodiscard]] std::span<const CrowdObstacle> obstacles() const { return obstacles_; }

private:
    Crowd(const scene::Document& document, CrowdSetup setup, const scene::Scene& scene);
    void start_run();
    void step_run();
    void finish_run();
    void fail(std::size_t index);
    void note_step(const scene::Run& run, CrowdRun& out) const;
    [[nodiscard]] bool has_room(std::size_t poses) const { return kept_poses_ + poses <= setup_.max_poses; }

    /// The run that is being carried out.
    struct Progress {
        std::size_t index = 0;
        scene::Run run;
        CrowdRun out;
        std::int64_t steps = 0;  ///< Of the duration.
    };

    scene::Document document_;
    CrowdSetup setup_;
    std::optional<Progress> progress_;
    std::string body_;
    std::vector<CrowdRun> runs_;
    std::vector<CrowdObstacle> obstacles_;
    std::int64_t last_step_ = 0;        ///< Of the duration.
    std::int64_t latest_verdict_ = -1;  ///< Step.
    std::size_t finished_ = 0;
    std::size_t kept_poses_ = 0;
    std::vector<std::size_t> counts_;  ///< By VerdictKind.
    std::size_t without_verdict_ = 0;
    std::size_t failed_ = 0;
    std::size_t holding_ = 0;
};

/// What a sweep varies, for the user.
struct VariedValue {
    std::string label;  ///< Of the parameter that sets it: "Start"; else its place: "ball position x".
    std::string unit;   ///< May be empty.
};
VariedValue varied_value(const scene::Scene& scene, const std::string& pointer);

}  // namespace toibox::app
