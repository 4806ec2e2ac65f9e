// SPDX-License-Identifier: MIT

// Interval halving: if the step ends in contact, halves the step repeatedly, keeping the half that starts
// free and ends in contact, until the distance matches the target. It only needs a distance test at a given
// time. The drawback: a contact that is over at the end of the step is missed (a bullet through a thin wall),
// and if there are several times of contact, any of them may be found. Bilateral advancement also tests the
// end of the step, but along an axis; on it, a shape that has passed through the wall still counts as past
// the wall's front face, so the hit is found.
// Sources: anonymous lecture slides "Detekcija trkov" ("Collision Detection"), "Interval Halving"; M. Trtík,
// "Collision detection", lecture PA199, Masaryk University 2024, slide 38 (binary search).

#include "toi/toi_methods.h"
#include "toi/toi_search.h"

namespace toibox::toi {

template <class Trace>
ToiResult interval_halving(const ToiInput& input, const ToiOptions& options, Trace& trace) {
    ToiSearch<Trace> query(input, trace);
    const double free_distance = options.target + options.tolerance;
    if (!(query.query_distance(0.0).distance > free_distance)) return query.finish_at_target(0.0);
    double t_free = 0.0;
    double t_contact = 1.0;
    double t = t_contact;
    while (query.counts().outer < options.max_iterations) {
        const double distance = query.query_distance(t).distance;
        const bool is_free = distance > free_distance;
        if (is_free && t == 1.0) return query.end(ToiState::Separated, 1.0);
        if (!is_free && !(distance < options.target - options.tolerance)) return query.finish_at_target(t);
        (is_free ? t_free : t_contact) = t;
        t = t_free + 0.5 * (t_contact - t_free);
        if (!(t > t_free && t < t_contact)) break;
    }
    return query.end(ToiState::Exhausted, t_free);
}

template ToiResult interval_halving(const ToiInput&, const ToiOptions&, NoTrace&);
template ToiResult interval_halving(const ToiInput&, const ToiOptions&, ToiRecorder&);

}  // namespace toibox::toi
