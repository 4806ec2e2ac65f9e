// SPDX-License-Identifier: MIT
#pragma once

/// Softness of contacts and rigid joints in the soft step. All other tolerances: toibox/dynamics/tuning.h.
namespace toibox::tuning {

/// Frequency of the stiffest contacts and rigid joints, as a share of the sub-step rate: 56 and 60 Hz at 60
/// steps per second with four sub-steps. Origin: a spring whose period is shorter than four sub-steps does
/// not act as one, and piles sway on contacts that are much stiffer than this. Smaller: stacks sag more.
inline constexpr float stiffest_contact = 7.0f / 30.0f;
inline constexpr float stiffest_joint = 0.25f;
/// Factor by which an excess of a contact's impulse is taken back, relative to what would correct that
/// contact alone. Origin: piles sway as a whole, which is hardly measurable in any single contact. Two passes
/// per sub-step respond to a contact's closing speed with a force that grows by 2·m/h² of it, its overlap
/// makes the force grow by m·ω²·leak/h, and the leak of soft contacts lets it decay. By Routh's criterion
/// such a sway dies out while (h·ω)² < 2 at a factor of 1. It is 2.15 for the stiffest contact, so piles
/// would sway on and on. Deficits are not over-corrected, or an impact would bounce (measured: by 2 % of its
/// speed). Smaller: a stack of 100 boxes falls asleep after 637 steps at 1.75, and after 546 here. From 2 on,
/// impulses grow without bound.
inline constexpr float over_relaxation = 1.85f;
/// Overlap beyond which contacts yield more, metres, and the share of their stiffness that remains there.
/// Origin: 1.5 times the overlap of the lowest contact in a tower of 100 boxes. The pile below absorbs a
/// heavy impact instead of throwing it back (measured: three pyramids under boxes of 100 to 300 times their
/// density stand; without this they were blown apart at 21 m/s). Smaller depth: towers sink further.
inline constexpr float firm_depth = 0.03f;
inline constexpr float yielding_share = 0.6f;
/// Frequency of contacts with static bodies, as a multiple of that of other contacts, so that the lowest
/// bodies sink no further into the ground than into their neighbours. Larger: piles sway longer.
inline constexpr float static_stiffness = 1.5f;
/// A loaded contact is pushed out of overlap faster than settings.push_speed, by this share of the speed that
/// its impulse gives the bodies in a sub-step, unless it spawned overlapping. Dimensionless. Origin: a
/// stirred crowd should be crushed as little as possible: at the end of `spinner`, 300 pairs overlap by more
/// than 0.35 m, without this 1015. Larger: no further gain (0.4). Smaller: 350 pairs with 0.2, 830 with 0.02.
inline constexpr float push_by_load = 0.3f;
/// Frequency of contacts of bodies with a rigid joint, as a share of the joint's. Origin: of two springs that
/// press against each other the softer one yields; an open joint is visible, a deeper contact hardly is.
/// Heaps of ragdolls rest with gaps of 11 cm if both are equally stiff, and of 5 cm at 1/2. Larger: larger
/// gaps; smaller: jammed limbs sink into each other.
inline constexpr float jointed_share = 0.5f;
/// Frequency at which a coordinate is held at a limit that a motor drives against, as a share of the joints'.
/// Origin: chains of one to three arms of random size, with motors of 10 to 10⁷ N·m against limits 0.02 to
/// 1 rad apart, at 240 to 1920 sub-steps per second. Of 600 chains, 22 still tremble after 3 s, and 7 have a
/// joint 0.01 rad past its limit. With 1 these are 51 and 27, with 0.6 21 and none. Smaller: bodies that hang
/// on a limit sag.
inline constexpr float driven_stiffness = 0.85f;

}  // namespace toibox::tuning
