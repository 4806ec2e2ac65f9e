// SPDX-License-Identifier: MIT
#pragma once

// Random chains, and shapes near them.

#include "tests/property/collision/manifold_cases.h"
#include "tests/support/chains.h"

#include <cstddef>
#include <span>
#include <vector>

namespace toibox::chain_cases {

enum class Profile : std::uint8_t { Flat, Hills, Kerbs, Spikes };
inline constexpr int profile_count = 4;

/// Corners from left to right; heights of up to about `size`.
inline std::vector<Vec2> corners_of(Profile profile, float size, testing_support::Generator& random) {
    std::vector<Vec2> corners;
    const float start = random.uniform(-6.0f, -5.0f) * size;
    Vec2 corner{start, random.uniform(-1.0f, 1.0f) * size};
    const float spike_half_width = random.uniform(0.1f, 0.9f) * size;
    for (int i = 0; i < 12; ++i) {
        corners.push_back(corner);
        if (profile == Profile::Kerbs && i % 2 == 1) {
            corner.y += random.uniform(-1.0f, 1.0f) * size;
            continue;
        }
        const bool rises = profile == Profile::Spikes && i % 3 == 1;
        const bool falls = profile == Profile::Spikes && i % 3 == 2;
        corner.x += rises || falls ? spike_half_width : random.uniform(0.2f, 2.0f) * size;
        if (profile == Profile::Hills) corner.y += random.uniform(-1.0f, 1.0f) * size;
        if (rises) corner.y += size;
        if (falls) corner.y -= size;
    }
    return corners;
}

using testing_support::chain_through;

struct Case {
    std::vector<Segment> chain;
    Shape shape;
    Transform pose;  ///< Of the shape in the chain's frame.
    float size = 0.0f;
};

/// A shape near a corner of a chain.
inline Case random_case(testing_support::Generator& random) {
    const auto profile = static_cast<Profile>(random.rng.below(profile_count));
    const std::vector<Vec2> corners = corners_of(profile, random.uniform(0.2f, 1.5f), random);
    constexpr ShapeType types[] = {ShapeType::Circle, ShapeType::Capsule, ShapeType::Polygon};
    const float size = random.uniform(0.2f, 1.5f);
    const Vec2 corner =
        corners[static_cast<std::size_t>(random.rng.integer(1, static_cast<int>(corners.size()) - 2))];
    return {.chain = chain_through(corners),
            .shape = manifold_cases::shape_of(types[random.rng.below(3)], size, random),
            .pose = {corner + random.point(1.2f * size), random.rotation()},
            .size = size};
}

}  // namespace toibox::chain_cases
