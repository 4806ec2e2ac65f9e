// SPDX-License-Identifier: MIT
#include "scene/format/scene_readers.h"

#include <fmt/format.h>

namespace toibox::scene {

MaterialEntry read_material(DiagnosticSink& sink, const Cursor& at, const std::string& what) {
    // Defaults of the format, not of the engine.
    MaterialEntry entry{.material = {.density = 1.0f, .friction = 0.6f, .restitution = 0.0f}, .color = {}};
    ObjectReader object(sink, at, what);
    object.number("density", entry.material.density,
                  {.min = 0.0,
                   .above_min = true,
                   .hint = "write kg/m², above zero; steel has 7850 per metre of depth"});
    object.number("friction", entry.material.friction,
                  {.min = 0.0, .hint = "write a Coulomb coefficient: 0 is ice, 0.6 wood"});
    object.number("restitution", entry.material.restitution,
                  {.min = 0.0, .max = 1.0, .hint = "0 does not bounce, 1 bounces back fully"});
    object.number("rolling_resistance", entry.material.rolling_resistance,
                  {.min = 0.0, .hint = "write torque as a fraction of force × radius; 0 rolls forever"});
    object.number("tangent_speed", entry.material.tangent_speed,
                  {.hint = "write m/s; a positive belt speed is to the right on its top"});
    if (const auto color = object.find("color")) entry.color = read_color(sink, *color);
    object.finish();
    return entry;
}

void read_materials(SceneContext& context, const Cursor& at) {
    for_each_entry(context.sink, at, "write { \"steel\": { ... } }",
                   [&](const std::string& name, const Cursor& entry) {
                       context.materials.emplace(
                           name, read_material(context.sink, entry, fmt::format("material \"{}\"", name)));
                   });
}

}  // namespace toibox::scene
