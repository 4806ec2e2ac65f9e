// SPDX-License-Identifier: MIT
#include "toibox/scene/probe.h"

#include "scene/claims/quantity.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace toibox::scene {

namespace {

constexpr std::array field_names{
    ProbeFieldName{"separation", ProbeField::Separation, false},
    ProbeFieldName{"normal.x", ProbeField::NormalX, false},
    ProbeFieldName{"normal.y", ProbeField::NormalY, false},
    ProbeFieldName{"overlapping", ProbeField::Overlapping, true},
    ProbeFieldName{"iterations", ProbeField::Iterations, true},
    ProbeFieldName{"looks", ProbeField::WarmStarts, true},
    ProbeFieldName{"in_one", ProbeField::SingleIteration, true},
    ProbeFieldName{"max_iterations", ProbeField::MaxIterations, true},
    ProbeFieldName{"total_iterations", ProbeField::TotalIterations, true},
};

/// The only shape of a body; nullopt if it has none or several, or does not exist.
std::optional<ShapeView> single_shape(const World& world, BodyHandle body) {
    const std::optional<const BodyView> view = world.find(body);
    if (!view) return std::nullopt;
    const std::vector<ShapeHandle> shapes = view->shapes();
    return shapes.size() == 1 ? std::optional(*world.find(shapes.front())) : std::nullopt;
}

}  // namespace

std::span<const ProbeFieldName> probe_fields() {
    return field_names;
}

void Probe::update(const World& world, BodyHandle a, BodyHandle b, DistanceMethod method) {
    const auto shape_a = single_shape(world, a);
    const auto shape_b = single_shape(world, b);
    if (!shape_a || !shape_b) {
        memory_.a = memory_.b = {};
        return;
    }
    const bool is_coherent = !memory_.a.is_null() && memory_.a == a && memory_.b == b;
    const ConvexProxyBuffer points_a(shape_a->geometry);
    const ConvexProxyBuffer points_b(shape_b->geometry);
    memory_.answer =
        measure_distance(method, {.a = points_a.proxy(),
                                  .pose_a = widen(world.find(a)->transform()),
                                  .b = points_b.proxy(),
                                  .pose_b = widen(world.find(b)->transform()),
                                  .cache = is_coherent ? memory_.answer.cache : DistanceCache{}});
    memory_.a = a;
    memory_.b = b;
    if (!is_coherent) return;
    ++memory_.count.warm_starts;
    memory_.count.single_iteration += memory_.answer.iterations == 1 ? 1 : 0;
    memory_.count.max_iterations =
        std::max<std::int64_t>(memory_.count.max_iterations, memory_.answer.iterations);
    memory_.count.total_iterations += memory_.answer.iterations;
}

double Probe::value(ProbeField field) const {
    const bool is_known = !memory_.a.is_null() && memory_.answer.state != DistanceState::Exhausted &&
                          memory_.answer.state != DistanceState::Invalid;
    switch (field) {
        case ProbeField::Separation:
            return is_known ? memory_.answer.separation : undefined;
        case ProbeField::NormalX:
            return is_known ? memory_.answer.normal.x : undefined;
        case ProbeField::NormalY:
            return is_known ? memory_.answer.normal.y : undefined;
        case ProbeField::Overlapping:
            return is_known ? static_cast<double>(memory_.answer.state == DistanceState::Overlapping)
                            : undefined;
        case ProbeField::Iterations:
            return memory_.a.is_null() ? undefined : static_cast<double>(memory_.answer.iterations);
        case ProbeField::WarmStarts:
            return static_cast<double>(memory_.count.warm_starts);
        case ProbeField::SingleIteration:
            return static_cast<double>(memory_.count.single_iteration);
        case ProbeField::MaxIterations:
            return static_cast<double>(memory_.count.max_iterations);
        case ProbeField::TotalIterations:
            return static_cast<double>(memory_.count.total_iterations);
    }
    return undefined;
}

}  // namespace toibox::scene
