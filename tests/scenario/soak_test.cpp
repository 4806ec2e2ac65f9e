// SPDX-License-Identifier: MIT
// A yard that is never done: bodies rain in and are taken away, a mill turns, a belt runs, blasts scatter the
// heap, joints break, and between the shifts all falls asleep. Some thousand steps, or a million with
// TOIBOX_SOAK=1. Watches what only time shows: numbers that become none, memory that grows, energy that
// gathers, invariants that decay.
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
constexpr std::size_t max_bodies = 100;  ///< Of those that rain in.
constexpr int shift = 2000;              ///< Steps; the first 1200 of them are work.
constexpr int working = 1200;

class SoakWorld {
public:
    explicit SoakWorld(std::uint64_t seed) : generator_(seed), world_(settings()) {
        const BodyHandle ground = add_floor(world_, half_width + 1.0f);
        const auto wall = [&](Vec2 half, Vec2 center, const ShapeDef& def = {}) {
            return world_.attach(ground, make_box(half, center), def);
        };
        wall({0.5f, 0.5f * height}, {-half_width - 0.5f, 0.5f * height});
        wall({0.5f, 0.5f * height}, {half_width + 0.5f, 0.5f * height});
        wall({half_width + 1.0f, 0.5f}, {0.0f, height + 0.5f});
        wall({2.5f, 0.2f}, {-8.0f, 1.0f}, {.material = {.tangent_speed = 2.0f}});
        wall({1.0f, 1.0f}, {8.0f, 2.0f}, {.sensor = true});
        // What hangs from a body does not collide with it, so a body of its own, without shapes, holds all.
        const BodyHandle hook = world_.create_body({.type = BodyType::Static});
        add_mill(hook);
        add_chain(hook);
        for (std::size_t kind = 0; kind < joint_kinds; ++kind) {
            const Vec2 place{-6.0f + 2.0f * static_cast<float>(kind), 13.0f};
            const BodyHandle upper = add_box(world_, place, 0.25f);
            const BodyHandle lower = add_ball(world_, place - Vec2{0.4f, 0.8f}, 0.25f);
            world_.create_joint(full_joint_def(kind, hook, upper, place));
            world_.create_joint(full_joint_def(kind, upper, lower, place - Vec2{0.2f, 0.4f}));
        }
    }

    StepReport step(int number) {
        const int step_in_shift = number % shift;
        if (step_in_shift == 0) set_mill(true);
        if (step_in_shift == working) set_mill(false);
        if (step_in_shift < working && step_in_shift % 6 == 0) rain();
        if (step_in_shift < working && step_in_shift % 300 == 299) blast();
        return world_.step(time_step);
    }
    World& world() { return world_; }
    [[nodiscard]] int escaped() const {
        return static_cast<int>(std::ranges::count_if(rained_, [&](BodyHandle body) {
            const Vec2 center = world_.find(body)->center();
            return !(std::abs(center.x) < half_width + 0.5f && center.y > -0.5f && center.y < height + 0.5f);
        }));
    }

private:
    static WorldSettings settings() {
        WorldSettings made = on_earth();
        made.sleeping = true;
        return made;
    }

    /// A bar on a motor.
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
    /// One body more, or two that are tied by a joint that breaks; the oldest go.
    void rain() {
        const Vec2 place{generator_.uniform(-half_width + 2.0f, half_width - 2.0f), height - 1.0f};
        const BodyHandle body = drop(place);
        if (generator_.rng.below(5) == 0) world_.attach(body, disc(0.2f, {0.5f, 0.0f}));
        if (generator_.rng.below(4) == 0) {
            const Vec2 beside = place + Vec2{1.0f, 0.0f};
            const std::size_t kind = generator_.rng.below(joint_kinds);
            const JointHandle joint = world_.create_joint(full_joint_def(kind, body, drop(beside), beside));
            EXPECT_TRUE(world_.set_joint(joint, {.break_force = 300.0f}).has_value());
        }
        while (rained_.size() > max_bodies) {
            world_.destroy(rained_.front());
            rained_.pop_front();
        }
    }
    BodyHandle drop(Vec2 place) {
        const BodyHandle body = world_.create_body({.position = place,
                                                    .angle = generator_.uniform(-3.0f, 3.0f),
                                                    .linear_velocity = generator_.point(10.0f),
                                                    .bullet = generator_.rng.below(10) == 0});
        const Material material{.restitution = generator_.uniform(0.0f, 0.5f),
                                .rolling_resistance = generator_.uniform(0.0f, 0.1f)};
        world_.attach(body, generator_.solid_shape(0.4f), {.material = material});
        rained_.push_back(body);
        return body;
    }
    void blast() {
        const float x = generator_.uniform(-half_width, half_width);
        world_.explode({.position = {x, 1.0f}, .radius = 2.0f, .falloff = 3.0f, .impulse_per_length = 6.0f});
    }

