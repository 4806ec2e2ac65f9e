// SPDX-License-Identifier: MIT
// What the broad phases cost: crowds of unit boxes, 1.2 of which lie on a square metre, moved by 0.15 to 0.2
// m in x and up to 0.1 m in y a round; DynamicTree, BatchedSweep (at each lane width) and Box2D 2.4.1's
// b2BroadPhase take turns. Prints the minimum over the rounds, in nanoseconds a moved box, for storing the
// new boxes and for finding the pairs. Box2D fattens the boxes that it is given by 0.1 m and leaves a proxy
// that stays inside: here the margin is taken off before and each move is a longer one, so that all hold and
// move the same boxes.
#include "toibox/broad/batched_sweep.h"
#include "toibox/broad/dynamic_tree.h"
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
    std::vector<Ours<broad::BatchedSweep>> sweeps;
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

}  // namespace

int main() {
    for (const std::size_t count : {std::size_t{100}, std::size_t{1000}, std::size_t{10'000}}) {
        for (const int percent : {100, 5})
            measure(count, percent);
    }
    return 0;
}
