// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/step_report.h"
#include "toibox/dynamics/world.h"
#include "toibox/fields/fields.h"
#include "toibox/scene/verdict.h"

#include <vector>

namespace toibox::scene {

/// A body and another that it met.
struct BodyPair {
    BodyHandle body;
    BodyHandle other;

    friend bool operator==(const BodyPair&, const BodyPair&) = default;
};

/// What the probe stores. Between steps only `on_far_side` and `answered` are kept.
struct VerdictMemory {
    /// A body at the start of the step.
    struct StoredBody {
        BodyHandle body;
        Transformd transform;
        Vec2d center;
        double angle = 0.0;  ///< Unwrapped.
        /// Velocity with the effect of gravity and applied forces over the step, without contacts and joints.
        BodyVelocity free_velocity;
    };
    std::vector<StoredBody> before;  ///< By body index.
    std::vector<Verdict> found;      ///< Verdicts that the step's searches, hits and impacts gave.
    std::vector<BodyPair> begun;     ///< Pairs with a begin event.
    std::vector<BodyPair> impacts;   ///< Pairs with an answered impact.
    /// Overlapping shapes that have crossed to the far side: PushedThrough once they separate.
    struct FarSide {
        ShapeHandle a;
        ShapeHandle b;
        Vec2d point;  ///< Where they crossed, world.
    };
    std::vector<FarSide> on_far_side;
    /// Pairs that were stopped in the last step. A policy that stops bodies at an impact answers it in the
    /// next step, which is no second verdict.
    std::vector<BodyPair> answered;
};

/// Judges each step from the motions of its bodies, with the certified method, independently of policy and
/// solver. VerdictKind has the definitions. In detail:
/// - A *crossing* is a motion through another shape (trace_passage). Crossings between two separated poses
///   are Tunnelled; if a sampled pose touched (a detection sub-step), or once overlapping shapes that have
///   crossed separate, PushedThrough. If a TOI method had looked, Missed.
/// - Stopped is a hit or impact that is so fast that the bodies would approach by more than the inner radius
///   of a moving body in one step. Slower contacts get no verdict, since sampling finds them.
/// - Late compares the answer of a search with the time at which the shapes come closer than its target less
///   twice its tolerance.
/// - GhostHit is a contact that pushed across a gap wider than the contact margin, and was the only one that
///   pushed its bodies, although their free motions do not touch.
/// - A pair gets one verdict per step, the worst, and TimeLost besides.
///
/// The motion of a step is taken as straight between its two states. So pairs with an answered impact, whose
/// path is bent, do not tunnel in that step. Excluded: sensors, and pairs that filters, joints or one-way
/// shapes exclude.
///
/// Cost: O(n + contacts) if all bodies are slow; otherwise O(n log n) for a tree of their paths, and a
/// certified search for each shape near the path of a fast body. Searches by methods that may miss
/// (StepReport::searches) are repeated with the certified method.
class VerdictProbe {
public:
    /// Whether the probe needs World::record_searches, because a method that may miss or be late is in use.
    [[nodiscard]] static bool needs_searches(const World& world);
    /// Stores the state before a step of `dt` seconds.
    void begin_step(const World& world, double dt);
    /// Takes in the events and searches of the last World::step, even if the step is incomplete.
    void record(const World& world, const StepReport& report, double dt);
    /// The verdicts of the step that was just completed, in ascending order of bodies and kinds.
    [[nodiscard]] std::vector<Verdict> end_step(const World& world, double dt);
    /// Discards what was stored of an unfinished step.
    void clear_step();

private:
    friend struct FieldsOf<VerdictProbe>;

    VerdictMemory memory_;
};

}  // namespace toibox::scene
