// SPDX-License-Identifier: MIT
// Delta encoding of contacts: fields that follow from the poses are stored as residuals, usually zero.
#include "dynamics/snapshot/contact_delta_encoding.h"

#include "toibox/core/rng.h"

#include "tests/support/worlds.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstring>

#include <gtest/gtest.h>

namespace toibox {
namespace {

using namespace testing_support;

bool is_plain_zero(float value) {
    return std::bit_cast<std::uint32_t>(value) == 0;
}
bool is_plain_zero(Vec2 value) {
    return is_plain_zero(value.x) && is_plain_zero(value.y);
}

// In a falling, tumbling pile: if a contact's manifold was computed in the last step, all its residuals are
// zero.
TEST(ContactDeltaEncoding, NewManifoldsHaveZeroResiduals) {
    World world = mixed_world(3);
    int checked_count = 0;
    for (int step = 0; step < 120; ++step) {
        world.step(time_step);
        const WorldState& state = world.state();
        LargeVector<Contact> residuals = state.contacts;
        for (Contact& contact : residuals)
            toggle_delta_encoding(state, contact);
        for (std::size_t i = 0; i < residuals.size(); ++i) {
            const Contact& contact = state.contacts[i];
            const Contact& residual = residuals[i];
            const BodyPose& a = state.bodies.motion[contact.body_a].start;
            const BodyPose& b = state.bodies.motion[contact.body_b].start;
            const bool is_new = contact.count > 0 && contact.base.reach >= 0.0f &&
                                contact.base.offset == inv_rotate(a.rotation, b.center - a.center) &&
                                contact.points[0].base_separation == contact.points[0].separation;
            if (!is_new) continue;
            ++checked_count;
            EXPECT_TRUE(is_plain_zero(residual.base.offset) && is_plain_zero(residual.base.turn.c) &&
                        is_plain_zero(residual.base.turn.s));
            for (std::size_t k = 0; k < residual.count; ++k) {
                const ContactPoint& point = residual.points[k];
                EXPECT_TRUE(is_plain_zero(point.r_b) && is_plain_zero(point.local_a) &&
                            is_plain_zero(point.local_b) && is_plain_zero(point.base_separation));
            }
        }
    }
    EXPECT_GT(checked_count, 40);
}

// Arbitrary contacts, valid or not: with any float bits, any number of points, and bodies that do not exist.
TEST(ContactDeltaEncoding, TogglingTwiceRestoresTheContact) {
    Rng rng(7);
    World world = mixed_world(3);
    world.step(time_step);
    for (int round = 0; round < 10'000; ++round) {
        Contact contact;
        std::array<std::uint32_t, sizeof(ContactPoint) / sizeof(float)> words{};
        for (ContactPoint& point : contact.points) {
            for (std::uint32_t& word : words)
                word = rng.next();
            std::memcpy(static_cast<void*>(&point), words.data(), sizeof words);
            point.id = {};
            point.warm = false;
        }
        contact.normal = {rng.uniform(-1.0f, 1.0f), std::bit_cast<float>(rng.next())};
        contact.rounding_a = rng.uniform(0.0f, 1.0f);
        contact.rounding_b = std::bit_cast<float>(rng.next());
        contact.body_a = rng.below(40);
        contact.body_b = rng.below(4) == 0 ? rng.next() : rng.below(40);
        contact.count = static_cast<std::uint8_t>(rng.below(5));
        contact.base.reach = rng.below(2) == 0 ? -1.0f : std::bit_cast<float>(rng.next());
        contact.base.offset = {std::bit_cast<float>(rng.next()), std::bit_cast<float>(rng.next())};
        const Contact before = contact;
        toggle_delta_encoding(world.state(), contact);
        toggle_delta_encoding(world.state(), contact);
        for (std::size_t i = 0; i < contact.points.size(); ++i)
            ASSERT_EQ(std::memcmp(&contact.points[i], &before.points[i], offsetof(ContactPoint, id)), 0);
        ASSERT_EQ(std::memcmp(&contact.base, &before.base, sizeof(ManifoldReusePose)), 0);
    }
}

}  // namespace
}  // namespace toibox
