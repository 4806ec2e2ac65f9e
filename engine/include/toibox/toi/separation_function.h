// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/narrow/gjk.h"
#include "toibox/toi/root_proposal.h"
#include "toibox/toi/toi.h"

namespace toibox {

/// The separation of two moving shapes along an axis as a function of time, s(t) in E. Catto, "Continuous
/// Collision", GDC 2013. It is signed, so that a root can be bracketed from both sides, which is impossible
/// with the distance.
///
/// The axis comes from the closest features at one time: the normal of an edge, which rotates with its body,
/// or for two vertices the line between them, which is fixed in the world. For any axis, s(t) of the deepest
/// points is at most the distance at t. Units: metres between surfaces, t in [0, 1]. Frame: the frame of the
/// sweeps (world). Source: E. Catto, "Continuous Collision", GDC 2013 (separating plane; choice 2 for two
/// vertices; deepest points).
class SeparationFunction {
public:
    /// Uses the features of `closest` at t, which must not be Overlap. `motion` must outlive the function.
    SeparationFunction(const ToiInput& motion, const GjkResult& closest, double t);
    /// Restores the function from a ToiEvent of kind Axis, for plotting s(t).
    SeparationFunction(const ToiInput& motion, ClosestFeature feature, Vec2d axis, Vec2d anchor);

    /// The deepest pair of points at some t; the index of the shape that owns the face is −1.
    struct Deepest {
        int index_a = -1;
        int index_b = -1;
        double s = 0.0;
    };
    [[nodiscard]] Deepest deepest(double t) const;
    /// Separation of the given points at t. Index −1 means the face.
    [[nodiscard]] double at(int index_a, int index_b, double t) const;
    /// Like at(), with the slope ds/dt in metres per step; both share one sine and cosine per body.
    [[nodiscard]] RootSample with_slope(int index_a, int index_b, double t) const;

    [[nodiscard]] ClosestFeature feature() const { return feature_; }
    /// Unit. VertexVertex: in the world, from A to B. Face: its outward normal in the frame of its body.
    [[nodiscard]] Vec2d axis() const { return axis_; }
    /// A point of the face in its body frame; unused for VertexVertex.
    [[nodiscard]] Vec2d anchor() const { return anchor_; }

private:
    const ToiInput* motion_;  // non-owning
    double radii_;
    ClosestFeature feature_;
    Vec2d axis_{};
    Vec2d anchor_{};
};

}  // namespace toibox
