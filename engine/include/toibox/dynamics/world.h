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

/// Raised whenever any result of a step changes; recordings and golden hashes name it.
inline constexpr std::uint32_t sim_version = 2;

struct WorldState;   // dynamics/world_state.h: every column
struct StepScratch;  // memory kept between steps; no part of the state
class World;

/// A live body, for reading and pushing. A view: valid until bodies are created or destroyed; never stored.
class BodyView {
public:
    BodyView(World& world, std::uint32_t index) : world_(&world), index_(index) {}

    [[nodiscard]] BodyHandle handle() const;
    [[nodiscard]] const BodyInfo& info() const;
    [[nodiscard]] const BodyMass& mass() const;
    [[nodiscard]] BodyPose pose() const;
    [[nodiscard]] BodyVelocity velocity() const;
    [[nodiscard]] BodyMotion motion() const;
    [[nodiscard]] Transform transform() const;   ///< Of the body's frame.
    [[nodiscard]] Vec2 position() const;         ///< Of the body's origin, world.
    [[nodiscard]] Vec2 center() const;           ///< Of mass, world.
    [[nodiscard]] double angle() const;          ///< Unwrapped, radians.
    [[nodiscard]] bool is_awake() const;         ///< False while its island sleeps; static bodies are awake.
    [[nodiscard]] float kinetic_energy() const;  ///< J
    [[nodiscard]] Sweep last_sweep() const;      ///< The motion of the last step.
    [[nodiscard]] std::vector<ShapeHandle> shapes() const;     ///< In order of attachment.
    [[nodiscard]] ContinuousOverride continuous() const;       ///< What it has of its own.
    [[nodiscard]] ContinuousPolicy continuous_policy() const;  ///< What holds for it: its own or the world's.
    [[nodiscard]] ToiMethod toi_method() const;                ///< The same.

    // Each refuses non-finite values (asserted; outside data goes through Command, which checks).
    void apply_force(Vec2 force, Vec2 point_world);
    void apply_force(Vec2 force);
    void apply_torque(float torque);
    void apply_impulse(Vec2 impulse, Vec2 point_world);
    void apply_impulse(Vec2 impulse);
    void apply_angular_impulse(float impulse);
    void set_velocity(Vec2 linear, float angular);
    void set_transform(Vec2 position, float angle);  ///< A teleport: contacts are found anew.
    void set_position(Vec2 position);                ///< The same, without a turn.
    void set_bullet(bool bullet);
    void set_gravity_scale(float scale);
    void set_damping(float linear, float angular);
    void set_type(BodyType type);
    void set_fixed_rotation(bool fixed);
    void set_locks(bool x, bool y);  ///< Along the world's axes; what it moved there is gone.
    void set_allow_sleep(bool allow);
    void set_continuous(
        const ContinuousOverride& choice);  ///< Only a policy that acts body by body (asserted).

private:
    World* world_;
    std::uint32_t index_;
};

/// A live shape, for reading.
struct ShapeView {
    ShapeHandle handle;
    BodyHandle body;
    const Shape& geometry;
    const Material& material;
    const Filter& filter;
    const Aabb& fat_box;  ///< In the broad phase.
    bool sensor;
    Vec2 one_way;  ///< ShapeDef::one_way, of length 1; zero for none.
    std::uint64_t user_data;
};

struct RayCastHit {
    ShapeHandle shape;
    RayHit hit;
};

/// Nanoseconds from any origin. The engine owns no clock: who wants times brings one. On several threads it
/// is called by several at once.
using Clock = std::uint64_t (*)();

/// How a world computes its steps; changes no bit of any result, and is no part of the state.
inline constexpr int max_threads = 64;
struct Execution {
    int threads = 1;       ///< 1 … max_threads, the caller's included.
    Isa isa = best_isa();  ///< One that is available (asserted).

    friend bool operator==(const Execution&, const Execution&) = default;
};

/// A world of bodies, shapes, contacts and joints: a value. A copy steps bit-identically; any number live
/// side by side.
class World {
public:
    explicit World(const WorldSettings& settings = {});  ///< Requires valid settings (asserted).
    World(const World& other);
    World(World&&) noexcept;
    World& operator=(const World& other);
    World& operator=(World&&) noexcept;
    ~World();

