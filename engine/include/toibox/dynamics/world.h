// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/function_ref.h"
#include "toibox/dynamics/body_columns.h"
#include "toibox/dynamics/contact.h"
#include "toibox/dynamics/defs.h"
#include "toibox/dynamics/events.h"
#include "toibox/dynamics/joint.h"
#include "toibox/dynamics/settings.h"
#include "toibox/dynamics/shape_query.h"
#include "toibox/dynamics/step_report.h"
#include "toibox/geometry/aabb.h"
#include "toibox/geometry/ray_cast.h"
#include "toibox/math/wide/isa.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace toibox {

/// Incremented whenever any result of a step changes; stored in recordings and golden hashes.
inline constexpr std::uint32_t sim_version = 3;

struct WorldState;   // dynamics/world_state.h: every column
struct StepScratch;  // memory reused between steps; not part of the state
class World;

/// A view of a live body, to read and change it. Valid until bodies are created or destroyed; do not store
/// it.
class BodyView {
public:
    BodyView(World& world, std::uint32_t index) : world_(&world), index_(index) {}

    [[nodiscard]] BodyHandle handle() const;
    [[nodiscard]] const BodyInfo& info() const;
    [[nodiscard]] const BodyMass& mass() const;
    [[nodiscard]] BodyPose pose() const;
    [[nodiscard]] BodyVelocity velocity() const;
    [[nodiscard]] BodyMotion motion() const;
    [[nodiscard]] Transform transform() const;  ///< Of the body's origin, world.
    [[nodiscard]] Vec2 position() const;        ///< Of the body's origin, world.
    [[nodiscard]] Vec2 center() const;          ///< Centre of mass, world.
    [[nodiscard]] double angle() const;         ///< Unwrapped, radians.
    /// False while the island of the body sleeps; static bodies are awake.
    [[nodiscard]] bool is_awake() const;
    [[nodiscard]] float kinetic_energy() const;             ///< J
    [[nodiscard]] Sweep last_sweep() const;                 ///< The motion of the last detection sub-step.
    [[nodiscard]] std::vector<ShapeHandle> shapes() const;  ///< In order of attachment.
    [[nodiscard]] ContinuousOverride continuous() const;    ///< The body's override.
    /// The policy and method in use: the override or the world's.
    [[nodiscard]] ContinuousPolicy continuous_policy() const;
    [[nodiscard]] ToiMethod toi_method() const;

    // Values must be finite (asserted). For untrusted data use Command, which checks them. Forces act in the
    // next step; without a point, at the centre of mass. Units: N, N·m, N·s, N·m·s, m/s, rad/s.
    void apply_force(Vec2 force, Vec2 point_world);
    void apply_force(Vec2 force);
    void apply_torque(float torque);
    void apply_impulse(Vec2 impulse, Vec2 point_world);
    void apply_impulse(Vec2 impulse);
    void apply_angular_impulse(float impulse);
    void set_velocity(Vec2 linear, float angular);
    void set_transform(Vec2 position, float angle);  ///< Teleports the body; its contacts end.
    void set_position(Vec2 position);                ///< Teleports the body and keeps its angle.
    void set_bullet(bool bullet);
    void set_gravity_scale(float scale);
    void set_damping(float linear, float angular);
    void set_type(BodyType type);
    void set_fixed_rotation(bool fixed);
    void set_locks(bool x, bool y);  ///< World axes; velocity along a locked axis becomes 0.
    void set_allow_sleep(bool allow);
    void set_continuous(const ContinuousOverride& choice);  ///< Per-body policies only (asserted).

private:
    World* world_;
    std::uint32_t index_;
};

/// A read-only view of a live shape.
struct ShapeView {
    ShapeHandle handle;
    BodyHandle body;
    const Shape& geometry;
    const Material& material;
    const Filter& filter;
    const Aabb& fat_box;  ///< The box in the broad phase.
    bool sensor;
    Vec2 one_way;  ///< ShapeDef::one_way as a unit vector; zero if not one-way.
    std::uint64_t user_data;
};

struct RayCastHit {
    ShapeHandle shape;
    RayHit hit;
};

inline constexpr int max_threads = 64;
/// How a world computes its steps. Results are bit-identical for all values; not part of the state.
struct Execution {
    int threads = 1;       ///< 1 … max_threads, including the calling thread.
    Isa isa = best_isa();  ///< Must be available (asserted).

    friend bool operator==(const Execution&, const Execution&) = default;
};

/// A world of bodies, shapes, contacts and joints, with value semantics: a copy steps bit-identically. Worlds
/// are independent of each other.
class World {
public:
    explicit World(const WorldSettings& settings = {});  ///< Requires valid settings (asserted).
    World(const World& other);
    World(World&&) noexcept;
    World& operator=(const World& other);
    World& operator=(World&&) noexcept;
    ~World();

