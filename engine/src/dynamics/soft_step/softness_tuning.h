// SPDX-License-Identifier: MIT
#pragma once

/// How soft contacts and rigid joints are under soft step; all other tolerances stand in
/// toibox/dynamics/tuning.h.
namespace toibox::tuning {

/// Frequency of the stiffest contacts and rigid joints, as a share of the rate of the sub-steps: 56 and 60 Hz
/// at 60 steps a second with four sub-steps. Origin: a spring whose period is shorter than four sub-steps is
/// not felt as one, and piles sway on contacts that are much stiffer than this. Less: stacks sag more.
inline constexpr float stiffest_contact = 7.0f / 30.0f;
inline constexpr float stiffest_joint = 0.25f;
/// How much of a contact's push is taken back where it is too large, as a share of what would put that
/// contact right alone. Origin: how a pile sways as a whole, which a pass hardly notices in any one contact.
/// Two passes a sub-step answer a contact's closing speed by a force that grows by 2·m/h² of it, its overlap
/// makes that grow by m·ω²·leak/h, and the leak of soft contacts lets it decay: by Routh's criterion such a
/// sway dies out while (h·ω)² < 2 at a share of 1. It is 2.15 for the stiffest contact, so piles sway on and
/// on. Pushes that are too small are not made good by more than they lack, or an impact would
/// bounce (measured: by 2 % of its speed). Smaller: a stack of 100 boxes falls asleep after 637 steps at 1.75
/// and 546 here. From 2 on impulses grow without bound.
inline constexpr float over_relaxation = 1.85f;
/// Overlap beyond which contacts yield more, metres, and the share of their stiffness that is left there.
/// Origin: half as much again as a tower of 100 boxes makes of its lowest contact. A heavy impact is taken in
/// by the pile below instead of being thrown back (measured: three pyramids under boxes of 100 to 300 times
/// the density stand, and were blown apart at 21 m/s without). Less depth: towers sink further.
inline constexpr float firm_depth = 0.03f;
inline constexpr float yielding_share = 0.6f;
/// Frequency of contacts with static bodies as a multiple of the others': who stands at the bottom is to sink
/// into the ground no further than into its neighbours. More: piles sway longer.
inline constexpr float static_stiffness = 1.5f;
/// What bears a load is pushed out of an overlap faster than settings.push_speed, by this share of the speed
/// that the contact's impulse gives its bodies in a sub-step, unless the contact began deep. Dimensionless.
/// Origin: a crowd that is stirred is to be crushed no deeper than need be: at the end of `spinner`, 300
/// pairs overlap by more than 0.35 m, and 1015 with none. More: no fewer do (0.4). Less: 350 with 0.2, 830
/// with 0.02.
inline constexpr float push_by_load = 0.3f;
/// Frequency of contacts of bodies that a rigid joint holds, as a share of the joint's. Origin: of two
/// springs that press against each other the softer one gives way, and a joint that is pulled apart is seen,
/// a contact that is deeper hardly; heaps of ragdolls rest with gaps of 11 cm where both are as stiff and 5
/// cm at 1/2. More: larger gaps; less: limbs that are jammed sink into each other.
inline constexpr float jointed_share = 0.5f;
/// Frequency at which a coordinate is held at a limit that a motor drives against, as a share of the joints'.
/// Origin: chains of one to three arms of random size, with motors of 10 to 10⁷ N·m against limits 0.02 to 1
/// rad apart, at 240 to 1920 sub-steps a second. Of 600 chains 22 still tremble after 3 s, and 7 have a joint
/// 0.01 rad past its limit; at 1 it is 51 and 27, at 0.6 21 and none. Less: what hangs on a limit sags.
inline constexpr float driven_stiffness = 0.85f;

}  // namespace toibox::tuning
