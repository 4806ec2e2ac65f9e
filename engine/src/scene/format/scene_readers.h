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

// Readers of the sections of a scene, one file each. They report every error and continue.
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
    std::vector<BodySource> body_sources;     ///< Parallel to scene.bodies.
    std::vector<BodySource> emitter_sources;  ///< Parallel to scene.emitters.
    std::vector<BodySource> page_sources;     ///< Parallel to scene.lesson.
    struct Totals {
        std::size_t bodies = 0;
        std::size_t shapes = 0;
    };
    Totals totals;  ///< After `repeat`, with spawned bodies.
};

/// The defaults of format version 1. Unlike the engine's defaults, they never change.
WorldEntry format_1_world();
/// Reads `world`; missing keys get the defaults of the format.
WorldEntry read_world(DiagnosticSink& sink, const Cursor& at);

MaterialEntry read_material(DiagnosticSink& sink, const Cursor& at, const std::string& what);
void read_materials(SceneContext& context, const Cursor& at);

/// Appends the shape of one entry; chains and concave shapes become several.
void read_shape(SceneContext& context, const Cursor& at, std::vector<ShapeEntry>& out);
/// Reads the keys of a polygon, hull or concave shape; empty after an error.
std::vector<Shape> read_polygon(ObjectReader& object, ShapeKind kind);
/// Reads the keys of a concave shape and returns its convex pieces; empty after an error.
std::vector<Shape> read_outline(ObjectReader& object);
inline constexpr Range rounding_range{.min = 0.0, .hint = "write the rounding radius in metres, 0 for none"};
/// A list of points; empty after an error.
std::vector<Vec2> read_points(DiagnosticSink& sink, const Cursor& at, std::size_t min, std::size_t max);

/// The body of one entry or, with `repeat`, several.
std::vector<BodyEntry> read_body(SceneContext& context, const Cursor& at);
void read_bodies(SceneContext& context, const Cursor& at);
/// The template of an emitter. Registers the ids ID-0 … of its copies, and counts them.
std::optional<BodyEntry> read_emitted_body(SceneContext& context, const Cursor& at, int copies);
/// Mass properties of a body's shapes, body frame. Ignores the key "mass" of the body.
MassProperties mass_of_shapes(const BodyEntry& body);

/// Copies of a body in a row or a grid.
struct Repeat {
    int columns = 1;
    int rows = 1;
    int shrink = 0;  ///< Each row has this many copies fewer than the previous one.
    Vec2d step_column;
    Vec2d step_row;
    Vec2d jitter;               ///< Maximum deviation in either direction, metres.
    double angle_jitter = 0.0;  ///< Radians.

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
/// How the limits of a joint's coordinate are written: as angles, or as lengths in a range.
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
/// Reads the keys of a `set_joint` event. Nullopt after an error, such as a key that joints of this kind
/// lack.
std::optional<action::SetJoint> read_joint_change(SceneContext& context, ObjectReader& object,
                                                  ChangedJoints& changed);

/// Call it after the bodies, which events name. `world` is the tree that `set` events change.
void read_timeline(SceneContext& context, const Cursor& at, const JsonValue* world);

// Call these after the timeline, which may spawn the bodies that wheel rays and walkers name.
void read_wheel_rays(SceneContext& context, const Cursor& at);
void read_walkers(SceneContext& context, const Cursor& at);

void read_queries(SceneContext& context, const Cursor& at);
/// Call it after the bodies and the timeline, whose bodies probes name.
void read_probes(SceneContext& context, const Cursor& at);
void read_parameter_sweeps(SceneContext& context, const Cursor& at);
/// Call it after the variants and sweeps, which curves name.
void read_curves(SceneContext& context, const Cursor& at);
void read_parameters(SceneContext& context, const Cursor& at);
void read_variants(SceneContext& context, const Cursor& at);
void read_view(SceneContext& context, const Cursor& at);
void read_next(SceneContext& context, const Cursor& at);
/// Call it after the variants, queries and sweeps, which pages name. The claims of choices go to the claims
/// of the scene.
void read_lesson(SceneContext& context, const Cursor& at);
/// Call it after the variants, which claims name.
void read_expect(SceneContext& context, const Cursor& at);
/// Parses a claim; nullopt and an error if it is not valid.
std::optional<Claim> read_claim(DiagnosticSink& sink, const Cursor& at);
/// Reads one of the keys at, always, eventually, never of a claim. Without one, `claim.at` does not change.
void read_when(ObjectReader& object, Claim& claim);
/// Reads the name of a variant; an error if there is none of that name. Empty: the base scene.
std::string read_variant_name(SceneContext& context, const Cursor& at);

// Parts of a page of a lesson.
PageSetUp read_page_set_up(SceneContext& context, const Cursor& at);
PageReveal read_page_reveal(SceneContext& context, const Cursor& at);
/// The value of the key "view"; nullopt if it is absent.
std::optional<View> read_view_of(ObjectReader& owner);

/// Names that a value may have, and what to write in messages.
struct NameList {
    std::string_view noun;  ///< "sweep"
    std::string_view hint;  ///< If no name is similar to the one that was written.
    std::vector<std::string_view> known;
};
/// The names of the entries of a list.
template <class Entry>
NameList names_of(const std::vector<Entry>& entries, std::string_view noun, std::string_view hint) {
    NameList out{.noun = noun, .hint = hint, .known = {}};
    for (const Entry& entry : entries)
        out.known.push_back(entry.name);
    return out;
}
/// Reads a text that is empty or one of the names; anything else is an error.
std::string read_name(DiagnosticSink& sink, const Cursor& at, const NameList& names);
/// The panels and overlays of the sandbox that pages may name.
NameList panel_names();
NameList overlay_names();

// Warn if a claim is never decided because `time`, or a time in the claim, is after the end of the scene.
void warn_if_after_end(SceneContext& context, const Cursor& at, double time);
void warn_if_after_end(SceneContext& context, const Cursor& at, const Claim& claim);

/// Reads the id of a body; an error and nullopt if there is no such body.
std::optional<std::string> read_body_id(SceneContext& context, const Cursor& at);
/// The body with that id, initial or spawned by the timeline; null if it was not read yet or comes from an
/// emitter.
const BodyEntry* find_body_entry(const Scene& scene, std::string_view id);
/// An array of strings.
std::vector<std::string> read_texts(DiagnosticSink& sink, const Cursor& at);

/// Reads the whole scene. `variant` only labels it and selects claims: the tree already has the variant's
/// values.
SceneContext read_scene(DiagnosticSink& sink, const JsonValue& root, std::string_view variant);

}  // namespace toibox::scene
