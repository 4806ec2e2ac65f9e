// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/geometry/mass.h"
#include "toibox/scene/scene.h"

#include "scene/format/choices.h"
#include "scene/json/object_reader.h"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

/// Readers of the sections of a scene, one file each. They report every error and continue.
namespace toibox::scene {

struct MaterialEntry {
    Material material;
    std::optional<std::uint32_t> color;
};

struct WorldEntry {
    WorldSettings settings;
    double step = 1.0 / 60.0;
    double duration = 10.0;
    std::uint64_t seed = 1;
};

/// The scene that is being read, and what its sections need from each other.
struct SceneContext {
    DiagnosticSink& sink;
    Scene scene;
    std::map<std::string, MaterialEntry, std::less<>> materials;
    std::map<std::string, BodyType, std::less<>> body_types;  ///< By id, including spawned bodies.
    struct BodySource {
        SourceSpan span;
        std::string pointer;
    };
    std::set<std::string, std::less<>> joint_ids;
    std::vector<BodySource> body_sources;     ///< One for each of scene.bodies.
    std::vector<BodySource> emitter_sources;  ///< One for each of scene.emitters.
    struct Totals {
        std::size_t bodies = 0;
        std::size_t shapes = 0;
    };
    Totals totals;  ///< After `repeat`, including spawned bodies.
};

/// The defaults of format version 1. They never change, unlike those of the engine.
WorldEntry format_1_world();
/// Reads `world`; missing keys have the defaults of the format.
WorldEntry read_world(DiagnosticSink& sink, const Cursor& at);

MaterialEntry read_material(DiagnosticSink& sink, const Cursor& at, const std::string& what);
void read_materials(SceneContext& context, const Cursor& at);

/// One entry gives one shape or, for chains and concave shapes, several.
void read_shape(SceneContext& context, const Cursor& at, std::vector<ShapeEntry>& out);
/// The geometry of a polygon, hull or concave shape from its keys; empty after an error.
std::vector<Shape> read_polygon(ObjectReader& object, ShapeKind kind);
/// The convex pieces of a concave shape from its keys; empty after an error.
std::vector<Shape> read_outline(ObjectReader& object);
inline constexpr Range rounding_range{.min = 0.0, .hint = "write the rounding radius in metres, 0 for none"};
/// A list of points; empty after an error.
std::vector<Vec2> read_points(DiagnosticSink& sink, const Cursor& at, std::size_t min, std::size_t max);

/// One entry gives one body or, with `repeat`, several.
std::vector<BodyEntry> read_body(SceneContext& context, const Cursor& at);
void read_bodies(SceneContext& context, const Cursor& at);
/// The template of an emitter. Registers the ids ID-0 … of its copies, and counts them.
std::optional<BodyEntry> read_emitted_body(SceneContext& context, const Cursor& at, int copies);
/// Mass of all shapes of a body, body frame. Ignores the body's own "mass".
MassProperties mass_of_shapes(const BodyEntry& body);

/// Rows and grids.
struct Repeat {
    int columns = 1;
    int rows = 1;
    int shrink = 0;  ///< Each row has this many fewer copies than the one before.
    Vec2d step_column;
    Vec2d step_row;
    Vec2d jitter;  ///< Maximum shift in either direction, metres.
    double angle_jitter = 0.0;

    [[nodiscard]] int count() const;
};
std::optional<Repeat> read_repeat(DiagnosticSink& sink, const Cursor& at);
/// Offset of a copy from the template; `angle` in radians.
struct Offset {
    Vec2d position;
    double angle = 0.0;
};
std::vector<Offset> offsets(const Repeat& repeat, std::uint64_t seed, std::string_view id);

void read_emitters(SceneContext& context, const Cursor& at);
void read_winds(SceneContext& context, const Cursor& at);

void read_joints(SceneContext& context, const Cursor& at);
// The parts of a joint. Missing keys do not change `out`.
void read_motor(ObjectReader& owner, JointMotor& out);
/// How the coordinate of a joint is written: as an angle, or as a length in a range.
struct Coordinate {
    bool is_angle = false;
    Range lengths = any_number;
};
void read_limit(ObjectReader& joint, const Coordinate& coordinate, JointLimit& out);
void read_spring(ObjectReader& joint, const Coordinate& coordinate, JointSpring& out);
template <class Def>
constexpr Coordinate coordinate_of() {
    if (std::is_same_v<Def, RevoluteJointDef>) return {.is_angle = true};
    return {.lengths = std::is_same_v<Def, DistanceJointDef> ? not_negative : any_number};
}

/// "revolute", "distance", …
std::string_view kind_of(const JointDef& def);
/// Joints that earlier events changed, by id.
using ChangedJoints = std::map<std::string, JointDef, std::less<>>;
/// Reads the keys of a `set_joint` event. Nullopt and an error if the joint's kind does not have them.
std::optional<action::SetJoint> read_joint_change(SceneContext& context, ObjectReader& object,
                                                  ChangedJoints& changed);

/// After bodies, which events name. `world` is the tree that `set` events change.
void read_timeline(SceneContext& context, const Cursor& at, const JsonValue* world);

/// After the timeline, which may spawn the bodies that they name.
void read_wheel_rays(SceneContext& context, const Cursor& at);
void read_walkers(SceneContext& context, const Cursor& at);

void read_queries(SceneContext& context, const Cursor& at);
/// After bodies and the timeline, whose bodies probes name.
void read_probes(SceneContext& context, const Cursor& at);
void read_parameter_sweeps(SceneContext& context, const Cursor& at);
void read_parameters(SceneContext& context, const Cursor& at);
void read_variants(SceneContext& context, const Cursor& at);
void read_lesson(SceneContext& context, const Cursor& at);
void read_view(SceneContext& context, const Cursor& at);
/// After variants, which claims name.
void read_expect(SceneContext& context, const Cursor& at);
/// Parses a claim; nullopt and an error if it is not valid.
std::optional<Claim> read_claim(DiagnosticSink& sink, const Cursor& at);

/// Warns of a claim about a time after the end of the scene, which is never decided: `time`, or a time in it.
void warn_if_after_end(SceneContext& context, const Cursor& at, double time);
void warn_if_after_end(SceneContext& context, const Cursor& at, const Claim& claim);

/// The id of a body; an error if there is no such body.
std::optional<std::string> read_body_id(SceneContext& context, const Cursor& at);
/// The body with that id, initial or spawned by the timeline; null if it is not read yet or is a copy by an
/// emitter.
const BodyEntry* find_body_entry(const Scene& scene, std::string_view id);
/// An array of strings.
std::vector<std::string> read_texts(DiagnosticSink& sink, const Cursor& at);

/// Reads the whole scene. `variant` only labels it and selects claims: the tree already has the variant's
/// values.
SceneContext read_scene(DiagnosticSink& sink, const JsonValue& root, std::string_view variant);

}  // namespace toibox::scene
