// SPDX-License-Identifier: MIT

// Generates random plans. Each body starts in its own cell of a grid, so that no bodies overlap at the start:
// overlapping bodies would be pushed apart and gain energy, which other tests cover.

#include "toibox/dynamics/settings.h"

#include "tests/property/world_plan.h"
#include "tests/support/generators.h"
#include "tests/support/joints.h"

#include <array>

namespace toibox::testing_support {
namespace {

constexpr int cells = 5;           ///< Per row and column.
constexpr float cell_size = 2.2f;  ///< Metres.
/// Maximum scale of a shape. The shape extends at most twice as far from the body's origin.
constexpr float max_scale = 0.5f;

constexpr std::array row_solvers{SolverKind::SoftStep, SolverKind::SequentialImpulses};

class PlanGenerator {
public:
    explicit PlanGenerator(std::uint64_t seed) : generator_(seed) { plan_.seed = seed; }

    WorldPlan generate() {
        choose_settings();
        choose_room();
        has_kinematic_bodies_ = plan_.room == Room::Static && one_in(3);
        has_damping_ = one_in(8);
        has_locks_ = one_in(8);
        has_gravity_scales_ = one_in(8);
        const int bodies = generator_.rng.integer(2, 20);
        std::array<bool, cells * cells> taken{};
        for (int i = 0; i < bodies; ++i)
            add_body(free_cell(taken));
        if (plan_.bodies.size() > 2 && generator_.rng.next_bool()) add_joints();
        return plan_;
    }

private:
    bool one_in(std::uint32_t n) { return generator_.rng.below(n) == 0; }
    template <class Enum>
    Enum random_entry(std::span<const EnumEntry<Enum>> table) {
        return table[generator_.rng.below(static_cast<std::uint32_t>(table.size()))].value;
    }

    void choose_settings() {
        WorldSettings& settings = plan_.settings;
        settings.solver = one_in(5) ? random_entry(solver_kinds()) : row_solvers[one_in(3) ? 1 : 0];
        settings.continuous =
            one_in(3) ? ContinuousPolicy::SubstepAtImpact : random_entry(continuous_policies());
        if (!are_compatible(settings.solver, settings.continuous))
            settings.continuous = ContinuousPolicy::Off;
        if (one_in(4)) settings.integrator = random_entry(integrators());
        settings.substeps = settings.solver == SolverKind::SequentialImpulses && generator_.rng.next_bool()
                                ? 1
                                : generator_.rng.integer(2, 6);
        if (settings.continuous == ContinuousPolicy::Substeps)
            settings.detection_substeps = generator_.rng.integer(2, 6);
        if (one_in(8)) settings.detection_substeps = 2;
        settings.warm_starting = !one_in(8);
        settings.sleeping = one_in(3);
        settings.broad_phase = random_entry(broad_phase_kinds());
        if (one_in(5))
            settings.toi =
                toi_methods()[generator_.rng.below(static_cast<std::uint32_t>(toi_methods().size()))].method;
        settings.restitution_threshold = generator_.rng.next_bool() ? 1.0f : 0.0f;
        settings.stop_at_each_impact = one_in(10);
        constexpr std::array gravities{Vec2{}, Vec2{}, Vec2{0.0f, -10.0f}, Vec2{0.0f, -10.0f},
                                       Vec2{3.0f, 4.0f}};
        settings.gravity = gravities[generator_.rng.below(5)];
        constexpr std::array rates{30.0f, 60.0f, 60.0f, 60.0f, 120.0f, 240.0f};
        plan_.dt = 1.0f / rates[generator_.rng.below(6)];
        plan_.noise = one_in(5) ? 0.3f : 0.0f;
    }

    Material material() {
        return {.density = generator_.magnitude(0.25f, 4.0f),
                .friction = one_in(3) ? 0.0f : generator_.uniform(0.0f, 1.5f),
                .restitution = one_in(4) ? 0.0f : restitution_,
                .rolling_resistance = one_in(8) ? 0.05f : 0.0f,
                .tangent_speed = 0.0f};
    }

