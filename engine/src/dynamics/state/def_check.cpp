// SPDX-License-Identifier: MIT
#include "dynamics/state/def_check.h"

#include "toibox/dynamics/tuning.h"
#include "toibox/geometry/bounds.h"

#include <cmath>
#include <initializer_list>

namespace toibox {
namespace {

using OptionalError = std::optional<DefError>;

DefError make_error(std::string_view field, const char* why) {
    return {std::string(field), why};
}

OptionalError check_positive(std::string_view field, float value) {
    if (OptionalError bad = check_number(field, value)) return bad;
    if (!(value > 0.0f)) return make_error(field, "must be greater than 0");
    return std::nullopt;
}

/// Checks a point of a shape, body frame.
OptionalError check_point(std::string_view field, Vec2 value) {
    if (OptionalError bad = check_vector(field, value)) return bad;
    const Vec2 size = abs(value);
    if (size.x > tuning::max_shape_size || size.y > tuning::max_shape_size) {
        return make_error(field, "is farther than 1000 km from the body's origin");
    }
    return std::nullopt;
}
OptionalError check_radius(float radius) {
    if (OptionalError bad = check_positive("radius", radius)) return bad;
    if (radius > tuning::max_shape_size) return make_error("radius", "is larger than 1000 km");
    if (radius < tuning::min_shape_radius) return make_error("radius", "is smaller than 1 nm");
    return std::nullopt;
}

OptionalError check_geometry(const Circle& circle) {
    return first_of({check_point("center", circle.center), check_radius(circle.radius)});
}
OptionalError check_geometry(const Capsule& capsule) {
    return first_of({check_point("a", capsule.a), check_point("b", capsule.b), check_radius(capsule.radius)});
}
OptionalError check_geometry(const Segment& segment) {
    if (OptionalError bad =
            first_of({check_point("a", segment.a), check_point("b", segment.b),
                      check_point("ghost_a", segment.ghost_a), check_point("ghost_b", segment.ghost_b)})) {
        return bad;
    }
    if (segment.a == segment.b) return make_error("b", "must differ from a");
    return std::nullopt;
}
/// A Polygon is always convex and has an area, but may be too large or too thin for the engine.
OptionalError check_geometry(const Polygon& polygon) {
    for (const Vec2 vertex : polygon.vertices()) {
        if (OptionalError bad = check_point("vertices", vertex)) return bad;
    }
    if (OptionalError bad = check_not_negative("radius", polygon.radius())) return bad;
    if (polygon.radius() > tuning::max_shape_size) return make_error("radius", "is larger than 1000 km");
    if (!(inner_radius(polygon) >= tuning::min_shape_radius))
        return make_error("vertices", "are too thin: their inner radius is smaller than 1 nm");
    return std::nullopt;
}

}  // namespace

OptionalError first_of(std::initializer_list<OptionalError> checks) {
    for (const OptionalError& check : checks) {
        if (check) return check;
    }
    return std::nullopt;
}

OptionalError check_number(std::string_view field, float value) {
    if (!std::isfinite(value)) return make_error(field, "is not a finite number");
    if (std::abs(value) > tuning::coordinate_limit)
        return make_error(field, "must be between -1e15 and 1e15");
    return std::nullopt;
}

OptionalError check_vector(std::string_view field, Vec2 value) {
    if (OptionalError bad = check_number(std::string(field) + ".x", value.x)) return bad;
    return check_number(std::string(field) + ".y", value.y);
}

OptionalError check_not_negative(std::string_view field, float value) {
    if (OptionalError bad = check_number(field, value)) return bad;
    if (value < 0.0f) return make_error(field, "must not be negative");
    return std::nullopt;
}

OptionalError check_body_type(BodyType type) {
    switch (type) {
        case BodyType::Static:
        case BodyType::Kinematic:
        case BodyType::Dynamic:
            return std::nullopt;
    }
    return make_error("type", "is not one of static, kinematic, dynamic");
}

OptionalError check(const ContinuousOverride& choice) {
    if (choice.toi && static_cast<std::size_t>(*choice.toi) >= toi_methods().size()) {
        return make_error("toi", "is not a known value");
    }
    if (!choice.policy) return std::nullopt;
    for (const EnumEntry<ContinuousPolicy>& known : continuous_policies()) {
        if (known.value != *choice.policy) continue;
        if (is_per_body_policy(known.value)) return std::nullopt;
        return DefError{"continuous", "must be a per-body policy; \"" + std::string(known.name) +
                                          "\" acts on the whole world"};
    }
    return make_error("continuous", "is not a known value");
}

OptionalError check(const BodyDef& def) {
    if (OptionalError bad =
            first_of({check_body_type(def.type), check_vector("position", def.position),
                      check_number("angle", def.angle), check_vector("linear_velocity", def.linear_velocity),
                      check_number("angular_velocity", def.angular_velocity),
                      check_not_negative("linear_damping", def.linear_damping),
                      check_not_negative("angular_damping", def.angular_damping),
                      check_number("gravity_scale", def.gravity_scale), check(def.continuous)})) {
        return bad;
    }
    if (!def.mass) return std::nullopt;
    if (OptionalError bad = check_positive("mass.mass", def.mass->mass)) return bad;
    if (def.mass->mass < tuning::min_mass) return make_error("mass.mass", "must be at least 1e-30");
    return first_of({check_not_negative("mass.inertia", def.mass->inertia),
                     check_vector("mass.center", def.mass->center)});
}

OptionalError check(const Shape& shape) {
    return std::visit([](const auto& geometry) { return check_geometry(geometry); }, shape);
}

OptionalError check(const Material& material) {
    if (OptionalError bad = first_of({check_not_negative("density", material.density),
                                      check_not_negative("friction", material.friction),
                                      check_not_negative("restitution", material.restitution),
                                      check_not_negative("rolling_resistance", material.rolling_resistance),
                                      check_number("tangent_speed", material.tangent_speed)})) {
        return bad;
    }
    if (material.density > tuning::max_density) return make_error("density", "must not exceed 1e12");
    if (material.restitution > 1.0f) return make_error("restitution", "must not exceed 1");
    return std::nullopt;
}

OptionalError check(const ShapeDef& def) {
    if (OptionalError bad = check(def.material)) return bad;
    if (!def.one_way) return std::nullopt;
    if (OptionalError bad = check_vector("one_way", *def.one_way)) return bad;
    if (*def.one_way == Vec2{}) return make_error("one_way", "must point to the solid side");
    if (def.sensor) return make_error("one_way", "must not be given for a sensor, which stops nothing");
    return std::nullopt;
}

OptionalError check(const ExplosionDef& def) {
    return first_of({check_vector("position", def.position), check_not_negative("radius", def.radius),
                     check_not_negative("falloff", def.falloff),
                     check_number("impulse_per_length", def.impulse_per_length)});
}

}  // namespace toibox
