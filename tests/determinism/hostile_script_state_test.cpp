// SPDX-License-Identifier: MIT
// Untrusted script states: a run rejects the bytes and does not change, or accepts the bytes and can be
// stepped.
#include "toibox/core/rng.h"

#include "tests/support/run_equality.h"
#include "tests/support/scenes.h"
#include "tests/support/soak.h"

#include <algorithm>
#include <cstring>
#include <string>

#include <gtest/gtest.h>

namespace toibox {
namespace {

using testing_support::are_equal;

scene::Run run_of(const std::string& label) {
    return testing_support::start_labelled(TOIBOX_SCENES, label);
}

/// Restores a run. If the bytes are accepted, the run can be stepped, queried and written; if the bytes are
/// rejected, the run does not change.
testing::AssertionResult is_restored_or_rejected(const scene::Run& start, const World& world,
                                                 std::span<const std::byte> script_state) {
    scene::Run run = start;
    const auto restored = run.restore(world, script_state);
    if (!restored) {
        if (restored.error().where.empty() || restored.error().what.empty())
            return testing::AssertionFailure() << "no reason given";
        return are_equal(run, start) << " after the bytes were rejected";
    }
    for (int i = 0; i < 3; ++i)
        run.step();
    for (const BodyHandle body : run.world().bodies())
        static_cast<void>(run.id_of(body));
    run.finish();
    if (const auto written = run.write_script_state(); written.empty())
        return testing::AssertionFailure() << "no bytes";
    return testing::AssertionSuccess();
}

class HostileScriptState : public testing::TestWithParam<std::string> {};

TEST_P(HostileScriptState, DoesNoHarm) {
    const scene::Run start = run_of(GetParam());
    scene::Run run = start;
    for (int i = 0; i < 20; ++i)
        run.step();
    const std::vector<std::byte> valid = run.write_script_state();
    ASSERT_TRUE(is_restored_or_rejected(start, run.world(), valid));
    for (std::size_t length = 0; length < valid.size(); length += valid.size() > 2000 ? 7u : 1u) {
        scene::Run target = start;
        ASSERT_FALSE(target.restore(run.world(), std::span(valid).first(length))) << length;
    }
    const int rounds = testing_support::is_soak_run() ? 20000 : 500;
    Rng random(79);
    int accepted = 0;
    for (int round = 0; round < rounds; ++round) {
        std::vector<std::byte> bytes = valid;
        const int changes = random.integer(1, 4);
        for (int i = 0; i < changes; ++i) {
            const std::size_t at = 20 + random.below(static_cast<std::uint32_t>(bytes.size() - 20));
            constexpr std::uint32_t words[] = {0, 1, 0x7F800000u, 0x7FC00000u, 0xFFFFFFFFu, 0x7FFFFFFFu};
            const std::uint32_t word = random.next_bool() ? words[random.below(6)] : random.next();
            std::memcpy(&bytes[at], &word, std::min<std::size_t>(1u + random.below(4), bytes.size() - at));
        }
        ASSERT_TRUE(is_restored_or_rejected(start, run.world(), bytes)) << "round " << round << ", seed 79";
        scene::Run target = start;
        accepted += target.restore(run.world(), bytes) ? 1 : 0;
    }
    EXPECT_GT(accepted, 0);
    EXPECT_LT(accepted, rounds);
}

std::string hostile_name(const testing::TestParamInfo<std::string>& info) {
    return "Scene" + std::to_string(info.index);
}
INSTANTIATE_TEST_SUITE_P(Scenes, HostileScriptState,
                         testing::Values("show/44i-pinball:base", "impacts/36-collide-and-slide:base",
                                         "detection/42-closest-features:base", "machines/37-particles:base"),
                         hostile_name);

TEST(HostileScriptStates, OfOtherRunsAreRejected) {
    const scene::Run start = run_of("show/44i-pinball:base");
    const std::vector<std::byte> valid = start.write_script_state();
    const auto error_of = [&](std::span<const std::byte> bytes) {
        scene::Run target = start;
        const auto restored = target.restore(start.world(), bytes);
        return restored ? std::string() : restored.error().what;
    };
    EXPECT_EQ(error_of(valid), "");
    EXPECT_EQ(error_of(run_of("continuous/03-bullet:toi").write_script_state()).empty(), false);
    std::vector<std::byte> bytes = valid;
    bytes.push_back(std::byte{0});
    EXPECT_EQ(error_of(bytes), "has trailing bytes");
    bytes = valid;
    bytes[12] ^= std::byte{1};
    EXPECT_EQ(error_of(bytes), "has another layout");
    bytes[8] ^= std::byte{1};
    EXPECT_EQ(error_of(bytes), "has another format version");
    bytes[0] ^= std::byte{1};
    EXPECT_EQ(error_of(bytes), "is not the state of a run");
}

// The world is paused within a step; the script state is from the start of the run.
TEST(HostileScriptStates, OfAnotherStepThanTheWorldAreRejected) {
    const scene::Run start = run_of("show/44i-pinball:base");
    scene::Run run = start;
    WorldSettings settings = start.world().settings();
    settings.stop_at_each_impact = true;
    ASSERT_TRUE(run.apply(command::SetSettings{settings}));
    for (int i = 0; i < 400 && run.step().complete; ++i) {
    }
    ASSERT_FALSE(run.last_report().complete);
    scene::Run target = start;
    const auto restored = target.restore(run.world(), start.write_script_state());
    ASSERT_FALSE(restored);
    EXPECT_EQ(restored.error().where, "rest.half_way");
}

}  // namespace
}  // namespace toibox