    // Definitions are checked: the asserting form is for code, the try_ form for data from outside. Where
    // assertions are compiled out, a definition that is refused gives a null handle, and `refusal` the
    // reason. Null and stale handles are safe in every call: what takes one does nothing and returns false,
    // nothing, a null handle, 0 or an error that names it.
    [[nodiscard]] BodyHandle create_body(const BodyDef& def = {});
    Result<BodyHandle, DefError> try_create_body(const BodyDef& def);
    ShapeHandle attach(BodyHandle body, const Shape& shape, const ShapeDef& def = {});
    Result<ShapeHandle, DefError> try_attach(BodyHandle body, const Shape& shape, const ShapeDef& def = {});
    JointHandle create_joint(const JointDef& def);
    Result<JointHandle, DefError> try_create_joint(const JointDef& def);
    /// Why the last create_body, attach or create_joint that gave a null handle did so. No part of the state.
    [[nodiscard]] const std::optional<DefError>& refusal() const { return refusal_; }
    bool destroy(BodyHandle body);  ///< With its shapes and joints.
    /// Several at once: stale handles are passed over. How many were destroyed. Cheaper than one by one: each
    /// call walks over all pairs and joints, and over the contacts if any of them ends.
    std::size_t destroy(std::span<const BodyHandle> bodies);
    bool destroy(ShapeHandle shape);
    bool destroy(JointHandle joint);

    [[nodiscard]] std::optional<BodyView> find(BodyHandle body);
    /// For reading only: the view of a const world must not push.
    [[nodiscard]] std::optional<const BodyView> find(BodyHandle body) const;
    [[nodiscard]] std::optional<ShapeView> find(ShapeHandle shape) const;
    [[nodiscard]] const Joint* find(JointHandle joint) const;
    /// Motors, limits, springs and targets at run time: the whole change or, with an error, nothing of it.
    Result<Unit, DefError> set_joint(JointHandle joint, const JointChange& to);
    bool set_mouse_target(JointHandle joint, Vec2 target);
    [[nodiscard]] JointLoad joint_force(JointHandle joint) const;  ///< Of the last step; 0 if stale.
    /// Angle (revolute, weld, motor; radians), slide along the axis (prismatic, wheel) or distance of the
    /// anchors (distance, mouse; metres) at the present poses; 0 if stale.
    [[nodiscard]] float joint_coordinate(JointHandle joint) const;
    /// Recomputes the body's mass if the density changed. Requires a valid material (asserted; else false).
    bool set_material(ShapeHandle shape, const Material& material);
    /// Contacts that it no longer admits end; those that it does begin with the next step.
    bool set_filter(ShapeHandle shape, const Filter& filter);
    void explode(const ExplosionDef& def);  ///< Requires a valid definition (asserted).

    /// All live ones, in ascending index order.
    [[nodiscard]] std::vector<BodyHandle> bodies() const;
    [[nodiscard]] std::vector<ShapeHandle> shapes() const;
    [[nodiscard]] std::vector<JointHandle> joints() const;
    [[nodiscard]] int body_count() const;
    [[nodiscard]] int joint_count() const;
    [[nodiscard]] BodyHandle body_at(std::uint32_t index) const;
    [[nodiscard]] ShapeHandle shape_at(std::uint32_t index) const;

    /// Advances by dt > 0 seconds. Deterministic: the same state and calls give the same bits on every build.
    /// A step that makes anything non-finite, or more contacts than tuning::max_pairs, is undone and says so
    /// (StepReport::failed); so does one whose dt is negative, infinite or NaN, which does nothing.
    StepReport step(float dt);
    /// Goes on from the state and with the events of another; execution, clock and what is recorded stay.
    void take_state(World&& other);
    void set_execution(const Execution& execution);
    [[nodiscard]] const Execution& execution() const;
    void set_clock(Clock clock);  ///< For the times in StepReport; null for none. No part of the state.
    /// Whether steps keep each question that the continuous stage asks (StepReport::searches). Changes no
    /// result and is no part of the state; costs memory for every search.
    void record_searches(bool record);
    /// The same for the exchanges of the sweep and prune (broad::SweepAndPrune::exchanges), where it is the
    /// pair search.
    void record_exchanges(bool record);

    [[nodiscard]] const WorldSettings& settings() const;
    Result<Unit, SettingsError> set_settings(const WorldSettings& settings);

    /// What the continuous stage asks about the two: smaller bodies are let closer.
    [[nodiscard]] ToiOptions toi_options(BodyHandle a, BodyHandle b) const;

