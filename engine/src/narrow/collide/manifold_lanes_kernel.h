// SPDX-License-Identifier: MIT
#pragma once

// The manifolds of several pairs of polygons at once, one pair per lane: collide_cores.cpp and clip.cpp with
// every branch turned into a mask. Each lane performs the operations of the scalar code in the same order, so
// the result is bit-identical. Lanes whose closest features may be vertices, which is rare and expensive, are
// left to the scalar code.

#include "toibox/narrow/tuning.h"

#include "narrow/collide/clip_lanes.h"
#include "narrow/collide/manifold_lanes.h"
#include "narrow/collide/polygon_lanes.h"

namespace toibox {

/// The pair of each lane, and its cache.
template <class S, unsigned n>
struct WidePair {
    using F = typename S::F;
    using M = typename S::M;

    WideCore<S, n> a;
    WideCore<S, n> b;
    F margin;
    F reach;  ///< No contact if the separation of the cores exceeds this.
    F cache_reference;
    F cache_incident;
    F cache_owner;
    M has_cached;
    WideAxis<S> cached;
};

template <class S, unsigned n>
inline void load_pair(const ManifoldLanes& lanes, int first, WidePair<S, n>& pair) {
    load_core(lanes.table, lanes.row_a + first, pair.a);
    load_core(lanes.table, lanes.row_b + first, pair.b);
    WideTransform<S> b_in_a;
    S::gather4(lanes.b_in_a, lanes.transform_row + first, b_in_a.p.x, b_in_a.p.y, b_in_a.c, b_in_a.s);
    transform_core(pair.b, b_in_a);
    pair.margin = S::load(lanes.margin + first);
    pair.reach = pair.margin + pair.a.radius + pair.b.radius;
    pair.cache_reference = S::load(lanes.cache_reference + first);
    pair.cache_incident = S::load(lanes.cache_incident + first);
    pair.cache_owner = S::load(lanes.cache_owner + first);
}

template <class S, unsigned n>
inline void find_cached_axis(WidePair<S, n>& pair) {
    const typename S::F none = S::set1(0.0f);
    const typename S::M is_b = S::equal(pair.cache_owner, S::set1(2.0f));
    const typename S::F count = S::select(is_b, pair.b.count, pair.a.count);
    pair.has_cached = S::mask_and(S::less(none, pair.cache_owner), S::less(pair.cache_reference, count));
    if (S::bits(pair.has_cached) == 0) {
        pair.cached = {none, none, none, {none, none}};
        return;
    }
    WideCore<S, n> core;
    WideCore<S, n> other;
    select_core(is_b, pair.b, pair.a, core);
    select_core(is_b, pair.a, pair.b, other);
    const LaneIndex<S, n> reference(pair.cache_reference);
    pair.cached =
        face_axis(pair.cache_reference, reference.pick(core.normal), reference.pick(core.vertex), other);
}

template <class S, unsigned n>
inline WideFaces<S> face_pair(const WidePair<S, n>& pair, typename S::M is_b, const WideAxis<S>& axis) {
    using F = typename S::F;
    using M = typename S::M;
    const F zero = S::set1(0.0f);
    const F one = S::set1(1.0f);
    WideCore<S, n> reference;
    WideCore<S, n> incident;
    select_core(is_b, pair.b, pair.a, reference);
    select_core(is_b, pair.a, pair.b, incident);
    const LaneIndex<S, n> edge_index(axis.edge);
    const F support = axis.support;
    const F before = S::select(S::equal(support, zero), incident.count - one, support - one);
    const LaneIndex<S, n> support_index(support);
    const LaneIndex<S, n> before_index(before);

    WideFaces<S> faces;
    faces.normal = edge_index.pick(reference.normal);
    faces.reference_radius = reference.radius;
    faces.incident_radius = incident.radius;
    const F owner = S::select(is_b, S::set1(2.0f), one);
    const M same = S::mask_and(S::equal(pair.cache_owner, owner), S::equal(pair.cache_reference, axis.edge));
    const F cached_incident = S::select(same, pair.cache_incident, S::set1(-1.0f));
    const F hysteresis = S::set1(tuning::incident_hysteresis);
    const F bias = S::select(S::equal(cached_incident, before), hysteresis,
                             S::select(S::equal(cached_incident, support), -hysteresis, zero));
    const M take_before = S::less(dot(before_index.pick(incident.normal), faces.normal),
                                  dot(support_index.pick(incident.normal), faces.normal) + bias);
    const F after = support + one;
    faces.first = S::select(take_before, before, support);
    faces.second = S::select(take_before, support, S::select(S::less(after, incident.count), after, zero));
    faces.deepest_point = support_index.pick(incident.vertex);
    faces.first_point = select<S>(take_before, before_index.pick(incident.vertex), faces.deepest_point);
    faces.second_point =
        select<S>(take_before, faces.deepest_point, support_index.pick_next(incident.vertex));

    const WideVec2<S> tangent{-faces.normal.y, faces.normal.x};
    const WideVec2<S> r_first = faces.first_point - axis.vertex;
    const WideVec2<S> r_second = faces.second_point - axis.vertex;
    faces.local_first = {dot(tangent, r_first), dot(faces.normal, r_first)};
    faces.local_second = {dot(tangent, r_second), dot(faces.normal, r_second)};
    faces.local_deepest_x = S::select(take_before, faces.local_second.x, faces.local_first.x);
    faces.first_is_deepest = S::mask_andnot(take_before, S::equal(support, support));
    faces.length = dot(tangent, edge_index.pick_next(reference.vertex) - axis.vertex);
    const WideVec2<S> extent = faces.local_second - faces.local_first;
    const F incident_length = S::abs(extent.x) + S::abs(extent.y);
    faces.slack = S::set1(tuning::clip_slack) * S::min(faces.length, incident_length);
    return faces;
}

// Whether the closest features may be two vertices (facing_vertices in collide_cores.cpp).
template <class S>
inline typename S::M may_be_closest_at_vertices(const WideFaces<S>& faces, typename S::F separation) {
    const typename S::F zero = S::set1(0.0f);
    const typename S::M inside =
        S::mask_and(S::less_equal(-faces.slack, faces.local_deepest_x),
                    S::less_equal(faces.local_deepest_x, faces.length + faces.slack));
    return S::mask_andnot(inside, S::less(zero, separation));
}

template <class S, unsigned n>
inline typename S::F edge_length_squared(const WideCore<S, n>& core, const WideAxis<S>& axis) {
    const WideVec2<S> d = LaneIndex<S, n>(axis.edge).pick_next(core.vertex) - axis.vertex;
    return dot(d, d);
}

/// The reference face of each lane.
template <class S>
struct WideChoice {
    typename S::M is_b;
    WideAxis<S> axis;
};

template <class S>
inline WideAxis<S> select_axis(typename S::M mask, const WideAxis<S>& yes, const WideAxis<S>& no) {
    return {S::select(mask, yes.edge, no.edge), S::select(mask, yes.support, no.support),
            S::select(mask, yes.separation, no.separation), select<S>(mask, yes.vertex, no.vertex)};
}

template <class S>
inline typename S::M is_as_good(typename S::F face, typename S::F other, typename S::F max_deficit_squared) {
    const typename S::F deficit = other - face;
    return S::mask_or(S::less_equal(deficit, S::set1(0.0f)),
                      S::less_equal(deficit * deficit, max_deficit_squared));
}

// Corresponds to choose_reference in collide_cores.cpp.
template <class S, unsigned n>
inline WideChoice<S> choose_reference(const WidePair<S, n>& pair, const WideAxis<S>& axis_a,
                                      const WideAxis<S>& axis_b) {
    using F = typename S::F;
    using M = typename S::M;
    const F squared_a = edge_length_squared(pair.a, axis_a);
    const F squared_b = edge_length_squared(pair.b, axis_b);
    const F max_deficit_squared =
        S::set1(tuning::face_hysteresis * tuning::face_hysteresis) * S::min(squared_a, squared_b);
    const F cached_separation = pair.cached.separation;
    const M keep_cached =
        S::mask_and(pair.has_cached,
                    S::mask_and(is_as_good<S>(cached_separation, axis_a.separation, max_deficit_squared),
                                is_as_good<S>(cached_separation, axis_b.separation, max_deficit_squared)));
    const M a_is_good = is_as_good<S>(axis_a.separation, axis_b.separation, max_deficit_squared);
    const M b_is_good = is_as_good<S>(axis_b.separation, axis_a.separation, max_deficit_squared);
    const F max_length_ratio = S::set1(1.0f + tuning::face_hysteresis);
    const M b_is_longer = S::less(max_length_ratio * squared_a, squared_b);
    const M a_is_longer = S::less(max_length_ratio * squared_b, squared_a);
    const M tie_to_b =
        S::mask_or(b_is_longer, S::mask_andnot(a_is_longer, S::less(axis_b.edge, axis_a.edge)));
    const M either_is_good = S::mask_and(a_is_good, S::mask_and(b_is_good, tie_to_b));
    const M all = S::equal(squared_a, squared_a);
    const M best_is_b = S::mask_or(S::mask_andnot(a_is_good, all), either_is_good);
    const M cached_is_b = S::equal(pair.cache_owner, S::set1(2.0f));
    return {select_mask<S>(keep_cached, cached_is_b, best_is_b),
            select_axis<S>(keep_cached, pair.cached, select_axis<S>(best_is_b, axis_b, axis_a))};
}

template <class S>
inline void store_point(const WidePoint<S>& point, typename S::F reference, int first,
                        ManifoldLanes::Point& to) {
    S::store(to.x + first, point.point.x);
    S::store(to.y + first, point.point.y);
    S::store(to.separation + first, point.separation);
    S::store(to.id + first, reference + point.id);
}

template <class S>
inline void store_manifold(const WideChoice<S>& choice, const WideFaces<S>& faces,
                           const WidePoints<S>& points, int first, ManifoldLanes& lanes) {
    S::store(lanes.normal_x + first, S::select(choice.is_b, -faces.normal.x, faces.normal.x));
    S::store(lanes.normal_y + first, S::select(choice.is_b, -faces.normal.y, faces.normal.y));
    S::store(lanes.owner_is_b + first, S::select(choice.is_b, S::set1(1.0f), S::set1(0.0f)));
    store_point<S>(points.first, choice.axis.edge, first, lanes.points[0]);
    store_point<S>(points.second, choice.axis.edge, first, lanes.points[1]);
}

template <class S>
inline void store_cache(typename S::F reference, typename S::F incident, typename S::F owner, int first,
                        ManifoldLanes& lanes) {
    S::store(lanes.cache_reference + first, reference);
    S::store(lanes.cache_incident + first, incident);
    S::store(lanes.cache_owner + first, owner);
}

/// The lanes whose shapes no face separates by more than `reach`, and the best face of each shape.
template <class S>
struct WideSearch {
    typename S::M near;
    WideAxis<S> axis_a;
    WideAxis<S> axis_b;
};

// The branching part of collide_near in collide_cores.cpp: the near lanes whose closest features may be
// vertices. The better of the two faces is evaluated separately only if it is not the chosen one.
template <class S, unsigned n>
inline typename S::M find_facing(const WidePair<S, n>& pair, const WideSearch<S>& search,
                                 const WideChoice<S>& choice, const WideFaces<S>& faces) {
    using M = typename S::M;
    const M best_is_b = S::less(search.axis_a.separation, search.axis_b.separation);
    const WideAxis<S> best = select_axis<S>(best_is_b, search.axis_b, search.axis_a);
    const M is_separated = S::mask_and(search.near, S::less(S::set1(0.0f), best.separation));
    if (S::bits(is_separated) == 0) return is_separated;
    const M same_owner = S::mask_or(S::mask_and(best_is_b, choice.is_b),
                                    S::mask_andnot(S::mask_or(best_is_b, choice.is_b), is_separated));
    const M same = S::mask_and(same_owner, S::equal(best.edge, choice.axis.edge));
    const M facing = S::mask_and(is_separated, may_be_closest_at_vertices<S>(faces, best.separation));
    if (S::bits(S::mask_andnot(same, is_separated)) == 0) return facing;
    const WideFaces<S> best_faces = face_pair(pair, best_is_b, best);
    const M best_facing =
        S::mask_and(is_separated, may_be_closest_at_vertices<S>(best_faces, best.separation));
    return select_mask<S>(same, facing, best_facing);
}

template <class S, unsigned n>
inline void collide_near(const WidePair<S, n>& pair, const WideSearch<S>& search, int first,
                         ManifoldLanes& lanes) {
    using F = typename S::F;
    using M = typename S::M;
    const F zero = S::set1(0.0f);
    const F one = S::set1(1.0f);
    const F two = S::set1(2.0f);
    const WideChoice<S> choice = choose_reference(pair, search.axis_a, search.axis_b);
    const WideFaces<S> faces = face_pair(pair, choice.is_b, choice.axis);
    const M facing = find_facing(pair, search, choice, faces);
    const WidePoints<S> points = clip_to_face<S>(faces, choice.axis, pair.margin);
    const F count = S::select(points.first.exists, S::select(points.second.exists, two, one), zero);
    store_manifold<S>(choice, faces, points, first, lanes);
    S::store(lanes.count + first, S::select(search.near, count, zero));
    S::store(lanes.needs_scalar + first, S::select(facing, one, zero));
    const M is_done = S::mask_andnot(facing, search.near);
    store_cache<S>(S::select(is_done, choice.axis.edge, S::load(lanes.cache_reference + first)),
                   S::select(is_done, faces.first, S::load(lanes.cache_incident + first)),
                   S::select(is_done, S::select(choice.is_b, two, one), S::load(lanes.cache_owner + first)),
                   first, lanes);
}

// Corresponds to collide_cores in collide_cores.cpp, for the pairs first … first + S::lanes − 1.
template <class S, unsigned n>
inline void collide_group(ManifoldLanes& lanes, int first) {
    using F = typename S::F;
    using M = typename S::M;
    const F zero = S::set1(0.0f);
    WidePair<S, n> pair;
    load_pair(lanes, first, pair);
    S::store(lanes.count + first, zero);
    S::store(lanes.needs_scalar + first, zero);
    find_cached_axis(pair);
    const M is_separated = S::mask_and(pair.has_cached, S::less(pair.reach, pair.cached.separation));
    const M is_active = S::mask_andnot(is_separated, S::equal(zero, zero));
    if (S::bits(is_active) == 0) return;
    WideSearch<S> search;
    search.axis_a = max_separation(pair.a, pair.b, pair.reach);
    search.axis_b = max_separation(pair.b, pair.a, pair.reach);
    const M is_far_a = S::mask_and(is_active, S::less(pair.reach, search.axis_a.separation));
    const M not_far_a = S::mask_andnot(is_far_a, is_active);
    const M is_far_b = S::mask_and(not_far_a, S::less(pair.reach, search.axis_b.separation));
    search.near = S::mask_andnot(is_far_b, not_far_a);
    const M is_far = S::mask_or(is_far_a, is_far_b);
    store_cache<S>(S::select(is_far_a, search.axis_a.edge,
                             S::select(is_far_b, search.axis_b.edge, pair.cache_reference)),
                   S::select(is_far, zero, pair.cache_incident),
                   S::select(is_far_a, S::set1(1.0f), S::select(is_far_b, S::set1(2.0f), pair.cache_owner)),
                   first, lanes);
    if (S::bits(search.near) != 0) collide_near(pair, search, first, lanes);
}

template <class S, unsigned n>
inline void collide_lanes(ManifoldLanes& lanes) {
    for (int first = 0; first < ManifoldLanes::width; first += S::lanes)
        collide_group<S, n>(lanes, first);
}

}  // namespace toibox