    void choose_room() {
        constexpr std::array rooms{Room::None, Room::Dynamic, Room::Static, Room::Static};
        plan_.room = rooms[generator_.rng.below(4)];
        constexpr std::array typical_restitutions{0.0f, 0.2f, 0.5f, 1.0f};
        restitution_ =
            one_in(3) ? generator_.uniform(0.0f, 1.0f) : typical_restitutions[generator_.rng.below(4)];
        constexpr std::array top_speeds{2.0f, 20.0f, 200.0f};
        top_speed_ = top_speeds[generator_.rng.below(3)];
        if (plan_.room == Room::None) return;
        PlannedBody room{.def = {.type = plan_.room == Room::Static ? BodyType::Static : BodyType::Dynamic},
                         .parts = {}};
        const float wall_distance = room_half_side + wall_half_thickness;
        const Material wall_material = material();
        for (const float side : {-1.0f, 1.0f}) {
            const Vec2 half_extents{wall_half_thickness, room_half_side + 2.0f * wall_half_thickness};
            room.parts.push_back(
                {make_box(half_extents, {side * wall_distance, 0.0f}), {.material = wall_material}});
            room.parts.push_back({make_box({half_extents.y, half_extents.x}, {0.0f, side * wall_distance}),
                                  {.material = wall_material}});
        }
        if (plan_.room == Room::Dynamic) room.def.linear_velocity = generator_.point(0.1f * top_speed_);
        plan_.bodies.push_back(room);
    }

    Vec2 free_cell(std::array<bool, cells * cells>& taken) {
        std::uint32_t i = generator_.rng.below(cells * cells);
        while (taken[i])
            i = (i + 1) % (cells * cells);
        taken[i] = true;
        const Vec2 position{static_cast<float>(i % cells) - 2.0f, static_cast<float>(i / cells) - 2.0f};
        return cell_size * position;
    }

    void add_body(Vec2 position) {
        PlannedBody body;
        BodyDef& def = body.def;
        def.position = position;
        def.angle = generator_.uniform(-3.0f, 3.0f);
        if (!one_in(6)) {
            const float speed = generator_.magnitude(0.01f * top_speed_, top_speed_);
            // Without a room, bodies fly towards the centre, so that they meet.
            const Vec2d direction = plan_.room == Room::None && length(position) > 1.0f
                                        ? -1.0 / static_cast<double>(length(position)) * widen(position)
                                        : generator_.direction();
            def.linear_velocity = speed * narrow(direction);
            def.angular_velocity = one_in(4) ? 0.0f : generator_.uniform(-30.0f, 30.0f);
        }
        def.bullet = one_in(3);
        if (has_kinematic_bodies_ && one_in(5)) {
            def.type = BodyType::Kinematic;
            def.linear_velocity = {};
            def.angular_velocity = generator_.uniform(-6.0f, 6.0f);
        }
        if (has_damping_ && one_in(2)) def.linear_damping = generator_.uniform(0.0f, 1.0f);
        if (has_damping_ && one_in(2)) def.angular_damping = generator_.uniform(0.0f, 1.0f);
        if (has_gravity_scales_ && one_in(2)) def.gravity_scale = generator_.uniform(-1.0f, 2.0f);
        if (has_locks_ && one_in(4)) def.fixed_rotation = true;
        if (has_locks_ && one_in(4)) def.lock_x = true;
        if (one_in(20) && !plan_.settings.stop_at_each_impact)
            def.continuous.policy = random_entry(continuous_policies());
        if (def.continuous.policy && (!is_per_body_policy(*def.continuous.policy) ||
                                      !are_compatible(plan_.settings.solver, *def.continuous.policy)))
            def.continuous.policy.reset();
        const ShapeDef shape_def{.material = material()};
        body.parts.push_back({generator_.solid_shape(generator_.magnitude(0.05f, max_scale)), shape_def});
        if (one_in(6)) body.parts.push_back({Circle{.center = {0.3f, 0.1f}, .radius = 0.2f}, shape_def});
        if (one_in(30)) body.parts.back().def.sensor = true;
        plan_.bodies.push_back(body);
    }

