// SPDX-License-Identifier: MIT
// A long run of a busy world: bodies fall in and are removed, a mill turns, a belt runs, explosions scatter
// the heap, joints break, and at the end of each cycle the bodies fall asleep. 12,000 steps, or a million
// with TOIBOX_SOAK=1. The test looks for faults that show only after a long time: non-finite numbers, growing
// memory or energy, and broken invariants.
#include "tests/support/soak.h"

#include "toibox/dynamics/state_io.h"

#include "tests/support/joints.h"

#include <algorithm>
#include <deque>
#include <fstream>
#include <iostream>
#include <map>
#include <string>
#include <vector>

#if defined(__linux__)
    #include <unistd.h>
#endif

namespace toibox {
namespace {

using namespace testing_support;

constexpr float half_width = 12.0f;
constexpr float height = 16.0f;
constexpr std::size_t max_bodies = 100;  ///< Maximum number of dropped bodies at a time.
constexpr int steps_per_cycle = 2000;
/// In the first steps of a cycle, bodies fall in; in the other steps, bodies fall asleep.
constexpr int active_steps = 1200;

class SoakWorld {
public:
    explicit SoakWorld(std::uint64_t seed) : generator_(seed), world_(settings()) {
        const BodyHandle ground = add_floor(world_, half_width + 1.0f);
        const auto wall = [&](Vec2 half_size, Vec2 center, const ShapeDef& def = {}) {
            return world_.attach(ground, make_box(half_size, center), def);
        };
        wall({0.5f, 0.5f * height}, {-half_width - 0.5f, 0.5f * height});
        wall({0.5f, 0.5f * height}, {half_width + 0.5f, 0.5f * height});
        wall({half_width + 1.0f, 0.5f}, {0.0f, height + 0.5f});
        wall({2.5f, 0.2f}, {-8.0f, 1.0f}, {.material = {.tangent_speed = 2.0f}});
        wall({1.0f, 1.0f}, {8.0f, 2.0f}, {.sensor = true});
        // Jointed bodies do not collide with each other, so the joints are on a separate body without shapes.
        const BodyHandle hook = world_.create_body({.type = BodyType::Static});
        add_mill(hook);
        add_chain(hook);
        for (std::size_t kind = 0; kind < joint_kind_count; ++kind) {
            const Vec2 position{-6.0f + 2.0f * static_cast<float>(kind), 13.0f};
            const BodyHandle upper = add_box(world_, position, 0.25f);
            const BodyHandle lower = add_ball(world_, position - Vec2{0.4f, 0.8f}, 0.25f);
            world_.create_joint(full_joint_def(kind, hook, upper, position));
            world_.create_joint(full_joint_def(kind, upper, lower, position - Vec2{0.2f, 0.4f}));
        }
    }

    StepReport step(int number) {
        const int step_in_cycle = number % steps_per_cycle;
        if (step_in_cycle == 0) set_mill(true);
        if (step_in_cycle == active_steps) set_mill(false);
        if (step_in_cycle < active_steps && step_in_cycle % 6 == 0) drop_bodies();
        if (step_in_cycle < active_steps && step_in_cycle % 300 == 299) blast();
        return world_.step(time_step);
    }
    World& world() { return world_; }
    [[nodiscard]] int count_escaped() const {
        return static_cast<int>(std::ranges::count_if(dropped_, [&](BodyHandle body) {
            const Vec2 center = world_.find(body)->center();
            return !(std::abs(center.x) < half_width + 0.5f && center.y > -0.5f && center.y < height + 0.5f);
        }));
    }

private:
    static WorldSettings settings() {
        WorldSettings result = on_earth();
        result.sleeping = true;
        return result;
    }

