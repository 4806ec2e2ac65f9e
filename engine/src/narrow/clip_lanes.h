// SPDX-License-Identifier: MIT
#pragma once

// clip.cpp in lanes: both ends of the incident edge are cut in every lane, and masks say which cut counts.

#include "polygon_lanes.h"

namespace toibox {

/// FacePair of clip.h: a face, the edge that looks at it most, and that edge in the face's coordinates.
template <class S>
struct WideFaces {
    using F = typename S::F;
    using M = typename S::M;
    WideVec2<S> normal;
    F reference_radius;
    F incident_radius;
    F first;   ///< The incident edge's first vertex, as an index …
    F second;  ///< … and its second.
    WideVec2<S> first_point;
    WideVec2<S> second_point;
    WideVec2<S> deepest_point;
    WideVec2<S> at_first;
    WideVec2<S> at_second;
    F at_deepest;        ///< Along the face.
    M first_is_deepest;  ///< Of the incident edge's two vertices.
    F length;
    F slack;
};

/// One point of a manifold in each lane, if the lane's bit of `exists` is set.
template <class S>
struct WidePoint {
    typename S::M exists;
    WideVec2<S> point;
    typename S::F separation;
    typename S::F id;  ///< Without the reference: 256 incident + 65536 clip.
};

template <class S>
inline WidePoint<S> make_point(const WideFaces<S>& faces, typename S::F margin, WideVec2<S> point,
                               typename S::F height, typename S::F id) {
    using F = typename S::F;
    const F separation = height - faces.reference_radius - faces.incident_radius;
    const F to_middle = S::set1(0.5f) * (faces.reference_radius - faces.incident_radius - height);
    return {S::less_equal(separation, margin),
            {point.x + to_middle * faces.normal.x, point.y + to_middle * faces.normal.y},
            separation,
            id};
}

template <class S>
inline WidePoint<S> select_point(typename S::M mask, const WidePoint<S>& yes, const WidePoint<S>& no) {
    return {select_mask<S>(mask, yes.exists, no.exists), select<S>(mask, yes.point, no.point),
            S::select(mask, yes.separation, no.separation), S::select(mask, yes.id, no.id)};
}

// One end of the incident edge, `from`, cut where `along` reaches `side` on the way from the other, `to`.
template <class S>
struct WideCut {
    WideVec2<S> point;
    typename S::F height;
};

template <class S>
inline WideCut<S> cut(WideVec2<S> from, WideVec2<S> to, WideVec2<S> at_from, WideVec2<S> at_to,
                      typename S::F side) {
    using F = typename S::F;
    const F zero = S::set1(0.0f);
    const F one = S::set1(1.0f);
    const F fraction = (side - at_from.x) / (at_to.x - at_from.x);
    const F t = S::select(S::less(zero, fraction), S::min(fraction, one), zero);
    return {{from.x + t * (to.x - from.x), from.y + t * (to.y - from.y)},
            at_from.y + t * (at_to.y - at_from.y)};
}

/// Up to two points in each lane; a second only beside a first.
template <class S>
struct WidePoints {
    WidePoint<S> first;
    WidePoint<S> second;
};

// How far outside of the face's sides.
template <class S>
inline typename S::F side_overhang(const WideFaces<S>& faces, typename S::F at) {
    using F = typename S::F;
    const F zero = S::set1(0.0f);
    return S::select(S::less(at, zero), -at, S::select(S::less(faces.length, at), at - faces.length, zero));
}

// add_deepest of clip.cpp.
template <class S>
inline WidePoint<S> deepest_end(const WideFaces<S>& faces, const WideAxis<S>& axis, typename S::F margin) {
    using F = typename S::F;
    const F byte = S::set1(256.0f);
    const WideVec2<S> other = select<S>(faces.first_is_deepest, faces.at_second, faces.at_first);
    const F out = side_overhang(faces, faces.at_deepest);
    const typename S::M take_other =
        S::mask_and(S::less(faces.slack, out), S::less(side_overhang(faces, other.x), out));
    const WideVec2<S> other_point = select<S>(faces.first_is_deepest, faces.second_point, faces.first_point);
    const F other_index = S::select(faces.first_is_deepest, faces.second, faces.first);
    return make_point<S>(faces, margin, select<S>(take_other, other_point, faces.deepest_point),
                         S::select(take_other, other.y, axis.separation),
                         byte * S::select(take_other, other_index, axis.support));
}

// clip_to_face of clip.cpp and, where it leaves nothing, deepest_vertex.
template <class S>
inline WidePoints<S> clip_to_face(const WideFaces<S>& faces, const WideAxis<S>& axis, typename S::F margin) {
    using F = typename S::F;
    using M = typename S::M;
    const F zero = S::set1(0.0f);
    const F byte = S::set1(256.0f);
    const F clip = S::set1(65536.0f);
    const F reach = faces.length + faces.slack;
    const F start = S::max(faces.at_second.x, zero);
    const F end = S::min(faces.at_first.x, faces.length);
    const M has_width = S::less(faces.slack, end - start);
    const M is_beside =
        S::mask_or(S::less(reach, faces.at_second.x), S::less(faces.at_first.x, -faces.slack));
    const M cut_first = S::less(reach, faces.at_first.x);
    const M cut_second = S::less(faces.at_second.x, -faces.slack);
    const WideCut<S> first_cut =
        cut<S>(faces.second_point, faces.first_point, faces.at_second, faces.at_first, faces.length);
    const WideCut<S> second_cut =
        cut<S>(faces.first_point, faces.second_point, faces.at_first, faces.at_second, zero);
    const F first_id = byte * faces.first;
    const WidePoint<S> first =
        make_point<S>(faces, margin, select<S>(cut_first, first_cut.point, faces.first_point),
                      S::select(cut_first, first_cut.height, faces.at_first.y),
                      S::select(cut_first, first_id + clip + clip, first_id));
    const WidePoint<S> second =
        make_point<S>(faces, margin, select<S>(cut_second, second_cut.point, faces.second_point),
                      S::select(cut_second, second_cut.height, faces.at_second.y),
                      S::select(cut_second, first_id + clip, byte * faces.second));
    const WidePoint<S> deepest = deepest_end(faces, axis, margin);
    const M clipped =
        S::mask_andnot(is_beside, S::mask_and(has_width, S::mask_or(first.exists, second.exists)));
    WidePoints<S> points{select_point<S>(clipped, select_point<S>(first.exists, first, second), deepest),
                         second};
    points.second.exists = S::mask_and(clipped, S::mask_and(first.exists, second.exists));
    return points;
}

}  // namespace toibox
