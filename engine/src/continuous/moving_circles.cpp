// SPDX-License-Identifier: MIT
#include "toibox/continuous/moving_circles.h"

#include "toibox/continuous/tuning.h"

#include <cmath>
#include <cstddef>

namespace toibox {

namespace {

double taxicab(Vec2d p) {
    return std::abs(p.x) + std::abs(p.y);
}

/// Where on the line from c0 to c1, as a share of it, a point first is within `reach` of the origin. The
/// discriminant is written with the line's distance from the origin, so that it loses no more than rounding
/// of the coordinates, which `reach` has to cover.
std::optional<double> entry_fraction(Vec2d c0, Vec2d c1, double reach) {
    const double beyond = length_squared(c0) - reach * reach;
    if (!(beyond > 0.0)) return 0.0;
    const Vec2d delta = c1 - c0;
    const double nearing = -dot(c0, delta);
    const double off = cross(c0, delta);
    const double discriminant = length_squared(delta) * reach * reach - off * off;
    if (!(nearing > 0.0) || discriminant < 0.0) return std::nullopt;
    const double share = beyond / (nearing + std::sqrt(discriminant));
    return share <= 1.0 ? std::optional(share) : std::nullopt;
}

int part_count(double turn) {
    const double parts = std::abs(turn) / tuning::max_turn_per_part;
    return parts < tuning::max_parts ? 1 + static_cast<int>(parts) : tuning::max_parts;
}

/// A function whose second derivative is at most w² leaves the line between its ends by w²/8 at most; and
/// nothing on a circle of 1 m is farther than 2 m from anything else.
double max_chord_deviation(double turn) {
    const double deviation = 0.125 * turn * turn;
    return deviation < 2.0 ? deviation : 2.0;
}

std::vector<Transformd> poses_of(const Sweep& sweep, int parts) {
    std::vector<Transformd> poses;
    for (int i = 0; i <= parts; ++i)
        poses.push_back(pose_at(sweep, static_cast<double>(i) / parts));
    return poses;
}

}  // namespace

MovingCircles::MovingCircles(const Sweep& a, const Sweep& b)
    : local_center_a_(a.local_center), local_center_b_(b.local_center) {
    const int parts_a = part_count(a.delta_angle);
    const int parts_b = part_count(b.delta_angle);
    const int parts = parts_a > parts_b ? parts_a : parts_b;
    deviation_a_ = max_chord_deviation(a.delta_angle / parts);
    deviation_b_ = max_chord_deviation(b.delta_angle / parts);
    poses_a_ = poses_of(a, parts);
    poses_b_ = poses_of(b, parts);
}

std::optional<double> MovingCircles::first_meeting(const BoundingCircle& a, const BoundingCircle& b,
                                                   double reach, double until) const {
    const double deviation =
        deviation_a_ * length(a.middle - local_center_a_) + deviation_b_ * length(b.middle - local_center_b_);
    const double contact_distance = a.radius + b.radius + reach + deviation;
    const double parts = static_cast<double>(poses_a_.size() - 1);
    Vec2d at_a = transform_point(poses_a_[0], a.middle);
    Vec2d at_b = transform_point(poses_b_[0], b.middle);
    for (std::size_t i = 0; i + 1 < poses_a_.size(); ++i) {
        const double from = static_cast<double>(i) / parts;
        if (from > until) return std::nullopt;
        const Vec2d next_a = transform_point(poses_a_[i + 1], a.middle);
        const Vec2d next_b = transform_point(poses_b_[i + 1], b.middle);
        const double size =
            contact_distance + taxicab(at_a) + taxicab(at_b) + taxicab(next_a) + taxicab(next_b);
        const double padded = contact_distance + tuning::volume_slack * size;
        if (const auto share = entry_fraction(at_b - at_a, next_b - next_a, padded)) {
            const double t = from + *share / parts;
            const double early = t - tuning::volume_slack;
            if (early > until) return std::nullopt;
            return early > 0.0 ? early : 0.0;
        }
        at_a = next_a;
        at_b = next_b;
    }
    return std::nullopt;
}

}  // namespace toibox
