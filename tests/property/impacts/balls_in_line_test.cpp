// SPDX-License-Identifier: MIT

// Elastic balls in a line. Impacts among touching balls go on until nothing approaches, so a cradle passes
// its impacts on whatever its length. Unequal balls with gaps meet in order of time: their velocities are
// those of an event-driven oracle, if that oracle does not depend on the last millimetres of the gaps.
// TOIBOX_SEED=n runs only the line with that seed.

#include "tests/support/physics.h"
#include "tests/support/soak.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iostream>
#include <vector>

#include <gtest/gtest.h>

namespace toibox {
namespace {

using namespace testing_support;

constexpr float duration = 4.0f;  // Seconds.

Material elastic_material(float density) {
    return {.density = density, .friction = 0.0f, .restitution = 1.0f};
}

/// A ball on a line; metres, kg, m/s.
struct BallOnLine {
    double radius = 0.0;
    double mass = 0.0;
    double position = 0.0;
    double velocity = 0.0;
};

/// Velocities after `seconds`, from exact impacts of one pair after the other in order of time. Surfaces
/// meet at a distance of gap().
template <class Gap>
std::vector<double> velocities_by_events(std::vector<BallOnLine> balls, double seconds, Gap&& gap) {
    std::vector<double> gaps(balls.size());
    std::ranges::generate(gaps, gap);
    for (double time = 0.0;;) {
        double first = seconds - time;
        std::size_t left = balls.size();
        for (std::size_t i = 0; i + 1 < balls.size(); ++i) {
            const double approach = balls[i].velocity - balls[i + 1].velocity;
            const double distance =
                balls[i + 1].position - balls[i].position - balls[i].radius - balls[i + 1].radius - gaps[i];
            if (!(approach > 1e-12) || !(std::max(distance, 0.0) < first * approach)) continue;
            first = std::max(distance, 0.0) / approach;
            left = i;
        }
        if (left == balls.size()) break;
        time += first;
        for (BallOnLine& ball : balls)
            ball.position += first * ball.velocity;
        BallOnLine& a = balls[left];
        BallOnLine& b = balls[left + 1];
        const double mean = (a.mass * a.velocity + b.mass * b.velocity) / (a.mass + b.mass);
        a.velocity = 2.0 * mean - a.velocity;
        b.velocity = 2.0 * mean - b.velocity;
        gaps[left] = gap();
    }
    std::vector<double> velocities;
    for (const BallOnLine& ball : balls)
        velocities.push_back(ball.velocity);
    return velocities;
}

double max_difference(const std::vector<double>& a, const std::vector<double>& b) {
    double max = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i)
        max = std::max(max, std::abs(a[i] - b[i]));
    return max;
}

class RandomLine {
public:
    explicit RandomLine(std::uint64_t seed) : random_(seed), world_(settings()) {
        const int count = random_.rng.integer(3, 12);
        float position = 0.0f;
        for (int i = 0; i < count; ++i) {
            const float radius = random_.uniform(0.1f, 0.5f);
            position += i > 0 ? radius + random_.uniform(0.02f, 0.5f) : 0.0f;
            const float velocity = i == 0 ? random_.uniform(1.0f, 10.0f) : 0.0f;
            handles_.push_back(
                add_body(world_, {.position = {position, 0.0f}, .linear_velocity = {velocity, 0.0f}},
                         disc(radius), {.material = elastic_material(random_.magnitude(0.1f, 20.0f))}));
            balls_.push_back({wide(radius), wide(world_.find(handles_.back())->mass().mass), wide(position),
                              wide(velocity)});
            position += radius;
        }
    }
    /// Steps the world for `duration`, and returns the velocities.
    std::vector<double> run() {
        for (float time = 0.0f; time < duration - 0.5f * time_step; time += time_step)
            world_.step(time_step);
        std::vector<double> velocities;
        for (const BodyHandle ball : handles_)
            velocities.push_back(wide(world_.find(ball)->velocity().linear.x));
        return velocities;
    }
    /// The oracle for impacts at the target distance, and its largest change if the distance of each impact
    /// is anywhere within twice the tolerance: the same for all impacts, or different ones;
    /// and if the time ends a little sooner or later.
    std::vector<double> expected() {
        return velocities_by_events(balls_, wide(duration), [&] { return wide(world_.settings().target); });
    }
    double uncertainty() {
        const std::vector<double> nominal = expected();
        double max = 0.0;
        const double target = wide(world_.settings().target);
        const double width = 2.0 * wide(world_.settings().tolerance);
        for (int i = 0; i < 100; ++i) {
            const double mean = random_.uniform_double(-1.0, 1.0);
            const double seconds = wide(duration) * random_.uniform_double(0.97, 1.03);
            const auto gap = [&] {
                const double offset = i % 2 == 0 ? mean : random_.uniform_double(-1.0, 1.0);
                return target + width * offset;
            };
            max = std::max(max, max_difference(nominal, velocities_by_events(balls_, seconds, gap)));
        }
        return max;
    }
    [[nodiscard]] double energy(const std::vector<double>& velocities) const {
        double sum = 0.0;
        for (std::size_t i = 0; i < balls_.size(); ++i)
            sum += 0.5 * balls_[i].mass * velocities[i] * velocities[i];
        return sum;
    }

private:
    static WorldSettings settings() {
        WorldSettings settings = weightless();
        settings.restitution_threshold = 0.0f;
        return settings;
    }

