// SPDX-License-Identifier: MIT
/// Mass, centre and inertia of uniform shapes in closed form, in double. A rounded polygon is its hull, a
/// rectangle at every edge and a sector at every corner.
#include "toibox/geometry/mass.h"

#include "toibox/geometry/bounds.h"
#include "toibox/math/trig.h"

#include <cmath>

namespace toibox {

namespace {

/// Sums of mass and of the first and second moments about `origin`, a point near the parts. With moments
/// about the frame origin, a small shape far away would lose its inertia to cancellation.
struct Moments {
    Vec2d origin;
    double mass = 0.0;
    Vec2d first;          ///< ∫ x dm
    double second = 0.0;  ///< ∫ |x|² dm

    /// Adds a part with its centre and its inertia about that centre.
    void add(double part_mass, Vec2d center, double inertia) {
        const Vec2d from_origin = center - origin;
        mass += part_mass;
        first += part_mass * from_origin;
        second += inertia + part_mass * length_squared(from_origin);
    }

    [[nodiscard]] MassProperties finish() const {
        if (!(mass > 0.0)) return {};
        const Vec2d center = {first.x / mass, first.y / mass};
        const double inertia = second - mass * length_squared(center);
        return {static_cast<float>(mass), narrow(origin + center),
                static_cast<float>(inertia > 0.0 ? inertia : 0.0)};
    }
};

void add_circle(Moments& moments, const Circle& circle, double density) {
    const double r = static_cast<double>(circle.radius);
    const double mass = density * pi * r * r;
    moments.add(mass, widen(circle.center), 0.5 * mass * r * r);
}

/// A rectangle between the ends and a half-disc at each end.
void add_capsule(Moments& moments, const Capsule& capsule, double density) {
    const double r = static_cast<double>(capsule.radius);
    const Vec2d a = widen(capsule.a);
    const Vec2d b = widen(capsule.b);
    const double length_ab = distance(a, b);
    const double half_length = 0.5 * length_ab;
    const double rectangle = density * 2.0 * r * length_ab;
    const double discs = density * pi * r * r;
    const double half_disc_center = 4.0 * r / (3.0 * pi);  // from the diameter
    const double inertia =
        rectangle * (length_ab * length_ab + 4.0 * r * r) / 12.0 +
        discs * (0.5 * r * r + half_length * half_length + 2.0 * half_length * half_disc_center);
    moments.add(rectangle + discs, 0.5 * (a + b), inertia);
}

/// A triangle fan from the origin of the moments, which is inside the hull: no precision is lost far from the
/// frame origin, and symmetric shapes give symmetric results.
void add_hull(Moments& moments, std::span<const Vec2> vertices, double density) {
    for (std::size_t i = 0; i < vertices.size(); ++i) {
        const Vec2d e1 = widen(vertices[i]) - moments.origin;
        const Vec2d e2 = widen(vertices[(i + 1) % vertices.size()]) - moments.origin;
        const double mass = 0.5 * density * cross(e1, e2);
        const Vec2d center = (1.0 / 3.0) * (e1 + e2);
        const double about_origin = mass * (dot(e1, e1) + dot(e1, e2) + dot(e2, e2)) / 6.0;
        moments.add(mass, moments.origin + center, about_origin - mass * length_squared(center));
    }
}

void add_rounded_border(Moments& moments, const Polygon& polygon, double density) {
    const double r = static_cast<double>(polygon.radius());
    const auto vertices = polygon.vertices();
    const auto normals = polygon.normals();
    const std::size_t n = vertices.size();
    for (std::size_t i = 0; i < n; ++i) {
        const Vec2d a = widen(vertices[i]);
        const Vec2d b = widen(vertices[(i + 1) % n]);
        const Vec2d normal = widen(normals[i]);
        const double edge = distance(a, b);
        const double rectangle = density * edge * r;
        moments.add(rectangle, 0.5 * (a + b) + 0.5 * r * normal, rectangle * (edge * edge + r * r) / 12.0);

        // The normal rotates by `angle` at the corner b.
        const Vec2d next = widen(normals[(i + 1) % n]);
        const double angle = atan2(cross(normal, next), dot(normal, next));
        if (!(angle > 0.0)) continue;
        const double sector = 0.5 * density * r * r * angle;
        const double centroid_distance = 4.0 * r * sin_cos(0.5 * angle).sin / (3.0 * angle);
        moments.add(sector, b + centroid_distance * normalized(normal + next),
                    sector * (0.5 * r * r - centroid_distance * centroid_distance));
    }
}

}  // namespace

MassProperties mass_properties(const Shape& shape, float density) {
    const double rho = static_cast<double>(density);
    Moments moments{.origin = widen(centroid(shape)), .first = {}};
    if (const auto* circle = std::get_if<Circle>(&shape)) {
        add_circle(moments, *circle, rho);
    } else if (const auto* capsule = std::get_if<Capsule>(&shape)) {
        add_capsule(moments, *capsule, rho);
    } else if (const auto* polygon = std::get_if<Polygon>(&shape)) {
        add_hull(moments, polygon->vertices(), rho);
        if (polygon->radius() > 0.0f) add_rounded_border(moments, *polygon, rho);
    }
    return moments.finish();
}

MassProperties combined(std::span<const MassProperties> parts) {
    if (parts.empty()) return {};
    Moments moments{.origin = widen(parts.front().center), .first = {}};
    for (const MassProperties& part : parts) {
        moments.add(static_cast<double>(part.mass), widen(part.center), static_cast<double>(part.inertia));
    }
    return moments.finish();
}

}  // namespace toibox
