// SPDX-License-Identifier: MIT
// A world at rest asks for no memory. Counts the calls of the global operator new, hence a program of its
// own.
#include "tests/support/worlds.h"

#include <cstdlib>
#include <new>

namespace {
std::size_t allocations = 0;
}

void* operator new(std::size_t size) {
    ++allocations;
    if (void* memory = std::malloc(size)) return memory;
    std::abort();
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}

namespace toibox {
namespace {

using namespace testing_support;

// A pyramid of ten boxes on a floor, a pendulum at rest and a sensor round it all.
TEST(Allocation, NoneInTenThousandStepsOfAWorldAtRest) {
    World world;
    const BodyHandle floor = add_floor(world);
    world.attach(floor, disc(8.0f), {.sensor = true});
    for (int row = 0; row < 4; ++row) {
        for (int i = 0; i < 4 - row; ++i) {
            add_box(world,
                    {static_cast<float>(i) + 0.5f * static_cast<float>(row), 0.5f + static_cast<float>(row)});
        }
    }
    const BodyHandle bob = add_ball(world, {-4, 2}, 0.3f);
    world.create_joint(RevoluteJointDef{.body_a = floor, .body_b = bob, .anchor = {-4, 4}});
    for (int i = 0; i < 300; ++i)
        world.step(frame);
    const std::size_t before = allocations;
    for (int i = 0; i < 10000; ++i)
        world.step(frame);
    EXPECT_EQ(allocations, before);
}

}  // namespace
}  // namespace toibox