    // Definitions are checked. Without try_, an invalid definition is asserted; use the try_ forms for
    // untrusted data. If assertions are compiled out, the result is a null handle, and refusal() is the
    // reason. Null and stale handles are safe in every call: the call does nothing and returns false,
    // nullopt, a null handle, 0 or an error that names the handle.
    [[nodiscard]] BodyHandle create_body(const BodyDef& def = {});
    Result<BodyHandle, DefError> try_create_body(const BodyDef& def);
    ShapeHandle attach(BodyHandle body, const Shape& shape, const ShapeDef& def = {});
    Result<ShapeHandle, DefError> try_attach(BodyHandle body, const Shape& shape, const ShapeDef& def = {});
    JointHandle create_joint(const JointDef& def);
    Result<JointHandle, DefError> try_create_joint(const JointDef& def);
    /// The error of the last create_body, attach or create_joint that returned a null handle. Not part of the
    /// state.
    [[nodiscard]] const std::optional<DefError>& refusal() const { return refusal_; }
    bool destroy(BodyHandle body);  ///< With its shapes and joints.
    /// Destroys several bodies and returns how many; stale handles are skipped. One call is cheaper than
    /// many, because each call walks over all pairs and joints, and over all contacts if a contact ends.
    std::size_t destroy(std::span<const BodyHandle> bodies);
    bool destroy(ShapeHandle shape);
    bool destroy(JointHandle joint);

    [[nodiscard]] std::optional<BodyView> find(BodyHandle body);
    /// For reading only: the view of a const world must not change it.
    [[nodiscard]] std::optional<const BodyView> find(BodyHandle body) const;
    [[nodiscard]] std::optional<ShapeView> find(ShapeHandle shape) const;
    [[nodiscard]] const Joint* find(JointHandle joint) const;
    /// Changes motor, limit, spring or target at run time. Applies the whole change or, on error, nothing.
    Result<Unit, DefError> set_joint(JointHandle joint, const JointChange& to);
    bool set_mouse_target(JointHandle joint, Vec2 target);
    /// Load in the last detection sub-step; 0 if stale.
    [[nodiscard]] JointLoad joint_force(JointHandle joint) const;
    /// At the current poses: angle of B relative to A (revolute, weld, motor; radians), displacement along
    /// the axis (prismatic, wheel; metres) or distance between the anchors (distance, mouse; metres). 0 if
    /// stale.
    [[nodiscard]] float joint_coordinate(JointHandle joint) const;
    /// Recomputes the body's mass if the density changed. Requires a valid material (asserted; false
    /// if assertions are compiled out).
    bool set_material(ShapeHandle shape, const Material& material);
    /// Contacts that the filter excludes end now; contacts that it newly allows begin with the next step.
    bool set_filter(ShapeHandle shape, const Filter& filter);
    void explode(const ExplosionDef& def);  ///< Requires a valid definition (asserted).

    /// All live handles, in ascending index order.
    [[nodiscard]] std::vector<BodyHandle> bodies() const;
    [[nodiscard]] std::vector<ShapeHandle> shapes() const;
    [[nodiscard]] std::vector<JointHandle> joints() const;
    [[nodiscard]] int body_count() const;
    [[nodiscard]] int joint_count() const;
    [[nodiscard]] BodyHandle body_at(std::uint32_t index) const;
    [[nodiscard]] ShapeHandle shape_at(std::uint32_t index) const;

    /// Advances the world by dt > 0 seconds. Deterministic: the same state and calls give bit-identical
    /// results on every build. Undoes a step that produces a value that is not finite or exceeds
    /// tuning::coordinate_limit, or more than settings.max_contacts contacts; does nothing if dt is zero,
    /// negative, infinite or NaN. In all these cases StepReport::failed() is true.
    StepReport step(float dt);
    /// Takes over the state and events of another world. Keeps execution, clock and recording options.
    void take_state(World&& other);
    void set_execution(const Execution& execution);
    [[nodiscard]] const Execution& execution() const;
    void set_clock(Clock clock);  ///< For the times in StepReport; null: no times. Not part of the state.
    /// Sets whether steps record all time of impact queries of the CCD stage (StepReport::searches). Does not
    /// change results and is not part of the state. Costs memory for every query.
    void record_searches(bool record);
    [[nodiscard]] bool records_searches() const { return records_searches_; }
    /// Likewise for the motions of all awake bodies (StepReport::paths).
    void record_paths(bool record);
    /// Likewise for the exchanges of sweep and prune (broad::SweepAndPrune::exchanges). No effect with other
    /// broad phases.
    void record_exchanges(bool record);

    [[nodiscard]] const WorldSettings& settings() const;
    Result<Unit, SettingsError> set_settings(const WorldSettings& settings);

    /// Options of time-of-impact queries for the two bodies; the target is smaller for small bodies.
    [[nodiscard]] ToiOptions toi_options(BodyHandle a, BodyHandle b) const;

