// SPDX-License-Identifier: MIT
#include "toibox/replay/simulation.h"

#include "toibox/dynamics/world_state.h"

#include <algorithm>
#include <array>
#include <variant>

namespace toibox::replay {

namespace {

constexpr std::array<std::string_view, mark_kind_count> mark_names{
    "contact",    "impact",  "input",          "sleep",  "joint-break", "tunnelled", "claim",
    "divergence", "stopped", "pushed through", "missed", "late",        "ghost hit", "time lost"};

BodyHandle body_of(const World& world, ShapeHandle shape) {
    const std::optional<ShapeView> view = world.find(shape);
    return view ? view->body : BodyHandle{};
}

Mark mark_of(const World& world, MarkKind kind, std::uint64_t frame, std::size_t count, ShapeHandle a,
             ShapeHandle b) {
    return {.frame = frame,
            .kind = kind,
            .count = static_cast<std::uint32_t>(count),
            .a = body_of(world, a),
            .b = body_of(world, b)};
}

}  // namespace

std::string_view to_string(MarkKind kind) {
    return mark_names[static_cast<std::size_t>(kind)];
}

std::unique_ptr<Simulation> WorldSimulation::clone() const {
    return std::make_unique<WorldSimulation>(*this);
}

Result<CommandOutcome, CommandError> WorldSimulation::apply(const Command& command) {
    return toibox::apply(world_, command);
}

const StepReport& WorldSimulation::step(std::optional<double> seconds) {
    report_ = world_.step(static_cast<float>(seconds.value_or(seconds_)));
    return report_;
}

Result<Unit, StateError> WorldSimulation::restore(World world, std::span<const std::byte> script_state) {
    if (!script_state.empty()) return Err{StateError{"rest", "must be empty for a bare world"}};
    world_.take_state(std::move(world));
    return Unit{};
}

std::uint32_t awake_count(const World& world) {
    const BodyColumns& bodies = world.state().bodies;
    std::uint32_t count = 0;
    for (std::uint32_t i = 0; i < bodies.ids.capacity(); ++i) {
        const bool is_asleep = bodies.sleep[i].island != null_index;
        if (bodies.ids.is_live(i) && bodies.info[i].type != BodyType::Static && !is_asleep) ++count;
    }
    return count;
}

void add_world_marks(const World& world, const StepReport& report, std::uint32_t awake_before,
                     std::uint64_t frame, std::vector<Mark>& marks) {
    const Events& events = world.events();
    if (!events.begin.empty()) {
        const ContactEvent& first = events.begin.front();
        marks.push_back(mark_of(world, MarkKind::Contact, frame, events.begin.size(), first.a, first.b));
    }
    if (!events.impact.empty()) {
        const ImpactEvent& first = events.impact.front();
        marks.push_back(mark_of(world, MarkKind::Impact, frame, events.impact.size(), first.a, first.b));
        marks.back().t = first.t;
    }
    if (!events.joint_break.empty()) {
        const JointBreakEvent& first = events.joint_break.front();
        marks.push_back({.frame = frame,
                         .kind = MarkKind::JointBreak,
                         .count = static_cast<std::uint32_t>(events.joint_break.size()),
                         .a = first.body_a,
                         .b = first.body_b});
    }
    const std::uint32_t awake = awake_count(world);
    if (report.complete && awake != awake_before) {
        const std::uint32_t changed = awake > awake_before ? awake - awake_before : awake_before - awake;
        marks.push_back({.frame = frame, .kind = MarkKind::Sleep, .count = changed});
    }
}

std::size_t estimate_memory(const World& world) {
    std::size_t bytes = sizeof(WorldState);
    for_each_column(world.state(), [&bytes]<class Column>(const ColumnName&, const Column& column) {
        if constexpr (requires { column.data(); }) {
            bytes += column.size() * sizeof(typename Column::value_type);
        }
    });
    for (const Shape& shape : world.state().shapes.geometry) {
        const auto* polygon = std::get_if<Polygon>(&shape);
        if (polygon != nullptr && polygon->count() > Polygon::inline_capacity)
            bytes += 2 * polygon->vertices().size() * sizeof(Vec2);
    }
    // Boxes of the broad phase: about 40 bytes per shape by default, twice that for trees.
    return bytes + 80 * world.state().shapes.geometry.size();
}

}  // namespace toibox::replay
