// SPDX-License-Identifier: MIT
// Measures the broad phases: nanoseconds per moved box for storing the new boxes and for finding pairs, each
// in the fastest of several rounds. Crowds of unit boxes with a density of 1.2 per square metre move by 0.15
// to 0.2 m in x and up to 0.1 m in y per round. DynamicTree, BatchedSortAndSweep (with each instruction set)
// and Box2D 2.4.1's b2BroadPhase take turns. Box2D enlarges boxes by 0.1 m and skips moves within that
// margin; here the boxes given to Box2D are reduced by the margin, and each move is longer than the margin,
// so that all contenders store and move the same boxes.
//
// The second part measures how the cost of sorted endpoint lists grows: exchanges per step, measured and
// predicted from the density. n boxes are spread over a length L, and in each step their positions get new
// random offsets within ±j. Two endpoints are exchanged with probability 14 j / (15 L), the mean of |sum of
// four uniform ±j| divided by L. SweepAndPrune lists both endpoints on both axes, SingleAxisSortAndSweep only
// the starts on the longer axis. So the number of exchanges grows as n for motion along a strip of constant
// height, as n² for motion across the strip, and as n^1.5 in a square.
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
    double move = 1e30;          ///< Time to store all moved boxes, fastest round, ns.
    double pairs = 1e30;         ///< Time to find the pairs, fastest round, ns.
    std::size_t pair_count = 0;  ///< In the last round.
};

/// The boxes and moves of a round, the same for all contenders.
struct Round {
    const std::vector<Aabb>& boxes;
    const std::vector<ProxyId>& moved;
};

template <class Phase>
class ToiboxContender {
public:
    ToiboxContender(std::string name, const std::vector<Aabb>& boxes) : name_(std::move(name)) {
        for (ProxyId id = 0; id < boxes.size(); ++id)
            phase_.insert(id, boxes[id]);
    }
    Phase& phase() { return phase_; }
    [[nodiscard]] const std::string& name() const { return name_; }

    void run(const Round& round, Cost& cost) {
        const double start = nanoseconds();
        for (const ProxyId id : round.moved)
            phase_.move(id, round.boxes[id]);
        const double after_move = nanoseconds();
        phase_.find_pairs(round.moved, pairs_);
        const double after_search = nanoseconds();
        cost.move = std::min(cost.move, after_move - start);
        cost.pairs = std::min(cost.pairs, after_search - after_move);
        cost.pair_count = pairs_.size();
    }

private:
    std::string name_;
    Phase phase_;
    std::vector<ProxyPair> pairs_;
};

class Box2dContender {
public:
    explicit Box2dContender(const std::vector<Aabb>& boxes) : proxies_(boxes.size()) {
        for (ProxyId id = 0; id < boxes.size(); ++id)
            proxies_[id] = phase_.CreateProxy(without_margin(boxes[id]), nullptr);
        phase_.UpdatePairs(this);
    }
    [[nodiscard]] const std::string& name() const { return name_; }
    void AddPair(void* /*a*/, void* /*b*/) { ++found_; }  // called by UpdatePairs

    void run(const Round& round, Cost& cost) {
        const double start = nanoseconds();
        for (const ProxyId id : round.moved)
            phase_.MoveProxy(proxies_[id], without_margin(round.boxes[id]), b2Vec2(0.0f, 0.0f));
        const double after_move = nanoseconds();
        found_ = 0;
        phase_.UpdatePairs(this);
        const double after_search = nanoseconds();
        cost.move = std::min(cost.move, after_move - start);
        cost.pairs = std::min(cost.pairs, after_search - after_move);
        cost.pair_count = found_;
    }

private:
    static b2AABB without_margin(const Aabb& box) {
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

void print(const std::string& name, const Cost& cost, double moved_count) {
    std::printf("  %-22s move %8.1f  find_pairs %8.1f  total %8.1f   (%zu pairs)\n", name.c_str(),
                cost.move / moved_count, cost.pairs / moved_count, (cost.move + cost.pairs) / moved_count,
                cost.pair_count);
}

void measure(std::size_t count, int percent) {
    Rng rng{7};
    const float side = std::sqrt(static_cast<float>(count) / 1.2f);
    std::vector<Aabb> boxes;
    for (std::size_t i = 0; i < count; ++i) {
        const Vec2 lower{rng.uniform(0.0f, side), rng.uniform(0.0f, side)};
        boxes.push_back({lower, lower + Vec2{1.0f, 1.0f}});
    }
    ToiboxContender<broad::DynamicTree> tree("dynamic-tree", boxes);
    Box2dContender box2d(boxes);
    std::vector<ToiboxContender<broad::BatchedSortAndSweep>> sweeps;
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
            const Vec2 motion{x, rng.uniform(-0.1f, 0.1f)};
            boxes[id] = {boxes[id].lower + motion, boxes[id].lower + motion + Vec2{1.0f, 1.0f}};
            moved.push_back(id);
        }
        const Round round{boxes, moved};
        tree.run(round, tree_cost);
        box2d.run(round, box2d_cost);
        for (std::size_t i = 0; i < sweeps.size(); ++i)
            sweeps[i].run(round, sweep_costs[i]);
    }
    const double moved_count = static_cast<double>(count) * percent / 100.0;
    std::printf("%zu boxes, %d %% moved: ns per moved box\n", count, percent);
    print(box2d.name(), box2d_cost, moved_count);
    print(tree.name(), tree_cost, moved_count);
    for (std::size_t i = 0; i < sweeps.size(); ++i)
        print(sweeps[i].name(), sweep_costs[i], moved_count);
}

