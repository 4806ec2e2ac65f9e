// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/defs.h"
#include "toibox/dynamics/settings.h"
#include "toibox/geometry/aabb.h"
#include "toibox/math/trig.h"
#include "toibox/scene/claim.h"
#include "toibox/scene/lesson.h"
#include "toibox/scene/probe.h"
#include "toibox/scene/query.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace toibox::scene {

// A resolved scene file: defaults, variant and overrides are applied, repeats unrolled, materials looked up.
// Plain data; `Run` creates a world from it. SI units, y up, radians.

struct ShapeEntry {
    Shape shape;
    ShapeDef def;
    std::optional<std::uint32_t> color;  ///< 0xRRGGBB
};

struct BodyEntry {
    std::string id;  ///< Unique.
    BodyDef def;
    std::vector<ShapeEntry> shapes;
};

struct JointEntry {
    std::string id;
    std::string body_a;  ///< Body ids; body_a is empty for a mouse joint.
    std::string body_b;
    JointDef def;  ///< Handles are filled in when the world is created.
};

/// Actions of a script. They name bodies by id, not by handle, because the script may spawn the body itself.
namespace action {
struct Spawn {
    BodyEntry body;
};
struct Remove {
    std::string body;
};
struct Impulse {
    std::string body;
    Vec2 impulse;
    std::optional<Vec2> point;
    float angular = 0.0f;
};
struct Force {
    std::string body;
    Vec2 force;
    std::optional<Vec2> point;
    float torque = 0.0f;
    std::int64_t for_steps = 1;
};
struct SetVelocity {
    std::string body;
    std::optional<Vec2> linear;
    std::optional<float> angular;
};
/// Moves a body without a sweep. Absent values and velocities do not change.
struct Teleport {
    std::string body;
    std::optional<Vec2> position;
    std::optional<float> angle;
};
/// Changes a joint. Limit, motor and spring are complete: what the event does not set comes from the scene
/// and earlier events.
struct SetJoint {
    std::string joint;
    JointChange change;
};
struct Explode {
    ExplosionDef def;
};
/// Changes world settings: the complete settings after the change.
struct SetSettings {
    WorldSettings settings;
};
// The following do not affect the simulation.

struct Camera {
    Vec2 center;
    float height = 0.0f;  ///< Visible height, metres; 0 keeps it.
    std::string follow;
    double for_seconds = 0.0;
};
/// Shows a text at body `on`, or at point `at` if `on` is empty.
struct Annotate {
    std::string on;
    Vec2 at;
    std::string text;
    double for_seconds = 2.0;
};
struct SlowMotion {
    double factor = 1.0;
    double for_seconds = 0.0;
};
struct Pause {
    std::string text;
};
struct Assert {
    Claim claim;
};
}  // namespace action
using Action =
    std::variant<action::Spawn, action::Remove, action::Impulse, action::Force, action::SetVelocity,
                 action::Explode, action::SetSettings, action::Camera, action::Annotate, action::SlowMotion,
                 action::Pause, action::Assert, action::Teleport, action::SetJoint>;

/// An action that is applied to state `step`, before state step + 1 is computed. Events of one step are
/// applied in file order.
struct Event {
    std::int64_t step = 0;
    Action action;
};

/// Creates a body every `every` steps and removes each after its lifetime. Acts after the events of the same
/// step. Body k has the id ID-k; its jitter is a function of the scene's seed and k.
struct EmitterEntry {
    /// Maximum deviation from the template in either direction.
    struct Jitter {
        Vec2 position;       ///< Metres.
        float angle = 0.0f;  ///< Radians.
        Vec2 velocity;       ///< m/s
        float spin = 0.0f;   ///< rad/s
    };
    BodyEntry body;             ///< The template.
    std::int64_t first = 0;     ///< Step of the first body.
    std::int64_t every = 1;     ///< Steps between two bodies, ≥ 1.
    int count = 1;              ///< Bodies in total.
    std::int64_t lifetime = 0;  ///< In steps; 0: unlimited.
    Jitter jitter;
};

/// Moving air in a box, as from a fan. Each dynamic body whose centre of mass is in the box gets the force
/// mass · drag · (air velocity − body velocity) at its centre, whatever its size.
struct WindEntry {
    Aabb box;           ///< World.
    Vec2 velocity;      ///< Velocity of the air, m/s.
    float drag = 1.0f;  ///< Rate at which a body adopts the air's velocity, 1/s, ≥ 0.
    std::int64_t first = 0;
    std::int64_t end = std::numeric_limits<std::int64_t>::max();  ///< The first step without wind.
};

/// A ray in place of a wheel, cast from a dynamic body. Where the ray hits a surface, a spring and a damper
/// push the body along the surface normal, and a motor drives or brakes it along the surface, limited by
/// friction. The hit body gets the opposite forces. The filter of the body's first shape that is not a sensor
/// decides what the ray can hit.
struct WheelRayEntry {
    std::string body;
    Vec2 at;                      ///< Origin of the ray, body frame, metres.
    Vec2 direction{0.0f, -1.0f};  ///< Unit, body frame.
    float length = 1.0f;          ///< Length of the ray, and rest length of the spring, metres, > 0.
    /// Natural frequency of the spring under the ray's part of the body's mass (mass / number of rays), > 0,
    /// Hz.
    float frequency = 2.0f;
    float damping_ratio = 0.7f;  ///< ≥ 0; 1: critically damped.
    float friction = 1.0f;       ///< Maximum force along the surface as a fraction of the normal force, ≥ 0.
    JointMotor motor;            ///< Speed in m/s, clockwise around the hit body (to the right on its top).
};

