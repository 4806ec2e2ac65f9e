// SPDX-License-Identifier: MIT
#include "app/session/session.h"

#include "toibox/dynamics/world_state.h"

#include "app/session/user_settings.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <ranges>

namespace toibox::app {

namespace {

constexpr float pair_reach = 20.0f;  ///< Metres: how far a click looks for the neighbour of the clicked body.

}  // namespace

Result<Unit, scene::Diagnostics> Session::open(const std::string& path, const std::string& variant,
                                               std::vector<Override> overrides) {
    auto document = scene::Document::load(path);
    if (!document) return Err{std::move(document).error()};
    return start(std::move(document).value(), variant, std::move(overrides));
}

Result<Unit, scene::Diagnostics> Session::reload() {
    return open(document_->path(), variant_, overrides_);
}

Result<Unit, scene::Diagnostics> Session::choose_variant(const std::string& variant) {
    return start(*document_, variant, overrides_);
}

Result<Unit, scene::Diagnostics> Session::set_parameter(const std::string& name, double value) {
    const std::string pointer = "/parameters/" + name + "/value";
    std::vector<Override> overrides = overrides_;
    std::erase_if(overrides, [&](const Override& entry) { return entry.first == pointer; });
    char text[32];
    const auto written = std::to_chars(std::begin(text), std::end(text), value);
    overrides.emplace_back(pointer, std::string(text, written.ptr));
    return start(*document_, variant_, std::move(overrides));
}

Result<Unit, scene::Diagnostics> Session::start(scene::Document document, const std::string& variant,
                                                std::vector<Override> overrides) {
    auto resolved = document.resolve(variant, overrides);
    if (!resolved) return Err{std::move(resolved).error()};
    auto run = scene::Run::start(std::move(resolved).value());
    if (!run) return Err{std::move(run).error()};
    const bool same_scene = document_ && document_->path() == document.path();
    if (!same_scene) selection_.clear();
    if (!same_scene || variant_ != variant) {
        user_settings_.reset();
        user_hertz_.reset();
    } else if (user_settings_) {
        user_settings_ = carried_over(*user_settings_, scene_settings(), run->scene().settings);
    }
    document_ = std::move(document);
    variant_ = variant;
    overrides_ = std::move(overrides);
    initial_ = std::move(run).value();
    restart();
    return Unit{};
}

void Session::restart() {
    begin(*initial_);
    if (user_settings_) static_cast<void>(run_->world().set_settings(*user_settings_));
}

void Session::set_execution(const Execution& execution) {
    execution_ = {.threads = std::clamp(execution.threads, 1, max_threads),
                  .isa = is_available(execution.isa) ? execution.isa : best_isa()};
    if (is_open()) run_->world().set_execution(execution_);
}

void Session::watch_exchanges(bool watch) {
    watches_exchanges_ = watch;
    const bool has_lists = is_open() && settings().broad_phase == BroadPhaseKind::SweepAndPrune;
    if (!watch || !has_lists) exchanges_ = {};
    if (is_open()) run_->world().record_exchanges(watch);
}

void Session::begin(scene::Run run) {
    run_ = std::move(run);
    ++starts_;
    run_->world().set_clock(clock_);
    run_->world().set_execution(execution_);
    run_->watch_tunnelling();
    before_.reset();
    run_->world().record_exchanges(watches_exchanges_);
    exchanges_ = {};
    due_ = 0.0;
    script_speed_until_ = 0.0;
    hand_.reset();
    statistics_.clear();
    annotations_.clear();
    if (!run_->world().find(selection_.body)) selection_.clear();
    // The run tells of the events of state 0 during the first step; here they are seen before it.
    for (const scene::Event& event : run_->scene().timeline) {
        if (event.step == 0) present(event);
    }
    run_->on_presentation([this](const scene::Event& event) {
        if (event.step > 0) present(event);
    });
}

void Session::play(bool playing) {
    playing_ = playing;
    due_ = 0.0;
    if (!hand_) return;
    const Hand held = *hand_;
    release();
    take(held.body, held.at);
}

void Session::set_speed(double speed) {
    speed_ = std::clamp(speed, 1.0 / 64.0, 8.0);
}

double Session::pace() const {
    return run_->time() < script_speed_until_ ? speed_ * script_speed_ : speed_;
}

void Session::set_hertz(double hertz) {
    user_hertz_ = std::clamp(hertz, 5.0, 1000.0);
}

int Session::tick(double wall_seconds) {
    if (!playing_ || !is_open()) return 0;
    const double step = 1.0 / hertz();
    due_ += wall_seconds * pace();
    int steps = 0;
    while (playing_ && due_ >= step && steps < max_steps_a_tick) {
        advance();
        due_ -= step;
        ++steps;
    }
    if (due_ >= step) due_ = 0.0;
    if (wall_seconds > 0.0) {
        const double factor = static_cast<double>(steps) * step / wall_seconds;
        real_time_factor_ += 0.05 * (factor - real_time_factor_);
    }
    return steps;
}

void Session::step_once() {
    playing_ = false;
    advance();
}

std::vector<ToiSearch> Session::searches() const {
    if (!before_) return last_report().searches;
    scene::Run again = *before_;
    again.on_presentation({});
    again.world().record_searches(true);
    return again.step(step_seconds_).searches;
}

void Session::advance() {
    if (watches_searches_) {
        before_.reset();
    } else {
        before_ = *run_;
    }
    run_->world().record_searches(watches_searches_);
    step_seconds_ = user_hertz_ ? std::optional(1.0 / *user_hertz_) : std::nullopt;
    const StepReport& report = run_->step(step_seconds_);
    if (settings().broad_phase != searched_by_) statistics_.begin_search();
    searched_by_ = settings().broad_phase;
    statistics_.add(report);
    if (watches_exchanges_) note_exchanges(report);
    for (const std::string& error : run_->script_errors())
        message_ = error;
    std::erase_if(annotations_, [&](const Annotation& note) { return run_->time() >= note.until; });
    if (report.non_finite) {
        playing_ = false;
        const std::string id = run_->id_of(report.culprit);
        message_ = "The step was undone: body \"" + (id.empty() ? std::to_string(report.culprit.index) : id) +
                   "\" got a position or velocity that is not a number, or beyond any world. Restart, or "
                   "change what drives it.";
    }
}

void Session::note_exchanges(const StepReport& report) {
    const auto* sweep = std::get_if<broad::SweepAndPrune>(&world().state().broad_phase);
    if (sweep == nullptr || report.moved_boxes == 0 || sweep->exchanges().empty()) return;
    exchanges_.step = run_->steps();
    exchanges_.exchanges.assign(sweep->exchanges().begin(), sweep->exchanges().end());
}

ContinuousChoice choice_in_scene(const Session& session, BodyHandle body) {
    const std::string id = session.run().id_of(body);
    const std::vector<scene::BodyEntry>& bodies = session.run().scene().bodies;
    const auto found = std::ranges::find(bodies, id, &scene::BodyEntry::id);
    return id.empty() || found == bodies.end() ? ContinuousChoice{} : found->def.continuous;
}
void choose_continuous(Session& session, BodyHandle body, const ContinuousChoice& choice) {
    session.submit(command::SetBody{.body = body, .continuous = choice});
}

CommandOutcome Session::submit(const Command& command) {
    auto outcome = run_->apply(command);
    if (outcome) return *outcome;
    message_ = outcome.error().message;
    return {};
}

Result<Unit, SettingsError> Session::change_settings(const WorldSettings& settings) {
    auto valid = validated(settings);
    if (!valid) return Err{std::move(valid).error()};
    submit(command::SetSettings{settings});
    user_settings_ = settings;
    return Unit{};
}

void Session::reset_settings() {
    user_settings_.reset();
    submit(command::SetSettings{scene_settings()});
    user_hertz_.reset();
}

void Session::grab(Vec2 point_world) {
    release();
    for (const ShapeHandle shape : std::views::reverse(world().shapes_at(point_world))) {
        const BodyHandle body = world().find(shape)->body;
        if (playing_ && world().find(body)->info().type != BodyType::Dynamic) continue;
        take(body, point_world);
        select_body(body);
        return;
    }
}

void Session::take(BodyHandle body, Vec2 point_world) {
    const auto view = world().find(body);
    if (!view) return;
    hand_ = {.body = body, .at = point_world, .spring = {}};
    if (!playing_ || view->info().type != BodyType::Dynamic) return;
    hand_->spring =
        submit(command::CreateJoint{MouseJointDef{.body = body,
                                                  .point = point_world,
                                                  .target = point_world,
                                                  .max_force = grab_force_per_kg * view->mass().mass}})
            .joint;
}

void Session::drag(Vec2 target_world) {
    if (!hand_ || target_world == hand_->at) return;
    const Vec2 way = target_world - hand_->at;
    hand_->at = target_world;
    if (world().find(hand_->spring)) {
        submit(command::SetMouseTarget{hand_->spring, target_world});
    } else if (const auto view = world().find(hand_->body); view && !playing_) {
        submit(command::SetTransform{hand_->body, view->position() + way, static_cast<float>(view->angle())});
    }
}

void Session::release() {
    if (hand_ && world().find(hand_->spring)) submit(command::DestroyJoint{hand_->spring});
    hand_.reset();
}

void Session::select_at(Vec2 point_world) {
    const std::vector<ShapeHandle> shapes = world().shapes_at(point_world);
    if (shapes.empty()) {
        selection_.clear();
    } else {
        select_body(world().find(shapes.back())->body);
    }
}

void Session::select_body(BodyHandle body) {
    selection_ = {.body = body, .shape_a = {}, .shape_b = {}, .follows = true};
    refresh_pair();
}

void Session::refresh_pair() {
    if (!selection_.follows) return;
    if (const auto pair = closest_pair(world(), selection_.body, pair_reach)) {
        selection_.shape_a = pair->shape_a;
        selection_.shape_b = pair->shape_b;
    }
}

void Session::select_pair(ShapeHandle a, ShapeHandle b) {
    const auto view = world().find(a);
    if (!view || !world().find(b)) return;
    selection_ = {.body = view->body, .shape_a = a, .shape_b = b};
}

void Session::present(const scene::Event& event) {
    namespace action = scene::action;
    if (const auto* note = std::get_if<action::Annotate>(&event.action)) {
        annotations_.push_back({note->on, note->at, note->text, run_->time() + note->for_seconds});
    } else if (const auto* pause = std::get_if<action::Pause>(&event.action)) {
        playing_ = false;
        message_ = pause->text;
    } else if (const auto* slow = std::get_if<action::SlowMotion>(&event.action)) {
        script_speed_ = slow->factor;
        script_speed_until_ = run_->time() + slow->for_seconds;
    } else if (const auto* camera = std::get_if<action::Camera>(&event.action)) {
        camera_ = *camera;
    }
}

}  // namespace toibox::app
