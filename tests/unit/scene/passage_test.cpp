// SPDX-License-Identifier: MIT
// Crossings of two moving shapes, against dense sampling of their motions.
#include "scene/run/passage.h"

#include "toibox/geometry/bounds.h"
#include "toibox/narrow/separating_axes.h"

#include "tests/support/generators.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include <gtest/gtest.h>

namespace toibox::scene {
namespace {

Sweep straight(Vec2d from, Vec2d to, double angle = 0.0, double turn = 0.0) {
    return {{}, from, to, make_rotd(angle), turn};
}

/// Shape A moves; half of its inner radius is eroded for its core. Shape B stands still at the origin.
struct Motion {
    Shape a;
    Shape b;
    Sweep sweep_a;

    [[nodiscard]] Passage passage() const {
        const ConvexProxyBuffer shape_a(a);
        const ConvexProxyBuffer shape_b(b);
        const ConvexProxyBuffer core(shape_a.proxy(), 0.5 * static_cast<double>(inner_radius(a)));
        const Sweep rest = straight({}, {});
        return trace_passage({shape_a.proxy(), shape_b.proxy(), sweep_a, rest},
                             {core.proxy(), shape_b.proxy(), sweep_a, rest});
    }
    /// Crossings between the overlaps of the core at `samples` times; nullopt if a sample is within `margin`
    /// metres of a touch that other samples do not show, or if the core leaves nearly perpendicular to where
    /// it came in, so that sampling cannot decide.
    [[nodiscard]] std::optional<int> sampled_crossings(int samples, double margin) const {
        const ConvexProxyBuffer shape_a(a);
        const ConvexProxyBuffer shape_b(b);
        const ConvexProxyBuffer core(shape_a.proxy(), 0.5 * static_cast<double>(inner_radius(a)));
        const auto axis_at = [&](double t) {
            return separating_axes(core.proxy(), pose_at(sweep_a, t), shape_b.proxy(), {});
        };
        // The direction from A to B in both frames, where the overlap begins or ends between two samples:
        // there it can turn quickly, if two corners touch.
        const auto side_at_change = [&](double before, double after) {
            const bool overlapped = axis_at(before).separation <= 0.0;
            for (int i = 0; i < 40; ++i) {
                const double middle = 0.5 * (before + after);
                if ((axis_at(middle).separation <= 0.0) == overlapped) {
                    before = middle;
                } else {
                    after = middle;
                }
            }
            const Vec2d normal = axis_at(after).normal;
            return std::array<Vec2d, 2>{normal, inv_rotate(pose_at(sweep_a, after).q, normal)};
        };
        int crossings = 0;
        bool inside = false;
        double deepest = 0.0;
        double nearest = 1.0;
        std::array<Vec2d, 2> entry{};
        for (int i = 0; i <= samples; ++i) {
            const double before = std::max(i - 1, 0) / static_cast<double>(samples);
            const double t = i / static_cast<double>(samples);
            const double separation = axis_at(t).separation;
            if (separation > 0.0) nearest = std::min(nearest, separation);
            if (separation <= 0.0) {
                if (!inside) {
                    entry = side_at_change(before, t);
                    deepest = 0.0;
                }
                deepest = std::max(deepest, -separation);
                inside = true;
            } else if (inside) {
                if (deepest < margin) return std::nullopt;
                const std::array<Vec2d, 2> exit = side_at_change(before, t);
                const double in_world = dot(entry[0], exit[0]);
                const double in_a = dot(entry[1], exit[1]);
                if (std::abs(in_world) < 0.02 || std::abs(in_a) < 0.02) return std::nullopt;
                crossings += in_world < 0.0 && in_a < 0.0 ? 1 : 0;
                inside = false;
            }
        }
        if (crossings == 0 && nearest < margin) return std::nullopt;
        return crossings;
    }
};

TEST(Passage, CrossesAThinWall) {
    const Passage passage =
        Motion{Circle{.center = {}, .radius = 0.05f}, make_box({0.025f, 2.0f}), straight({-2, 0}, {2, 0})}
            .passage();
    EXPECT_EQ(passage.crossings, 1);
    EXPECT_FALSE(passage.starts_overlapping);
    EXPECT_FALSE(passage.ends_overlapping);
    EXPECT_NEAR(passage.t, (2.0 - 0.075) / 4.0, 1e-5);
    EXPECT_NEAR(passage.point.x, 0.0, 1e-4);
}

// A spinning ball passes over a box: in the ball's frame the direction to the box turns by more than 90
// degrees, in the world it does not. A ball that cuts a corner leaves through the neighbouring face.
TEST(Passage, DoesNotCrossWhatItPassesBy) {
    const Circle ball{.center = {}, .radius = 0.1f};
    EXPECT_EQ((Motion{ball, make_box({0.5f, 0.5f}), straight({-2, 0.59}, {2, 0.59}, 0.0, 40.0)}
                   .passage()
                   .crossings),
              0);
    EXPECT_EQ((Motion{ball, make_box({0.5f, 0.5f}), straight({-1.2, 0.3}, {0.3, 1.2})}.passage().crossings),
              0)
        << "it cuts a corner: in through one face, out through its neighbour";
    EXPECT_EQ((Motion{ball, make_box({0.025f, 2.0f}), straight({-2, 2.2}, {2, 2.2})}.passage().crossings), 0);
}

// In one step of 270 degrees, a blade passes a peg at 45 degrees twice.
TEST(Passage, CountsBothPassesOfABlade) {
    const Shape blade = make_box({1.0f, 0.025f});
    const Shape peg = Circle{.center = {0.56f, 0.56f}, .radius = 0.04f};
    EXPECT_EQ((Motion{blade, peg, straight({}, {}, 0.0, 0.5 * pi)}.passage().crossings), 1);
    EXPECT_EQ((Motion{blade, peg, straight({}, {}, 0.0, 1.5 * pi)}.passage().crossings), 2);
    EXPECT_EQ((Motion{blade, peg, straight({}, {}, 0.0, 0.2 * pi)}.passage().crossings), 0);
}

TEST(Passage, ComparesTheEndsIfAPoseOverlaps) {
    const Circle ball{.center = {}, .radius = 0.05f};
    const Shape wall = make_box({0.025f, 2.0f});
    const auto crossings = [&](double from, double to) {
        return Motion{ball, wall, straight({from, 0}, {to, 0})}.passage().crossings;
    };
    EXPECT_EQ(crossings(-1.0, -0.01), 0) << "it ends before the middle";
    EXPECT_EQ(crossings(-1.0, 0.01), 1) << "it ends beyond the middle";
    EXPECT_EQ(crossings(-0.01, 0.01), 1);
    EXPECT_EQ(crossings(-0.01, -1.0), 0);
    EXPECT_EQ(crossings(-0.01, 1.0), 1);
    EXPECT_EQ(crossings(0.01, 1.0), 0);
}

TEST(Passage, AgreesWithDenseSampling) {
    testing_support::Generator generator(20261126);
    int decided = 0;
    int crossed = 0;
    for (int i = 0; i < 600; ++i) {
        SCOPED_TRACE(testing::Message() << "case " << i);
        const auto random_box = [&] {
            return make_box({generator.magnitude(0.02f, 1.0f), generator.magnitude(0.02f, 1.0f)});
        };
        const Shape a = i % 3 == 0 ? Shape(Circle{.center = {}, .radius = generator.magnitude(0.02f, 0.5f)})
                                   : Shape(random_box());
        const Vec2d from = generator.point_double(3.0);
        const Vec2d to = -from + generator.point_double(1.0);
        const Shape b = random_box();
        const double angle = generator.angle();
        const double turn = generator.uniform_double(-6.0, 6.0);
        const Motion motion{a, b, straight(from, to, angle, turn)};
        const Passage passage = motion.passage();
        if (passage.starts_overlapping || passage.ends_overlapping) continue;
        const std::optional<int> sampled = motion.sampled_crossings(8000, 0.002);
        if (!sampled) continue;
        ++decided;
        crossed += *sampled > 0 ? 1 : 0;
        EXPECT_EQ(passage.crossings, *sampled);
    }
    EXPECT_GE(decided, 380);
    EXPECT_GE(crossed, 270);
}

}  // namespace
}  // namespace toibox::scene
