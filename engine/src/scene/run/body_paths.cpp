// SPDX-License-Identifier: MIT
#include "scene/run/body_paths.h"

#include "toibox/dynamics/world_state.h"

#include "broad/box_index.h"
#include "dynamics/contacts/one_way.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace toibox::scene {

namespace {

bool is_filtered_by_joint(const World& world, BodyHandle a, BodyHandle b) {
    for (const JointHandle handle : world.joints()) {
        const JointBase& joint = base_of(*world.find(handle));
        if (joint.collide_connected) continue;
        const bool same = joint.body_a == a.index && joint.body_b == b.index;
        const bool swapped = joint.body_a == b.index && joint.body_b == a.index;
        if (same || swapped) return true;
    }
    return false;
}

/// Box of all points within reach of the path, enlarged to cover rounding.
Aabb bounds_of(const BodyPath& path) {
    constexpr double rounding = 1e-6;
    const auto lower_bound = [&](double a, double b) {
        const double lower = std::min(a, b) - path.reach;
        return static_cast<float>(lower - rounding * (std::abs(lower) + path.reach));
    };
    const Vec2d from = path.sweep.c0;
    const Vec2d to = path.sweep.c1;
    return {{lower_bound(from.x, to.x), lower_bound(from.y, to.y)},
            {-lower_bound(-from.x, -to.x), -lower_bound(-from.y, -to.y)}};
}

bool is_fast(const BodyPath& path) {
    return !path.is_static && path.travel > 0.5 * path.inner_radius;
}

ContactEvent ordered(ShapeHandle a, ShapeHandle b) {
    return a.index < b.index ? ContactEvent{a, b} : ContactEvent{b, a};
}

/// Shapes of bodies near the paths of fast bodies.
void add_near_shapes(const World& world, std::span<const BodyPath> paths, std::vector<ContactEvent>& found) {
    if (std::ranges::none_of(paths, is_fast)) return;
    broad::BoxIndex index;
    index.resize(paths.size());
    for (std::uint32_t i = 0; i < paths.size(); ++i)
        index.set(i, bounds_of(paths[i]));
    index.refresh();
    for (const BodyPath& path : paths) {
        if (!is_fast(path)) continue;
        index.query(bounds_of(path), [&](std::uint32_t i) {
            const BodyPath& other = paths[i];
            if (other.body == path.body || (other.is_static && path.is_static)) return true;
            if (path.travel + other.travel <= passing_distance(path, other)) return true;
            for (const ShapeHandle a : world.find(path.body)->shapes()) {
                for (const ShapeHandle b : world.find(other.body)->shapes())
                    found.push_back(ordered(a, b));
            }
            return true;
        });
    }
}

/// Contacts so deep that the motion of the step may have moved a body to the far side.
void add_deep_contacts(const World& world, std::span<const BodyPath> paths,
                       std::vector<ContactEvent>& found) {
    for (const Contact& contact : world.contacts()) {
        const BodyPath* a = find_path(paths, contact.body_a);
        const BodyPath* b = find_path(paths, contact.body_b);
        if (a == nullptr || b == nullptr) continue;
        double depth = 0.0;
        for (std::uint8_t i = 0; i < contact.count; ++i)
            depth = std::max(depth, -static_cast<double>(contact.points[i].separation));
        if (depth > 0.0 && depth + a->travel + b->travel > passing_distance(*a, *b))
            found.push_back({world.shape_at(contact.shape_a), world.shape_at(contact.shape_b)});
    }
}

}  // namespace

std::vector<BodyPath> paths_of(const World& world, std::span<const VerdictMemory::StoredBody> before) {
    std::vector<BodyPath> paths;
    for (const BodyHandle handle : world.bodies()) {
        if (handle.index >= before.size() || before[handle.index].body != handle)
            continue;  // created in this step
        const BodyView body = *std::as_const(world).find(handle);
        const VerdictMemory::StoredBody& old = before[handle.index];
        BodyPath path{.body = handle,
                      .sweep = {widen(body.mass().local_center), old.center, widen(body.center()),
                                old.transform.q, body.angle() - old.angle},
                      .inner_radius = static_cast<double>(body.mass().min_extent),
                      .reach = static_cast<double>(body.mass().max_extent),
                      .is_static = body.info().type == BodyType::Static};
        path.travel = distance(path.sweep.c0, path.sweep.c1) + std::abs(path.sweep.delta_angle) * path.reach;
        paths.push_back(path);
    }
    return paths;
}

const BodyPath* find_path(std::span<const BodyPath> paths, std::uint32_t body) {
    const auto found =
        std::ranges::lower_bound(paths, body, {}, [](const BodyPath& path) { return path.body.index; });
    return found != paths.end() && found->body.index == body ? &*found : nullptr;
}

double passing_distance(const BodyPath& a, const BodyPath& b) {
    if (a.is_static) return b.inner_radius;
    return b.is_static ? a.inner_radius : std::min(a.inner_radius, b.inner_radius);
}

std::vector<ContactEvent> passing_candidates(const World& world, std::span<const BodyPath> paths,
                                             std::span<const VerdictMemory::FarSide> on_far_side) {
    std::vector<ContactEvent> found;
    for (const VerdictMemory::FarSide& pair : on_far_side)
        found.push_back({pair.a, pair.b});
    add_near_shapes(world, paths, found);
    add_deep_contacts(world, paths, found);
    const auto key = [](const ContactEvent& pair) { return std::pair(pair.a.index, pair.b.index); };
    std::ranges::sort(found, {}, key);
    const auto repeated = std::ranges::unique(found, {}, key);
    found.erase(repeated.begin(), repeated.end());
    return found;
}

bool can_collide(const World& world, std::span<const VerdictMemory::StoredBody> before, ShapeHandle a,
                 ShapeHandle b) {
    const ShapeView shape_a = *world.find(a);
    const ShapeView shape_b = *world.find(b);
    if (shape_a.sensor || shape_b.sensor || !may_collide(shape_a.filter, shape_b.filter)) return false;
    if (is_filtered_by_joint(world, shape_a.body, shape_b.body)) return false;
    if (shape_a.one_way == Vec2{} && shape_b.one_way == Vec2{}) return true;
    const double depth = one_way_depth(world.settings());
    const Transformd& pose_a = before[shape_a.body.index].transform;
    const Transformd& pose_b = before[shape_b.body.index].transform;
    return (shape_a.one_way != Vec2{} &&
            lies_in_front({shape_a.geometry, shape_a.one_way, pose_a}, shape_b.geometry, pose_b, depth)) ||
           (shape_b.one_way != Vec2{} &&
            lies_in_front({shape_b.geometry, shape_b.one_way, pose_b}, shape_a.geometry, pose_a, depth));
}

}  // namespace toibox::scene
