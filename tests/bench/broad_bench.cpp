// SPDX-License-Identifier: MIT
// What the broad phases cost: crowds of unit boxes, 1.2 of which lie on a square metre, moved by 0.15 to 0.2
// m in x and up to 0.1 m in y a round; DynamicTree, BatchedSortAndSweep (at each lane width) and
// Box2D 2.4.1's b2BroadPhase take turns. Prints the minimum over the rounds, in nanoseconds a moved box, for
// storing the new boxes and for finding the pairs. Box2D fattens the boxes that it is given by 0.1 m and
// leaves a proxy that stays inside: here the margin is taken off before and each move is a longer one, so
// that all hold and move the same boxes.
//
// Below, how the sweeps that keep their lists grow: swaps a step, beside what follows from density alone. Of
// n boxes spread over a length L, whose places are redrawn within ±j each step, two end points change places
// with the probability 14 j / (15 L), the mean of |sum of four uniform ±j| over L. SweepAndPrune lists both
// ends of n boxes on both axes, SingleAxisSortAndSweep the begins on the longer one. So a strip of constant
// height grows as n along its length but as n² across it, a square as n^1.5.
#include "toibox/broad/any_broad_phase.h"
#include "toibox/core/rng.h"

#include <algorithm>
#include <box2d/b2_broad_phase.h>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