    [[nodiscard]] std::span<const Contact> contacts() const;  ///< In order of creation.
    [[nodiscard]] const Events& events() const;               ///< Of the last step.
    [[nodiscard]] std::uint64_t step_count() const;
    [[nodiscard]] double time() const;  ///< Sum of the lengths of all steps, seconds.

    // Queries at the current poses. Ties go to the lower shape index. A ray hits a shape where it enters the
    // shape, and does not hit a shape in which it starts. All ray queries treat polygons of one body with
    // equal ShapeDefs as their union: the pieces of a concave outline (decompose) are hit at the outline, not
    // where they meet. `mask`: categories of shapes that are found. A visitor returns false to end the query.
    [[nodiscard]] std::optional<RayCastHit> ray_cast_closest(const Ray& ray,
                                                             std::uint64_t mask = ~std::uint64_t{0}) const;
    /// Many rays in one call: hits[i] is the result of rays[i]. Requires equal sizes (asserted).
    void ray_cast_closest(std::span<const Ray> rays, std::span<std::optional<RayCastHit>> hits,
                          std::uint64_t mask = ~std::uint64_t{0}) const;
    void ray_cast_all(const Ray& ray, FunctionRef<bool(const RayCastHit&)> visit,
                      std::uint64_t mask = ~std::uint64_t{0}) const;  ///< Sorted by fraction.
    /// Shapes whose tight bounding boxes overlap `box`, ascending.
    void query_aabb(const Aabb& box, FunctionRef<bool(ShapeHandle)> visit) const;
    /// Shapes that contain the point, ascending.
    [[nodiscard]] std::vector<ShapeHandle> shapes_at(Vec2 point) const;
    /// The first shape that `shape` hits on a straight motion (linear cast). A cast that starts within the
    /// gap of another shape hits it at fraction 0 if it approaches, and passes if it moves away or slides
    /// along the surface (to 1e-6 of the translation). nullopt also for a zero translation, an invalid pose
    /// or a non-finite number. Error: the cast stops short of contact by up to 2e-7 of the width plus the
    /// height of the shape's bounding box, or 2e-9 m if that is more, and a miss by less than this distance
    /// counts as a hit.
    [[nodiscard]] std::optional<ShapeCastHit> shape_cast_closest(const Shape& shape,
                                                                 const ShapeCast& cast) const;
    void shape_cast_all(const Shape& shape, const ShapeCast& cast,
                        FunctionRef<bool(const ShapeCastHit&)> visit) const;  ///< Sorted by fraction.
    /// Shapes that overlap or touch `shape` at `pose`, ascending.
    void overlap_shape(const Shape& shape, const Transform& pose, FunctionRef<bool(ShapeHandle)> visit,
                       std::uint64_t mask = ~std::uint64_t{0}) const;
    /// The shape whose surface is closest to the point, or that contains the point most deeply. nullopt if
    /// none is within max_distance (metres).
    [[nodiscard]] std::optional<ShapeDistance> closest_shape(Vec2 point, double max_distance,
                                                             std::uint64_t mask = ~std::uint64_t{0}) const;

    /// True if the shape `one_way` would let `other` pass at the current poses; false if `one_way` is not a
    /// one-way shape. For motion outside the solver, such as character controllers; contacts keep their own
    /// decision (ContactResponse).
    [[nodiscard]] bool lets_pass(ShapeHandle one_way, ShapeHandle other) const;

    /// A 64-bit hash over bodies (with their policy overrides) and joints in index order, and contacts in
    /// order of creation; −0 counts as +0. Excludes shapes, settings, the structure of the broad phase, and
    /// output-only fields such as the loads of joints.
    [[nodiscard]] std::uint64_t hash() const;

    // Totals, in double.
    [[nodiscard]] double kinetic_energy() const;    ///< J
    [[nodiscard]] double potential_energy() const;  ///< −Σ m g·c, J
    [[nodiscard]] Vec2d momentum() const;           ///< kg·m/s
    [[nodiscard]] double angular_momentum() const;  ///< About the world's origin, kg·m²/s.
    [[nodiscard]] double max_penetration() const;   ///< Maximum overlap at the last detection, metres, ≥ 0.

    [[nodiscard]] WorldState& state() { return *state_; }  ///< For the engine, snapshots and tests.
    [[nodiscard]] const WorldState& state() const { return *state_; }

private:
    std::unique_ptr<WorldState> state_;
    Events events_;
    std::optional<DefError> refusal_;
    Clock clock_ = nullptr;
    Execution execution_;
    bool records_searches_ = false;
    bool records_paths_ = false;
    bool records_exchanges_ = false;
    std::unique_ptr<StepScratch> scratch_;  ///< Created by the first step; never copied.
};

}  // namespace toibox
