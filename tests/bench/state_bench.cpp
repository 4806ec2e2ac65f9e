// SPDX-License-Identifier: MIT
// Measures snapshots: the fastest times to write the world of a benchmark scene to bytes, to read the bytes,
// to hash each subsystem, and to compare the world with a copy.
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

/// Time of the fastest call of `work`, microseconds.
template <class Work>
double min_time(Work&& work) {
    double minimum = std::numeric_limits<double>::infinity();
    for (int i = 0; i < repeats; ++i) {
        const auto start = std::chrono::steady_clock::now();
        work();
        const std::chrono::duration<double, std::micro> elapsed = std::chrono::steady_clock::now() - start;
        minimum = std::min(minimum, elapsed.count());
    }
    return minimum;
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
    const auto print_row = [&](std::string_view title, double microseconds) {
        fmt::print("{:<14} {:<10} {:>9.1f} us {:>7.0f} ns/body {:>7.0f} MB/s\n", scene.name, title,
                   microseconds, 1000.0 * microseconds / bodies, size / microseconds);
    };
    fmt::print("{:<14} {} bodies, {} contacts, {} bytes{}\n", scene.name, world.body_count(),
               world.contacts().size(), bytes.size(), is_same ? "" : ": READ BACK DIFFERENTLY");
    print_row("write", writing);
    print_row("read", reading - hashing);
    std::uint64_t sum = 0;
    print_row("deep hash", min_time([&] { sum += deep_hash(world.state()).back().hash; }));
    const World copy = world;
    print_row("compare", min_time([&] { sum += differences(world.state(), copy.state(), 1).size(); }));
    if (sum == 0)
        fmt::print("{:<14} checksum 0\n", scene.name);  // so that the compiler cannot remove the work
}

}  // namespace

int main(int argc, char** argv) {
    std::vector<std::string_view> names(argv + 1, argv + argc);
    if (names.empty()) names = {"moving_500", "tumbler", "large_pyramid"};
    for (const std::string_view name : names) {
        const Scene* scene = find_scene(name);
        if (scene == nullptr) {
            fmt::print(stderr, "state_bench: unknown scene \"{}\"\n", name);
            return 2;
        }
        measure(*scene);
    }
    return 0;
}
