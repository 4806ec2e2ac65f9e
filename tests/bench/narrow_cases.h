// SPDX-License-Identifier: MIT
#pragma once

// Pairs of shapes as in resting or stirred piles, for the narrow-phase benchmark.

#include "toibox/geometry/hull.h"
#include "toibox/narrow/collide.h"

#include "tests/support/generators.h"

#include <cstddef>
#include <string>
#include <vector>

namespace toibox::narrow_cases {

/// Two shapes with their world poses.
struct Pair {
    Shape a;
    Shape b;
    Transform pose_a;
    Transform pose_b;
    CollideCache cache;
};

/// How far apart the shapes of each pair in a family are.
enum class InitialGap {
    Separated,    ///< 3 to 10 cm apart, random rotation; the fat boxes overlap.
    Touching,     ///< Two faces parallel within 0.6°, from 5 mm apart to 5 mm deep.
    Overlapping,  ///< Random rotation, a vertex 0.5 to 5 cm behind a face.
};

/// The lowest coordinate of the rotated polygon along `normal`.
inline float support_height(const Polygon& polygon, Rot rotation, Vec2 normal) {
    float min_height = 1e9f;
    for (const Vec2 v : polygon.vertices()) {
        const float height = dot(normal, rotate(rotation, v));
        min_height = height < min_height ? height : min_height;
    }
    return min_height - polygon.radius();
}

/// A pose of B near a random face of A, in A's frame, at a distance as `gap_kind` says.
inline Transform pose_before_face(const Polygon& a, const Polygon& b, InitialGap gap_kind,
                                  testing_support::Generator& random) {
    const auto face_a = static_cast<std::size_t>(random.rng.below(static_cast<std::uint32_t>(a.count())));
    const auto face_b = static_cast<std::size_t>(random.rng.below(static_cast<std::uint32_t>(b.count())));
    const Vec2 normal = a.normals()[face_a];
    const Vec2 first = a.vertices()[face_a];
    const Vec2 second = a.vertices()[(face_a + 1) % a.vertices().size()];
    Rot rotation = random.rotation();
    if (gap_kind == InitialGap::Touching) {
        const Vec2 normal_b = b.normals()[face_b];
        const Rot face_to_face{-dot(normal_b, normal), -cross(normal_b, normal)};
        rotation = make_rot(random.uniform(-0.01f, 0.01f)) * face_to_face;
    }
    const float gap = gap_kind == InitialGap::Separated  ? random.uniform(0.03f, 0.1f)
                      : gap_kind == InitialGap::Touching ? random.uniform(-0.005f, 0.005f)
                                                         : random.uniform(-0.05f, -0.005f);
    const Vec2 point = lerp(first, second, random.uniform(0.1f, 0.9f));
    const float height = a.radius() + gap - support_height(b, rotation, normal);
    return {point + height * normal, rotation};
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

/// A family of `count` pairs. `make_a` and `make_b` take a Generator and return a random shape.
template <class MakeA, class MakeB>
Family family(std::string name, std::size_t count, InitialGap gap_kind, MakeA make_a, MakeB make_b) {
    testing_support::Generator random(20);
    Family result{.name = std::move(name), .pairs = {}};
    while (result.pairs.size() < count) {
        Pair pair;
        pair.a = make_a(random);
        pair.b = make_b(random);
        pair.pose_a = random.transform(20.0f);
        pair.pose_b = mul(pair.pose_a, pose_before_face(hull_of(pair.a), hull_of(pair.b), gap_kind, random));
        result.pairs.push_back(std::move(pair));
    }
    return result;
}

}  // namespace toibox::narrow_cases