    std::size_t random_body() {
        return generator_.rng.below(static_cast<std::uint32_t>(plan_.bodies.size()));
    }

    void add_joints() {
        const int count = generator_.rng.integer(2, 12);
        const bool has_drives = one_in(3);
        for (int i = 0; i < count; ++i) {
            PlannedJoint joint{.def = {}, .a = random_body(), .b = random_body()};
            const auto is_dynamic = [&](std::size_t body) {
                return plan_.bodies[body].def.type == BodyType::Dynamic;
            };
            if (joint.a == joint.b || !is_dynamic(joint.b)) continue;
            const Vec2 from = plan_.bodies[joint.a].def.position;
            const Vec2 to = plan_.bodies[joint.b].def.position;
            const bool to_room = joint.a == 0 && plan_.room != Room::None;
            if (!to_room && distance(from, to) > 1.1f * cell_size) continue;
            enlarge(joint.a);
            enlarge(joint.b);
            joint.def = full_joint_def(generator_.rng.below(joint_kind_count), {}, {},
                                       to_room ? to : 0.5f * (from + to));
            if (std::holds_alternative<MouseJointDef>(joint.def)) joint.a = joint.b;
            if (!has_drives) std::visit([](auto& def) { remove_drives(def); }, joint.def);
            std::visit([this](auto& def) { choose_collision(def); }, joint.def);
            plan_.joints.push_back(joint);
        }
    }
    /// Replaces the first shape by a large one, so that the lever arms of joints are at most about three
    /// times the body's radius of gyration: rigid joints of small bodies with long lever arms gain energy.
    void enlarge(std::size_t body) {
        if (body == 0 && plan_.room != Room::None) return;
        plan_.bodies[body].parts.front().shape =
            generator_.convex_polygon(generator_.rng.integer(3, 8), 0.7f);
    }
    template <class Def>
    static void remove_drives(Def& def) {
        if constexpr (requires { def.limit; }) {
            def.limit = {};
            def.motor = {};
            def.spring = {};
        }
    }
    template <class Def>
    void choose_collision(Def& def) {
        if constexpr (requires { def.collide_connected; }) def.collide_connected = generator_.rng.next_bool();
    }

    Generator generator_;
    WorldPlan plan_;
    float restitution_ = 0.0f;  ///< Of three materials in four; the others have 0. A pair has the maximum.
    float top_speed_ = 0.0f;    ///< Of a body at the start, m/s.
    bool has_kinematic_bodies_ = false;
    bool has_damping_ = false;
    bool has_locks_ = false;
    bool has_gravity_scales_ = false;
};

}  // namespace

WorldPlan random_plan(std::uint64_t seed) {
    return PlanGenerator(seed).generate();
}

WorldPlan random_gas(std::uint64_t seed) {
    WorldPlan plan = random_plan(seed);
    WorldSettings& settings = plan.settings;
    settings.gravity = {};
    settings.continuous = ContinuousPolicy::SubstepAtImpact;
    settings.toi = ToiMethod::Certified;
    settings.sleeping = false;
    if (!are_compatible(settings.solver, settings.continuous)) settings.solver = SolverKind::SoftStep;
    if (plan.room == Room::Static) plan.room = Room::Dynamic;
    plan.joints.clear();
    Rng rng(seed, 2);
    for (PlannedBody& body : plan.bodies) {
        body.def.type = BodyType::Dynamic;
        body.def.linear_damping = body.def.angular_damping = 0.0f;
        body.def.fixed_rotation = body.def.lock_x = false;
        body.def.continuous = {};
        for (PlannedPart& part : body.parts)
            part.def.material.restitution = rng.uniform(0.5f, 1.0f);
    }
    return plan;
}

}  // namespace toibox::testing_support
