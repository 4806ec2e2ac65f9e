// SPDX-License-Identifier: MIT
#include "app/studies/toi/toi_pairs.h"

#include "toibox/geometry/bounds.h"
#include "toibox/geometry/convex_proxy.h"

#include "app/session/pair_order.h"
#include "app/studies/distance/shape_pairs.h"
#include "app/studies/toi/toi_comparison.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <utility>

namespace toibox::app {

namespace {

std::string query_key(const scene::QueryEntry& first) {
    return fmt::format("query {}", first.name);
}

std::string key_of(std::string_view source, ShapeHandle a, ShapeHandle b) {
    return fmt::format("{} {} {}", source, a.index, b.index);
}

/// The pair for a case of the shapes `case_a` and `case_b`. `seconds`: duration of the motions.
ToiPair pair_of(const scene::Run& run, ToiPair::Source source, ShapeHandle case_a, ShapeHandle case_b,
                ToiCase toi_case, double seconds) {
    const auto [a, b] = ordered_pair(run.world(), case_a, case_b);
    ToiPair pair{.source = source,
                 .name_a = shape_label(run, a),
                 .name_b = shape_label(run, b),
                 .shape_a = a,
                 .shape_b = b,
                 .toi_case = std::move(toi_case),
                 .is_exchanged = a != case_a,
                 .seconds = seconds};
    pair.label = fmt::format("{} – {}", pair.name_a, pair.name_b);
    return pair;
}

bool is_hit(const ToiSearch& search) {
    return search.state != ToiState::Separated;
}

/// A shape of the body and a shape near it.
struct NearbyShape {
    ShapeHandle own;
    ShapeHandle other;
    float gap = 0.0f;  ///< Between the swept AABBs, metres.
};

/// The shapes nearest to the shapes of the body, by the distance between their swept AABBs.
std::vector<NearbyShape> nearest_shapes(const World& world, const BodyView& body) {
    std::vector<NearbyShape> nearby;
    for (const ShapeHandle own : body.shapes()) {
        const ShapeView shape = *world.find(own);
        if (shape.sensor) continue;
        const Aabb box = swept_aabb(shape.geometry, body.last_sweep());
        for (const ShapeHandle handle : world.shapes()) {
            const ShapeView other = *world.find(handle);
            if (other.body == body.handle() || other.sensor || !may_collide(shape.filter, other.filter))
                continue;
            const Aabb other_box = swept_aabb(other.geometry, world.find(other.body)->last_sweep());
            nearby.push_back({own, handle, aabb_gap(box, other_box)});
        }
    }
    const std::size_t count = std::min(nearby.size(), max_predicted_pairs);
    std::ranges::partial_sort(nearby, nearby.begin() + static_cast<std::ptrdiff_t>(count),
                              [](const NearbyShape& a, const NearbyShape& b) {
                                  return std::pair(a.gap, a.other) < std::pair(b.gap, b.other);
                              });
    nearby.resize(count);
    return nearby;
}

/// A copy of the run, stepped once without continuous collision.
scene::Run step_without_impacts(const scene::Run& run, double step_seconds) {
    scene::Run next = run;
    WorldSettings settings = next.world().settings();
    settings.contact_margin = effective_contact_margin(settings);
    // The policy Substeps uses no time of impact and, unlike Off, also overrides the policies of bodies.
    settings.continuous = ContinuousPolicy::Substeps;
    static_cast<void>(next.world().set_settings(settings));
    next.step(step_seconds);
    return next;
}

}  // namespace

std::vector<ToiPair> searched_pairs(const scene::Run& run, std::span<const ToiSearch> searches,
                                    double step_seconds) {
    std::vector<ToiPair> pairs;
    const double motion_seconds = step_seconds / run.world().settings().detection_substeps;
    std::map<std::string, int> occurrences;  // a pair may be searched again after an impact
    for (const bool hits : {true, false}) {
        for (const ToiSearch& search : searches) {
            if (pairs.size() == max_searched_pairs) return pairs;
            if (is_hit(search) != hits) continue;
            ToiPair pair = pair_of(run, ToiPair::Source::Search, search.a, search.b, search.toi_case,
                                   (1.0 - search.from) * motion_seconds);
            pair.key = key_of("search", search.a, search.b);
            const int occurrence = ++occurrences[pair.key];
            if (occurrence > 1) pair.key += fmt::format(" {}", occurrence);
            if (search.core) pair.label += ", core";
            if (search.from > 0.0) pair.label += fmt::format(", from t = {:.3f}", search.from);
            pair.state = search.state;
            pair.t = search.t;
            pairs.push_back(std::move(pair));
        }
    }
    return pairs;
}

std::vector<ToiPair> predicted_pairs(const scene::Run& run, BodyHandle body, double step_seconds) {
    std::vector<ToiPair> pairs;
    if (!run.world().find(body)) return pairs;
    const scene::Run next = step_without_impacts(run, step_seconds);
    const World& world = next.world();
    const auto view = world.find(body);
    if (!view) return pairs;
    for (const NearbyShape& nearby : nearest_shapes(world, *view)) {
        const auto [a, b] = std::minmax(nearby.own, nearby.other);
        const ConvexProxyBuffer points_a(world.find(a)->geometry);
        const ConvexProxyBuffer points_b(world.find(b)->geometry);
        const BodyHandle body_a = world.find(a)->body;
        const BodyHandle body_b = world.find(b)->body;
        const ToiInput input{points_a.proxy(), points_b.proxy(), world.find(body_a)->last_sweep(),
                             world.find(body_b)->last_sweep()};
        ToiPair pair = pair_of(next, ToiPair::Source::Predicted, a, b,
                               copy_case(view->toi_method(), input, world.toi_options(body_a, body_b)),
                               step_seconds / run.world().settings().detection_substeps);
        pair.key = key_of("ahead", a, b);
        const ToiResult truth = truth_of(pair.toi_case).result;
        pair.state = truth.state;
        pair.t = truth.t;
        // Hits are sorted by time; pairs without a hit (t = 1) stay sorted by distance.
        const auto rank = [](const ToiPair& entry) {
            return std::pair(entry.state == ToiState::Separated, entry.t);
        };
        pairs.insert(std::ranges::upper_bound(pairs, rank(pair), {}, rank), std::move(pair));
    }
    return pairs;
}

std::string key_of_query(const scene::Scene& scene, const std::string& query) {
    for (const ToiQueryGroup& group : toi_query_groups(scene))
        if (std::ranges::find(group.names, query) != group.names.end()) return query_key(*group.first);
    return {};
}

std::vector<ToiPair> query_pairs(const scene::Scene& scene) {
    std::vector<ToiPair> pairs;
    for (const ToiQueryGroup& group : toi_query_groups(scene)) {
        const std::string name = query_key(*group.first);
        ToiPair pair{.source = ToiPair::Source::Query,
                     .key = name,
                     .label = group.names.size() == 1
                                  ? name
                                  : fmt::format("{} and {} more", name, group.names.size() - 1),
                     .toi_case = scene::toi_case(*group.first),
                     .is_exchanged = is_second_a(group.first->sweep_a, group.first->sweep_b)};
        const ToiResult truth = truth_of(pair.toi_case).result;
        pair.state = truth.state;
        pair.t = truth.t;
        pairs.push_back(std::move(pair));
    }
    return pairs;
}

}  // namespace toibox::app
