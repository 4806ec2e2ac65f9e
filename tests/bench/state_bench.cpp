// SPDX-License-Identifier: MIT
// What a snapshot costs: the least time of writing a benchmark's world to bytes and of reading it back, of
// its hash by subsystem, and of a comparison with its like.
#include "toibox/dynamics/state_difference.h"
#include "toibox/dynamics/state_hash.h"
#include "toibox/dynamics/state_io.h"

#include "app/bench/run.h"
#include "app/bench/toibox_engine.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fmt/format.h>
#include <limits>
#include <string_view>
#include <vector>

namespace {

using namespace toibox;
using namespace toibox::bench;

constexpr int repeats = 30;
constexpr int steps = 60;

/// Microseconds; the least of all repeats.
template <class Work>
double min_time(Work&& work) {
    double least = std::numeric_limits<double>::infinity();
    for (int i = 0; i < repeats; ++i) {
        const auto begin = std::chrono::steady_clock::now();
        work();
        const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - begin;
        least = std::min(least, took.count());
    }
    return least;
}

void measure(const Scene& scene) {
    ToiboxEngine engine(settings_of(scene));
    run_scene(scene, engine, steps, [](int) { return true; });
    const World& world = engine.world();
    std::vector<std::byte> bytes;
    const double writing = min_time([&] { bytes = write_state(world.state()); });
    bool is_same = true;
    const double reading = min_time([&] {
        const auto read = read_state(bytes);
        is_same = is_same && read && read->hash() == world.hash();
    });
    const double hashing = min_time([&] { is_same = is_same && world.hash() == engine.hash(); }) / 2.0;
    const auto bodies = static_cast<double>(world.body_count());
    const auto size = static_cast<double>(bytes.size());
    const auto row = [&](std::string_view what, double took) {
        fmt::print("{:<14} {:<10} {:>9.1f} us {:>7.0f} ns/body {:>7.0f} MB/s\n", scene.name, what, took,
                   1000.0 * took / bodies, size / took);
    };
    fmt::print("{:<14} {} bodies, {} contacts, {} bytes{}\n", scene.name, world.body_count(),
               world.contacts().size(), bytes.size(), is_same ? "" : ": READS DIFFERENTLY");
    row("write", writing);
    row("read", reading - hashing);
    std::uint64_t sum = 0;
    row("deep hash", min_time([&] { sum += deep_hash(world.state()).back().hash; }));
    const World copy = world;
    row("compare", min_time([&] { sum += differences(world.state(), copy.state(), 1).size(); }));
    if (sum == 0) fmt::print("{:<14} hashes to nothing\n", scene.name);  // so that nothing is left out
}

}  // namespace

int main(int argc, char** argv) {
    std::vector<std::string_view> names(argv + 1, argv + argc);
    if (names.empty()) names = {"moving_500", "tumbler", "large_pyramid"};
    for (const std::string_view name : names) {
        const Scene* scene = find_scene(name);
        if (scene == nullptr) {
            fmt::print(stderr, "state_bench: there is no scene \"{}\"\n", name);
            return 2;
        }
        measure(*scene);
    }
    return 0;
}
