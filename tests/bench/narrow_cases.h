// SPDX-License-Identifier: MIT
#pragma once

// Pairs of shapes as a settled or stirred pile holds them, for the bench of the narrow phase.

#include "toibox/geometry/hull.h"
#include "toibox/narrow/collide.h"

#include "tests/support/generators.h"

#include <cstddef>
#include <string>
#include <vector>

namespace toibox::narrow_cases {

/// Two shapes at their places in the world.
struct Pair {
    Shape a;
    Shape b;
    Transform place_a;
    Transform place_b;
    CollideCache cache;
};

/// How the pairs of a family lie.
enum class InitialGap {
    Separated,    ///< Fat boxes overlap, the shapes keep 3 to 10 cm apart, turned anyhow.
    Touching,     ///< A face on a face, turned by at most half a degree, 5 mm apart to 5 mm deep.
    Overlapping,  ///< Turned anyhow, a corner up to 5 cm behind a face.
};

inline float support_height(const Polygon& polygon, Rot turn, Vec2 normal) {
    float least = 1e9f;
    for (const Vec2 v : polygon.vertices()) {
        const float along = dot(normal, rotate(turn, v));
        least = along < least ? along : least;
    }
    return least - polygon.radius();
}

/// B before a random face of A, in A's frame.
inline Transform place_before_face(const Polygon& a, const Polygon& b, InitialGap lie,
                                   testing_support::Generator& random) {
    const auto face = static_cast<std::size_t>(random.rng.below(static_cast<std::uint32_t>(a.count())));
    const auto other = static_cast<std::size_t>(random.rng.below(static_cast<std::uint32_t>(b.count())));
    const Vec2 normal = a.normals()[face];
    const Vec2 first = a.vertices()[face];
    const Vec2 second = a.vertices()[(face + 1) % a.vertices().size()];
    Rot turn = random.rotation();
    if (lie == InitialGap::Touching) {
        const Vec2 m = b.normals()[other];
        const Rot onto_face{-dot(m, normal), -cross(m, normal)};
        turn = make_rot(random.uniform(-0.01f, 0.01f)) * onto_face;
    }
    const float gap = lie == InitialGap::Separated  ? random.uniform(0.03f, 0.1f)
                      : lie == InitialGap::Touching ? random.uniform(-0.005f, 0.005f)
                                                    : random.uniform(-0.05f, -0.005f);
    const Vec2 on_face = lerp(first, second, random.uniform(0.1f, 0.9f));
    const float height = a.radius() + gap - support_height(b, turn, normal);
    return {on_face + height * normal, turn};
}

inline Polygon hull_of(const Shape& shape) {
    if (const auto* polygon = std::get_if<Polygon>(&shape)) return *polygon;
    if (const auto* circle = std::get_if<Circle>(&shape)) return make_regular_polygon(64, circle->radius);
    const auto& capsule = std::get<Capsule>(shape);
    return make_box({0.5f * distance(capsule.a, capsule.b), 1e-4f}, {}, 0.0f, capsule.radius);
}

/// A named family of pairs.
struct Family {
    std::string name;
    std::vector<Pair> pairs;
};

/// `count` pairs of the shapes that `make_a` and `make_b` draw, each made from a Generator.
template <class MakeA, class MakeB>
Family family(std::string name, std::size_t count, InitialGap lie, MakeA make_a, MakeB make_b) {
    testing_support::Generator random(20);
    Family result{.name = std::move(name), .pairs = {}};
    while (result.pairs.size() < count) {
        Pair pair;
        pair.a = make_a(random);
        pair.b = make_b(random);
        pair.place_a = random.transform(20.0f);
        pair.place_b = mul(pair.place_a, place_before_face(hull_of(pair.a), hull_of(pair.b), lie, random));
        result.pairs.push_back(std::move(pair));
    }
    return result;
}

}  // namespace toibox::narrow_cases
