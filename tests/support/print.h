// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/geometry/aabb.h"
#include "toibox/geometry/hull.h"
#include "toibox/geometry/mass.h"
#include "toibox/geometry/ray_cast.h"
#include "toibox/geometry/shape.h"
#include "toibox/math/sweep.h"

#include <ios>
#include <limits>
#include <ostream>

/// GoogleTest printers for the engine's types, with all digits, so that a failing case can be reproduced.
/// The printers are found by argument-dependent lookup: include this header in any test that compares such
/// values.
namespace toibox {

template <class T>
void print_digits(std::ostream& out, T value) {
    const auto precision = out.precision(std::numeric_limits<T>::max_digits10);
    out << value;
    out.precision(precision);
}
template <class T>
void PrintTo(const BasicVec2<T>& v, std::ostream* out) {
    *out << '(';
    print_digits(*out, v.x);
    *out << ", ";
    print_digits(*out, v.y);
    *out << ')';
}
template <class T>
void PrintTo(const BasicRot<T>& q, std::ostream* out) {
    *out << "rot(c ";
    print_digits(*out, q.c);
    *out << ", s ";
    print_digits(*out, q.s);
    *out << ')';
}
template <class T>
void PrintTo(const BasicTransform<T>& x, std::ostream* out) {
    PrintTo(x.p, out);
    *out << ' ';
    PrintTo(x.q, out);
}
inline void PrintTo(const Sweep& sweep, std::ostream* out) {
    *out << "sweep about ";
    PrintTo(sweep.local_center, out);
    *out << " from ";
    PrintTo(sweep.c0, out);
    *out << " to ";
    PrintTo(sweep.c1, out);
    *out << " at ";
    PrintTo(sweep.q0, out);
    *out << " turning ";
    print_digits(*out, sweep.delta_angle);
}
inline void PrintTo(const Aabb& box, std::ostream* out) {
    *out << '[';
    PrintTo(box.lower, out);
    *out << " .. ";
    PrintTo(box.upper, out);
    *out << ']';
}
inline void PrintTo(ShapeType type, std::ostream* out) {
    constexpr const char* names[shape_type_count] = {"Circle", "Capsule", "Segment", "Polygon"};
    *out << names[static_cast<int>(type)];
}
inline void PrintTo(const Circle& circle, std::ostream* out) {
    *out << "circle at ";
    PrintTo(circle.center, out);
    *out << " radius ";
    print_digits(*out, circle.radius);
}
inline void PrintTo(const Capsule& capsule, std::ostream* out) {
    *out << "capsule ";
    PrintTo(capsule.a, out);
    PrintTo(capsule.b, out);
    *out << " radius ";
    print_digits(*out, capsule.radius);
}
inline void PrintTo(const Segment& segment, std::ostream* out) {
    *out << "segment ";
    PrintTo(segment.a, out);
    PrintTo(segment.b, out);
}
inline void PrintTo(const Polygon& polygon, std::ostream* out) {
    *out << "polygon";
    for (const Vec2 vertex : polygon.vertices()) {
        *out << ' ';
        PrintTo(vertex, out);
    }
    *out << " radius ";
    print_digits(*out, polygon.radius());
}
inline void PrintTo(const Shape& shape, std::ostream* out) {
    std::visit([out](const auto& s) { PrintTo(s, out); }, shape);
}
inline void PrintTo(const PolygonError& error, std::ostream* out) {
    *out << describe(error);
}
inline void PrintTo(const MassProperties& mass, std::ostream* out) {
    *out << "mass ";
    print_digits(*out, mass.mass);
    *out << " at ";
    PrintTo(mass.center, out);
    *out << " inertia ";
    print_digits(*out, mass.inertia);
}
inline void PrintTo(const Ray& ray, std::ostream* out) {
    *out << "ray ";
    PrintTo(ray.from, out);
    *out << " to ";
    PrintTo(ray.to, out);
}

}  // namespace toibox
