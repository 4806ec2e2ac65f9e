// SPDX-License-Identifier: MIT
#include "app/studies/crowd/crowd.h"

#include "toibox/geometry/bounds.h"
#include "toibox/scene/parameter_sweep.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <utility>

namespace toibox::app {

namespace {

/// The pointer that a sweep changes in the end: that of the parameter, if it varies one.
std::string target_of(const scene::Scene& scene, const std::string& pointer) {
    constexpr std::string_view root = "/parameters/";
    if (!pointer.starts_with(root)) return pointer;
    const std::string name = pointer.substr(root.size(), pointer.find('/', root.size()) - root.size());
    const auto parameter = std::ranges::find(scene.parameters, name, &scene::Parameter::name);
    return parameter == scene.parameters.end() ? pointer : parameter->sets;
}

const scene::BodyEntry* find_body(const scene::Scene& scene, std::string_view id) {
    const auto found = std::ranges::find(scene.bodies, id, &scene::BodyEntry::id);
    return found == scene.bodies.end() ? nullptr : &*found;
}

std::string body_in_question(const scene::Scene& scene, const std::string& vary) {
    constexpr std::string_view root = "/bodies/";
    const std::string target = target_of(scene, vary);
    if (target.starts_with(root)) {
        const std::string id = target.substr(root.size(), target.find('/', root.size()) - root.size());
        const scene::BodyEntry* varied = find_body(scene, id);
        if (varied != nullptr && varied->def.type != BodyType::Static) return id;
    }
    const auto moving = std::ranges::find_if(
        scene.bodies, [](const scene::BodyEntry& entry) { return entry.def.type != BodyType::Static; });
    return moving == scene.bodies.end() ? std::string() : moving->id;
}

std::vector<CrowdObstacle> static_shapes(const scene::Run& run) {
    std::vector<CrowdObstacle> shapes;
    const World& world = run.world();
    for (const BodyHandle handle : world.bodies()) {
        const auto body = world.find(handle);
        if (body->info().type != BodyType::Static) continue;
        for (const ShapeHandle shape : body->shapes())
            shapes.push_back(
                {run.id_of(handle), compute_aabb(world.find(shape)->geometry, body->transform())});
    }
    return shapes;
}

/// Whether an event of the list is about the body. Sensors do not count.
template <class Events>
bool involves(const World& world, const Events& events, BodyHandle body) {
    return std::ranges::any_of(events, [&](const auto& event) {
        const auto a = world.find(event.a);
        const auto b = world.find(event.b);
        return a && b && !a->sensor && !b->sensor && (a->body == body || b->body == body);
    });
}

}  // namespace

const Transform* CrowdRun::pose(std::int64_t step) const {
    if (poses.empty()) return nullptr;
    return &poses[std::min(static_cast<std::size_t>(std::max<std::int64_t>(step, 0)), poses.size() - 1)];
}

Crowd::Crowd(const scene::Document& document, CrowdSetup setup, const scene::Scene& scene)
    : document_(document),
      setup_(std::move(setup)),
      body_(body_in_question(scene, setup_.sweep.vary)),
      last_step_(scene.duration_steps()),
      counts_(scene::verdict_kind_count, 0) {
    for (const double value : scene::sweep_values(setup_.sweep))
        runs_.emplace_back().value = value;
}

Result<Crowd, std::string> Crowd::start(const scene::Document& document, CrowdSetup setup) {
    const auto scene = document.resolve(setup.variant, setup.overrides);
    if (!scene) return Err{scene::format(scene.error())};
    return Crowd(document, std::move(setup), *scene);
}

void Crowd::advance(double seconds) {
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + std::chrono::duration<double>(seconds);
    do {
        if (is_finished()) return;
        if (!progress_) {
            start_run();
        } else {
            step_run();
        }
    } while (Clock::now() < end);
}

void Crowd::start_run() {
    // The first, the last, then the others.
    const std::size_t last = runs_.size() - 1;
    const std::size_t index = finished_ == 0 ? 0 : finished_ == 1 ? last : finished_ - 1;
    std::vector<scene::Document::Override> overrides = setup_.overrides;
    overrides.emplace_back(setup_.sweep.vary, fmt::format("{}", runs_[index].value));
    auto scene = document_.resolve(setup_.variant, overrides);
    if (!scene) return fail(index);
    const std::int64_t steps = scene->duration_steps();
    scene->expect.clear();
    if (setup_.condition) {
        scene->expect.push_back(*setup_.condition);
        scene->expect.front().when = scene::Claim::When::At;
        scene->expect.front().at = scene->duration;
    }
    auto run = scene::Run::start(*std::move(scene));
    if (!run) return fail(index);
    if (setup_.settings && !run->world().set_settings(*setup_.settings)) return fail(index);
    run->judge_steps();
    progress_ = {.index = index, .run = *std::move(run), .out = runs_[index], .steps = steps};
    const World& world = progress_->run.world();
    CrowdRun& out = progress_->out;
    const auto body = world.find(progress_->run.body(body_));
    if (body && has_room(static_cast<std::size_t>(steps) + 1)) {
        out.poses.reserve(static_cast<std::size_t>(steps) + 1);
        out.poses.push_back(body->transform());
        for (const ShapeHandle shape : body->shapes())
            out.shapes.push_back(world.find(shape)->geometry);
    }
    const std::vector<CrowdObstacle> obstacles = static_shapes(progress_->run);
    if (index == 0) obstacles_ = obstacles;
    if (obstacles_ != obstacles) obstacles_.clear();
}

void Crowd::step_run() {
    scene::Run& run = progress_->run;
    if (run.steps() >= progress_->steps) return finish_run();
    if (run.step().failed()) return fail(progress_->index);
    note_step(run, progress_->out);
}

void Crowd::fail(std::size_t index) {
    progress_.reset();
    runs_[index].state = CrowdRun::State::Failed;
    ++finished_;
    ++failed_;
}

void Crowd::finish_run() {
    Progress done = *std::exchange(progress_, std::nullopt);
    CrowdRun& run = runs_[done.index];
    run = std::move(done.out);
    done.run.finish();
    run.holds = setup_.condition && done.run.outcomes().front().status == scene::ClaimOutcome::Status::Passed;
    run.state = CrowdRun::State::Finished;
    ++finished_;
    kept_poses_ += run.poses.size();
    holding_ += run.holds ? 1 : 0;
    if (!run.verdict) return void(++without_verdict_);
    ++counts_[static_cast<std::size_t>(*run.verdict)];
    latest_verdict_ = std::max(latest_verdict_, run.verdict_step);
}

void Crowd::note_step(const scene::Run& run, CrowdRun& out) const {
    const World& world = run.world();
    const BodyHandle handle = run.body(body_);
    if (!out.touched) {
        const bool is_impact = involves(world, world.events().impact, handle);
        out.touched = is_impact || involves(world, world.events().begin, handle);
        // Without an impact, shapes begin to touch at the start of a step or detection sub-step.
        if (is_impact) out.touch_step = run.steps();
        if (out.touched && !is_impact && world.settings().detection_substeps == 1)
            out.touch_step = run.steps() - 1;
    }
    if (!run.last_report().complete) return;
    const auto body = world.find(handle);
    const bool has_all = static_cast<std::int64_t>(out.poses.size()) == run.steps();
    if (body && has_all) out.poses.push_back(body->transform());
    if (out.verdict) return;
    const auto verdict = std::ranges::find_if(run.verdicts(), [](const scene::Verdict& judged) {
        return judged.kind != scene::VerdictKind::TimeLost;
    });
    if (verdict == run.verdicts().end()) return;
    out.verdict = verdict->kind;
    out.verdict_step = run.steps();
}

std::size_t Crowd::count(scene::VerdictKind kind) const {
    return counts_[static_cast<std::size_t>(kind)];
}

std::int64_t Crowd::shown_step() const {
    return latest_verdict_ < 0 ? last_step_ : std::min(latest_verdict_ + 1, last_step_);
}

VariedValue varied_value(const scene::Scene& scene, const std::string& pointer) {
    const std::string target = target_of(scene, pointer);
    for (const scene::Parameter& parameter : scene.parameters) {
        if (parameter.sets == target) return {parameter.label, parameter.unit};
    }
    // "/bodies/ball/position/0" is "ball position x".
    const std::size_t second = pointer.find('/', 1);
    std::string label = second == std::string::npos ? pointer.substr(1) : pointer.substr(second + 1);
    std::string unit;
    for (const auto& [quantity, its_unit] : {std::pair{"/position/", "m"}, std::pair{"/velocity/", "m/s"}}) {
        if (label.find(quantity) == std::string::npos || !(label.ends_with("/0") || label.ends_with("/1")))
            continue;
        unit = its_unit;
        label.back() = label.back() == '0' ? 'x' : 'y';
    }
    std::ranges::replace(label, '/', ' ');
    return {std::move(label), std::move(unit)};
}

}  // namespace toibox::app
