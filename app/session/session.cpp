// SPDX-License-Identifier: MIT
#include "app/session/session.h"

#include "toibox/dynamics/world_state.h"

#include "app/session/pair_order.h"
#include "app/session/user_settings.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <ranges>

namespace toibox::app {

namespace {

/// Distance up to which the closest neighbour of the selected body is searched, metres.
constexpr float neighbour_search_radius = 20.0f;

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
    const auto end = std::to_chars(std::begin(text), std::end(text), value).ptr;
    overrides.emplace_back(pointer, std::string(text, end));
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
    } else if (user_settings_) {
        user_settings_ = merge_user_settings(*user_settings_, scene_settings(), run->scene().settings);
    }
    const std::optional<double> step_seconds =
        same_scene && variant_ == variant ? history_->step_seconds() : std::nullopt;
    document_ = std::move(document);
    variant_ = variant;
    overrides_ = std::move(overrides);
    const double step = run->scene().step;
    begin(replay::History(std::make_unique<SceneSimulation>(std::move(run).value()),
                          make_recording(*document_, variant_, overrides_, step, meta_)));
    if (user_settings_) submit(command::SetSettings{*user_settings_});
    history_->set_step_seconds(step_seconds);
    return Unit{};
}

void Session::set_execution(const Execution& execution) {
    execution_ = {.threads = std::clamp(execution.threads, 1, max_threads),
                  .isa = is_available(execution.isa) ? execution.isa : best_isa()};
    if (is_open()) mutable_run().world().set_execution(execution_);
}

void Session::set_record_exchanges(bool record) {
    record_exchanges_ = record;
    const bool has_lists = is_open() && settings().broad_phase == BroadPhaseKind::SweepAndPrune;
    if (!record || !has_lists) exchanges_ = {};
    if (is_open()) mutable_run().world().record_exchanges(record);
}

void Session::begin(replay::History history) {
    if (writer_) {
        const auto result = stop_recording();
        message_ = result ? "Recording saved: " + recording_path_ : result.error();
    }
    history_ = std::move(history);
    ++jump_count_;
    ++start_count_;
    configure_world();
    forget_last_step();
    past_poses_.clear();
    pause_reason_ = PauseReason::None;
    play_target_.reset();
    is_replay_ = false;
    recorded_branch_ends_.clear();
    divergence_reported_ = false;
    prefetched_branch_.reset();
    exchanges_ = {};
    pending_seconds_ = 0.0;
    measured_ticks_ = 0;
    loop_.reset();
    script_speed_until_ = 0.0;
    grab_.reset();
    statistics_.clear();
    counters_since_step_ = 0;
    if (!world().find(selection_.body)) selection_.clear();
    annotations_.clear();
    show_script_events();
}

std::string Session::title() const {
    const std::string& title = run().scene().title;
    return title.empty() && document_ ? std::filesystem::path(document_->path()).filename().string() : title;
}

void Session::configure_world() {
    scene::Run& run = mutable_run();
    run.world().set_clock(clock_);
    run.world().set_execution(execution_);
    run.world().record_exchanges(record_exchanges_);
}

void Session::set_playing(bool playing) {
    if (playing) pause_reason_ = PauseReason::None;
    if (is_playing_ != playing) measured_ticks_ = 0;
    is_playing_ = playing;
    pending_seconds_ = 0.0;
    if (!grab_) return;
    const MouseGrab previous = *grab_;
    release();
    if (const auto view = world().find(previous.body))
        start_grab(previous.body, previous.at, view->position() - previous.at);
}

ContinuousOverride scene_continuous_override(const Session& session, BodyHandle body) {
    const std::string id = session.run().id_of(body);
    const std::vector<scene::BodyEntry>& bodies = session.run().scene().bodies;
    const auto found = std::ranges::find(bodies, id, &scene::BodyEntry::id);
    return id.empty() || found == bodies.end() ? ContinuousOverride{} : found->def.continuous;
}
void set_body_continuous(Session& session, BodyHandle body, const ContinuousOverride& own) {
    session.submit(command::SetBody{.body = body, .continuous = own});
}

