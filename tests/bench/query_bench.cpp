// SPDX-License-Identifier: MIT
// What questions to a world cost, beside Box2D 2.4.1 in the same run: nanoseconds a closest ray cast, and a
// query for the shapes whose boxes meet a box, in a crowd of standing boxes and discs, 0.25 of which lie on a
// square metre. Both worlds hold the same shapes and are asked the same; they take turns, and the least of
// all turns counts. The answers are held against each other: a ray that only one of the two sees hit, or hit
// elsewhere by more than a millimetre, is counted. Usage: query_bench
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

constexpr std::size_t questions = 2000;
constexpr int turns = 15;

struct Question {
    Vec2 from;
    Vec2 to;
};

/// The same crowd for both.
struct Crowd {
    World ours;
    b2World theirs{b2Vec2(0.0f, 0.0f)};
    float side;

    explicit Crowd(std::size_t count) : side(2.0f * std::sqrt(static_cast<float>(count))) {
        Rng rng{17};
        for (std::size_t i = 0; i < count; ++i) {
            const Vec2 place{rng.uniform(0.0f, side), rng.uniform(0.0f, side)};
            const float angle = rng.uniform(-3.0f, 3.0f);
            const Vec2 half{rng.uniform(0.2f, 0.6f), rng.uniform(0.2f, 0.6f)};
            const BodyHandle body =
                ours.create_body({.type = BodyType::Static, .position = place, .angle = angle});
            b2BodyDef def;
            def.position.Set(place.x, place.y);
            def.angle = angle;
            b2Body* peer = theirs.CreateBody(&def);
            if (i % 2 == 0) {
                ours.attach(body, make_box(half));
                b2PolygonShape box;
                box.SetAsBox(half.x, half.y);
                box.m_radius = 0.0f;
                peer->CreateFixture(&box, 0.0f);
            } else {
                ours.attach(body, Circle{.center = {}, .radius = half.x});
                b2CircleShape disc;
                disc.m_radius = half.x;
                peer->CreateFixture(&disc, 0.0f);
            }
        }
    }

    [[nodiscard]] std::vector<Question> ask(float reach) const {
        Rng rng{23};
        std::vector<Question> all;
        for (std::size_t i = 0; i < questions; ++i) {
            const Vec2 from{rng.uniform(0.0f, side), rng.uniform(0.0f, side)};
            const Vec2 way{rng.uniform(-reach, reach), rng.uniform(-reach, reach)};
            all.push_back({from, from + way});
        }
        return all;
    }
};

/// Keeps the closest hit, as ray_cast_closest does.
struct Closest : b2RayCastCallback {
    float fraction = 2.0f;
    float ReportFixture(b2Fixture*, const b2Vec2&, const b2Vec2&, float at) override {
        fraction = at;
        return at;
    }
};
struct Counter : b2QueryCallback {
    std::size_t found = 0;
    bool ReportFixture(b2Fixture*) override {
        ++found;
        return true;
    }
};

double cast(const World& world, const Question& q) {
    const auto hit = world.ray_cast_closest({widen(q.from), widen(q.to)});
    return hit ? hit->hit.fraction : 2.0;
}
double cast(const b2World& world, const Question& q) {
    Closest closest;
    world.RayCast(&closest, b2Vec2(q.from.x, q.from.y), b2Vec2(q.to.x, q.to.y));
    return static_cast<double>(closest.fraction);
}

Aabb box_of(const Question& q) {
    return {min(q.from, q.to), max(q.from, q.to)};
}
double count(const World& world, const Question& q) {
    std::size_t found = 0;
    world.query_aabb(box_of(q), [&found](ShapeHandle) {
        ++found;
        return true;
    });
    return static_cast<double>(found);
}
double count(const b2World& world, const Question& q) {
    Counter counter;
    b2AABB box;
    box.lowerBound.Set(box_of(q).lower.x, box_of(q).lower.y);
    box.upperBound.Set(box_of(q).upper.x, box_of(q).upper.y);
    world.QueryAABB(&counter, box);
    return static_cast<double>(counter.found);
}

double checksum = 0.0;  // printed, so that no work can be left out

/// Nanoseconds of one round of all questions.
template <class Ask>
double round_of(const std::vector<Question>& all, Ask ask) {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point start = Clock::now();
    for (const Question& q : all)
        checksum += ask(q);
    return std::chrono::duration<double, std::nano>(Clock::now() - start).count();
}

template <class Ours, class Theirs>
void compare(const char* name, const std::vector<Question>& all, Ours ours, Theirs theirs) {
    double least[2] = {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
    for (int turn = 0; turn < turns; ++turn) {
        least[0] = std::min(least[0], round_of(all, ours));
        least[1] = std::min(least[1], round_of(all, theirs));
    }
    const auto n = static_cast<double>(all.size());
    std::printf("  %-28s toibox %8.1f  Box2D 2.4.1 %8.1f  ratio %.2f\n", name, least[0] / n, least[1] / n,
                least[0] / least[1]);
}

void measure(std::size_t size) {
    const Crowd crowd(size);
    std::printf("%zu shapes: ns a question\n", size);
    for (const float reach : {2.0f, 20.0f, 200.0f}) {
        const std::vector<Question> all = crowd.ask(reach);
        std::size_t different = 0;
        for (const Question& q : all) {
            const double apart = std::abs(cast(crowd.ours, q) - cast(crowd.theirs, q)) *
                                 static_cast<double>(length(q.to - q.from));
            different += apart > 1e-3 ? 1u : 0u;
        }
        char name[64];
        std::snprintf(name, sizeof name, "ray cast, up to %.0f m", static_cast<double>(reach));
        compare(
            name, all, [&](const Question& q) { return cast(crowd.ours, q); },
            [&](const Question& q) { return cast(crowd.theirs, q); });
        if (different > 0)
            std::printf("  %-28s %zu of %zu rays\n", "differently answered", different, all.size());
    }
    for (const float reach : {2.0f, 20.0f}) {
        const std::vector<Question> all = crowd.ask(reach);
        char name[64];
        std::snprintf(name, sizeof name, "box query, up to %.0f m", static_cast<double>(reach));
        compare(
            name, all, [&](const Question& q) { return count(crowd.ours, q); },
            [&](const Question& q) { return count(crowd.theirs, q); });
    }
}

}  // namespace

int main() {
    for (const std::size_t size : {std::size_t{100}, std::size_t{1000}, std::size_t{10'000}})
        measure(size);
    std::printf("checksum %g\n", checksum);
    return 0;
}
