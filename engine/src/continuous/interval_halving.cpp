// SPDX-License-Identifier: MIT

// Interval halving: if the step ends in contact, halve it, keep the half that begins free and ends in
// contact, and go on until the distance is that of the target. It asks nothing of the motion but a test at a
// time, and it sees nothing else: a contact that is over at the end of the step is missed (the bullet), and
// of several times some one is found. Bilateral advancement looks at the end too, but along an axis, on which
// the far side of a wall is still "behind". Sources: lectures "Collision detection" (interval halving, binary
// search) and PA199 (computing collision time).

#include "methods.h"
#include "toi_query.h"

namespace toibox::toi {

template <class Trace>
ToiResult interval_halving(const ToiInput& input, const ToiOptions& options, Trace& trace) {
    ToiSearch<Trace> query(input, trace);
    const double free = options.target + options.tolerance;
    if (!(query.query_distance(0.0).distance > free)) return query.finish_at_target(0.0);
    double before = 0.0;
    double after = 1.0;
    double t = after;
    while (query.counts().outer < options.max_iterations) {
        const double distance = query.query_distance(t).distance;
        const bool is_free = distance > free;
        if (is_free && t == 1.0) return query.end(ToiState::Separated, 1.0);
        if (!is_free && !(distance < options.target - options.tolerance)) return query.finish_at_target(t);
        (is_free ? before : after) = t;
        t = before + 0.5 * (after - before);
        if (!(t > before && t < after)) break;
    }
    return query.end(ToiState::Exhausted, before);
}

template ToiResult interval_halving(const ToiInput&, const ToiOptions&, NoTrace&);
template ToiResult interval_halving(const ToiInput&, const ToiOptions&, ToiRecorder&);

}  // namespace toibox::toi
