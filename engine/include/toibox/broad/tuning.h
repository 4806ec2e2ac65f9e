// SPDX-License-Identifier: MIT
#pragma once

/// The tolerances of the broad phases.
namespace toibox::tuning {

/// Relative rounding of a slab's fraction, (bound − from) / d as a product with the reciprocal: three
/// roundings of 2^-53, taken generously. More visits boxes that the ray just misses; less loses grazes.
inline constexpr double slab_rounding = 1e-15;

/// Nodes that a walk of a tree keeps on the stack before it asks for memory: more than a balanced tree of a
/// million leaves can need.
inline constexpr int inline_stack = 64;

}  // namespace toibox::tuning
