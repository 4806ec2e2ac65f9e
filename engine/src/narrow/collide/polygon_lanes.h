// SPDX-License-Identifier: MIT
#pragma once

// Types of the manifold kernel for polygons of several pairs, and the separating axis test in SIMD lanes.
// Unlike polygon_sat.cpp it tests every face in every lane; the order of operations within a lane is the
// same, so the results are bit-identical.

#include <cstdint>

namespace toibox {

template <class S>
struct WideVec2 {
    typename S::F x;
    typename S::F y;
};

template <class S>
inline WideVec2<S> operator-(WideVec2<S> a, WideVec2<S> b) {
    return {a.x - b.x, a.y - b.y};
}
template <class S>
inline typename S::F dot(WideVec2<S> a, WideVec2<S> b) {
    return a.x * b.x + a.y * b.y;
}
template <class S>
inline WideVec2<S> select(typename S::M mask, WideVec2<S> yes, WideVec2<S> no) {
    return {S::select(mask, yes.x, no.x), S::select(mask, yes.y, no.y)};
}
template <class S>
inline typename S::M select_mask(typename S::M mask, typename S::M yes, typename S::M no) {
    return S::mask_or(S::mask_and(mask, yes), S::mask_andnot(mask, no));
}

/// One polygon per lane, of at most n vertices. Entries beyond the count of a lane repeat vertex and normal
/// 0: they never win a comparison, and the vertex after the last is vertex 0.
template <class S, unsigned n>
struct WideCore {
    WideVec2<S> vertex[n];
    WideVec2<S> normal[n];
    typename S::F radius;
    typename S::F count;
};

template <class S, unsigned n>
inline void load_core(const float* table, const std::int32_t* row, WideCore<S, n>& core) {
    for (unsigned i = 0; i < n; i += 2) {
        WideVec2<S>* vertex = core.vertex + i;
        WideVec2<S>* normal = core.normal + i;
        S::gather4(table + 2 * i, row, vertex[0].x, vertex[0].y, vertex[1].x, vertex[1].y);
        S::gather4(table + 16 + 2 * i, row, normal[0].x, normal[0].y, normal[1].x, normal[1].y);
    }
    typename S::F unused[2];
    S::gather4(table + 32, row, core.radius, core.count, unused[0], unused[1]);
}

template <class S>
struct WideTransform {
    WideVec2<S> p;
    typename S::F c;
    typename S::F s;
};

template <class S, unsigned n>
inline void transform_core(WideCore<S, n>& core, const WideTransform<S>& x) {
    for (unsigned i = 0; i < n; ++i) {
        const WideVec2<S> v = core.vertex[i];
        const WideVec2<S> m = core.normal[i];
        core.vertex[i] = {x.p.x + (x.c * v.x - x.s * v.y), x.p.y + (x.s * v.x + x.c * v.y)};
        core.normal[i] = {x.c * m.x - x.s * m.y, x.s * m.x + x.c * m.y};
    }
}

template <class S, unsigned n>
inline void select_core(typename S::M mask, const WideCore<S, n>& yes, const WideCore<S, n>& no,
                        WideCore<S, n>& result) {
    for (unsigned i = 0; i < n; ++i) {
        result.vertex[i] = select<S>(mask, yes.vertex[i], no.vertex[i]);
        result.normal[i] = select<S>(mask, yes.normal[i], no.normal[i]);
    }
    result.radius = S::select(mask, yes.radius, no.radius);
    result.count = S::select(mask, yes.count, no.count);
}

/// Picks an array element by an index that differs per lane.
template <class S, unsigned n>
struct LaneIndex {
    typename S::M matches[n];  // matches[0] is unused: element 0 is the default

    explicit LaneIndex(typename S::F index) {
        for (unsigned i = 1; i < n; ++i)
            matches[i] = S::equal(index, S::set1(static_cast<float>(i)));
    }
    WideVec2<S> pick(const WideVec2<S>* array) const {
        WideVec2<S> result = array[0];
        for (unsigned i = 1; i < n; ++i)
            result = select<S>(matches[i], array[i], result);
        return result;
    }
    /// The following element, cyclically.
    WideVec2<S> pick_next(const WideVec2<S>* array) const {
        WideVec2<S> result = array[1];
        for (unsigned i = 1; i < n; ++i)
            result = select<S>(matches[i], array[(i + 1) % n], result);
        return result;
    }
};

/// FaceAxis in lanes, with a vertex of the face.
template <class S>
struct WideAxis {
    typename S::F edge;
    typename S::F support;
    typename S::F separation;
    WideVec2<S> vertex;  ///< First vertex of the face.
};

template <class S, unsigned n>
inline WideAxis<S> face_axis(typename S::F edge, WideVec2<S> normal, WideVec2<S> vertex,
                             const WideCore<S, n>& other) {
    using F = typename S::F;
    F support = S::set1(0.0f);
    F min_projection = dot(normal, other.vertex[0]);
    WideVec2<S> deepest = other.vertex[0];
    for (unsigned j = 1; j < n; ++j) {
        const F projection = dot(normal, other.vertex[j]);
        const typename S::M is_deeper = S::less(projection, min_projection);
        min_projection = S::select(is_deeper, projection, min_projection);
        support = S::select(is_deeper, S::set1(static_cast<float>(j)), support);
        deepest = select<S>(is_deeper, other.vertex[j], deepest);
    }
    return {edge, support, dot(normal, deepest - vertex), vertex};
}

template <class S, unsigned n>
inline WideAxis<S> max_separation(const WideCore<S, n>& core, const WideCore<S, n>& other,
                                  typename S::F stop_above) {
    using F = typename S::F;
    F best = S::set1(0.0f);
    F edge = S::set1(0.0f);
    WideVec2<S> normal = core.normal[0];
    WideVec2<S> vertex = core.vertex[0];
    for (unsigned i = 0; i < n; ++i) {
        F min_projection = dot(core.normal[i], other.vertex[0]);
        for (unsigned j = 1; j < n; ++j)
            min_projection = S::min(dot(core.normal[i], other.vertex[j]), min_projection);
        const F separation = min_projection - dot(core.normal[i], core.vertex[i]);
        if (i == 0) {
            best = separation;
            continue;
        }
        // A separation above `stop_above` ends the search in its lane, like the break in the scalar loop.
        const typename S::M is_better = S::mask_andnot(S::less(stop_above, best), S::less(best, separation));
        best = S::select(is_better, separation, best);
        edge = S::select(is_better, S::set1(static_cast<float>(i)), edge);
        normal = select<S>(is_better, core.normal[i], normal);
        vertex = select<S>(is_better, core.vertex[i], vertex);
    }
    return face_axis(edge, normal, vertex, other);
}

}  // namespace toibox