CommandOutcome Session::submit(const Command& command) {
    auto outcome = history_->apply(command);
    if (outcome) {
        end_loop();
        return *outcome;
    }
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
    if (settings() != scene_settings()) submit(command::SetSettings{scene_settings()});
    history_->set_step_seconds(std::nullopt);
    end_loop();
}

void Session::grab(Vec2 point_world) {
    release();
    for (const ShapeHandle shape : std::views::reverse(world().shapes_at(point_world))) {
        const BodyHandle body = world().find(shape)->body;
        if (is_playing_ && world().find(body)->info().type != BodyType::Dynamic) continue;
        return grab(body, point_world, world().find(body)->position());
    }
}

void Session::grab(BodyHandle body, Vec2 point_world, Vec2 position) {
    release();
    start_grab(body, point_world, position - point_world);
    select_body(body);
}

void Session::start_grab(BodyHandle body, Vec2 point_world, Vec2 offset) {
    const auto view = world().find(body);
    if (!view) return;
    grab_ = {.body = body, .at = point_world, .offset = offset, .spring = {}};
    if (!is_playing_ || view->info().type != BodyType::Dynamic) return;
    grab_->spring =
        submit(command::CreateJoint{MouseJointDef{.body = body,
                                                  .point = grab_point(world(), body, point_world),
                                                  .target = point_world,
                                                  .max_force = grab_force_per_kg * view->mass().mass}})
            .joint;
}

void Session::drag(Vec2 target_world) {
    if (!grab_ || target_world == grab_->at) return;
    grab_->at = target_world;
    if (world().find(grab_->spring)) {
        submit(command::SetMouseTarget{grab_->spring, target_world});
    } else if (world().find(grab_->body) && !is_playing_) {
        submit(command::SetPosition{grab_->body, target_world + grab_->offset});
    }
}

void Session::release() {
    if (grab_ && world().find(grab_->spring)) submit(command::DestroyJoint{grab_->spring});
    grab_.reset();
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
    if (body.is_null()) return selection_.clear();
    selection_ = {.body = body, .shape_a = {}, .shape_b = {}, .is_closest_pair = true};
    refresh_pair();
}

void Session::refresh_pair() {
    if (!selection_.is_closest_pair) return;
    if (const auto pair = closest_pair(world(), selection_.body, neighbour_search_radius)) {
        selection_.shape_a = pair->shape_a;
        selection_.shape_b = pair->shape_b;
    }
}

void Session::select_pair(ShapeHandle first, ShapeHandle second) {
    const auto [a, b] = ordered_pair(world(), first, second);
    const auto view = world().find(a);
    if (!view || !world().find(b)) return;
    selection_ = {.body = view->body, .shape_a = a, .shape_b = b};
}

void Session::show_script_events() {
    for (const scene::Event& event : run().scene().timeline) {
        if (event.step == run().steps()) show_script_event(event);
    }
}

void Session::show_script_event(const scene::Event& event) {
    namespace action = scene::action;
    if (const auto* note = std::get_if<action::Annotate>(&event.action)) {
        annotations_.push_back({note->on, note->at, note->text, run().time() + note->for_seconds});
    } else if (const auto* pause = std::get_if<action::Pause>(&event.action)) {
        if (play_target_) return;
        if (is_playing_) pause_reason_ = PauseReason::ByScript;
        is_playing_ = false;
        message_ = pause->text;
    } else if (const auto* slow = std::get_if<action::SlowMotion>(&event.action)) {
        script_speed_ = slow->factor;
        script_speed_until_ = run().time() + slow->for_seconds;
    } else if (const auto* camera = std::get_if<action::Camera>(&event.action)) {
        camera_request_ = CameraRequest{*camera, run().time()};
    }
}

}  // namespace toibox::app
