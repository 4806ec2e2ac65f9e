// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/world.h"
#include "toibox/fields/fields.h"

#include <vector>

namespace toibox::scene {

/// A body that passed another in one step without touching it.
struct Crossing {
    BodyHandle body;  ///< Its centre of mass crossed a shape of `other`.
    BodyHandle other;
};

/// What the probe stores during a step.
struct TunnellingMemory {
    /// A body at the start of the step.
    struct StoredBody {
        BodyHandle body;
        Transformd transform;
        Vec2d center;
        double angle = 0.0;  ///< Unwrapped.
    };
    std::vector<StoredBody> before;  ///< By body index.
    std::vector<Crossing> impacts;   ///< Pairs with a resolved impact.
};

/// Detects tunnelling, which continuous collision should prevent, from the states of the world alone, so the
/// result is independent of policy and solver.
///
/// A *crossing* in the step from state k to state k+1 is a pair of bodies such that
/// - the straight path of one body's centre of mass comes near the other body;
/// - in the frame of the other body, which moves from its pose at k to its pose at k+1, this path enters and
///   leaves one of that body's shapes, or crosses a segment;
/// - the shapes meet during the step, according to certified advancement of the two sweeps: in the frame of a
///   rotating body, a straight path may cross a shape that nothing touched;
/// - the surfaces of the two bodies are separated (distance > 0) in state k and in state k+1;
/// - no impact between the two bodies was resolved in the step: a body that bounced did not pass through.
///
/// Excluded: sensors, pairs excluded by filters, joints or one-way shapes, and paths that are at most as long
/// as the body's inner radius, which cannot pass anything. A pair counts once per step.
///
/// Cost: O(n) if all bodies are slow; otherwise O(n log n) for a tree of their paths, and a ray cast for each
/// shape near the path of a fast body.
class TunnellingProbe {
public:
    /// Stores the poses of state k.
    void begin_step(const World& world);
    /// Records the impact events of the last World::step. Call it after each one, even if the step is
    /// incomplete.
    void record_impacts(const World& world);
    /// The crossings of the step that was just completed, in ascending order of handles.
    [[nodiscard]] std::vector<Crossing> crossings(const World& world) const;
    /// Discards what was stored. Call it after each step.
    void clear();

private:
    friend struct FieldsOf<TunnellingProbe>;
    struct Path;

    [[nodiscard]] std::vector<Path> paths(const World& world) const;
    [[nodiscard]] bool crosses(const World& world, const Path& path, const Path& other) const;
    [[nodiscard]] bool had_impact(BodyHandle a, BodyHandle b) const;

    TunnellingMemory memory_;
};

}  // namespace toibox::scene
