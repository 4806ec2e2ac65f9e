// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/math/vec2.h"
#include "toibox/narrow/manifold.h"
#include "toibox/narrow/tuning.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace toibox {

/// How a new contact point is matched to a point of the previous step, whose impulse it takes over (warm
/// starting).
enum class ContactMatching : std::uint8_t {
    None,
    WorldDistance,
    BodyDistance,
    FeatureId,  ///< The only correct method; the others exist to demonstrate how they fail.
};

/// The properties by which a contact point is matched.
struct MatchKey {
    Vec2 point_world;   ///< Position in the world.
    Vec2 point_body_a;  ///< Position in the frame of body A.
    FeatureId id;
};

/// The four methods as functors: (old, fresh) → whether the new point may take over the impulse of the old
/// one.
/// Source: M. Trtík, "Collision detection", lecture PA199, Masaryk University 2024, slides 30–34 (caching
/// collisions).
namespace matching {

struct None {
    bool operator()(const MatchKey&, const MatchKey&) const { return false; }
};
/// Fails on a moving body: its points leave their old positions and reach the old positions of others.
struct WorldDistance {
    float radius = tuning::match_radius;
    bool operator()(const MatchKey& old, const MatchKey& fresh) const {
        return length_squared(fresh.point_world - old.point_world) <= radius * radius;
    }
};
/// Exact for points that move with A, imprecise for points that belong to B and slide over A.
struct BodyDistance {
    float radius = tuning::match_radius;
    bool operator()(const MatchKey& old, const MatchKey& fresh) const {
        return length_squared(fresh.point_body_a - old.point_body_a) <= radius * radius;
    }
};
struct FeatureId {
    bool operator()(const MatchKey& old, const MatchKey& fresh) const { return fresh.id == old.id; }
};

}  // namespace matching

/// Calls f with the functor of `kind`, so that the run-time choice is made outside the loop.
template <class F>
decltype(auto) with_matching(ContactMatching kind, F&& f) {
    switch (kind) {
        case ContactMatching::WorldDistance:
            return f(matching::WorldDistance{});
        case ContactMatching::BodyDistance:
            return f(matching::BodyDistance{});
        case ContactMatching::FeatureId:
            return f(matching::FeatureId{});
        case ContactMatching::None:
            break;
    }
    return f(matching::None{});
}

inline constexpr int no_match = -1;

/// The index of the matching old point for each new point, or no_match. An old point is used only once, for
/// the first new point that matches it. Requires: at most two points each.
template <class Match>
std::array<int, 2> match_points(std::span<const MatchKey> old, std::span<const MatchKey> fresh, Match match) {
    std::array<int, 2> partner{no_match, no_match};
    for (std::size_t i = 0; i < fresh.size(); ++i) {
        for (std::size_t j = 0; j < old.size(); ++j) {
            const int candidate = static_cast<int>(j);
            if (partner[0] != candidate && match(old[j], fresh[i])) {
                partner[i] = candidate;
                break;
            }
        }
    }
    return partner;
}

}  // namespace toibox
