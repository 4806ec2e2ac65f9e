// SPDX-License-Identifier: MIT
#include "scene/format/lint_body.h"

#include "toibox/geometry/bounds.h"

#include "scene/format/scene_readers.h"

#include <algorithm>

namespace toibox::scene {

std::vector<LintBody> lint_bodies(const Scene& scene) {
    std::vector<LintBody> out;
    for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
        const BodyEntry& entry = scene.bodies[i];
        LintBody body{.entry = &entry,
                      .index = i,
                      .transform = {entry.def.position, make_rot(entry.def.angle)},
                      .box = {}};
        for (const ShapeEntry& shape : entry.shapes) {
            if (shape.def.sensor) continue;
            const Aabb box = compute_aabb(shape.shape, body.transform);
            body.box = body.has_box ? merged(body.box, box) : box;
            body.has_box = true;
            body.thickness = std::max(body.thickness, 2.0 * static_cast<double>(inner_radius(shape.shape)));
        }
        body.mass = static_cast<double>(entry.def.mass ? entry.def.mass->mass : mass_of_shapes(entry).mass);
        out.push_back(body);
    }
    return out;
}

}  // namespace toibox::scene