/// Measures every broad phase on a crowd in which all boxes move.
void measure_all(std::size_t count) {
    std::printf("%zu boxes, all moved, every broad phase: ns per moved box\n", count);
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
        AnyBroadPhase phase = make_broad_phase(static_cast<BroadPhaseKind>(kind));
        std::visit(
            [&]<class Phase>(Phase&) {
                ToiboxContender<Phase> contender(Phase::name, boxes);
                std::vector<Aabb> moving_boxes = boxes;
                Rng moves{9};
                Cost cost;
                for (int round = 0; round < 40; ++round) {
                    for (Aabb& box : moving_boxes) {
                        const Vec2 motion{moves.uniform(-0.2f, 0.2f), moves.uniform(-0.1f, 0.1f)};
                        box = {box.lower + motion, box.upper + motion};
                    }
                    contender.run({moving_boxes, all}, cost);
                }
                print(contender.name(), cost, static_cast<double>(count));
            },
            phase);
    }
}

// ---- Growth

constexpr float density = 1.2f;  ///< Boxes per square metre.
constexpr float jitter = 0.02f;  ///< Maximum random offset of a box per axis, metres.

struct Crowd {
    const char* name;
    bool is_square;
    bool moves_across;  ///< Whether the boxes also move in y, across the strip.

    [[nodiscard]] float height(std::size_t count) const {
        return is_square ? std::sqrt(static_cast<float>(count) / density) : 10.0f;
    }
    [[nodiscard]] float length(std::size_t count) const {
        return static_cast<float>(count) / (density * height(count));
    }
};

/// Expected number of exchanges per step in the sorted list of an axis of this length, metres.
double predicted_exchanges(double endpoints, double length) {
    return 0.5 * endpoints * endpoints * 14.0 / 15.0 * static_cast<double>(jitter) / length;
}

/// Number of exchanges and time of a search, means per step.
struct ExchangeCost {
    double exchanges = 0.0;
    double milliseconds = 0.0;
};

template <class Phase>
ExchangeCost exchange_cost(const Crowd& crowd, std::size_t count) {
    constexpr int steps = 20;
    Rng rng{11};
    std::vector<Vec2> positions;
    std::vector<ProxyId> all;
    for (ProxyId id = 0; id < count; ++id) {
        positions.push_back({rng.uniform(0.0f, crowd.length(count)), rng.uniform(0.0f, crowd.height(count))});
        all.push_back(id);
    }
    const auto box = [&](ProxyId id) -> Aabb {
        const float y = crowd.moves_across ? rng.uniform(-jitter, jitter) : 0.0f;
        const Vec2 lower = positions[id] + Vec2{rng.uniform(-jitter, jitter), y};
        return {lower, lower + Vec2{1.0f, 1.0f}};
    };
    Phase phase;
    for (const ProxyId id : all)
        phase.insert(id, box(id));
    std::vector<ProxyPair> pairs;
    phase.find_pairs(all, pairs);
    ExchangeCost mean;
    for (int step = 0; step < steps; ++step) {
        for (const ProxyId id : all)
            phase.move(id, box(id));
        const double start = nanoseconds();
        phase.find_pairs(all, pairs);
        mean.milliseconds += (nanoseconds() - start) / (1e6 * steps);
        mean.exchanges += static_cast<double>(phase.counters().exchanges) / steps;
    }
    return mean;
}

void measure_growth(const Crowd& crowd) {
    std::printf("%s: exchanges per step, predicted exchanges, ms per step\n", crowd.name);
    for (const std::size_t count : {std::size_t{1000}, std::size_t{4000}, std::size_t{16'000}}) {
        const auto n = static_cast<double>(count);
        const auto length = static_cast<double>(crowd.length(count));
        const auto height = static_cast<double>(crowd.height(count));
        const double across = crowd.moves_across ? predicted_exchanges(2.0 * n, height) : 0.0;
        const ExchangeCost two_axes = exchange_cost<broad::SweepAndPrune>(crowd, count);
        const ExchangeCost one_axis = exchange_cost<broad::SingleAxisSortAndSweep>(crowd, count);
        std::printf("  %6zu boxes   sweep-and-prune %10.0f %10.0f %8.2f   sweep-one-axis %8.0f %8.0f %8.2f\n",
                    count, two_axes.exchanges, predicted_exchanges(2.0 * n, length) + across,
                    two_axes.milliseconds, one_axis.exchanges, predicted_exchanges(n, length),
                    one_axis.milliseconds);
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
    measure_growth(
        {.name = "strip of 10 m, moving in all directions", .is_square = false, .moves_across = true});
    measure_growth({.name = "square, moving in all directions", .is_square = true, .moves_across = true});
    return 0;
}
