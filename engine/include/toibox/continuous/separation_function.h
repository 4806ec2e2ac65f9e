// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/continuous/root_proposal.h"
#include "toibox/continuous/toi.h"
#include "toibox/narrow/gjk.h"

namespace toibox {

/// How far apart two moving shapes are along one axis, as a function of time: s(t) of the talk. Signed, so
/// that a root can be bracketed from both sides, which no distance allows.
///
/// The axis comes from the closest features at one time: an edge's normal, which turns with its body, or for
/// two vertices the line between them, which stays fixed in the world. Whatever the axis, s(t) of the deepest
/// points never exceeds the distance at t. Units: metres between surfaces (radii taken off), t in [0, 1].
/// Frame: that of the sweeps. Source: E. Catto, "Continuous Collision", GDC 2013 (separating plane; choice 2
/// for two vertices; deepest points).
class SeparationFunction {
public:
    /// From the features that `closest` found at t; its feature is not Overlap. `motion` must outlive the
    /// function.
    SeparationFunction(const ToiInput& motion, const GjkResult& closest, double t);
    /// As told by a ToiEvent of kind Axis: what a plot of s(t) starts from.
    SeparationFunction(const ToiInput& motion, ClosestFeature feature, Vec2d axis, Vec2d anchor);

    /// The pair of points that is deepest at some t; on a face's own side the index is −1.
    struct Deepest {
        int index_a = -1;
        int index_b = -1;
        double s = 0.0;
    };
    [[nodiscard]] Deepest deepest(double t) const;
    /// Separation of the given points at t. Index −1 stands for the face.
    [[nodiscard]] double at(int index_a, int index_b, double t) const;
    /// The same with its slope ds/dt, metres per step; one sine and cosine a body serve both.
    [[nodiscard]] RootSample with_slope(int index_a, int index_b, double t) const;

    [[nodiscard]] ClosestFeature feature() const { return feature_; }
    /// Unit. World for VertexVertex, from A to B; else local to the face's body, outwards.
    [[nodiscard]] Vec2d axis() const { return axis_; }
    /// Local point of the face; unused for VertexVertex.
    [[nodiscard]] Vec2d anchor() const { return anchor_; }

private:
    const ToiInput* motion_;  // non-owning
    double radii_;
    ClosestFeature feature_;
    Vec2d axis_{};
    Vec2d anchor_{};
};

}  // namespace toibox
