// SPDX-License-Identifier: MIT
// Measures the cost and tightness of bounding volumes, for families of 2,000 pairs of shapes of about 1 m
// whose centres are up to 1.5 m apart on each axis. For each kind of volume, prints the nanoseconds to build
// a volume, to move it to its pose and to test a pair; the percentage of separated pairs whose volumes
// overlap; and the area relative to the area of the hull, as built and after moving. The second part puts the
// same volumes in trees over the pieces of concave bodies and prints nanoseconds and tests per pair of
// bodies. The kinds of volume take turns; the fastest turn counts.
#include "toibox/broad/volume_tree.h"
#include "toibox/geometry/any_bounding_volume.h"
#include "toibox/geometry/decomposition.h"
#include "toibox/narrow/gjk.h"

#include "tests/support/generators.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace {

using namespace toibox;
using testing_support::Generator;

constexpr std::size_t pairs_in_family = 2000;
constexpr std::size_t body_pair_count = 200;
constexpr int turns = 50;

double checksum = 0.0;  // printed, so that the compiler cannot remove the work

/// A shape and its pose. `buffer` owns the points of the shape's proxy.
struct PlacedShape {
    explicit PlacedShape(const Shape& shape, const Transformd& world_pose)
        : buffer(std::make_unique<ConvexProxyBuffer>(shape)), pose(world_pose) {}
    std::unique_ptr<ConvexProxyBuffer> buffer;
    Transformd pose;
};

struct Family {
    std::string name;
    std::vector<PlacedShape> shapes;  ///< Shapes 2 i and 2 i + 1 are a pair.
    std::size_t separated = 0;        ///< Number of separated pairs.
};

Family family(std::string name, const std::function<Shape(Generator&)>& make) {
    Generator random(32);
    Family result{.name = std::move(name), .shapes = {}};
    for (std::size_t i = 0; i < pairs_in_family; ++i) {
        const Transform pose_a = random.transform(20.0f);
        Transform pose_b = random.transform(1.5f);
        pose_b.p += pose_a.p;
        result.shapes.emplace_back(make(random), widen(pose_a));
        result.shapes.emplace_back(make(random), widen(pose_b));
        const PlacedShape& a = result.shapes[2 * i];
        const PlacedShape& b = result.shapes[2 * i + 1];
        const double distance = gjk_distance(a.buffer->proxy(), a.pose, b.buffer->proxy(), b.pose).distance;
        if (distance > 0.0) ++result.separated;
    }
    return result;
}

struct Cost {
    double build = std::numeric_limits<double>::infinity();  ///< ns
    double move = std::numeric_limits<double>::infinity();
    double test = std::numeric_limits<double>::infinity();
    std::size_t overlapping = 0;
    double area = 0.0;
    double moved_area = 0.0;
};

double nanoseconds() {
    return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}
/// Runs `work`, which processes `count` items. Lowers `min_time` to the time per item if that was faster.
template <class Work>
void measure(double& min_time, std::size_t count, Work&& work) {
    const double start = nanoseconds();
    work();
    min_time = std::min(min_time, (nanoseconds() - start) / static_cast<double>(count));
}

// ---- Single volumes

template <class V>
void run_turn(const Family& family, Cost& cost) {
    const std::size_t count = family.shapes.size();
    std::vector<V> built(count);
    std::vector<V> placed(count);
    measure(cost.build, count, [&] {
        for (std::size_t i = 0; i < count; ++i)
            built[i] = V::around(family.shapes[i].buffer->proxy()).value_or(V{});
    });
    measure(cost.move, count, [&] {
        for (std::size_t i = 0; i < count; ++i)
            placed[i] = moved(built[i], family.shapes[i].pose);
    });
    cost.overlapping = 0;
    measure(cost.test, count / 2, [&] {
        for (std::size_t i = 0; i < count; i += 2)
            cost.overlapping += overlaps(placed[i], placed[i + 1]) ? 1u : 0u;
    });
    cost.area = 0.0;
    cost.moved_area = 0.0;
    for (std::size_t i = 0; i < count; ++i) {
        cost.area += area(built[i]);
        cost.moved_area += area(placed[i]);
    }
    checksum += cost.moved_area;
}

