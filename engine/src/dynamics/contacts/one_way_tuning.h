// SPDX-License-Identifier: MIT
#pragma once

/// Tolerances of one-way shapes. All others: toibox/dynamics/tuning.h.
namespace toibox::tuning {

/// A face of a one-way shape is solid if the cosine between its normal and the solid direction is at least
/// this: within 60°. Origin: hills and slanted planks are solid, the ends of a plank are not. Smaller:
/// leaning side faces stop bodies that come from the side; larger: steep hills are open.
inline constexpr double one_way_face_cosine = 0.5;

/// A one-way shape pushes if the cosine between the push and the solid direction is at least this: within
/// 84°. Origin: a body that tips or rolls over the end of a platform is held until it has left it. Smaller:
/// the ends of a platform push sideways.
inline constexpr float one_way_push_cosine = 0.1f;

/// Overlap, in slops, up to which a body counts as lying on a one-way shape. Origin: a resting body overlaps
/// by one slop, a bit more under load, and slides from one platform onto the next. Larger: a body that comes
/// from the side is lifted onto a higher step; smaller: a pile that slides over a row of platforms falls
/// through.
inline constexpr float one_way_slops = 2.0f;

/// Upper bound of that overlap, as a share of the combined thickness of both shapes: a body that has passed
/// through overlaps by the full thickness. A stopped body is let through beyond this depth. Dimensionless.
/// Larger: a body that dips beside a platform is lifted onto a higher one; smaller: a body that tips onto a
/// higher platform falls through.
inline constexpr double one_way_thickness_share = 0.25;

}  // namespace toibox::tuning