    Generator random_;
    World world_;
    std::vector<BodyHandle> handles_;
    std::vector<BallOnLine> balls_;
};

TEST(BallsInLineProperty, UnequalBallsWithGapsMeetInOrderOfTime) {
    int compared = 0;
    int differing = 0;
    for_each_random_instance([&](std::uint64_t seed) {
        RandomLine line(seed);
        const std::vector<double> velocities = line.run();
        const std::vector<double> expected = line.expected();
        const double energy = line.energy(velocities) / line.energy(expected);
        EXPECT_LE(energy, 1.0 + 2e-5);
        // One line in 20,000 loses up to 1.4 % in a slow impact that is found late; all others at most 1e-4.
        EXPECT_GE(energy, is_soak_run() ? 0.98 : 1.0 - 1e-4);
        if (line.uncertainty() > 1e-3) return;
        ++compared;
        if (max_difference(velocities, expected) < 2e-3) return;
        ++differing;
        std::cout << "differs from the oracle: seed " << seed << '\n';
    });
    std::cout << compared << " lines compared with the oracle, " << differing << " differ\n";
    // Slow balls may meet a few millimetres late, after another impact.
    EXPECT_LE(300 * differing, compared);
}

// One to three balls hit a row of touching balls: as many leave at the other end.
TEST(BallsInLine, CradlesOfAnyLengthPassImpactsOn) {
    for (const int count : {2, 5, 20, 120, 260}) {
        for (int hitting = 1; hitting <= 3 && hitting < count; ++hitting) {
            World world(weightless());
            std::vector<BodyHandle> balls;
            for (int i = 0; i < count; ++i) {
                const bool hits = i < hitting;
                const float x = 0.5f * static_cast<float>(i) - (hits ? 3.0f : 0.0f);
                balls.push_back(
                    add_body(world, {.position = {x, 0.0f}, .linear_velocity = {hits ? 3.0f : 0.0f, 0.0f}},
                             disc(0.25f), {.material = elastic_material(1.0f)}));
            }
            for (int i = 0; i < 120; ++i)
                EXPECT_EQ(world.step(time_step).exhausted_budgets, 0);
            for (int i = 0; i < count; ++i) {
                const float velocity = world.find(balls[static_cast<std::size_t>(i)])->velocity().linear.x;
                EXPECT_NEAR(velocity, i >= count - hitting ? 3.0f : 0.0f, 1e-4f)
                    << "ball " << i << " of " << count << ", " << hitting << " hitting";
            }
        }
    }
}

}  // namespace
}  // namespace toibox
