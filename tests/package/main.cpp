// SPDX-License-Identifier: MIT
// The program of README.md, built as a user would build it.
#include <cstdio>
#include <toibox/dynamics/world.h>
#include <toibox/geometry/hull.h>

int main() {
    using namespace toibox;
    World world({.gravity = {0, -10}});  // metres, kilograms, seconds

    const BodyHandle floor = world.create_body({.type = BodyType::Static});
    world.attach(floor, make_box({10, 0.01f}));  // 2 cm thick

    const BodyDef bullet{.position = {0, 20}, .linear_velocity = {0, -300}};  // 5 m per step
    const BodyHandle ball = world.create_body(bullet);
    world.attach(ball, Circle{.radius = 0.1f}, {.material = {.restitution = 0.5f}});

    float y = 0;
    for (int i = 0; i < 6; ++i) {
        world.step(1.0f / 60.0f);
        y = world.find(ball)->position().y;
        std::printf("%.2f s: %.2f m\n", world.time(), static_cast<double>(y));
    }
    return y > 0 ? 0 : 1;  // 0: it bounced
}