template <class... V>
void report(const Family& family, std::variant<V...>* /*types*/) {
    std::vector<Cost> costs(sizeof...(V));
    for (int turn = 0; turn < turns; ++turn) {
        std::size_t i = 0;
        (run_turn<V>(family, costs[i++]), ...);
    }
    std::printf("%s: %zu pairs, %zu separated\n", family.name.c_str(), pairs_in_family, family.separated);
    const double hull_area = costs.back().area;
    for (std::size_t i = 0; i < costs.size(); ++i) {
        const Cost& cost = costs[i];
        const std::size_t touching_pairs = pairs_in_family - family.separated;
        const double false_overlaps =
            static_cast<double>(cost.overlapping - std::min(cost.overlapping, touching_pairs));
        std::printf("  %-17s build %8.1f  move %7.1f  test %7.1f  false %5.1f %%  area %5.2f  moved %5.2f\n",
                    bounding_volume_kinds()[i].label.data(), cost.build, cost.move, cost.test,
                    100.0 * false_overlaps / static_cast<double>(family.separated), cost.area / hull_area,
                    cost.moved_area / hull_area);
    }
}

// ---- Volumes in trees

struct BodyPair {
    std::vector<Polygon> a;
    std::vector<Polygon> b;
    Transformd pose_a;
    Transformd pose_b;
};

std::vector<Polygon> concave_body(Generator& random) {
    for (;;) {
        if (auto pieces = decompose(random.simple_polygon(60, 1.0f))) return *std::move(pieces);
    }
}

struct TreeCost {
    double walk = std::numeric_limits<double>::infinity();  ///< ns
    std::uint64_t tests = 0;
    std::uint64_t pairs = 0;
};

template <class V>
broad::VolumeTree<V> tree_of(const std::vector<Polygon>& pieces) {
    std::vector<V> volumes;
    for (const Polygon& piece : pieces) {
        const ConvexProxyBuffer buffer{Shape(piece)};
        volumes.push_back(V::around(buffer.proxy()).value_or(V{}));
    }
    return broad::VolumeTree<V>(volumes);
}

template <class V>
TreeCost tree_cost(const std::vector<BodyPair>& bodies) {
    std::vector<std::pair<broad::VolumeTree<V>, broad::VolumeTree<V>>> trees;
    for (const BodyPair& pair : bodies)
        trees.emplace_back(tree_of<V>(pair.a), tree_of<V>(pair.b));
    TreeCost cost;
    for (int turn = 0; turn < turns; ++turn) {
        typename broad::VolumeTree<V>::QueryStats count;
        measure(cost.walk, bodies.size(), [&] {
            for (std::size_t i = 0; i < bodies.size(); ++i) {
                broad::VolumeTree<V>::find_pairs(trees[i].first, bodies[i].pose_a, trees[i].second,
                                                 bodies[i].pose_b, count,
                                                 [](std::uint32_t, std::uint32_t) { return true; });
            }
        });
        cost.tests = count.volume_tests;
        cost.pairs = count.pairs;
    }
    checksum += static_cast<double>(cost.pairs);
    return cost;
}

template <class... V>
void report_trees(std::variant<V...>* /*types*/) {
    Generator random(33);
    std::vector<BodyPair> bodies;
    double piece_pairs = 0.0;
    for (std::size_t i = 0; i < body_pair_count; ++i) {
        BodyPair pair{.a = concave_body(random), .b = concave_body(random), .pose_a = {}, .pose_b = {}};
        pair.pose_a = widen(random.transform(0.8f));
        pair.pose_b = widen(random.transform(0.8f));
        piece_pairs += static_cast<double>(pair.a.size() * pair.b.size());
        bodies.push_back(std::move(pair));
    }
    const double body_pairs = static_cast<double>(bodies.size());
    std::printf("trees over concave bodies: %zu pairs of bodies, %.0f pairs of pieces each\n", bodies.size(),
                piece_pairs / body_pairs);
    std::size_t i = 0;
    const auto print = [&](const TreeCost& cost) {
        std::printf("  %-17s walk %9.0f  tests %7.1f  pairs %6.1f\n",
                    bounding_volume_kinds()[i++].label.data(), cost.walk,
                    static_cast<double>(cost.tests) / body_pairs,
                    static_cast<double>(cost.pairs) / body_pairs);
    };
    (print(tree_cost<V>(bodies)), ...);
}

}  // namespace

int main() {
    AnyBoundingVolume* const all = nullptr;
    std::printf("ns per operation, minimum of %d turns\n", turns);
    const auto box = [](Generator& random) -> Shape { return random.box(0.6f); };
    const auto plank = [](Generator& random) -> Shape { return random.sliver(0.8f, 0.05f); };
    const auto hexagon = [](Generator& random) -> Shape { return random.convex_polygon(6, 0.6f); };
    const auto polygon = [](Generator& random) -> Shape { return random.convex_polygon(32, 0.6f); };
    const auto capsule = [](Generator& random) -> Shape { return random.capsule(0.5f); };
    report(family("boxes", box), all);
    report(family("planks", plank), all);
    report(family("hexagons", hexagon), all);
    report(family("polygons of 32 corners", polygon), all);
    report(family("capsules", capsule), all);
    report_trees(all);
    std::printf("checksum %g\n", checksum);
    return 0;
}
