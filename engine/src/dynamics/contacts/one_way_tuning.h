// SPDX-License-Identifier: MIT
#pragma once

/// Tolerances of one-way shapes.
namespace toibox::tuning {

/// A face of a one-way shape is solid if the cosine between the face's normal and the solid direction is at
/// least this (an angle of at most 60°). Origin: hills and slanted planks are solid, the ends of a plank are
/// not. Smaller: leaning side faces stop bodies that come from the side. Larger: steep hills are open.
inline constexpr double one_way_face_cosine = 0.5;

/// A one-way shape pushes if the cosine between the push and the solid direction is at least this (an
/// angle of at most 84°). Origin: a body that tips or rolls over the end of a platform is held until it has
/// left the platform. Smaller: the ends of a platform push sideways.
inline constexpr float one_way_push_cosine = 0.1f;

/// Overlap up to which a body counts as resting on a one-way shape, in slops. Origin: a resting body overlaps
/// by one slop, a bit more under load, and must slide from one platform onto the next. Larger: a body that
/// comes from the side is lifted onto a higher step. Smaller: a pile that slides over a row of platforms
/// falls through.
inline constexpr float one_way_slops = 2.0f;

/// Upper bound of that overlap, as a fraction of the combined thickness of both shapes (a body that has
/// passed through overlaps by the full thickness). A stopped body that gets deeper passes, unless it touches
/// and is still pushed towards the solid side. Dimensionless. Larger: a body that dips beside a higher
/// platform is lifted onto it. Smaller: a body that tips onto a higher platform falls through.
inline constexpr double one_way_thickness_fraction = 0.25;

}  // namespace toibox::tuning
