// SPDX-License-Identifier: MIT
#include "toibox/dynamics/world.h"

#include "toibox/broad/any_broad_phase.h"

#include "dynamics/ccd/ccd.h"
#include "dynamics/contacts/impact_rules.h"
#include "dynamics/state/edit_state.h"
#include "dynamics/state/wake.h"
#include "dynamics/step/step_scratch.h"

#include <utility>

namespace toibox {
namespace {

template <class AnyHandle>
std::vector<AnyHandle> live_handles(const IdPool& ids) {
    std::vector<AnyHandle> handles;
    handles.reserve(ids.live_count());
    for (std::uint32_t i = 0; i < ids.capacity(); ++i) {
        if (ids.is_live(i)) handles.push_back(ids.handle_at<AnyHandle>(i));
    }
    return handles;
}

}  // namespace

World::World(const WorldSettings& settings) : state_(std::make_unique<WorldState>()) {
    TOIBOX_ASSERT(validated(settings).has_value());
    state_->settings = settings;
    state_->broad_phase = BroadPhaseValue(settings.broad_phase);
}
World::World(const World& other)
    : state_(std::make_unique<WorldState>(*other.state_)),
      events_(other.events_),
      refusal_(other.refusal_),
      clock_(other.clock_),
      execution_(other.execution_),
      records_searches_(other.records_searches_),
      records_paths_(other.records_paths_),
      records_exchanges_(other.records_exchanges_) {}
World& World::operator=(const World& other) {
    if (this == &other) return *this;
    *state_ = *other.state_;
    events_ = other.events_;
    refusal_ = other.refusal_;
    clock_ = other.clock_;
    execution_ = other.execution_;
    records_searches_ = other.records_searches_;
    records_paths_ = other.records_paths_;
    records_exchanges_ = other.records_exchanges_;
    if (scratch_) scratch_->detection.polygons.forget();
    return *this;
}
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;
World::~World() = default;

std::optional<BodyView> World::find(BodyHandle body) {
    if (!state_->bodies.ids.is_live(body)) return std::nullopt;
    return BodyView(*this, body.index);
}
std::optional<const BodyView> World::find(BodyHandle body) const {
    if (!state_->bodies.ids.is_live(body)) return std::nullopt;
    // A BodyView holds a mutable world; the const return type makes the view read-only.
    return BodyView(const_cast<World&>(*this), body.index);
}
std::optional<ShapeView> World::find(ShapeHandle shape) const {
    const ShapeColumns& shapes = state_->shapes;
    if (!shapes.ids.is_live(shape)) return std::nullopt;
    const std::uint32_t i = shape.index;
    return ShapeView{shape,
                     body_at(shapes.body[i]),
                     shapes.geometry[i],
                     shapes.material[i],
                     shapes.filter[i],
                     shapes.fat_box[i],
                     shapes.sensor[i] != 0,
                     shapes.one_way[i],
                     shapes.user_data[i]};
}
const Joint* World::find(JointHandle joint) const {
    return state_->joints.ids.is_live(joint) ? &state_->joints.joint[joint.index] : nullptr;
}

std::vector<BodyHandle> World::bodies() const {
    return live_handles<BodyHandle>(state_->bodies.ids);
}
std::vector<ShapeHandle> World::shapes() const {
    return live_handles<ShapeHandle>(state_->shapes.ids);
}
std::vector<JointHandle> World::joints() const {
    return live_handles<JointHandle>(state_->joints.ids);
}
int World::body_count() const {
    return static_cast<int>(state_->bodies.ids.live_count());
}
int World::joint_count() const {
    return static_cast<int>(state_->joints.ids.live_count());
}
BodyHandle World::body_at(std::uint32_t index) const {
    return state_->bodies.ids.handle_at<BodyHandle>(index);
}
ShapeHandle World::shape_at(std::uint32_t index) const {
    return state_->shapes.ids.handle_at<ShapeHandle>(index);
}

void World::take_state(World&& other) {
    *state_ = std::move(*other.state_);
    events_ = std::move(other.events_);
    if (scratch_) scratch_->detection.polygons.forget();
}
void World::set_execution(const Execution& execution) {
    TOIBOX_ASSERT(execution.threads >= 1 && execution.threads <= max_threads);
    TOIBOX_ASSERT(is_available(execution.isa));
    execution_ = execution;
}
const Execution& World::execution() const {
    return execution_;
}

void World::set_clock(Clock clock) {
    clock_ = clock;
}
void World::record_searches(bool record) {
    records_searches_ = record;
}
void World::record_paths(bool record) {
    records_paths_ = record;
}
void World::record_exchanges(bool record) {
    records_exchanges_ = record;
}

ToiOptions World::toi_options(BodyHandle a, BodyHandle b) const {
    const IdPool& ids = state_->bodies.ids;
    return pair_options(*state_, ids.is_live(a) ? a.index : null_index,
                        ids.is_live(b) ? b.index : null_index);
}
const WorldSettings& World::settings() const {
    return state_->settings;
}
Result<Unit, SettingsError> World::set_settings(const WorldSettings& settings) {
    Result<WorldSettings, SettingsError> checked = validated(settings);
    if (!checked) return Err{std::move(checked).error()};
    const float old_margin = effective_contact_margin(state_->settings);
    const float old_detection_margin = detection_margin(state_->settings);
    if (!settings.sleeping || settings.gravity != state_->settings.gravity) wake_all(*state_);
    state_->settings = settings;
    if (kind_of(*state_->broad_phase) != settings.broad_phase) {
        rebuild_broad_phase(*state_);
        // The next step searches for the pairs of all boxes. This search finds no new pairs, but builds the
        // structure of the broad phase for inspection.
        for (const ShapeHandle shape : shapes())
            mark_moved(*state_, shape.index);
    }
    const bool margins_unchanged = effective_contact_margin(settings) == old_margin &&
                                   detection_margin(settings) == old_detection_margin;
    // Margins of bodies with overrides also depend on other settings.
    if (!margins_unchanged || !state_->continuous_overrides.empty()) {
        recompute_all_fat_boxes(*state_);
        for (Contact& contact : state_->contacts)
            contact.base.reach = 0.0f;  // The manifold was computed with the old margin.
    }
    return Unit{};
}

std::span<const Contact> World::contacts() const {
    return state_->contacts;
}
const Events& World::events() const {
    return events_;
}
std::uint64_t World::step_count() const {
    return state_->step_count;
}
double World::time() const {
    return state_->time;
}

}  // namespace toibox
