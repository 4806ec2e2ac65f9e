// SPDX-License-Identifier: MIT
// Untrusted bytes of a world: the reader rejects them, or returns a valid world that can be stepped.
#include "toibox/dynamics/state_io.h"

#include "tests/support/worlds.h"

#include <cstring>

namespace toibox {
namespace {

using namespace testing_support;

/// A small world with data in every column: shapes of all kinds, contacts, joints, free slots and a paused
/// step.
World small_world() {
    World world({.gravity = {0, -10}, .stop_at_each_impact = true});
    const BodyHandle floor = world.create_body({.type = BodyType::Static});
    world.attach(floor, make_box({5, 0.5f}, {0, -0.5f}), {.material = {.restitution = 1}});
    world.attach(floor, line({-5, 0}, {-5, 5}));
    const BodyHandle a = add_box(world, {0, 0.5f});
    world.attach(a, make_regular_polygon(9, 0.3f, {0.8f, 0}));
    const BodyHandle b = world.create_body({.position = {2, 0.3f}, .bullet = true});
    world.attach(b, Capsule{.a = {-0.3f, 0}, .b = {0.3f, 0}, .radius = 0.3f});
    world.create_joint(RevoluteJointDef{.body_a = a, .body_b = b, .anchor = {1, 1}});
    world.create_joint(MouseJointDef{.body = a, .target = {1, 3}});
    world.destroy(add_ball(world, {9, 9}));
    add_ball(world, {-3, 2}, 0.2f, {.linear_velocity = {-200, 0}});
    for (int i = 0; i < 10 && world.step(time_step).complete; ++i) {
    }
    EXPECT_TRUE(world.state().progress.paused);
    return world;
}

/// Whether the reader rejects the bytes with a place and a reason, or returns a world that is valid and stays
/// valid while it is stepped and its bodies are destroyed.
bool is_valid_or_rejected(std::span<const std::byte> bytes) {
    Result<World, StateError> read = read_state(bytes);
    if (!read) return !read.error().where.empty() && !read.error().what.empty();
    if (validate(read->state())) return false;
    for (int i = 0; i < 3; ++i)
        read->step(time_step);
    for (const BodyHandle body : read->bodies())
        read->destroy(body);
    return !validate(read->state());
}

TEST(HostileBytes, AreRejectedIfTruncated) {
    const std::vector<std::byte> bytes = write_state(small_world().state());
    ASSERT_TRUE(read_state(bytes).has_value());
    for (std::size_t length = 0; length < bytes.size(); ++length) {
        ASSERT_FALSE(read_state(std::span(bytes).first(length)).has_value()) << length << " bytes";
    }
}

// Between steps, data of a paused step are invalid: the next step would continue with these data.
TEST(HostileBytes, AreRejectedWithPausedStepDataBetweenSteps) {
    World world = small_world();
    world.state().progress.paused = false;
    world.state().ccd.body.resize(1);
    const auto read = read_state(write_state(world.state()));
    ASSERT_FALSE(read.has_value());
    EXPECT_EQ(read.error().where, "continuous.body");
}

// Regression: parents of impact islands that lead in a circle, or to no body, were accepted; the next step
// never ended, or read beyond the list.
TEST(HostileBytes, AreRejectedWithImpactIslandsWithoutARoot) {
    const auto place_of_defect = [](auto&& spoil) {
        World world = small_world();
        spoil(world.state().ccd.body);
        const auto read = read_state(write_state(world.state()));
        return read ? std::string("none") : read.error().where;
    };
    using Bodies = std::vector<BodyCcdState>;
    EXPECT_EQ(place_of_defect([](Bodies& bodies) { bodies[1].island_parent = 1; }), "continuous.body[1]");
    EXPECT_EQ(place_of_defect([](Bodies& bodies) {
                  bodies[1].island_parent = 2;
                  bodies[2].island_parent = 1;
              }),
              "continuous.body[1]");
    EXPECT_EQ(place_of_defect([](Bodies& bodies) { bodies[1].island_parent = 1000; }), "continuous.body[1]");
    EXPECT_EQ(place_of_defect([](Bodies& bodies) { bodies[1].island.bodies = 1000; }), "continuous.body[1]");
}

TEST(HostileBytes, AreRejectedWithTrailingBytes) {
    std::vector<std::byte> bytes = write_state(small_world().state());
    bytes.push_back(std::byte{0});
    ASSERT_FALSE(read_state(bytes).has_value());
}

TEST(HostileBytes, DoNoHarmWithOneChangedByte) {
    const std::vector<std::byte> valid = write_state(small_world().state());
    int accepted = 0;
    for (std::size_t at = 0; at < valid.size(); ++at) {
        for (const unsigned flipped_bits : {0x01u, 0x80u, 0xFFu}) {
            std::vector<std::byte> bytes = valid;
            bytes[at] ^= static_cast<std::byte>(flipped_bits);
            ASSERT_TRUE(is_valid_or_rejected(bytes)) << "byte " << at << " flipped by " << flipped_bits;
            accepted += read_state(bytes).has_value() ? 1 : 0;
        }
    }
    // Numbers such as velocities may change; names, indices and counts may not.
    EXPECT_GT(accepted, 0);
    EXPECT_LT(accepted, static_cast<int>(2 * valid.size()));
}

TEST(HostileBytes, DoNoHarmWithManyChangedBytes) {
    const std::vector<std::byte> valid = write_state(small_world().state());
    Rng rng(77);
    for (int round = 0; round < 3000; ++round) {
        std::vector<std::byte> bytes = valid;
        const int changes = rng.integer(1, 8);
        for (int i = 0; i < changes; ++i) {
            const std::size_t at = rng.below(static_cast<std::uint32_t>(bytes.size()));
            // Half of the words are edge cases of counts, indices and floats.
            constexpr std::uint32_t words[] = {0, 1, 0x7F800000u, 0x7FC00000u, 0xFFFFFFFFu, 0x80000000u};
            const std::uint32_t word = rng.next_bool() ? words[rng.below(6)] : rng.next();
            std::memcpy(&bytes[at], &word, std::min(sizeof(word), bytes.size() - at));
        }
        ASSERT_TRUE(is_valid_or_rejected(bytes)) << "round " << round << ", seed 77";
    }
}

TEST(HostileBytes, AreRejectedIfRandom) {
    Rng rng(78);
    for (int round = 0; round < 1000; ++round) {
        std::vector<std::byte> bytes(rng.below(400));
        for (std::byte& b : bytes)
            b = static_cast<std::byte>(rng.below(256));
        ASSERT_FALSE(read_state(bytes).has_value());
    }
}

// A list of 2⁶⁰ elements or more is longer than the remaining bytes.
TEST(HostileBytes, AreRejectedWithTooLargeCounts) {
    std::vector<std::byte> bytes = write_state(small_world().state());
    std::string text(bytes.size(), '\0');
    std::memcpy(text.data(), bytes.data(), bytes.size());
    const std::size_t name = text.find("contacts");
    ASSERT_NE(name, std::string::npos);
    const std::size_t count = name + std::strlen("contacts") + 16;  // after schema and length
    for (const unsigned top : {0x10u, 0x80u, 0xFFu}) {
        bytes[count + 7] = static_cast<std::byte>(top);
        const Result<World, StateError> read = read_state(bytes);
        ASSERT_FALSE(read.has_value());
        EXPECT_EQ(read.error().where, "contacts");
        EXPECT_EQ(read.error().what, "has a list longer than the remaining bytes");
    }
}

// Derived values must agree with the shapes. A forged extent once led to a time-of-impact target of zero.
TEST(HostileBytes, AreRejectedWithForgedMasses) {
    World world = small_world();
    const BodyHandle body = world.bodies()[1];
    world.state().bodies.mass[body.index].min_extent = 1e-45f;
    const Result<World, StateError> read = read_state(write_state(world.state()));
    ASSERT_FALSE(read.has_value());
    EXPECT_EQ(read.error().where, "bodies.mass[" + std::to_string(body.index) + "]");
}

// Friction and restitution of a contact must agree with its shapes. A step without any bouncy shape has no
// room for a bouncy contact: a forged restitution once led to a write past the end of an empty list.
TEST(HostileBytes, AreRejectedWithForgedContactMaterials) {
    World world({.gravity = {0, -10}});
    const BodyHandle floor = world.create_body({.type = BodyType::Static});
    world.attach(floor, make_box({5, 0.5f}, {0, -0.5f}));
    add_box(world, {0, 0.5f});
    world.step(time_step);
    ASSERT_FALSE(world.state().contacts.empty());
    for (float Contact::* const member :
         {&Contact::friction, &Contact::restitution, &Contact::rounding_a, &Contact::rounding_b,
          &Contact::rolling_resistance, &Contact::tangent_speed}) {
        World forged = world;
        forged.state().contacts.front().*member = 0.25f;
        const auto read = read_state(write_state(forged.state()));
        ASSERT_FALSE(read.has_value());
        EXPECT_EQ(read.error().where, "contacts[0]");
    }
}

TEST(HostileBytes, AreRejectedWithAnotherVersion) {
    std::vector<std::byte> bytes = write_state(small_world().state());
    bytes[12] ^= std::byte{0xFF};
    EXPECT_EQ(read_state(bytes).error().what, "has a different sim_version");
    bytes[8] ^= std::byte{0xFF};
    EXPECT_EQ(read_state(bytes).error().what, "has an unsupported format version");
    bytes[0] ^= std::byte{0xFF};
    EXPECT_EQ(read_state(bytes).error().what, "is not that of a toibox state");
}

}  // namespace
}  // namespace toibox