    /// A bar driven by a motor.
    void add_mill(BodyHandle hook) {
        const Vec2 hub{0.0f, 4.0f};
        const BodyHandle bar = world_.create_body({.position = hub});
        world_.attach(bar, Capsule{.a = {-3.0f, 0.0f}, .b = {3.0f, 0.0f}, .radius = 0.2f},
                      {.material = {.density = 5.0f}});
        mill_ = world_.create_joint(RevoluteJointDef{.body_a = hook, .body_b = bar, .anchor = hub});
    }
    void set_mill(bool turns) {
        const JointMotor motor{.enabled = turns, .speed = 3.0f, .max_force = 2000.0f};
        EXPECT_TRUE(world_.set_joint(mill_, {.motor = motor}).has_value());
    }
    void add_chain(BodyHandle hook) {
        BodyHandle last = hook;
        for (int i = 0; i < 8; ++i) {
            const Vec2 top{10.0f, height - static_cast<float>(i)};
            const BodyHandle link = world_.create_body({.position = top - Vec2{0.0f, 0.5f}});
            world_.attach(link, make_box({0.1f, 0.5f}));
            world_.create_joint(RevoluteJointDef{.body_a = last, .body_b = link, .anchor = top});
            last = link;
        }
    }
    /// Adds one body, or two with a breakable joint between them, and removes the oldest bodies.
    void drop_bodies() {
        const Vec2 position{generator_.uniform(-half_width + 2.0f, half_width - 2.0f), height - 1.0f};
        const BodyHandle body = drop(position);
        if (generator_.rng.below(5) == 0) world_.attach(body, disc(0.2f, {0.5f, 0.0f}));
        if (generator_.rng.below(4) == 0) {
            const Vec2 beside = position + Vec2{1.0f, 0.0f};
            const std::size_t kind = generator_.rng.below(joint_kind_count);
            const JointHandle joint = world_.create_joint(full_joint_def(kind, body, drop(beside), beside));
            EXPECT_TRUE(world_.set_joint(joint, {.break_force = 300.0f}).has_value());
        }
        while (dropped_.size() > max_bodies) {
            world_.destroy(dropped_.front());
            dropped_.pop_front();
        }
    }
    BodyHandle drop(Vec2 position) {
        const BodyHandle body = world_.create_body({.position = position,
                                                    .angle = generator_.uniform(-3.0f, 3.0f),
                                                    .linear_velocity = generator_.point(10.0f),
                                                    .bullet = generator_.rng.below(10) == 0});
        const Material material{.restitution = generator_.uniform(0.0f, 0.5f),
                                .rolling_resistance = generator_.uniform(0.0f, 0.1f)};
        world_.attach(body, generator_.solid_shape(0.4f), {.material = material});
        dropped_.push_back(body);
        return body;
    }
    void blast() {
        const float x = generator_.uniform(-half_width, half_width);
        world_.explode({.position = {x, 1.0f}, .radius = 2.0f, .falloff = 3.0f, .impulse_per_length = 6.0f});
    }

