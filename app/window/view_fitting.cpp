// SPDX-License-Identifier: MIT
#include "app/window/view_fitting.h"

#include "toibox/geometry/bounds.h"

#include <algorithm>
#include <cmath>
#include <variant>

namespace toibox::app {

namespace {

/// Parts of static bodies are ignored if they are farther from the moving bodies than this multiple of the
/// size of the moving bodies' bounds.
constexpr float static_body_reach = 2.0f;

/// Calls visit(box, moves) for each shape; `moves`: whether its body can move.
template <class Visit>
void for_each_box(const World& world, Visit&& visit) {
    for (const ShapeHandle handle : world.shapes()) {
        const ShapeView shape = *world.find(handle);
        const BodyView body = *world.find(shape.body);
        visit(compute_aabb(shape.geometry, body.transform()), body.info().type != BodyType::Static);
    }
}
/// The same for the bodies that the scene starts with.
template <class Visit>
void for_each_box(const scene::Scene& scene, Visit&& visit) {
    for (const scene::BodyEntry& body : scene.bodies) {
        const Transform pose{body.def.position, make_rot(body.def.angle)};
        for (const scene::ShapeEntry& shape : body.shapes)
            visit(compute_aabb(shape.shape, pose), body.def.type != BodyType::Static);
    }
}

/// Merges the boxes that `select` returns. `select` gets each box and whether its body moves; it may clip a
/// box or return nullopt.
template <class Source, class Select>
std::optional<Aabb> bounds_of(const Source& source, Select select) {
    std::optional<Aabb> bounds;
    for_each_box(source, [&](const Aabb& all, bool moves) {
        const std::optional<Aabb> box = select(moves, all);
        if (box) bounds = bounds ? merged(*bounds, *box) : *box;
    });
    return bounds;
}

template <class Source>
std::optional<Aabb> moving_bounds_of(const Source& source) {
    return bounds_of(source,
                     [](bool moves, const Aabb& box) { return moves ? std::optional(box) : std::nullopt; });
}

/// See world_bounds().
template <class Source>
std::optional<Aabb> bounds_to_show(const Source& source) {
    const std::optional<Aabb> moving = moving_bounds_of(source);
    const Vec2 size = moving ? moving->upper - moving->lower : Vec2{};
    const float reach = static_body_reach * std::max(std::max(size.x, size.y), 5.0f);
    const Aabb near = fattened(moving.value_or(Aabb{}), reach);
    const std::optional<Aabb> fixed =
        bounds_of(source, [&](bool moves, const Aabb& box) -> std::optional<Aabb> {
            if (moves) return std::nullopt;
            if (!moving) return box;
            if (!overlaps(near, box)) return std::nullopt;
            return Aabb{max(box.lower, near.lower), min(box.upper, near.upper)};
        });
    if (moving && fixed) return merged(*moving, *fixed);
    return moving ? moving : fixed;
}

/// The least height that shows `height` and `width`, metres.
double height_to_show(const Viewport& area, float height, float width) {
    return std::max(static_cast<double>(height),
                    static_cast<double>(width) * static_cast<double>(area.height / area.width));
}

constexpr double glide_seconds = 0.25;

/// Equal steps of `fraction` multiply the scale by equal factors.
Camera between(const Camera& from, const Camera& to, double fraction) {
    return {from.center + fraction * (to.center - from.center),
            from.scale * std::pow(to.scale / from.scale, fraction)};
}

View with_camera(View view, const Camera& camera) {
    view.camera = camera;
    return view;
}

}  // namespace

std::optional<Aabb> moving_bounds(const World& world) {
    return moving_bounds_of(world);
}

std::optional<Aabb> world_bounds(const World& world) {
    return bounds_to_show(world);
}

Camera camera_of(const View& view, const scene::View& shown) {
    return looking_at(view, widen(shown.center), height_to_show(view.viewport, shown.height, shown.width));
}

Camera initial_camera(const View& view, const scene::Scene& scene) {
    if (scene.view && scene.view->height > 0.0f) return camera_of(view, *scene.view);
    const std::optional<Aabb> bounds = bounds_to_show(scene);
    return bounds ? fit_to_box(view, *bounds) : view.camera;
}

Camera camera_of_starts(const View& view, const scene::Scene& scene) {
    const Camera initial = initial_camera(view, scene);
    const Aabb visible = with_camera(view, initial).visible();
    Aabb all = visible;
    for (const scene::BodyEntry& body : scene.bodies) {
        if (body.def.type == BodyType::Static) continue;
        const Vec2 back = body.def.position - static_cast<float>(scene.step) * body.def.linear_velocity;
        all = {min(all.lower, back), max(all.upper, back)};
    }
    return all == visible ? initial : fit_to_box(view, all);
}

Camera home_camera(const View& view, const scene::Scene& scene, const World& world) {
    const Camera initial = initial_camera(view, scene);
    const Aabb scene_area = with_camera(view, initial).visible();
    const std::optional<Aabb> moving = moving_bounds(world);
    if (!moving || contains(scene_area, *moving)) return initial;
    // Static bodies may extend far beyond the scene, as the ground does.
    const std::optional<Aabb> all = bounds_of(world, [&](bool moves, const Aabb& box) {
        if (moves) return std::optional(box);
        return overlaps(scene_area, box)
                   ? std::optional(Aabb{max(box.lower, scene_area.lower), min(box.upper, scene_area.upper)})
                   : std::nullopt;
    });
    const Camera everything = fit_to_box(view, *all);
    return view.camera == everything ? initial : everything;
}

bool shows_opening_body(const View& view, const scene::Scene& scene) {
    const Aabb visible = view.visible();
    bool shows = false;
    for_each_box(scene, [&](const Aabb& box, bool) { shows = shows || overlaps(visible, box); });
    return shows;
}

bool CameraMove::is_active(double time) const {
    return !to.follow.empty() || time < start_time + to.for_seconds;
}

Camera CameraMove::at(const View& view, const scene::Run& run) const {
    const auto body = run.world().find(run.body(to.follow));
    const Vec2d center = widen(body ? body->center() : to.center);
    const Camera target = looking_at(with_camera(view, from), center, static_cast<double>(to.height));
    const double elapsed = run.time() - start_time;
    if (elapsed >= to.for_seconds) return target;
    const double fraction = std::max(elapsed, 0.0) / to.for_seconds;
    const double eased = fraction * fraction * (3.0 - 2.0 * fraction);
    return between(from, target, eased);
}

bool CameraGlide::is_active() const {
    return elapsed < glide_seconds;
}

Camera CameraGlide::camera() const {
    if (!is_active()) return to;
    const double left = 1.0 - elapsed / glide_seconds;
    return between(from, to, 1.0 - left * left * left);
}

std::optional<CameraMove> last_camera_move(const View& view, const scene::Run& run) {
    std::optional<CameraMove> last;
    Camera camera = initial_camera(view, run.scene());
    for (const scene::Event& event : run.scene().timeline) {
        const auto* move = std::get_if<scene::action::Camera>(&event.action);
        if (move == nullptr || event.step > run.steps()) continue;
        last = CameraMove{*move, static_cast<double>(event.step) * run.scene().step, camera};
        camera = last->at(view, run);
    }
    return last;
}

Camera scripted_camera(const View& view, const scene::Run& run) {
    const std::optional<CameraMove> move = last_camera_move(view, run);
    return move ? move->at(view, run) : initial_camera(view, run.scene());
}

}  // namespace toibox::app
