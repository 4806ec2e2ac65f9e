// SPDX-License-Identifier: MIT

// Two free bodies collide off-centre without friction. The impact conserves angular momentum for all shapes
// and at any time in the step, because its impulse acts on the poses at the time of impact.

#include "tests/support/physics.h"
#include "tests/support/soak.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace toibox {
namespace {

using namespace testing_support;

constexpr int phases = 100;
constexpr float speed = 2.0f;
constexpr float approach_per_step = 2.0f * speed * time_step;

std::array<Shape, 4> shapes() {
    return {disc(0.5f), make_box({0.5f, 0.4f}),
            Capsule{.a = {-0.3f, 0.0f}, .b = {0.3f, 0.0f}, .radius = 0.3f},
            make_polygon(std::array{Vec2{-0.5f, -0.3f}, Vec2{0.5f, -0.3f}, Vec2{0.0f, 0.6f}}).value()};
}

struct CollisionSetup {
    Shape a;
    Shape b;
    float offset = 0.0f;  ///< Distance between the two paths, metres.
    float restitution = 0.0f;
    bool bullet = false;
};

/// Two bodies that approach each other on parallel paths.
class CollidingPair {
public:
    CollidingPair(const WorldSettings& settings, const CollisionSetup& setup, int phase) : world_(settings) {
        const float gap = approach_per_step * static_cast<float>(phase) / static_cast<float>(phases);
        const ShapeDef def{.material = {.density = 1.0f, .friction = 0.0f, .restitution = setup.restitution}};
        body_[0] = add_body(world_,
                            {.position = {-1.2f, -0.5f * setup.offset},
                             .angle = 0.1f,
                             .linear_velocity = {speed, 0.0f},
                             .bullet = setup.bullet},
                            setup.a, def);
        body_[1] = add_body(world_,
                            {.position = {1.2f + gap, 0.5f * setup.offset},
                             .angle = 0.3f,
                             .linear_velocity = {-speed, 0.0f},
                             .bullet = setup.bullet},
                            setup.b, def);
    }

    /// Runs for one second, in which the bodies collide and separate. Returns the number of begin and impact
    /// events.
    int run() {
        int events = 0;
        for (int i = 0; i < 60; ++i) {
            world_.step(time_step);
            events += static_cast<int>(world_.events().begin.size() + world_.events().impact.size());
        }
        return events;
    }
    double angular_momentum(Vec2d about) {
        double sum = 0.0;
        for (const BodyHandle handle : body_) {
            const OracleBody body = oracle_body(*world_.find(handle));
            sum += body.mass * cross(body.center - about, body.velocity) + body.inertia * body.spin;
        }
        return sum;
    }
    Vec2d momentum() {
        Vec2d sum{};
        for (const BodyHandle handle : body_) {
            const OracleBody body = oracle_body(*world_.find(handle));
            sum += body.mass * body.velocity;
        }
        return sum;
    }
    double energy() {
        return kinetic_energy(oracle_body(*world_.find(body_[0]))) +
               kinetic_energy(oracle_body(*world_.find(body_[1])));
    }

private:
    World world_;
    std::array<BodyHandle, 2> body_;
};

class AngularMomentum : public ::testing::TestWithParam<SolverKind> {};

// The tolerance of the angular momentum is 1e-5 of its initial value about the origin. Every impulse
// conserves linear momentum, so only the rounding of two velocities is allowed there. The tolerance of the
// energy, 1e-5, is the convergence of the solver.
TEST_P(AngularMomentum, IsConservedForAllShapesAndPhases) {
    for (const Shape& a : shapes()) {
        for (const Shape& b : shapes()) {
            for (const bool bullet : {false, true}) {
                for (const float restitution : {1.0f, 0.5f}) {
                    for (int phase = 0; phase < case_count(phases); ++phase) {
                        SCOPED_TRACE(::testing::Message()
                                     << "shapes " << a.index() << " and " << b.index() << ", bullet "
                                     << bullet << ", e " << restitution << ", phase " << phase);
                        const CollisionSetup setup{a, b, 0.5f, restitution, bullet};
                        CollidingPair pair(with_solver(GetParam(), weightless()), setup, phase);
                        const double about_origin = pair.angular_momentum({});
                        const double about_far_point = pair.angular_momentum({3.0, -2.0});
                        const Vec2d momentum = pair.momentum();
                        const double energy = pair.energy();
                        ASSERT_GT(pair.run(), 0) << "the bodies did not collide";
                        const double tolerance = 1e-5 * std::abs(about_origin);
                        ASSERT_NEAR(pair.angular_momentum({}), about_origin, tolerance);
                        ASSERT_NEAR(pair.angular_momentum({3.0, -2.0}), about_far_point, 2.0 * tolerance);
                        ASSERT_LT(length(pair.momentum() - momentum), 2e-6);
                        ASSERT_LE(pair.energy(), energy * (1.0 + 1e-5));
                        if (restitution == 1.0f) {
                            ASSERT_NEAR(pair.energy(), energy, 1e-5 * energy);
                        }
                    }
                }
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Solvers, AngularMomentum,
                         ::testing::Values(SolverKind::SoftStep, SolverKind::SequentialImpulses),
                         solver_name);

}  // namespace
}  // namespace toibox
