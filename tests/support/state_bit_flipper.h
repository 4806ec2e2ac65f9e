// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/fields/field_schema.h"

#include "dynamics/snapshot/state_fields.h"
#include "geometry/polygon_access.h"
#include "tests/support/worlds.h"

#include <bit>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace toibox::testing_support {

/// A world with data in every column: shapes and joints of all kinds, contacts, free slots, bodies with their
/// own continuous policy, and a paused step.
inline World world_with_everything() {
    World world({.gravity = {0, -10}, .stop_at_each_impact = true});
    const BodyHandle floor = world.create_body({.type = BodyType::Static});
    world.attach(floor, make_box({5, 0.5f}, {0, -0.5f}), {.material = {.restitution = 1}});
    world.attach(floor, line({-5, 0}, {-5, 5}));
    const BodyHandle a = add_box(world, {0, 0.5f});
    world.attach(a, make_regular_polygon(9, 0.3f, {0.8f, 0}));
    const BodyHandle b = world.create_body({.position = {2, 0.3f}, .bullet = true});
    world.attach(b, Capsule{.a = {-0.3f, 0}, .b = {0.3f, 0}, .radius = 0.3f});
    world.create_joint(RevoluteJointDef{.body_a = a, .body_b = b, .anchor = {1, 1}});
    world.create_joint(DistanceJointDef{.body_a = a, .body_b = b, .anchor_a = {0, 1}, .anchor_b = {2, 1}});
    world.create_joint(PrismaticJointDef{.body_a = floor, .body_b = a});
    world.create_joint(WeldJointDef{.body_a = floor, .body_b = b});
    world.create_joint(WheelJointDef{.body_a = a, .body_b = b});
    world.create_joint(MotorJointDef{.body_a = floor, .body_b = a});
    world.create_joint(MouseJointDef{.body = a, .target = {1, 3}});
    world.find(b)->set_continuous({.policy = ContinuousPolicy::StopAtImpact, .toi = {}});
    const BodyHandle removed_a = add_ball(world, {9, 9});
    const BodyHandle removed_b = add_ball(world, {12, 9});
    add_box(world, {4, 0.5f});
    add_box(world, {4, 1.5f});
    for (int i = 0; i < 3; ++i)
        world.step(time_step);
    add_ball(world, {-3, 2}, 0.2f, {.linear_velocity = {-200, 0}});
    for (int i = 0; i < 10 && world.step(time_step).complete; ++i) {
    }
    world.destroy(removed_a);
    world.destroy(removed_b);
    EXPECT_TRUE(world.state().progress.paused);
    EXPECT_GE(world.contacts().size(), 2u);
    return world;
}

/// Changes every number of a state that write_state writes, one at a time: flips the given bit of the number
/// (modulo its width), calls `changed` with the column's name and restores the number.
class StateBitFlipper {
public:
    using Changed = std::function<void(const ColumnName&)>;
    StateBitFlipper(WorldState& state, Changed changed, unsigned bit = 0)
        : changed_(std::move(changed)), bit_(bit) {
        for_each_column(state, [this]<class Column>(const ColumnName& name, Column& column) {
            name_ = name;
            if constexpr (!std::is_same_v<Column, BroadPhaseValue>) this->visit_leaves(column);
        });
    }

private:
    template <class T>
    void visit_leaves(T& value) {
        if constexpr (ScalarField<T>) {
            const T original = value;
            if constexpr (std::is_same_v<T, bool>) {
                value = !value;
            } else {
                using Bits = BitsOf<T>;
                const Bits flipped_bit = static_cast<Bits>(Bits{1} << (bit_ % (8 * sizeof(T))));
                value = std::bit_cast<T>(static_cast<Bits>(std::bit_cast<Bits>(value) ^ flipped_bit));
            }
            changed_(name_);
            value = original;
        } else if constexpr (HasFields<T>) {
            for_each_field(value, [this](std::string_view, auto& member) { this->visit_leaves(member); });
        } else if constexpr (VariantField<T>) {
            std::visit([this](auto& alternative) { this->visit_leaves(alternative); }, value);
        } else if constexpr (std::is_same_v<T, Polygon>) {
            visit_polygon(value);
        } else if constexpr (std::is_same_v<T, IdPool>) {
            visit_ids(value);
        } else {
            for (auto& element : value)
                visit_leaves(element);
        }
    }
    /// A polygon is rebuilt from changed copies of its parts.
    void visit_polygon(Polygon& shape) {
        const Polygon original = shape;
        std::vector<Vec2> vertices(original.vertices().begin(), original.vertices().end());
        std::vector<Vec2> normals(original.normals().begin(), original.normals().end());
        Vec2 centroid = original.centroid();
        float radius = original.radius();
        const Changed callback = changed_;
        const auto restore = [&](const ColumnName& name) {
            shape = PolygonAccess::restore(vertices, normals, centroid, radius);
            callback(name);
            shape = original;
        };
        changed_ = restore;
        visit_leaves(vertices);
        visit_leaves(normals);
        visit_leaves(centroid);
        visit_leaves(radius);
        changed_ = callback;
    }
    /// Advances each generation by one use, and swaps two free slots: other changes make the pool invalid.
    void visit_ids(IdPool& pool) {
        const IdPool original = pool;
        const std::vector<std::uint32_t> free(original.free_list().begin(), original.free_list().end());
        std::vector<std::uint32_t> generations(original.generations().begin(), original.generations().end());
        for (std::uint32_t& generation : generations) {
            generation += 2;
            pool = *IdPool::from_state(generations, free);
            changed_(name_);
            generation -= 2;
        }
        pool = original;
        if (free.size() < 2) return;
        std::vector<std::uint32_t> swapped = free;
        std::swap(swapped[0], swapped[1]);
        pool = *IdPool::from_state(generations, swapped);
        changed_(name_);
        pool = original;
    }

    Changed changed_;
    unsigned bit_;
    ColumnName name_;
};

}  // namespace toibox::testing_support
