// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/scene/verdict_probe.h"

namespace toibox::scene {

/// Whether two pairs are the same two bodies, in either order.
bool are_same(const BodyPair& x, const BodyPair& y);
bool contains(std::span<const BodyPair> pairs, const BodyPair& pair);

/// Judges the answers of the TOI methods: adds Missed and Late.
void judge_searches(const World& world, const StepReport& report, double dt, std::vector<Verdict>& found);

/// Adds TimeLost and Stopped for the impacts and hits of the last World::step, and notes begun pairs and
/// answered impacts.
void judge_impacts(const World& world, double dt, VerdictMemory& memory);

/// Contacts that pushed two bodies of which neither moved towards the other far enough to touch.
std::vector<Verdict> ghost_hits(const World& world, std::span<const VerdictMemory::StoredBody> before,
                                double dt);

}  // namespace toibox::scene
