// SPDX-License-Identifier: MIT
#include "toibox/scene/probe.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <utility>

namespace toibox::scene {

namespace {

constexpr double undefined = std::numeric_limits<double>::quiet_NaN();

constexpr std::array field_names{
    ProbeFieldName{"separation", ProbeField::Separation, false},
    ProbeFieldName{"normal.x", ProbeField::NormalX, false},
    ProbeFieldName{"normal.y", ProbeField::NormalY, false},
    ProbeFieldName{"overlapping", ProbeField::Overlapping, true},
    ProbeFieldName{"iterations", ProbeField::Iterations, true},
    ProbeFieldName{"looks", ProbeField::Looks, true},
    ProbeFieldName{"in_one", ProbeField::InOne, true},
    ProbeFieldName{"max_iterations", ProbeField::MaxIterations, true},
    ProbeFieldName{"total_iterations", ProbeField::TotalIterations, true},
};

/// The one shape of a body; nothing if it has none or several, or is not there.
std::optional<ShapeView> lone_shape(const World& world, BodyHandle body) {
    const std::optional<const BodyView> view = world.find(body);
    if (!view) return std::nullopt;
    const std::vector<ShapeHandle> shapes = view->shapes();
    return shapes.size() == 1 ? std::optional(*world.find(shapes.front())) : std::nullopt;
}

}  // namespace

std::span<const ProbeFieldName> probe_fields() {
    return field_names;
}

void Probe::look(const World& world, BodyHandle a, BodyHandle b, DistanceMethod method) {
    const auto shape_a = lone_shape(world, a);
    const auto shape_b = lone_shape(world, b);
    if (!shape_a || !shape_b) {
        a_ = b_ = {};
        return;
    }
    const bool is_coherent = !a_.is_null() && a_ == a && b_ == b;
    const ConvexProxyBuffer points_a(shape_a->geometry);
    const ConvexProxyBuffer points_b(shape_b->geometry);
    answer_ = distance_by(method, {.a = points_a.proxy(),
                                   .pose_a = widen(world.find(a)->transform()),
                                   .b = points_b.proxy(),
                                   .pose_b = widen(world.find(b)->transform()),
                                   .cache = is_coherent ? answer_.cache : DistanceCache{}});
    a_ = a;
    b_ = b;
    if (!is_coherent) return;
    ++count_.looks;
    count_.in_one += answer_.iterations == 1 ? 1 : 0;
    count_.max = std::max<std::int64_t>(count_.max, answer_.iterations);
    count_.total += answer_.iterations;
}

double Probe::value(ProbeField field) const {
    const bool is_known =
        !a_.is_null() && answer_.state != DistanceState::Exhausted && answer_.state != DistanceState::Invalid;
    switch (field) {
        case ProbeField::Separation:
            return is_known ? answer_.separation : undefined;
        case ProbeField::NormalX:
            return is_known ? answer_.normal.x : undefined;
        case ProbeField::NormalY:
            return is_known ? answer_.normal.y : undefined;
        case ProbeField::Overlapping:
            return is_known ? static_cast<double>(answer_.state == DistanceState::Overlapping) : undefined;
        case ProbeField::Iterations:
            return a_.is_null() ? undefined : static_cast<double>(answer_.iterations);
        case ProbeField::Looks:
            return static_cast<double>(count_.looks);
        case ProbeField::InOne:
            return static_cast<double>(count_.in_one);
        case ProbeField::MaxIterations:
            return static_cast<double>(count_.max);
        case ProbeField::TotalIterations:
            return static_cast<double>(count_.total);
    }
    return undefined;
}

}  // namespace toibox::scene