    [[nodiscard]] std::span<const Contact> contacts() const;  ///< In order of creation.
    [[nodiscard]] const Events& events() const;               ///< Of the last step.
    [[nodiscard]] std::uint64_t step_count() const;
    [[nodiscard]] double time() const;  ///< Seconds stepped, in all.

    // Queries, at the present poses; ties go to the lower shape index.
    // A ray meets a shape where it enters it; one that starts inside does not. Polygons of one body with
    // equal ShapeDefs count as what they cover together, also for closest: the pieces of a concave outline
    // (decompose) are entered where the outline is, not where they meet. Of two pieces that are entered at
    // one point the lower answers.
    [[nodiscard]] std::optional<RayCastHit> ray_cast_closest(const Ray& ray,
                                                             std::uint64_t mask = ~std::uint64_t{0}) const;
    /// Many rays in one call: hits[i] is the answer to rays[i]. Requires as many of both (asserted).
    void ray_cast_closest(std::span<const Ray> rays, std::span<std::optional<RayCastHit>> hits,
                          std::uint64_t mask = ~std::uint64_t{0}) const;
    void ray_cast_all(const Ray& ray, FunctionRef<bool(const RayCastHit&)> visit,
                      std::uint64_t mask = ~std::uint64_t{0}) const;  ///< Sorted by fraction.
    void query_aabb(const Aabb& box,
                    FunctionRef<bool(ShapeHandle)> visit) const;  ///< Ascending; true boxes, not fat ones.
    [[nodiscard]] std::vector<ShapeHandle> shapes_at(Vec2 point) const;  ///< Ascending.
    /// What a shape meets first on a straight way, by linear cast. One that starts within the gap of another
    /// is stopped at fraction 0 if it goes nearer, and passes if it leaves or slides along (to 1e-6 of its
    /// way). A way of length zero, a pose that is none or a number that is not finite meets nothing. Error:
    /// 1e-7 of the shape's size, at least 1e-9 m, by which it stops too soon and a graze counts as a hit.
    [[nodiscard]] std::optional<ShapeCastHit> shape_cast_closest(const Shape& shape,
                                                                 const ShapeCast& cast) const;
    void shape_cast_all(const Shape& shape, const ShapeCast& cast,
                        FunctionRef<bool(const ShapeCastHit&)> visit) const;  ///< Sorted by fraction.
    /// Shapes that overlap or touch one at `pose`, ascending.
    void overlap_shape(const Shape& shape, const Transform& pose, FunctionRef<bool(ShapeHandle)> visit,
                       std::uint64_t mask = ~std::uint64_t{0}) const;
    /// The shape whose surface is nearest to the point, or in which the point lies deepest, if that is no
    /// further than max_distance (m).
    [[nodiscard]] std::optional<ShapeDistance> closest_shape(Vec2 point, double max_distance,
                                                             std::uint64_t mask = ~std::uint64_t{0}) const;

    /// Whether a one-way shape would let the other pass from where the two stand; not if it is none. For what
    /// moves by rules of its own: contacts keep what was decided for them (ContactResponse).
    [[nodiscard]] bool lets_pass(ShapeHandle one_way, ShapeHandle other) const;

    /// 64 bits over the raw bits of bodies, contacts and joints in id order (−0 counts as +0); not of any
    /// broad phase's structure, nor of what a step only tells, such as the loads of joints.
    [[nodiscard]] std::uint64_t hash() const;

    // Sums, in double.
    [[nodiscard]] double kinetic_energy() const;    ///< J
    [[nodiscard]] double potential_energy() const;  ///< −Σ m g·c, J
    [[nodiscard]] Vec2d momentum() const;           ///< kg·m/s
    [[nodiscard]] double angular_momentum() const;  ///< About the world's origin.
    [[nodiscard]] double max_penetration()
        const;  ///< Deepest overlap of all contacts as of the last detection, metres ≥ 0.

    [[nodiscard]] WorldState& state() {
        return *state_;
    }  ///< For the engine's own parts, snapshots and tests.
    [[nodiscard]] const WorldState& state() const { return *state_; }

private:
    std::unique_ptr<WorldState> state_;
    Events events_;
    std::optional<DefError> refusal_;
    Clock clock_ = nullptr;
    Execution execution_;
    bool records_searches_ = false;
    bool records_exchanges_ = false;
    std::unique_ptr<StepScratch> scratch_;  ///< Made by the first step; copies make their own.
};

}  // namespace toibox
