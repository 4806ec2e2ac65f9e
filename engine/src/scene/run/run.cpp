// SPDX-License-Identifier: MIT
// Creates a world from a scene, steps it and decides its claims. Script actions are in run_script.cpp, the
// values that claims read in current_state.cpp.

#include "toibox/scene/run.h"

#include "scene/run/current_state.h"

#include <cmath>
#include <fmt/format.h>
#include <tuple>
#include <utility>

namespace toibox::scene {

namespace {

Diagnostic make_error(const Scene& scene, const std::string& message, const std::string& pointer) {
    Diagnostic diagnostic;
    diagnostic.file = scene.path;
    diagnostic.message = message;
    diagnostic.pointer = pointer;
    return diagnostic;
}

}  // namespace

std::vector<Claim> claims_of(const Scene& scene) {
    std::vector<Claim> claims = scene.expect;
    for (const Event& event : scene.timeline) {
        if (const auto* asserted = std::get_if<action::Assert>(&event.action)) {
            claims.push_back(asserted->claim);
            claims.back().when = Claim::When::At;
            claims.back().at = static_cast<double>(event.step) * scene.step;
        }
    }
    return claims;
}

Run::Run(Scene scene)
    : scene_(std::make_shared<const Scene>(std::move(scene))),
      claims_(std::make_shared<const std::vector<Claim>>(claims_of(*scene_))),
      world_(scene_->settings) {
    state_.probes.resize(scene_->probes.size());
    Answers answers;
    for (const QueryEntry& query : scene_->queries) {
        for (const auto& [field, value] : answer(query))
            answers[query.name].emplace(field, value);
    }
    answers_ = std::make_shared<const Answers>(std::move(answers));
}

Result<Run, Diagnostics> Run::start(Scene scene, RateSource rates) {
    const auto error = [&scene](const std::string& message, const std::string& pointer) {
        return Err{Diagnostics{make_error(scene, message, pointer)}};
    };
    if (const auto settings = validated(scene.settings); !settings) {
        return error(fmt::format("{} {}", settings.error().field, settings.error().message), "/world");
    }
    if (!(scene.step > 0.0 && std::isfinite(scene.step)))
        return error("the step must be greater than 0", "/world/step");
    if (Diagnostics errors = check_claims(scene); !errors.empty()) return Err{std::move(errors)};

    Run run(std::move(scene));
    run.rates_ = std::move(rates);
    if (Diagnostics errors = run.populate(); !errors.empty()) return Err{std::move(errors)};
    run.register_claims();
    run.evaluate_claims();
    return run;
}

Diagnostics Run::populate() {
    Diagnostics errors;
    const auto add_error = [&](const std::optional<std::string>& error, const std::string& pointer) {
        if (error) errors.push_back(make_error(*scene_, *error, pointer));
    };
    for (const BodyEntry& body : scene_->bodies)
        add_error(create(body), "/bodies/" + body.id);
    Joints joints;
    for (const JointEntry& joint : scene_->joints)
        add_error(create(joint, joints), "/joints/" + joint.id);
    joints_ = std::make_shared<const Joints>(std::move(joints));
    return errors;
}

std::optional<std::string> Run::create(const BodyEntry& entry) {
    command::CreateBody command{.body = entry.def, .parts = {}};
    for (const ShapeEntry& shape : entry.shapes)
        command.parts.push_back({shape.shape, shape.def});
    const Result<CommandOutcome, CommandError> made = toibox::apply(world_, command);
    if (!made) return fmt::format("body \"{}\": {}", entry.id, made.error().message);

    const BodyHandle handle = made->body;
    state_.bodies[entry.id] = handle;
    if (state_.ids.size() <= handle.index) state_.ids.resize(handle.index + 1);
    state_.ids[handle.index] = {handle.generation, entry.id};
    const std::vector<ShapeHandle> shapes = world_.find(handle)->shapes();
    for (std::size_t i = 0; i < shapes.size() && i < entry.shapes.size(); ++i) {
        if (state_.shapes.size() <= shapes[i].index) state_.shapes.resize(shapes[i].index + 1);
        state_.shapes[shapes[i].index] = {shapes[i].generation, entry.shapes[i].color, entry.id};
    }
    return std::nullopt;
}

std::optional<std::string> Run::create(const JointEntry& entry, Joints& joints) {
    JointDef def = entry.def;
    std::visit(
        [&]<class Def>(Def& joint) {
            if constexpr (std::is_same_v<Def, MouseJointDef>) {
                joint.body = body(entry.body_b);
            } else {
                joint.body_a = body(entry.body_a);
                joint.body_b = body(entry.body_b);
            }
        },
        def);
    const Result<CommandOutcome, CommandError> made = toibox::apply(world_, command::CreateJoint{def});
    if (!made) return fmt::format("joint \"{}\": {}", entry.id, made.error().message);
    joints[entry.id] = made->joint;
    return std::nullopt;
}

Result<CommandOutcome, CommandError> Run::apply(const Command& command) {
    Result<CommandOutcome, CommandError> outcome = toibox::apply(world_, command);
    if (outcome) record_velocity_command(command);
    return outcome;
}

void Run::register_claims() {
    state_.outcomes.assign(claims_->size(), {});
    for (const Claim& claim : *claims_) {
        state_.memories.emplace_back(claim.slots);
        for_each_node(claim, [this](const Expression& node) {
            if (const auto* count = std::get_if<Expression::Count>(&node.node)) {
                counted_.push_back(*count);
                state_.counts.push_back(0);
                if (verdict_of(count->event)) state_.judges = true;
            } else if (const auto* quantity = std::get_if<Quantity>(&node.node)) {
                if (verdict_of(quantity->kind)) state_.judges = true;
            }
        });
    }
}

double Run::time() const {
    return static_cast<double>(state_.steps) * scene_->step + state_.extra_time;
}

const StepReport& Run::step(std::optional<double> seconds) {
    const double dt = seconds.value_or(scene_->step);
    const bool is_new_step = !state_.is_mid_step;
    Backup backup;
    if (is_new_step) {
        backup = save_before_step();
        apply_events();
        apply_emitters();
        apply_forces();
        apply_winds(dt);
        apply_wheel_rays(dt);
        move_walkers(dt);
        if (state_.judges) state_.verdict_probe.begin_step(world_, dt);
    }
    last_report_ = step_world(dt);
    const StepReport& report = last_report_;
    if (report.failed()) {
        if (is_new_step) state_.verdict_probe.clear_step();
        roll_back(std::move(backup));
        return report;
    }
    if (is_new_step) verdicts_.clear();
    count_events();
    if (state_.judges) state_.verdict_probe.record(world_, report, dt);
    add_report(report);
    state_.is_mid_step = !report.complete;
    if (state_.is_mid_step) return report;
    if (state_.judges) {
        verdicts_ = state_.verdict_probe.end_step(world_, dt);
        count_verdicts();
    }
    ++state_.steps;
    state_.extra_time += dt - scene_->step;
    evaluate_claims();
    return report;
}

StepReport Run::step_world(double dt) {
    const bool recorded = world_.records_searches();
    if (state_.judges && VerdictProbe::needs_searches(world_)) world_.record_searches(true);
    StepReport report = world_.step(static_cast<float>(dt));
    world_.record_searches(recorded);
    return report;
}

Run::Backup Run::save_before_step() const {
    const std::vector<Event>& timeline = scene_->timeline;
    const bool is_due = state_.cursor < timeline.size() && timeline[state_.cursor].step <= state_.steps;
    const bool acts = is_due || !state_.forces.empty() || !scene_->emitters.empty() ||
                      !scene_->winds.empty() || !scene_->wheel_rays.empty() || !scene_->walkers.empty();
    return acts ? Backup(std::in_place, world_, state_) : std::nullopt;
}

void Run::roll_back(Backup backup) {
    if (backup) std::tie(world_, state_) = *std::move(backup);
}

void Run::evaluate_claims() {
    update_probes();
    const CurrentState view(*this);
    for (std::size_t i = 0; i < claims_->size(); ++i) {
        if (state_.outcomes[i].status != ClaimOutcome::Status::Pending) continue;
        const Claim& claim = (*claims_)[i];
        const Comparison now = evaluate(claim, view, state_.memories[i]);
        const bool is_last = state_.steps == scene_->duration_steps();
        switch (claim.when) {
            case Claim::When::At:
                if (state_.steps == scene_->step_of(claim.at)) decide(i, now, now.holds);
                break;
            case Claim::When::Always:
                if (!now.holds || is_last) decide(i, now, now.holds);
                break;
            case Claim::When::Eventually:
                if (now.holds || is_last) decide(i, now, now.holds);
                break;
            case Claim::When::Never:
                if (now.holds || is_last) decide(i, now, !now.holds);
                break;
        }
    }
}

namespace {

/// A side of a claim with its value: "wall.x (0.5)"; a literal number without it.
std::string format_side(const Expression& side, double value) {
    if (std::isnan(value)) return fmt::format("{} (no value)", side.text);
    const bool is_number = side.text.find_first_not_of("-0123456789.eE") == std::string::npos;
    return is_number ? side.text : fmt::format("{} ({:.6g})", side.text, value);
}

std::string describe_values(const Claim& claim, const Comparison& values) {
    const std::string left = std::isnan(values.left) ? "has no value" : fmt::format("is {:.6g}", values.left);
    if (std::holds_alternative<Expression::Pairs>(claim.left->node)) {
        return values.holds == (claim.op == Claim::Op::Equal) ? "the pairs match" : "the pairs do not match";
    }
    std::string tolerance;
    if (claim.tolerance > 0.0) {
        tolerance = claim.relative ? fmt::format(" +- {:g}%", claim.tolerance * 100.0)
                                   : fmt::format(" +- {:g}", claim.tolerance);
    }
    return fmt::format("{} {}, which is{} {} {}{}", claim.left->text, left, values.holds ? "" : " not",
                       to_string(claim.op), format_side(*claim.right, values.right), tolerance);
}

}  // namespace

void Run::decide(std::size_t index, const Comparison& comparison, bool holds) {
    const Claim& claim = (*claims_)[index];
    ClaimOutcome& outcome = state_.outcomes[index];
    if ((std::isnan(comparison.left) || std::isnan(comparison.right)) && !rates_) {
        bool needs_rates = false;
        for_each_node(claim, [&](const Expression& node) {
            needs_rates = needs_rates || std::holds_alternative<Expression::Rate>(node.node);
        });
        if (needs_rates) {
            outcome.status = ClaimOutcome::Status::NotReached;
            outcome.detail = "needs the runs of a sweep: `toibox run` evaluates it";
            return;
        }
    }
    const bool has_values = !std::isnan(comparison.left) && !std::isnan(comparison.right);
    const bool passed = claim.must_fail ? has_values && !holds : holds;
    outcome.status = passed ? ClaimOutcome::Status::Passed : ClaimOutcome::Status::Failed;
    outcome.left = comparison.left;
    outcome.right = comparison.right;
    outcome.step = state_.steps;
    outcome.detail =
        fmt::format("{} (step {}, t {:.6g} s){}", describe_values(claim, comparison), state_.steps, time(),
                    claim.must_fail && !passed ? ", and the choice should be wrong" : "");
}

void Run::finish() {
    for (std::size_t i = 0; i < state_.outcomes.size(); ++i) {
        ClaimOutcome& outcome = state_.outcomes[i];
        if (outcome.status != ClaimOutcome::Status::Pending) continue;
        const Claim& claim = (*claims_)[i];
        outcome.status = ClaimOutcome::Status::NotReached;
        outcome.step = state_.steps;
        outcome.detail =
            claim.when == Claim::When::At
                ? fmt::format("not reached: it is about t = {:.6g} s, but the run ended at {:.6g} s",
                              claim.at, time())
                : fmt::format("undecided: it is about {:.6g} s, but the run ended at {:.6g} s",
                              scene_->duration, time());
    }
}

BodyHandle Run::body(const std::string& id) const {
    const auto found = state_.bodies.find(id);
    return found != state_.bodies.end() && world_.find(found->second) ? found->second : BodyHandle{};
}

JointHandle Run::joint(const std::string& id) const {
    const auto found = joints_->find(id);
    return found != joints_->end() && world_.find(found->second) != nullptr ? found->second : JointHandle{};
}

std::string Run::id_of(BodyHandle body) const {
    const bool known = body.index < state_.ids.size() && state_.ids[body.index].first == body.generation;
    return known ? state_.ids[body.index].second : std::string();
}

std::optional<std::uint32_t> Run::color_of(ShapeHandle shape) const {
    const bool known =
        shape.index < state_.shapes.size() && state_.shapes[shape.index].generation == shape.generation;
    return known ? state_.shapes[shape.index].color : std::nullopt;
}

}  // namespace toibox::scene
