// SPDX-License-Identifier: MIT
// Emitters and winds need no state: the scene, its seed and the number of the step decide which body is
// emitted and its jitter. So a copy of a run continues identically.

#include "toibox/scene/run.h"

#include "scene/format/seeded_noise.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace toibox::scene {

namespace {

/// Index of the body that an emitter creates at `step`; −1 for none.
std::int64_t emitted_index(const EmitterEntry& emitter, std::int64_t step) {
    const std::int64_t since = step - emitter.first;
    if (since < 0 || since % emitter.every != 0) return -1;
    const std::int64_t index = since / emitter.every;
    return index < emitter.count ? index : -1;
}

std::string name_of(const EmitterEntry& emitter, std::int64_t index) {
    return fmt::format("{}-{}", emitter.body.id, index);
}

BodyEntry copy_of(const EmitterEntry& emitter, std::int64_t index, std::uint64_t seed) {
    const std::uint64_t stream = noise_stream(seed, emitter.body.id);
    std::uint64_t draw = 6 * static_cast<std::uint64_t>(index);
    const auto shift = [&](float value, float jitter) {
        return static_cast<float>(static_cast<double>(value) +
                                  static_cast<double>(jitter) * seeded_noise(stream, draw++));
    };
    BodyEntry copy = emitter.body;
    copy.id = name_of(emitter, index);
    BodyDef& def = copy.def;
    const EmitterEntry::Jitter& jitter = emitter.jitter;
    def.position.x = shift(def.position.x, jitter.position.x);
    def.position.y = shift(def.position.y, jitter.position.y);
    def.angle = shift(def.angle, jitter.angle);
    def.linear_velocity.x = shift(def.linear_velocity.x, jitter.velocity.x);
    def.linear_velocity.y = shift(def.linear_velocity.y, jitter.velocity.y);
    def.angular_velocity = shift(def.angular_velocity, jitter.spin);
    return copy;
}

/// Indices of the dynamic bodies whose centres of mass are in the box, ascending.
std::vector<std::uint32_t> bodies_in(const World& world, const Aabb& box) {
    std::vector<std::uint32_t> found;
    world.query_aabb(box, [&](ShapeHandle shape) {
        const std::uint32_t body = world.find(shape)->body.index;
        const BodyView view = *world.find(world.body_at(body));
        if (view.info().type == BodyType::Dynamic && contains(box, view.center())) found.push_back(body);
        return true;
    });
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

}  // namespace

void Run::apply_emitters() {
    for (const EmitterEntry& emitter : scene_->emitters) {
        if (emitter.lifetime > 0) {
            const std::int64_t expired_index = emitted_index(emitter, state_.steps - emitter.lifetime);
            const std::string name = expired_index >= 0 ? name_of(emitter, expired_index) : std::string();
            // A script may have removed the body already.
            if (expired_index >= 0 && toibox::apply(world_, command::DestroyBody{body(name)}))
                state_.bodies.erase(name);
        }
        const std::int64_t index = emitted_index(emitter, state_.steps);
        if (index < 0) continue;
        if (const auto error = create(copy_of(emitter, index, scene_->seed))) {
            script_errors_.push_back(fmt::format("emitter at step {}: {}", state_.steps, *error));
        }
    }
}

void Run::apply_winds(double seconds) {
    const float dt = static_cast<float>(seconds);
    for (const WindEntry& wind : scene_->winds) {
        if (state_.steps < wind.first || state_.steps >= wind.end) continue;
        for (const std::uint32_t index : bodies_in(world_, wind.box)) {
            const BodyView body = *std::as_const(world_).find(world_.body_at(index));
            // The force is implicit in the body's velocity, which therefore never overshoots that of the air.
            const float coefficient = body.mass().mass * wind.drag / (1.0f + wind.drag * dt);
            const Vec2 force = coefficient * (wind.velocity - body.velocity().linear);
            if (force == Vec2{}) continue;
            const auto outcome =
                toibox::apply(world_, command::ApplyForce{.body = body.handle(), .force = force});
            if (!outcome)
                script_errors_.push_back(
                    fmt::format("wind at step {}: {}", state_.steps, outcome.error().message));
        }
    }
}

}  // namespace toibox::scene
