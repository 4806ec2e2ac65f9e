// SPDX-License-Identifier: MIT
#include "toibox/toi/moving_circles.h"

#include "toibox/toi/tuning.h"

#include <cmath>
#include <cstddef>

namespace toibox {

namespace {

double taxicab(Vec2d p) {
    return std::abs(p.x) + std::abs(p.y);
}

/// The fraction of the segment from c0 to c1 at which a point is first within `reach` of the origin. The
/// discriminant uses the distance of the line from the origin, so the error is only the rounding of the
/// coordinates, which `reach` must cover.
std::optional<double> entry_fraction(Vec2d c0, Vec2d c1, double reach) {
    const double outside = length_squared(c0) - reach * reach;
    if (!(outside > 0.0)) return 0.0;
    const Vec2d delta = c1 - c0;
    const double approach = -dot(c0, delta);
    const double cross_term = cross(c0, delta);
    const double discriminant = length_squared(delta) * reach * reach - cross_term * cross_term;
    if (!(approach > 0.0) || discriminant < 0.0) return std::nullopt;
    const double fraction = outside / (approach + std::sqrt(discriminant));
    return fraction <= 1.0 ? std::optional(fraction) : std::nullopt;
}

int interval_count(double angle) {
    const double intervals = std::abs(angle) / tuning::max_rotation_per_interval;
    return intervals < tuning::max_intervals ? 1 + static_cast<int>(intervals) : tuning::max_intervals;
}

/// A function whose second derivative is at most w² deviates from its chord by at most w²/8; and points on a
/// circle of 1 m are at most 2 m apart.
double max_chord_deviation(double angle) {
    const double deviation = 0.125 * angle * angle;
    return deviation < 2.0 ? deviation : 2.0;
}

std::vector<Transformd> poses_of(const Sweep& sweep, int intervals) {
    std::vector<Transformd> poses;
    for (int i = 0; i <= intervals; ++i)
        poses.push_back(pose_at(sweep, static_cast<double>(i) / intervals));
    return poses;
}

}  // namespace

MovingCircles::MovingCircles(const Sweep& a, const Sweep& b)
    : local_center_a_(a.local_center), local_center_b_(b.local_center) {
    const int intervals_a = interval_count(a.delta_angle);
    const int intervals_b = interval_count(b.delta_angle);
    const int intervals = intervals_a > intervals_b ? intervals_a : intervals_b;
    deviation_a_ = max_chord_deviation(a.delta_angle / intervals);
    deviation_b_ = max_chord_deviation(b.delta_angle / intervals);
    poses_a_ = poses_of(a, intervals);
    poses_b_ = poses_of(b, intervals);
}

std::optional<double> MovingCircles::first_meeting(const BoundingCircle& a, const BoundingCircle& b,
                                                   double reach, double until) const {
    const double deviation =
        deviation_a_ * length(a.center - local_center_a_) + deviation_b_ * length(b.center - local_center_b_);
    const double contact_distance = a.radius + b.radius + reach + deviation;
    const double intervals = static_cast<double>(poses_a_.size() - 1);
    Vec2d center_a = transform_point(poses_a_[0], a.center);
    Vec2d center_b = transform_point(poses_b_[0], b.center);
    for (std::size_t i = 0; i + 1 < poses_a_.size(); ++i) {
        const double interval_start = static_cast<double>(i) / intervals;
        if (interval_start > until) return std::nullopt;
        const Vec2d next_a = transform_point(poses_a_[i + 1], a.center);
        const Vec2d next_b = transform_point(poses_b_[i + 1], b.center);
        const double size =
            contact_distance + taxicab(center_a) + taxicab(center_b) + taxicab(next_a) + taxicab(next_b);
        const double padded = contact_distance + tuning::volume_slack * size;
        if (const auto fraction = entry_fraction(center_b - center_a, next_b - next_a, padded)) {
            const double t = interval_start + *fraction / intervals;
            const double padded_t = t - tuning::volume_slack;
            if (padded_t > until) return std::nullopt;
            return padded_t > 0.0 ? padded_t : 0.0;
        }
        center_a = next_a;
        center_b = next_b;
    }
    return std::nullopt;
}

}  // namespace toibox
