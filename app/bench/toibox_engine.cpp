// SPDX-License-Identifier: MIT
#include "app/bench/toibox_engine.h"

#include <algorithm>
#include <chrono>
#include <variant>

namespace toibox::bench {

namespace {

std::uint64_t nanoseconds_now() {
    using namespace std::chrono;
    return static_cast<std::uint64_t>(
        duration_cast<nanoseconds>(steady_clock::now().time_since_epoch()).count());
}

}  // namespace

WorldSettings settings_of(const Scene& scene) {
    return {.gravity = scene.gravity, .sleeping = scene.sleeping};
}

std::optional<Isa> isa_named(std::string_view name) {
    for (const Isa isa : {Isa::Scalar, Isa::Sse2, Isa::Avx2}) {
        if (to_string(isa) == name) return isa;
    }
    return std::nullopt;
}

ToiboxEngine::ToiboxEngine(const WorldSettings& settings, const Execution& execution) : world_(settings) {
    world_.set_execution(execution);
    world_.set_clock(nanoseconds_now);
    for (std::size_t i = 0; i < stage_names_.size(); ++i)
        stage_names_[i] = to_string(static_cast<Stage>(i));
}

void ToiboxEngine::attach(BodyHandle body, const Shape& shape, const ShapeDef& def) {
    world_.attach(body, shape, def);
}

void ToiboxEngine::set_velocity(BodyHandle body, Vec2 linear, float angular) {
    world_.find(body)->set_velocity(linear, angular);
}

Vec2 ToiboxEngine::position(BodyHandle body) const {
    return world_.find(body)->position();
}

bool ToiboxEngine::step() {
    report_ = world_.step(time_step);
    for (std::size_t i = 0; i < stage_times_.size(); ++i)
        stage_times_[i] = 1e-6 * static_cast<double>(report_.stage_nanoseconds[i]);
    return !report_.failed();
}

/// Distance between the two anchors of a joint, metres; 0 for joints other than revolute, which the scenes do
/// not have.
double ToiboxEngine::gap_of(JointHandle handle) const {
    const auto* joint = std::get_if<RevoluteJoint>(world_.find(handle));
    if (joint == nullptr) return 0.0;
    const auto anchor = [&](std::uint32_t body, Vec2 local) {
        return transform_point(world_.find(world_.body_at(body))->transform(), local);
    };
    return static_cast<double>(distance(anchor(joint->base.body_a, joint->base.local_a),
                                        anchor(joint->base.body_b, joint->base.local_b)));
}

WorldStats ToiboxEngine::stats() const {
    double joint_gap = 0.0;
    for (const JointHandle joint : world_.joints())
        joint_gap = std::max(joint_gap, gap_of(joint));
    return {.bodies = report_.bodies,
            .joints = report_.joints,
            .contacts = report_.contacts,
            .touching = report_.touching,
            .penetration = world_.max_penetration(),
            .joint_gap = joint_gap};
}

}  // namespace toibox::bench
