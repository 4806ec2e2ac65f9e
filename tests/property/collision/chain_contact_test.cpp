// SPDX-License-Identifier: MIT
// The neighbours of a chain segment may change the normal of its contacts, or remove its contacts. They must
// not make a contact deeper than without neighbours, and a shape that cuts the chain must keep at least one
// contact.
#include "toibox/geometry/bounds.h"

#include "tests/property/collision/chain_cases.h"
#include "tests/support/print.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include <gtest/gtest.h>

namespace toibox {
namespace {

using chain_cases::Case;
using manifold_cases::PlacedShape;
using manifold_cases::signed_separation;
using testing_support::Generator;

constexpr int chain_case_count = 6000;
constexpr float chain_margin = 0.02f;

/// A contact of the shape with one link, in the chain's frame.
struct LinkContact {
    const Segment* link = nullptr;
    double separation_alone = 0.0;  ///< Separation from the link without neighbours, by the oracle.
    Manifold manifold;              ///< The normal points from the link to the shape.
};

/// All contacts, with the link or the shape as A.
std::vector<LinkContact> contacts_of(const Case& c, const PlacedShape& shape, bool link_first) {
    std::vector<LinkContact> found;
    for (const Segment& link : c.chain) {
        const double separation_alone = signed_separation(shape, PlacedShape(link, {}));
        CollideCache cache;
        const Transform link_in_shape = inv_mul(c.pose, Transform{});
        Manifold manifold = link_first ? collide(link, c.shape, c.pose, chain_margin, cache)
                                       : collide(c.shape, link, link_in_shape, chain_margin, cache);
        if (!link_first) manifold = flipped(manifold, c.pose);
        found.push_back({&link, separation_alone, manifold});
    }
    return found;
}

/// Maximum by which hysteresis may keep a face worse than the best one, plus rounding, metres.
double slack_of(const Case& c, const PlacedShape& shape) {
    double edge = manifold_cases::longest_edge(shape);
    for (const Segment& link : c.chain)
        edge = std::max(edge, static_cast<double>(distance(link.a, link.b)));
    return static_cast<double>(tuning::face_hysteresis) * edge + 2e-5;
}

TEST(ChainContacts, AreNoDeeperThanWithoutNeighbours) {
    Generator random(51);
    for (int i = 0; i < chain_case_count; ++i) {
        SCOPED_TRACE(::testing::Message() << "seed " << random.seed << ", case " << i);
        const Case c = chain_cases::random_case(random);
        const PlacedShape shape(c.shape, c.pose);
        const double slack = slack_of(c, shape);
        for (const LinkContact& contact : contacts_of(c, shape, i % 2 == 0)) {
            for (int k = 0; k < contact.manifold.count; ++k) {
                const float separation = contact.manifold.points[static_cast<std::size_t>(k)].separation;
                ASSERT_GE(static_cast<double>(separation), contact.separation_alone - slack)
                    << ::testing::PrintToString(c.shape);
            }
        }
    }
}

TEST(ChainContacts, ExistForEveryShapeThatCutsTheChain) {
    Generator random(52);
    int cutting = 0;
    for (int i = 0; i < chain_case_count; ++i) {
        SCOPED_TRACE(::testing::Message() << "seed " << random.seed << ", case " << i);
        const Case c = chain_cases::random_case(random);
        const PlacedShape shape(c.shape, c.pose);
        double deepest = 0.0;
        double reported = 0.0;
        for (const LinkContact& contact : contacts_of(c, shape, i % 2 == 0)) {
            deepest = std::min(deepest, contact.separation_alone);
            for (int k = 0; k < contact.manifold.count; ++k) {
                const float separation = contact.manifold.points[static_cast<std::size_t>(k)].separation;
                reported = std::min(reported, static_cast<double>(separation));
            }
        }
        if (deepest > -2.0 * slack_of(c, shape)) continue;
        ++cutting;
        ASSERT_LT(reported, 0.0) << ::testing::PrintToString(c.shape);
    }
    EXPECT_GT(cutting, chain_case_count / 3);
}

/// The side of the link to which a normal points: 1 for the left of a → b, −1 for the right, 0 for a normal
/// at a free end, which may be on both sides. Null for a normal that the chain does not have.
std::optional<int> side_of(const Segment& link, Vec2 normal) {
    constexpr float close = 2e-3f;
    const Vec2 along = normalized(link.b - link.a);
    const float lean = dot(normal, along);
    if (std::abs(lean) < close) return cross(along, normal) > 0.0f ? 1 : -1;
    const bool at_start = lean < 0.0f;
    if (at_start ? !link.has_ghost_a : !link.has_ghost_b) return 0;
    const Vec2 neighbour = at_start ? normalized(link.a - link.ghost_a) : normalized(link.ghost_b - link.b);
    const float beyond = at_start ? -dot(normal, neighbour) : dot(normal, neighbour);
    if (beyond > close) return std::nullopt;  // leans back over the neighbour
    const float turn = at_start ? cross(neighbour, along) : cross(along, neighbour);
    return turn < 0.0f ? 1 : -1;
}

/// The height of the chain at x; null beyond its ends.
std::optional<float> height_at(const std::vector<Segment>& chain, float x) {
    for (const Segment& link : chain) {
        if (!(link.a.x < x && x <= link.b.x)) continue;
        return link.a.y + (x - link.a.x) / (link.b.x - link.a.x) * (link.b.y - link.a.y);
    }
    return std::nullopt;
}

// A shape with its centroid above the chain and at most 0.4 inner radii deep in it is pushed out upwards: its
// deepest contact has a normal of the chain's upper side. (Another contact may be with the far side of a
// spike, from inside.)
TEST(ChainContacts, PushTowardsTheSideOfTheShape) {
    Generator random(53);
    int checked = 0;
    for (int i = 0; i < 3 * chain_case_count; ++i) {
        SCOPED_TRACE(::testing::Message() << "seed " << random.seed << ", case " << i);
        const Case c = chain_cases::random_case(random);
        const PlacedShape shape(c.shape, c.pose);
        double deepest = 0.0;
        int side = 0;
        for (const LinkContact& contact : contacts_of(c, shape, i % 2 == 0)) {
            if (contact.manifold.count == 0) continue;
            const Vec2 normal = contact.manifold.normal;
            const std::optional<int> found = side_of(*contact.link, normal);
            ASSERT_TRUE(found.has_value()) << "the chain has no normal " << ::testing::PrintToString(normal);
            if (contact.separation_alone < deepest) side = *found;
            deepest = std::min(deepest, contact.separation_alone);
        }
        const Vec2 center = transform_point(c.pose, centroid(c.shape));
        const std::optional<float> height = height_at(c.chain, center.x);
        if (!height || center.y < *height) continue;
        if (deepest == 0.0 || deepest < -0.4 * static_cast<double>(inner_radius(c.shape))) continue;
        ++checked;
        ASSERT_NE(side, -1);
    }
    EXPECT_GT(checked, 1000);
}

}  // namespace
}  // namespace toibox