namespace {

using namespace toibox;

double nanoseconds() {
    return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

struct Cost {
    double move = 1e30;
    double pairs = 1e30;
    std::size_t found = 0;  ///< Pairs of the last round.
};

/// What all contenders are given: the same boxes, the same moves.
struct Round {
    const std::vector<Aabb>& boxes;
    const std::vector<ProxyId>& moved;
};

template <class Phase>
class Ours {
public:
    Ours(std::string name, const std::vector<Aabb>& boxes) : name_(std::move(name)) {
        for (ProxyId id = 0; id < boxes.size(); ++id)
            phase_.insert(id, boxes[id]);
    }
    Phase& phase() { return phase_; }
    [[nodiscard]] const std::string& name() const { return name_; }

    void run(const Round& round, Cost& cost) {
        const double start = nanoseconds();
        for (const ProxyId id : round.moved)
            phase_.move(id, round.boxes[id]);
        const double moved = nanoseconds();
        phase_.find_pairs(round.moved, pairs_);
        const double found = nanoseconds();
        cost.move = std::min(cost.move, moved - start);
        cost.pairs = std::min(cost.pairs, found - moved);
        cost.found = pairs_.size();
    }

private:
    std::string name_;
    Phase phase_;
    std::vector<ProxyPair> pairs_;
};

class Box2d {
public:
    explicit Box2d(const std::vector<Aabb>& boxes) : proxies_(boxes.size()) {
        for (ProxyId id = 0; id < boxes.size(); ++id)
            proxies_[id] = phase_.CreateProxy(given(boxes[id]), nullptr);
        phase_.UpdatePairs(this);
    }
    [[nodiscard]] const std::string& name() const { return name_; }
    void AddPair(void* /*a*/, void* /*b*/) { ++found_; }  // Box2D's name for it

    void run(const Round& round, Cost& cost) {
        const double start = nanoseconds();
        for (const ProxyId id : round.moved)
            phase_.MoveProxy(proxies_[id], given(round.boxes[id]), b2Vec2(0.0f, 0.0f));
        const double moved = nanoseconds();
        found_ = 0;
        phase_.UpdatePairs(this);
        const double found = nanoseconds();
        cost.move = std::min(cost.move, moved - start);
        cost.pairs = std::min(cost.pairs, found - moved);
        cost.found = found_;
    }

private:
    static b2AABB given(const Aabb& box) {
        b2AABB out;
        out.lowerBound.Set(box.lower.x + b2_aabbExtension, box.lower.y + b2_aabbExtension);
        out.upperBound.Set(box.upper.x - b2_aabbExtension, box.upper.y - b2_aabbExtension);
        return out;
    }
    std::string name_ = "box2d-2.4.1";
    b2BroadPhase phase_;
    std::vector<std::int32_t> proxies_;
    std::size_t found_ = 0;
};

void print(const std::string& name, const Cost& cost, double per) {
    std::printf("  %-22s move %8.1f  find_pairs %8.1f  together %8.1f   (%zu pairs)\n", name.c_str(),
                cost.move / per, cost.pairs / per, (cost.move + cost.pairs) / per, cost.found);
}

void measure(std::size_t count, int percent) {
    Rng rng{7};
    const float side = std::sqrt(static_cast<float>(count) / 1.2f);
    std::vector<Aabb> boxes;
    for (std::size_t i = 0; i < count; ++i) {
        const Vec2 lower{rng.uniform(0.0f, side), rng.uniform(0.0f, side)};
        boxes.push_back({lower, lower + Vec2{1.0f, 1.0f}});
    }
    Ours<broad::DynamicTree> tree("dynamic-tree", boxes);
    Box2d box2d(boxes);
    std::vector<Ours<broad::BatchedSortAndSweep>> sweeps;
    for (const Isa isa : {Isa::Scalar, Isa::Sse2, Isa::Avx2}) {
        if (!is_available(isa)) continue;
        sweeps.emplace_back("batched-sweep, " + std::string(to_string(isa)), boxes).phase().set_isa(isa);
    }
    Cost tree_cost;
    Cost box2d_cost;
    std::vector<Cost> sweep_costs(sweeps.size());
    const std::size_t rounds = std::max<std::size_t>(20, 100'000 / count);
    for (std::size_t r = 0; r < rounds; ++r) {
        std::vector<ProxyId> moved;
        const ProxyId stride = percent == 100 ? 1u : 20u;
        for (ProxyId id = static_cast<ProxyId>(r) % stride; id < count; id += stride) {
            const float direction = rng.below(2) == 0 ? -1.0f : 1.0f;
            const float x = direction * rng.uniform(0.15f, 0.2f);
            const Vec2 by{x, rng.uniform(-0.1f, 0.1f)};
            boxes[id] = {boxes[id].lower + by, boxes[id].lower + by + Vec2{1.0f, 1.0f}};
            moved.push_back(id);
        }
        const Round round{boxes, moved};
        tree.run(round, tree_cost);
        box2d.run(round, box2d_cost);
        for (std::size_t i = 0; i < sweeps.size(); ++i)
            sweeps[i].run(round, sweep_costs[i]);
    }
    const double per = static_cast<double>(count) * percent / 100.0;
    std::printf("%zu boxes, %d %% moved: ns a moved box\n", count, percent);
    print(box2d.name(), box2d_cost, per);
    print(tree.name(), tree_cost, per);
    for (std::size_t i = 0; i < sweeps.size(); ++i)
        print(sweeps[i].name(), sweep_costs[i], per);
}

/// Every broad phase there is, on one crowd of which all move.
void measure_all(std::size_t count) {
    std::printf("%zu boxes, all moved, every broad phase: ns a moved box\n", count);
    Rng rng{5};
    const float side = std::sqrt(static_cast<float>(count) / 1.2f);
    std::vector<Aabb> boxes;
    std::vector<ProxyId> all;
    for (ProxyId id = 0; id < count; ++id) {
        const Vec2 lower{rng.uniform(0.0f, side), rng.uniform(0.0f, side)};
        boxes.push_back({lower, lower + Vec2{1.0f, 1.0f}});
        all.push_back(id);
    }
    for (std::size_t kind = 0; kind < std::variant_size_v<AnyBroadPhase>; ++kind) {
        AnyBroadPhase made = make_broad_phase(static_cast<BroadPhaseKind>(kind));
        std::visit(
            [&]<class Phase>(Phase&) {
                Ours<Phase> contender(Phase::name, boxes);
                std::vector<Aabb> places = boxes;
                Rng moves{9};
                Cost cost;
                for (int round = 0; round < 40; ++round) {
                    for (Aabb& box : places) {
                        const Vec2 by{moves.uniform(-0.2f, 0.2f), moves.uniform(-0.1f, 0.1f)};
                        box = {box.lower + by, box.upper + by};
                    }
                    contender.run({places, all}, cost);
                }
                print(contender.name(), cost, static_cast<double>(count));
            },
            made);
    }
}

// ---- Growth

constexpr float density = 1.2f;  ///< Boxes on a square metre.
constexpr float jitter = 0.02f;  ///< Metres either way.

struct Crowd {
    const char* name;
    bool is_square;
    bool moves_across;  ///< In y too.

    [[nodiscard]] float height(std::size_t count) const {
        return is_square ? std::sqrt(static_cast<float>(count) / density) : 10.0f;
    }
    [[nodiscard]] float length(std::size_t count) const {
        return static_cast<float>(count) / (density * height(count));
    }
};

/// Swaps of a list of so many ends a step.
double predicted(double ends, double length) {
    return 0.5 * ends * ends * 14.0 / 15.0 * static_cast<double>(jitter) / length;
}

/// Mean swaps and milliseconds a step.
struct Growth {
    double swaps = 0.0;
    double milliseconds = 0.0;
};

template <class Phase>
Growth grow(const Crowd& crowd, std::size_t count) {
    constexpr int steps = 20;
    Rng rng{11};
    std::vector<Vec2> places;
    std::vector<ProxyId> all;
    for (ProxyId id = 0; id < count; ++id) {
        places.push_back({rng.uniform(0.0f, crowd.length(count)), rng.uniform(0.0f, crowd.height(count))});
        all.push_back(id);
    }
    const auto box = [&](ProxyId id) -> Aabb {
        const float y = crowd.moves_across ? rng.uniform(-jitter, jitter) : 0.0f;
        const Vec2 lower = places[id] + Vec2{rng.uniform(-jitter, jitter), y};
        return {lower, lower + Vec2{1.0f, 1.0f}};
    };
    Phase phase;
    for (const ProxyId id : all)
        phase.insert(id, box(id));
    std::vector<ProxyPair> pairs;
    phase.find_pairs(all, pairs);
    Growth mean;
    for (int step = 0; step < steps; ++step) {
        for (const ProxyId id : all)
            phase.move(id, box(id));
        const double start = nanoseconds();
        phase.find_pairs(all, pairs);
        mean.milliseconds += (nanoseconds() - start) / (1e6 * steps);
        mean.swaps += static_cast<double>(phase.counters().swaps) / steps;
    }
    return mean;
}

void measure_growth(const Crowd& crowd) {
    std::printf("%s: swaps a step, predicted, ms a step\n", crowd.name);
    for (const std::size_t count : {std::size_t{1000}, std::size_t{4000}, std::size_t{16'000}}) {
        const auto n = static_cast<double>(count);
        const auto length = static_cast<double>(crowd.length(count));
        const auto height = static_cast<double>(crowd.height(count));
        const double across = crowd.moves_across ? predicted(2.0 * n, height) : 0.0;
        const Growth two = grow<broad::SweepAndPrune>(crowd, count);
        const Growth one = grow<broad::SingleAxisSortAndSweep>(crowd, count);
        std::printf("  %6zu boxes   sweep-and-prune %10.0f %10.0f %8.2f   sweep-one-axis %8.0f %8.0f %8.2f\n",
                    count, two.swaps, predicted(2.0 * n, length) + across, two.milliseconds, one.swaps,
                    predicted(n, length), one.milliseconds);
    }
}

}  // namespace

int main() {
    for (const std::size_t count : {std::size_t{100}, std::size_t{1000}, std::size_t{10'000}}) {
        for (const int percent : {100, 5})
            measure(count, percent);
    }
    measure_all(1000);
    measure_growth({.name = "strip of 10 m, moving along it", .is_square = false, .moves_across = false});
    measure_growth({.name = "strip of 10 m, moving any way", .is_square = false, .moves_across = true});
    measure_growth({.name = "square, moving any way", .is_square = true, .moves_across = true});
    return 0;
}