/// Collide and slide: a kinematic body that stops before obstacles and slides along them. Its desired
/// velocity is the one last set by the file, the script or a command. It does not rotate. Kinematic bodies
/// push it; dynamic bodies are obstacles at their current poses. Ground is a surface below the walker (along
/// gravity) that is no steeper than max_slope; without gravity there is none. The walker does not slide down
/// ground: a downward desired velocity holds it on the ground, and the horizontal part of that velocity is
/// turned along the surface.
struct WalkerEntry {
    std::string body;
    float skin = 0.005f;  ///< Distance kept from obstacles, metres, > 0.
    int slides = 4;       ///< Maximum number of slides per step; 0: stops at the first obstacle.
    float max_slope =
        static_cast<float>(pi / 4.0);  ///< Steepest ground, radians; the walker slides on steeper surfaces.
    bool carried = true;  ///< The velocity is relative to the ground: lifts and belts carry the walker.
};

struct Parameter {
    std::string name;
    std::string label;
    std::string unit;
    double value = 0.0;
    double min = 0.0;
    double max = 1.0;
    std::string sets;  ///< JSON Pointer, array elements by id.
};

struct VariantEntry {
    std::string name;
    std::string label;
    std::string differs;  ///< For display: "continuous: substep-at-impact, toi: bilateral-advancement".
};

/// How playback of a scene in the sandbox ends. A run without a window always lasts for the duration.
enum class Ending : std::uint8_t {
    Pause,      ///< It pauses at the end of the duration.
    AtVerdict,  ///< It pauses at the first verdict other than TimeLost, else at the end of the duration.
    Loop,       ///< It is repeated from the start at the end of the duration.
    Never,      ///< It goes on.
};

/// What the sandbox offers when the scene has shown what it has to show: a scene to open.
struct NextScene {
    std::string text;   ///< One sentence: why.
    std::string label;  ///< Of the button.
    std::string scene;  ///< File, relative to the folder of this scene; empty: this scene.
    std::string variant;
    std::string sweep;        ///< A parameter sweep of that scene to run; empty: none.
    bool has_lesson = false;  ///< The lesson is shown.
};

/// A series of runs that differ in one value; `rate(NAME, CLAIM)` refers to it.
struct ParameterSweepEntry {
    std::string name;
    std::string vary;  ///< JSON Pointer, array elements by id.
    double from = 0.0;
    double to = 1.0;
    int count = 2;     ///< Evenly spaced values, both ends included.
    bool log = false;  ///< Spaced evenly on a logarithmic scale.
};

/// A point of a curve: a sweep, run in a variant.
struct CurvePoint {
    double x = 0.0;
    std::string variant;  ///< Empty: the base scene.
    std::string sweep;
    std::optional<double> expected;  ///< Fraction, 0 to 1.
};

/// The fraction of the runs of several sweeps in which a claim holds, against the value `x` in which these
/// differ. For display: scripts use rate() claims.
struct CurveEntry {
    std::string name;
    std::string title;
    std::string label;  ///< Of x: "speed".
    std::string unit;   ///< Of x.
    bool log = false;   ///< The x axis is logarithmic.
    Claim claim;        ///< Must hold in the last state.
    std::vector<CurvePoint> points;
    std::string formula;        ///< Of the expected fraction, see evaluate_formula(); empty: none.
    std::string formula_label;  ///< The formula in words.

    /// The expected fraction at x by the formula, limited to 0 … 1; nullopt if there is none.
    [[nodiscard]] std::optional<double> expected_at(double at) const;
    /// The expected fraction at a point: its own, or else by the formula.
    [[nodiscard]] std::optional<double> expected_at(const CurvePoint& point) const;
};

struct Scene {
    std::string title;
    std::string path;          ///< As loaded; empty if parsed from text.
    std::string variant;       ///< Empty for the base scene.
    std::string goal;          ///< One sentence: the lesson's summary.
    double step = 1.0 / 60.0;  ///< Seconds.
    double duration = 10.0;    ///< Seconds.
    Ending ending = Ending::Pause;
    std::uint64_t seed = 1;
    WorldSettings settings;
    std::vector<BodyEntry> bodies;
    std::vector<JointEntry> joints;
    std::vector<EmitterEntry> emitters;
    std::vector<WindEntry> winds;
    std::vector<WheelRayEntry> wheel_rays;
    std::vector<WalkerEntry> walkers;
    std::vector<Event> timeline;  ///< Sorted by step, stable.
    std::vector<Parameter> parameters;
    std::vector<VariantEntry> variants;
    std::vector<Page> lesson;
    std::optional<View> view;
    std::vector<QueryEntry> queries;
    std::vector<ProbeEntry> probes;
    std::vector<ParameterSweepEntry> sweeps;
    std::vector<CurveEntry> curves;
    std::vector<Claim> expect;  ///< The claims of this variant.
    std::optional<NextScene> next;

    /// The step nearest to a time: round(time / step), half up.
    [[nodiscard]] std::int64_t step_of(double time) const;
    [[nodiscard]] std::int64_t duration_steps() const { return step_of(duration); }
};

}  // namespace toibox::scene