    Generator generator_;
    World world_;
    JointHandle mill_;
    std::deque<BodyHandle> dropped_;
};

/// Maximum length of each column of a world. Growing columns reveal a leak before the process grows.
using ColumnLengths = std::map<std::string, std::size_t>;

void update_max_lengths(const World& world, ColumnLengths& max_lengths) {
    const auto note = [&max_lengths](const ColumnName& name, std::size_t length) {
        std::size_t& max_length = max_lengths[std::string(name.group) + "." + std::string(name.name)];
        max_length = std::max(max_length, length);
    };
    for_each_column(world.state(), [&note](const ColumnName& name, const auto& column) {
        if constexpr (requires { column.size(); }) {
            note(name, column.size());
        } else if constexpr (requires { column.live_count(); }) {
            note(name, column.capacity());
        }
    });
}

/// Resident memory of the process, bytes; 0 if unknown.
std::size_t resident_bytes() {
#if defined(__linux__)
    std::ifstream file("/proc/self/statm");
    std::size_t total = 0;
    std::size_t pages = 0;
    if (file >> total >> pages) return pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
#endif
    return 0;
}

int count_asleep(const World& world) {
    int count = 0;
    for (const BodyHandle body : world.bodies())
        count += world.state().bodies.sleep[body.index].island != BodyHandle::null_index ? 1 : 0;
    return count;
}

/// Measurements of one cycle.
struct CycleStats {
    double peak_energy = 0.0;  ///< Kinetic, J.
    int broken_joints = 0;
    int impacts = 0;
    int max_asleep = 0;
    std::size_t resident_bytes = 0;  ///< Resident memory at the end of the cycle.
};

CycleStats run_cycle(SoakWorld& soak_world, int number, ColumnLengths& max_lengths) {
    CycleStats stats;
    for (int i = 0; i < steps_per_cycle; ++i) {
        const StepReport report = soak_world.step(number * steps_per_cycle + i);
        EXPECT_FALSE(report.non_finite) << "cycle " << number << ", step " << i;
        if (report.non_finite) break;
        stats.peak_energy = std::max(stats.peak_energy, soak_world.world().kinetic_energy());
        stats.broken_joints += static_cast<int>(soak_world.world().events().joint_break.size());
        stats.impacts += report.impacts;
        if (i % 100 != 99) continue;
        stats.max_asleep = std::max(stats.max_asleep, count_asleep(soak_world.world()));
        update_max_lengths(soak_world.world(), max_lengths);
        EXPECT_TRUE(is_valid_world(soak_world.world())) << "cycle " << number << ", step " << i;
    }
    stats.resident_bytes = resident_bytes();
    return stats;
}

double median_energy(std::vector<CycleStats>::const_iterator begin,
                     std::vector<CycleStats>::const_iterator end) {
    std::vector<double> peaks;
    std::transform(begin, end, std::back_inserter(peaks),
                   [](const CycleStats& stats) { return stats.peak_energy; });
    std::ranges::sort(peaks);
    return peaks[peaks.size() / 2];
}

void print(const CycleStats& stats, int number, const ColumnLengths& max_lengths) {
    std::cout << "cycle " << number << ": peak " << stats.peak_energy << " J, " << stats.impacts
              << " impacts, " << stats.broken_joints << " joints broken, " << stats.max_asleep << " asleep, "
              << stats.resident_bytes / 1024 << " KiB; at most " << max_lengths.at("bodies.pose")
              << " bodies, " << max_lengths.at(".contacts") << " contacts" << std::endl;
}

// The first tenth of the cycles (at least one) shows the normal memory use; later growth is a fault.
TEST(Soak, LongRunStaysStable) {
    const int cycles = is_soak_run() ? 500 : 6;
    const int early_cycles = std::max(1, cycles / 10);
    SoakWorld soak_world(0x50AC);
    std::vector<CycleStats> stats;
    ColumnLengths early_lengths;
    ColumnLengths later_lengths;
    std::size_t memory = 0;
    for (int number = 0; number < cycles && !HasFailure(); ++number) {
        ColumnLengths& max_lengths = number < early_cycles ? early_lengths : later_lengths;
        const CycleStats& last = stats.emplace_back(run_cycle(soak_world, number, max_lengths));
        if (is_soak_run() && number % 25 == 24) print(last, number, max_lengths);
        EXPECT_EQ(soak_world.count_escaped(), 0) << "cycle " << number;
        EXPECT_GT(last.impacts, 0) << "cycle " << number;
        if (number < early_cycles) memory = std::max(memory, last.resident_bytes);
        // Only the soak run checks memory: a short run does not show growth, and a sanitizer keeps freed
        // memory.
        if (is_soak_run()) {
            EXPECT_LE(last.resident_bytes, memory + (std::size_t{2} << 20u)) << "cycle " << number;
        }
    }
    ASSERT_EQ(stats.size(), static_cast<std::size_t>(cycles));
    for (const auto& [name, length] : later_lengths)
        EXPECT_LE(length, early_lengths[name] + early_lengths[name] / 2 + 16) << name;
    // Of 96 cycles with four seeds, a third had more than 50 bodies asleep.
    EXPECT_TRUE(std::ranges::any_of(stats, [](const CycleStats& cycle) { return cycle.max_asleep > 40; }));
    EXPECT_TRUE(std::ranges::any_of(stats, [](const CycleStats& cycle) { return cycle.broken_joints > 0; }));
    // All cycles are alike except for the random numbers, so the energy must not grow.
    const auto middle = stats.begin() + cycles / 2;
    EXPECT_LT(median_energy(middle, stats.end()), 2.0 * median_energy(stats.begin(), middle));
    // The world continues bit-identically after it was written and read.
    Result<World, StateError> read = read_state(write_state(soak_world.world().state()));
    ASSERT_TRUE(read.has_value()) << read.error().where << ' ' << read.error().what;
    for (int i = 0; i < 100; ++i) {
        soak_world.world().step(time_step);
        read->step(time_step);
        ASSERT_EQ(read->hash(), soak_world.world().hash()) << i;
    }
}

}  // namespace
}  // namespace toibox
