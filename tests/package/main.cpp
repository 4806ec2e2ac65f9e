// SPDX-License-Identifier: MIT
// The example of the README, built like a user's program: in one second a ball falls by about g/2.
#include <toibox/dynamics/world.h>

int main() {
    toibox::World world({.gravity = {0, -10}});
    const toibox::BodyHandle ball = world.create_body({.position = {0, 20}});
    world.attach(ball, toibox::Circle{.radius = 0.5f}, {.material = {.density = 1, .restitution = 0.5f}});
    for (int i = 0; i < 60; ++i)
        world.step(1.0f / 60.0f);
    const float y = world.find(ball)->position().y;
    return y > 14.8f && y < 15.0f ? 0 : 1;
}
