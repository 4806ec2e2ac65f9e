// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/fields.h"
#include "toibox/dynamics/world.h"

#include <vector>

namespace toibox::scene {

/// A body that got past another in one step without touching it.
struct Crossing {
    BodyHandle body;   ///< Whose centre of mass crossed …
    BodyHandle other;  ///< … a shape of this one.
};

/// What the probe remembers of the step in progress.
struct TunnellingMemory {
    /// A body at the state before.
    struct Remembered {
        BodyHandle body;
        Transformd transform;
        Vec2d center;
        double angle = 0.0;  ///< Unwrapped.
    };
    std::vector<Remembered> before;  ///< By body index.
    std::vector<Crossing> impacts;   ///< Pairs that an impact was acted on of.
};

/// Watches a world from outside for what continuous collision is to prevent; knows neither policy nor solver.
///
/// A *crossing* in the step from state k to state k+1 is a pair of bodies such that
/// - the straight path of one body's centre of mass from state k to state k+1 comes near the other's;
/// - seen in the other's frame (which is itself taken from its pose at k to its pose at k+1) it goes right
///   through a shape of the other: it enters and leaves it, or crosses it if it is a segment;
/// - their shapes meet on the way, by certified advancement over the two straight, evenly turning motions: in
/// a
///   frame that turns, a straight way may go through what nobody touched;
/// - the surfaces of the two bodies are apart (distance > 0) at state k and at state k+1;
/// - no impact between the two was acted on in the step: a body that bounced went round, not through.
/// Left out: sensors, pairs that their filters or a joint keep from colliding, and paths shorter than the
/// body's inner radius, which cannot clear anything. A pair counts once a step.
///
/// Cost: nothing for slow bodies but a look at their poses; where any is fast, O(n log n) for a tree of the
/// bodies' ways, and a ray cast for each shape near a fast one's.
class TunnellingProbe {
public:
    /// Remembers the poses of state k.
    void before(const World& world);
    /// Notes the impacts of the events of the step so far: to be called after each World::step, also an
    /// incomplete one.
    void note_impacts(const World& world);
    /// The crossings of the step that has just been completed, in ascending order.
    [[nodiscard]] std::vector<Crossing> after(const World& world) const;
    /// Between two steps there is nothing to remember, and nothing to be kept with a state.
    void forget();

private:
    friend struct FieldsOf<TunnellingProbe>;
    struct Path;

    [[nodiscard]] std::vector<Path> paths(const World& world) const;
    [[nodiscard]] bool crosses(const World& world, const Path& path, const Path& other) const;
    [[nodiscard]] bool met(BodyHandle a, BodyHandle b) const;

    TunnellingMemory memory_;
};

}  // namespace toibox::scene