    Generator generator_;
    World world_;
    JointHandle mill_;
    std::deque<BodyHandle> rained_;
};

/// How long each column of a world has been at most: what grows without end shows here first.
using Lengths = std::map<std::string, std::size_t>;

void note_lengths(const World& world, Lengths& longest) {
    const auto note = [&longest](const ColumnName& name, std::size_t length) {
        std::size_t& most = longest[std::string(name.group) + "." + std::string(name.name)];
        most = std::max(most, length);
    };
    for_each_column(world.state(), [&note](const ColumnName& name, const auto& column) {
        if constexpr (requires { column.size(); }) {
            note(name, column.size());
        } else if constexpr (requires { column.live_count(); }) {
            note(name, column.capacity());
        }
    });
}

/// Memory that the program holds, bytes; 0 where nobody says.
std::size_t resident() {
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

/// What one shift showed.
struct Shift {
    double peak_energy = 0.0;  ///< J, kinetic
    int broken = 0;            ///< Joints
    int impacts = 0;
    int max_asleep = 0;
    std::size_t resident = 0;  ///< Bytes, at its end.
};

Shift run_shift(SoakWorld& soak_world, int number, Lengths& longest) {
    Shift seen;
    for (int i = 0; i < shift; ++i) {
        const StepReport report = soak_world.step(number * shift + i);
        EXPECT_FALSE(report.non_finite) << "shift " << number << ", step " << i;
        if (report.non_finite) break;
        seen.peak_energy = std::max(seen.peak_energy, soak_world.world().kinetic_energy());
        seen.broken += static_cast<int>(soak_world.world().events().joint_break.size());
        seen.impacts += report.impacts;
        if (i % 100 != 99) continue;
        seen.max_asleep = std::max(seen.max_asleep, count_asleep(soak_world.world()));
        note_lengths(soak_world.world(), longest);
        EXPECT_TRUE(is_valid_world(soak_world.world())) << "shift " << number << ", step " << i;
    }
    seen.resident = resident();
    return seen;
}

double median_energy(std::vector<Shift>::const_iterator begin, std::vector<Shift>::const_iterator end) {
    std::vector<double> peaks;
    std::transform(begin, end, std::back_inserter(peaks), [](const Shift& one) { return one.peak_energy; });
    std::ranges::sort(peaks);
    return peaks[peaks.size() / 2];
}

void print(const Shift& seen, int number, const Lengths& longest) {
    std::cout << "shift " << number << ": peak " << seen.peak_energy << " J, " << seen.impacts << " impacts, "
              << seen.broken << " joints broken, " << seen.max_asleep << " asleep, " << seen.resident / 1024
              << " KiB; at most " << longest.at("bodies.pose") << " bodies, " << longest.at(".contacts")
              << " contacts" << std::endl;
}

// The first tenth shows what the yard needs; whatever grows, grows in the rest.
TEST(Soak, LongRunStaysStable) {
    const int shifts = is_soak_run() ? 500 : 6;
    const int early = std::max(1, shifts / 10);
    SoakWorld soak_world(0x50AC);
    std::vector<Shift> seen;
    Lengths needed;
    Lengths used;
    std::size_t memory = 0;
    for (int number = 0; number < shifts && !HasFailure(); ++number) {
        Lengths& longest = number < early ? needed : used;
        const Shift& last = seen.emplace_back(run_shift(soak_world, number, longest));
        if (is_soak_run() && number % 25 == 24) print(last, number, longest);
        EXPECT_EQ(soak_world.escaped(), 0) << "shift " << number;
        EXPECT_GT(last.impacts, 0) << "shift " << number;
        if (number < early) memory = std::max(memory, last.resident);
        // A short run says nothing of memory, and a sanitizer keeps what was freed.
        if (is_soak_run()) {
            EXPECT_LE(last.resident, memory + (std::size_t{2} << 20u)) << "shift " << number;
        }
    }
    ASSERT_EQ(seen.size(), static_cast<std::size_t>(shifts));
    for (const auto& [name, length] : used)
        EXPECT_LE(length, needed[name] + needed[name] / 2 + 16) << name;
    EXPECT_TRUE(std::ranges::any_of(seen, [](const Shift& one) { return one.max_asleep > 50; }));
    EXPECT_TRUE(std::ranges::any_of(seen, [](const Shift& one) { return one.broken > 0; }));
    // Each shift is the same work with other dice.
    const auto middle = seen.begin() + shifts / 2;
    EXPECT_LT(median_energy(middle, seen.end()), 2.0 * median_energy(seen.begin(), middle));
    // And what is left goes on bit-identically after a journey through bytes.
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
