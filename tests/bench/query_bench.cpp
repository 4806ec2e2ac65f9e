// SPDX-License-Identifier: MIT
// Measures world queries in toibox and Box2D 2.4.1: nanoseconds per closest-hit ray cast and per AABB query
// in a crowd of static boxes and discs with a density of 0.25 per square metre. Both worlds have the same
// shapes and queries. The engines take turns, and the fastest turn counts. Also counts the rays whose hit
// points differ by more than 1 mm or that hit in only one of the worlds.
#include "toibox/core/rng.h"
#include "toibox/dynamics/world.h"
#include "toibox/geometry/hull.h"

#include <algorithm>
#include <box2d/box2d.h>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <limits>
#include <vector>

namespace {

using namespace toibox;

constexpr std::size_t query_count = 2000;
constexpr int turns = 15;

struct Query {
    Vec2 from;
    Vec2 to;
};

/// A toibox world and a Box2D world with the same shapes.
struct Crowd {
    World toibox_world;
    b2World box2d_world{b2Vec2(0.0f, 0.0f)};
    float side;

    explicit Crowd(std::size_t count) : side(2.0f * std::sqrt(static_cast<float>(count))) {
        Rng rng{17};
        for (std::size_t i = 0; i < count; ++i) {
            const Vec2 position{rng.uniform(0.0f, side), rng.uniform(0.0f, side)};
            const float angle = rng.uniform(-3.0f, 3.0f);
            const Vec2 half_size{rng.uniform(0.2f, 0.6f), rng.uniform(0.2f, 0.6f)};
            const BodyHandle body =
                toibox_world.create_body({.type = BodyType::Static, .position = position, .angle = angle});
            b2BodyDef def;
            def.position.Set(position.x, position.y);
            def.angle = angle;
            b2Body* box2d_body = box2d_world.CreateBody(&def);
            if (i % 2 == 0) {
                toibox_world.attach(body, make_box(half_size));
                b2PolygonShape box;
                box.SetAsBox(half_size.x, half_size.y);
                box.m_radius = 0.0f;
                box2d_body->CreateFixture(&box, 0.0f);
            } else {
                toibox_world.attach(body, Circle{.center = {}, .radius = half_size.x});
                b2CircleShape disc;
                disc.m_radius = half_size.x;
                box2d_body->CreateFixture(&disc, 0.0f);
            }
        }
    }

    [[nodiscard]] std::vector<Query> random_queries(float max_length) const {
        Rng rng{23};
        std::vector<Query> queries;
        for (std::size_t i = 0; i < query_count; ++i) {
            const Vec2 from{rng.uniform(0.0f, side), rng.uniform(0.0f, side)};
            const Vec2 delta{rng.uniform(-max_length, max_length), rng.uniform(-max_length, max_length)};
            queries.push_back({from, from + delta});
        }
        return queries;
    }
};

/// Keeps the closest hit, like ray_cast_closest in toibox.
struct Closest : b2RayCastCallback {
    float fraction = 2.0f;
    float ReportFixture(b2Fixture*, const b2Vec2&, const b2Vec2&, float hit_fraction) override {
        fraction = hit_fraction;
        return hit_fraction;
    }
};
struct Counter : b2QueryCallback {
    std::size_t count = 0;
    bool ReportFixture(b2Fixture*) override {
        ++count;
        return true;
    }
};

double cast(const World& world, const Query& q) {
    const auto hit = world.ray_cast_closest({widen(q.from), widen(q.to)});
    return hit ? hit->hit.fraction : 2.0;
}
double cast(const b2World& world, const Query& q) {
    Closest closest;
    world.RayCast(&closest, b2Vec2(q.from.x, q.from.y), b2Vec2(q.to.x, q.to.y));
    return static_cast<double>(closest.fraction);
}

Aabb box_of(const Query& q) {
    return {min(q.from, q.to), max(q.from, q.to)};
}
double count(const World& world, const Query& q) {
    std::size_t found = 0;
    world.query_aabb(box_of(q), [&found](ShapeHandle) {
        ++found;
        return true;
    });
    return static_cast<double>(found);
}
double count(const b2World& world, const Query& q) {
    Counter counter;
    b2AABB box;
    box.lowerBound.Set(box_of(q).lower.x, box_of(q).lower.y);
    box.upperBound.Set(box_of(q).upper.x, box_of(q).upper.y);
    world.QueryAABB(&counter, box);
    return static_cast<double>(counter.count);
}

double checksum = 0.0;  // printed, so that the compiler cannot remove the work

/// Time of all queries, nanoseconds.
template <class Run>
double time_of(const std::vector<Query>& queries, Run run) {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point start = Clock::now();
    for (const Query& q : queries)
        checksum += run(q);
    return std::chrono::duration<double, std::nano>(Clock::now() - start).count();
}

template <class RunToibox, class RunBox2d>
void compare(const char* name, const std::vector<Query>& queries, RunToibox run_toibox, RunBox2d run_box2d) {
    double min_time[2] = {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
    for (int turn = 0; turn < turns; ++turn) {
        min_time[0] = std::min(min_time[0], time_of(queries, run_toibox));
        min_time[1] = std::min(min_time[1], time_of(queries, run_box2d));
    }
    const auto n = static_cast<double>(queries.size());
    std::printf("  %-28s toibox %8.1f  Box2D 2.4.1 %8.1f  ratio %.2f\n", name, min_time[0] / n,
                min_time[1] / n, min_time[0] / min_time[1]);
}

void measure(std::size_t size) {
    const Crowd crowd(size);
    std::printf("%zu shapes: ns per query\n", size);
    for (const float max_length : {2.0f, 20.0f, 200.0f}) {
        const std::vector<Query> queries = crowd.random_queries(max_length);
        std::size_t different = 0;
        for (const Query& q : queries) {
            const double difference = std::abs(cast(crowd.toibox_world, q) - cast(crowd.box2d_world, q)) *
                                      static_cast<double>(length(q.to - q.from));
            different += difference > 1e-3 ? 1u : 0u;
        }
        char name[64];
        std::snprintf(name, sizeof name, "ray cast, up to %.0f m", static_cast<double>(max_length));
        compare(
            name, queries, [&](const Query& q) { return cast(crowd.toibox_world, q); },
            [&](const Query& q) { return cast(crowd.box2d_world, q); });
        if (different > 0)
            std::printf("  %-28s %zu of %zu rays\n", "different results", different, queries.size());
    }
    for (const float max_length : {2.0f, 20.0f}) {
        const std::vector<Query> queries = crowd.random_queries(max_length);
        char name[64];
        std::snprintf(name, sizeof name, "box query, up to %.0f m", static_cast<double>(max_length));
        compare(
            name, queries, [&](const Query& q) { return count(crowd.toibox_world, q); },
            [&](const Query& q) { return count(crowd.box2d_world, q); });
    }
}

}  // namespace

int main() {
    for (const std::size_t size : {std::size_t{100}, std::size_t{1000}, std::size_t{10'000}})
        measure(size);
    std::printf("checksum %g\n", checksum);
    return 0;
}
