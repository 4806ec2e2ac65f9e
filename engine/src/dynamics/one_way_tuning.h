// SPDX-License-Identifier: MIT
#pragma once

/// The tolerances of one-way shapes; further ones: toibox/dynamics/tuning.h.
namespace toibox::tuning {

/// A face of a one-way shape is solid if the cosine between its normal and the solid direction is at least
/// this: within 60°. Origin: hills and slanted planks are, the sides of a plank are not. Less: what comes
/// from the side is stopped by a side that leans; more: steep hills are open.
inline constexpr double one_way_face_cosine = 0.5;

/// A one-way shape pushes if the cosine between the push and the solid direction is at least this: within
/// 84°. Origin: what tips or rolls over the end of a platform is held until it has left it. Less: a side
/// pushes across.
inline constexpr float one_way_push_cosine = 0.1f;

/// One-way shapes take what is no deeper than so many slops for lying on them. Origin: what rests is one slop
/// deep and by its load a bit more, and slides from one platform onto the next. More: what comes from the
/// side is lifted by a higher step; less: a pile that slides over a row of platforms falls through.
inline constexpr float one_way_slops = 2.0f;

/// But no deeper than this share of the thickness of both shapes together: what has come all the way through
/// is a whole thickness deep. What was stopped is let pass from this depth on. Dimensionless. More: what dips
/// beside a platform is lifted by a higher step; less: what tips onto a higher one falls through.
inline constexpr double one_way_thickness_share = 0.25;

}  // namespace toibox::tuning
