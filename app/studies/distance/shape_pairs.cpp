// SPDX-License-Identifier: MIT
#include "app/studies/distance/shape_pairs.h"

#include "toibox/geometry/bounds.h"
#include "toibox/geometry/convex_proxy.h"
#include "toibox/narrow/penetration.h"

#include <algorithm>
#include <fmt/format.h>
#include <tuple>
#include <utility>

namespace toibox::app {

namespace {

double separation_of(const PairCase& pair) {
    return -penetration(pair.a.proxy(), pair.pose_a, pair.b.proxy(), pair.pose_b).depth;
}

ToiCase::Points points_of(const World& world, ShapeHandle shape) {
    return copy_points(ConvexProxyBuffer(world.find(shape)->geometry).proxy());
}

Transformd pose_of(const World& world, ShapeHandle shape) {
    return widen(world.find(world.find(shape)->body)->transform());
}

/// Pose at the start of the last step, or the current pose if there was no step.
Transformd pose_before(const World& world, ShapeHandle shape) {
    return pose_at(world.find(world.find(shape)->body)->last_sweep(), 0.0);
}

PairCase pair_case_of(const World& world, ShapeHandle a, ShapeHandle b) {
    return {points_of(world, a), points_of(world, b), pose_of(world, a), pose_of(world, b)};
}

bool is_distance_query(const scene::QueryEntry& query) {
    return query.kind == scene::QueryEntry::Kind::Distance || query.kind == scene::QueryEntry::Kind::Overlap;
}

PairCase pair_case_of(const scene::QueryEntry& query) {
    return {query.a, query.b, pose_at(query.sweep_a, 0.0), pose_at(query.sweep_b, 0.0)};
}

const scene::QueryEntry* query_of(const scene::Scene& scene, const std::string& key) {
    const auto found = std::ranges::find_if(
        scene.queries, [&](const scene::QueryEntry& query) { return "query " + query.name == key; });
    return found != scene.queries.end() ? &*found : nullptr;
}

/// Collects pairs of shapes, each once.
class PairCollector {
public:
    explicit PairCollector(const scene::Run& run) : run_(run) {}

    void add(ShapePair::Source source, ShapeHandle first, ShapeHandle second) {
        const World& world = run_.world();
        const auto [a, b] = ordered_pair(world, first, second);
        const auto shape_a = world.find(a);
        const auto shape_b = world.find(b);
        if (!shape_a || !shape_b || shape_a->body == shape_b->body) return;
        const std::string key = fmt::format("{} {}", a.index, b.index);
        if (std::ranges::find(pairs, key, &ShapePair::key) != pairs.end()) return;
        pairs.push_back({.source = source,
                         .key = key,
                         .label = fmt::format("{} – {}", shape_label(run_, a), shape_label(run_, b)),
                         .shape_a = a,
                         .shape_b = b,
                         .separation = separation_of(pair_case_of(world, a, b))});
    }

    /// Adds the nearest pairs, sorted by distance. Preselects pairs by their AABBs, because a world may have
    /// thousands of shapes.
    void add_near(BodyHandle selected) {
        std::vector<Candidate> near = candidates(selected);
        const std::size_t count = std::min(near.size(), max_pairs);
        std::ranges::partial_sort(near, near.begin() + static_cast<std::ptrdiff_t>(count),
                                  [](const Candidate& p, const Candidate& q) {
                                      return std::tie(p.gap, p.first, p.second) <
                                             std::tie(q.gap, q.first, q.second);
                                  });
        for (std::size_t i = 0; i < count; ++i)
            add(ShapePair::Source::Near, near[i].first, near[i].second);
        std::ranges::sort(pairs, [](const ShapePair& p, const ShapePair& q) {
            return std::tie(p.separation, p.shape_a, p.shape_b) <
                   std::tie(q.separation, q.shape_a, q.shape_b);
        });
    }

    void add_contacts() {
        const World& world = run_.world();
        for (const Contact& contact : world.contacts()) {
            if (pairs.size() >= max_pairs) return;
            add(ShapePair::Source::Contact, world.shape_at(contact.shape_a), world.shape_at(contact.shape_b));
        }
    }

    void add_queries() {
        for (const scene::QueryEntry& query : run_.scene().queries) {
            if (!is_distance_query(query)) continue;
            const std::string name = "query " + query.name;
            pairs.push_back({.source = ShapePair::Source::Query,
                             .key = name,
                             .label = name,
                             .separation = separation_of(pair_case_of(query))});
        }
    }

    std::vector<ShapePair> pairs;

private:
    struct Candidate {
        ShapeHandle first;
        ShapeHandle second;
        float gap = 0.0f;  ///< Between the AABBs, metres.
    };
    std::vector<Candidate> candidates(BodyHandle selected) const {
        const World& world = run_.world();
        const std::vector<ShapeHandle> all = world.shapes();
        std::vector<ShapeHandle> own;
        if (const auto body = world.find(selected))
            own = body->shapes();
        else if (all.size() <= max_shapes_without_selection)
            own = all;
        std::vector<Candidate> near;
        for (const ShapeHandle first : own) {
            const Aabb box = box_of(first);
            for (const ShapeHandle second : all) {
                if (world.find(first)->body == world.find(second)->body) continue;
                near.push_back({first, second, aabb_gap(box, box_of(second))});
            }
        }
        return near;
    }
    Aabb box_of(ShapeHandle shape) const {
        const ShapeView view = *run_.world().find(shape);
        return compute_aabb(view.geometry, run_.world().find(view.body)->transform());
    }

    const scene::Run& run_;
};

}  // namespace

std::string shape_label(const scene::Run& run, ShapeHandle shape) {
    const auto view = run.world().find(shape);
    if (!view) return "gone";
    std::string name = run.id_of(view->body);
    if (name.empty()) name = fmt::format("body {}", view->body.index);
    const std::vector<ShapeHandle> shapes = run.world().find(view->body)->shapes();
    if (shapes.size() < 2) return name;
    return fmt::format("{} #{}", name, std::ranges::find(shapes, shape) - shapes.begin() + 1);
}

float aabb_gap(const Aabb& a, const Aabb& b) {
    const Vec2 gap = max(b.lower - a.upper, a.lower - b.upper);
    return std::max(gap.x, gap.y);
}

std::vector<ShapePair> shape_pairs(const scene::Run& run, BodyHandle selected,
                                   const std::optional<ShapeHandles>& chosen) {
    PairCollector collector(run);
    collector.add_near(selected);
    collector.add_contacts();
    if (chosen) collector.add(ShapePair::Source::Near, chosen->first, chosen->second);
    collector.add_queries();
    return std::move(collector.pairs);
}

PairCases pair_cases_of(const scene::Run& run, const ShapePair& pair) {
    if (const scene::QueryEntry* query = query_of(run.scene(), pair.key)) {
        const PairCase current = pair_case_of(*query);
        return {current, current};
    }
    const World& world = run.world();
    PairCases cases{pair_case_of(world, pair.shape_a, pair.shape_b), {}};
    cases.before = cases.current;
    cases.before.pose_a = pose_before(world, pair.shape_a);
    cases.before.pose_b = pose_before(world, pair.shape_b);
    return cases;
}

}  // namespace toibox::app
