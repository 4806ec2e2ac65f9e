// SPDX-License-Identifier: MIT
#pragma once

/// Tolerances of the geometry layer.
namespace toibox::tuning {

/// Share of a polygon's extent (the longer side of its box): vertices closer than this are one, and a vertex
/// closer than this to the line of its neighbours is none. About eight roundings of float; larger values
/// would change shapes visibly.
inline constexpr double vertex_merge = 1e-6;

}  // namespace toibox::tuning
