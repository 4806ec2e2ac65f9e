// SPDX-License-Identifier: MIT
#pragma once

// clip.cpp in SIMD lanes: both ends of the incident edge are clipped in every lane, and masks select the
// clips that apply.

#include "narrow/collide/polygon_lanes.h"

namespace toibox {

/// FacePair of clip.h: a face, the edge that faces it most, and that edge in face coordinates.
template <class S>
struct WideFaces {
    using F = typename S::F;
    using M = typename S::M;
    WideVec2<S> normal;
    F reference_radius;
    F incident_radius;
    F first;   ///< Index of the first vertex of the incident edge.
    F second;  ///< Index of its second vertex.
    WideVec2<S> first_point;
    WideVec2<S> second_point;
    WideVec2<S> deepest_point;
    WideVec2<S> local_first;
    WideVec2<S> local_second;
    F local_deepest_x;   ///< Coordinate along the face.
    M first_is_deepest;  ///< Whether the first vertex is the deepest.
    F length;
    F slack;
};

/// One point of a manifold in each lane, if the lane's bit of `exists` is set.
template <class S>
struct WidePoint {
    typename S::M exists;
    WideVec2<S> point;
    typename S::F separation;
    typename S::F id;  ///< 256 incident + 65536 clip; the reference is added later.
};

template <class S>
inline WidePoint<S> make_point(const WideFaces<S>& faces, typename S::F margin, WideVec2<S> point,
                               typename S::F height, typename S::F id) {
    using F = typename S::F;
    const F separation = height - faces.reference_radius - faces.incident_radius;
    const F offset_to_midpoint = S::set1(0.5f) * (faces.reference_radius - faces.incident_radius - height);
    return {S::less_equal(separation, margin),
            {point.x + offset_to_midpoint * faces.normal.x, point.y + offset_to_midpoint * faces.normal.y},
            separation,
            id};
}

template <class S>
inline WidePoint<S> select_point(typename S::M mask, const WidePoint<S>& yes, const WidePoint<S>& no) {
    return {select_mask<S>(mask, yes.exists, no.exists), select<S>(mask, yes.point, no.point),
            S::select(mask, yes.separation, no.separation), S::select(mask, yes.id, no.id)};
}

// One end of the incident edge, clipped where its coordinate along the face reaches `side`.
template <class S>
struct WideClip {
    WideVec2<S> point;
    typename S::F height;
};

template <class S>
inline WideClip<S> clip_edge(WideVec2<S> from, WideVec2<S> to, WideVec2<S> local_from, WideVec2<S> local_to,
                             typename S::F side) {
    using F = typename S::F;
    const F zero = S::set1(0.0f);
    const F one = S::set1(1.0f);
    const F fraction = (side - local_from.x) / (local_to.x - local_from.x);
    const F t = S::select(S::less(zero, fraction), S::min(fraction, one), zero);
    return {{from.x + t * (to.x - from.x), from.y + t * (to.y - from.y)},
            local_from.y + t * (local_to.y - local_from.y)};
}

/// Up to two points per lane. A lane has a second point only if it has a first.
template <class S>
struct WidePoints {
    WidePoint<S> first;
    WidePoint<S> second;
};

// How far x is beyond the sides of the face.
template <class S>
inline typename S::F side_overhang(const WideFaces<S>& faces, typename S::F x) {
    using F = typename S::F;
    const F zero = S::set1(0.0f);
    return S::select(S::less(x, zero), -x, S::select(S::less(faces.length, x), x - faces.length, zero));
}

// Corresponds to add_deepest in clip.cpp.
template <class S>
inline WidePoint<S> deepest_end(const WideFaces<S>& faces, const WideAxis<S>& axis, typename S::F margin) {
    using F = typename S::F;
    const F byte = S::set1(256.0f);
    const WideVec2<S> other = select<S>(faces.first_is_deepest, faces.local_second, faces.local_first);
    const F overhang = side_overhang(faces, faces.local_deepest_x);
    const typename S::M take_other =
        S::mask_and(S::less(faces.slack, overhang), S::less(side_overhang(faces, other.x), overhang));
    const WideVec2<S> other_point = select<S>(faces.first_is_deepest, faces.second_point, faces.first_point);
    const F other_index = S::select(faces.first_is_deepest, faces.second, faces.first);
    return make_point<S>(faces, margin, select<S>(take_other, other_point, faces.deepest_point),
                         S::select(take_other, other.y, axis.separation),
                         byte * S::select(take_other, other_index, axis.support));
}

// Corresponds to clip_to_face in clip.cpp and, in lanes where clipping leaves nothing, to deepest_vertex.
template <class S>
inline WidePoints<S> clip_to_face(const WideFaces<S>& faces, const WideAxis<S>& axis, typename S::F margin) {
    using F = typename S::F;
    using M = typename S::M;
    const F zero = S::set1(0.0f);
    const F byte = S::set1(256.0f);
    const F clip_unit = S::set1(65536.0f);
    const F reach = faces.length + faces.slack;
    const F start = S::max(faces.local_second.x, zero);
    const F end = S::min(faces.local_first.x, faces.length);
    const M has_width = S::less(faces.slack, end - start);
    const M is_beside =
        S::mask_or(S::less(reach, faces.local_second.x), S::less(faces.local_first.x, -faces.slack));
    const M clips_first = S::less(reach, faces.local_first.x);
    const M clips_second = S::less(faces.local_second.x, -faces.slack);
    const WideClip<S> first_clip = clip_edge<S>(faces.second_point, faces.first_point, faces.local_second,
                                                faces.local_first, faces.length);
    const WideClip<S> second_clip =
        clip_edge<S>(faces.first_point, faces.second_point, faces.local_first, faces.local_second, zero);
    const F first_id = byte * faces.first;
    const WidePoint<S> first =
        make_point<S>(faces, margin, select<S>(clips_first, first_clip.point, faces.first_point),
                      S::select(clips_first, first_clip.height, faces.local_first.y),
                      S::select(clips_first, first_id + clip_unit + clip_unit, first_id));
    const WidePoint<S> second =
        make_point<S>(faces, margin, select<S>(clips_second, second_clip.point, faces.second_point),
                      S::select(clips_second, second_clip.height, faces.local_second.y),
                      S::select(clips_second, first_id + clip_unit, byte * faces.second));
    const WidePoint<S> deepest = deepest_end(faces, axis, margin);
    const M clipped =
        S::mask_andnot(is_beside, S::mask_and(has_width, S::mask_or(first.exists, second.exists)));
    WidePoints<S> points{select_point<S>(clipped, select_point<S>(first.exists, first, second), deepest),
                         second};
    points.second.exists = S::mask_and(clipped, S::mask_and(first.exists, second.exists));
    return points;
}

}  // namespace toibox
