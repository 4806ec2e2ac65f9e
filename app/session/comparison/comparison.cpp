// SPDX-License-Identifier: MIT
#include "app/session/comparison/comparison.h"

#include "app/session/comparison/mirrored_command.h"
#include "app/session/user_settings.h"

#include <algorithm>
#include <atomic>
#include <ranges>
#include <thread>
#include <utility>

namespace toibox::app {

namespace {

/// Fraction of a step by which the times of two worlds may differ through rounding alone.
constexpr double rounding_of_times = 1e-3;

}  // namespace

Result<Unit, scene::Diagnostics> Comparison::start(std::vector<PaneSetup> others) {
    TOIBOX_ASSERT(!others.empty() && others.size() < max_panes);
    stop();
    for (PaneSetup& setup : others) {
        auto pane = std::make_unique<Pane>();
        pane->setup = std::move(setup);
        if (auto opened = open(*pane); !opened) {
            stop();
            return opened;
        }
        panes_.push_back(std::move(pane));
    }
    start_count_ = leader_.start_count();
    scene_path_ = leader_.document().path();
    leader_.set_frame_listener([this] { log_.add_frame(leader_.history()); });
    const int cores = std::max(static_cast<int>(std::thread::hardware_concurrency()), 1);
    pool_ = std::make_unique<ThreadPool>(std::min(cores, static_cast<int>(panes_.size())));
    return update();
}

void Comparison::stop() {
    leader_.set_frame_listener({});
    panes_.clear();
    pool_.reset();
    log_.clear();
    message_.clear();
}

Result<Unit, scene::Diagnostics> Comparison::open(Pane& pane) {
    std::vector<Session::Override> overrides = leader_.overrides();
    overrides.insert(overrides.end(), pane.setup.overrides.begin(), pane.setup.overrides.end());
    pane.session.set_clock(leader_.clock());
    pane.positions = {{PositionKey{}, {}}};
    pane.created.clear();
    pane.marks.clear();
    return pane.session.open(leader_.document(), pane.setup.variant, std::move(overrides));
}

Result<Unit, scene::Diagnostics> Comparison::update() {
    if (!is_active()) return Unit{};
    if (leader_.document().path() != scene_path_) {
        stop();
        return Unit{};
    }
    if (leader_.start_count() != start_count_) {
        log_.clear();
        for (const auto& pane : panes_) {
            if (auto opened = open(*pane); !opened) {
                stop();
                return opened;
            }
        }
        start_count_ = leader_.start_count();
    }
    log_.add_inputs(leader_.history());
    std::vector<MissingPositions> steps;
    for (const auto& pane : panes_)
        steps.push_back(missing(*pane));
    const auto is_logged = [&](const replay::HistoryPosition& at) {
        return log_.find(key_of(leader_.history().recording(), at)) != nullptr;
    };
    if (!std::ranges::all_of(steps, [&](const MissingPositions& list) {
            return std::ranges::all_of(list.positions, is_logged);
        }))
        log_.repeat(leader_.history());
    follow(steps);
    for (std::size_t i = 0; i < panes_.size(); ++i) {
        const std::string message = panes_[i]->session.take_message();
        if (!panes_[i]->session.last_report().failed() || message.empty()) continue;
        message_ = "Pane " + std::to_string(i + 2) + ": " + message;
        leader_.set_playing(false);
    }
    return Unit{};
}

void Comparison::follow(const std::vector<MissingPositions>& steps) {
    const auto is_there = [&](std::size_t i) {
        return steps[i].positions.empty() &&
               panes_[i]->positions.at(steps[i].from) == panes_[i]->session.history().position();
    };
    std::vector<std::size_t> behind;
    for (std::size_t i = 0; i < panes_.size(); ++i) {
        if (!is_there(i)) behind.push_back(i);
    }
    // Waking the threads of the pool in every frame of a pause would cost more than it saves.
    if (!behind.empty()) {
        std::atomic<std::size_t> next = 0;
        pool_->run([&](int) {
            for (std::size_t i = next++; i < behind.size(); i = next++)
                follow(*panes_[behind[i]], steps[behind[i]]);
        });
    }
    for (const auto& pane : panes_) {
        select_same_body(*pane);
        // What is drawn depends on whether a session is playing. Only the leader's clock runs.
        if (pane->session.is_playing() != leader_.is_playing())
            pane->session.set_playing(leader_.is_playing());
    }
}

const Session& Comparison::pane(std::size_t index) const {
    return index == 0 ? leader_ : panes_[index - 1]->session;
}

Session& Comparison::pane(std::size_t index) {
    return index == 0 ? leader_ : panes_[index - 1]->session;
}

PaneSetup Comparison::setup(std::size_t index) const {
    return index == 0 ? PaneSetup{leader_.variant()} : panes_[index - 1]->setup;
}

Comparison::MissingPositions Comparison::missing(const Pane& pane) const {
    const replay::Recording& recording = leader_.history().recording();
    MissingPositions steps;
    for (replay::HistoryPosition at = leader_.history().position();; at = position_before(recording, at)) {
        steps.from = key_of(recording, at);
        if (pane.positions.contains(steps.from)) break;
        steps.positions.push_back(at);
    }
    std::ranges::reverse(steps.positions);
    return steps;
}

void Comparison::follow(Pane& pane, const MissingPositions& steps) const {
    Session& session = pane.session;
    const replay::Recording& recording = leader_.history().recording();
    const replay::HistoryPosition& from = pane.positions.at(steps.from);
    if (session.history().position() != from) session.go_to(from);
    for (const replay::HistoryPosition& at : steps.positions) {
        // What follows differs from what the pane did after this position before.
        if (session.history().is_in_past()) session.branch();
        const SessionLog::Entry* entry = log_.find(key_of(recording, at));
        if (entry == nullptr) return;
        if (at.inputs > 0) {
            repeat_input(pane, at);
        } else {
            const std::uint64_t frame = session.history().frame();
            step_to(session, entry->time);
            add_marks(pane, at, frame);
        }
        pane.positions[key_of(recording, at)] = session.history().position();
    }
}

void Comparison::repeat_input(Pane& pane, const replay::HistoryPosition& at) const {
    const replay::Recording& recording = leader_.history().recording();
    const replay::Input& input = *recording.inputs_at(at.branch, at.frame)[at.inputs - 1];
    Session& session = pane.session;
    if (const auto* length = std::get_if<replay::StepLength>(&input.what))
        return session.set_step_seconds(length->seconds);
    const Counterparts to{.body = [&](BodyHandle body) { return counterpart(pane, body); },
                          .shape = [&](ShapeHandle shape) { return counterpart(pane, shape); },
                          .joint = [&](JointHandle joint) { return counterpart(pane, joint); },
                          .settings =
                              [&](const WorldSettings& settings) {
                                  return merge_user_settings(settings, leader_.scene_settings(),
                                                             session.scene_settings());
                              }};
    const auto command = mirrored(std::get<Command>(input.what), to, session.world());
    if (!command) return;
    const CommandOutcome outcome = session.submit(*command);
    const CommandOutcome& created = log_.find(key_of(recording, at))->created;
    if (!created.body.is_null() || !created.joint.is_null())
        pane.created.push_back({recording.on_oldest_branch(at), created, outcome});
}

void Comparison::step_to(Session& session, double time) {
    const auto next_time = [&] { return session.run().time() + (1.0 - rounding_of_times) / session.hertz(); };
    while (next_time() <= time) {
        session.step_once();
        if (session.last_report().failed()) return;
    }
}

bool Comparison::is_on_branch(const replay::HistoryPosition& at) const {
    const replay::History& history = leader_.history();
    if (at.frame > history.end()) return false;
    return history.recording().on_oldest_branch({history.position().branch, at.frame, at.inputs}) == at;
}

BodyHandle Comparison::counterpart(const Pane& pane, BodyHandle of_leader) const {
    for (const CreatedPair& pair : std::views::reverse(pane.created))
        if (pair.leader.body == of_leader && is_on_branch(pair.at)) return pair.pane.body;
    const std::string id = leader_.run().id_of(of_leader);
    if (!id.empty()) return pane.session.run().body(id);
    return pane.session.world().find(of_leader) ? of_leader : BodyHandle{};
}

JointHandle Comparison::counterpart(const Pane& pane, JointHandle of_leader) const {
    for (const CreatedPair& pair : std::views::reverse(pane.created))
        if (pair.leader.joint == of_leader && is_on_branch(pair.at)) return pair.pane.joint;
    for (const scene::JointEntry& joint : leader_.run().scene().joints) {
        if (leader_.run().joint(joint.id) == of_leader) return pane.session.run().joint(joint.id);
    }
    return pane.session.world().find(of_leader) ? of_leader : JointHandle{};
}

ShapeHandle Comparison::counterpart(const Pane& pane, ShapeHandle of_leader) const {
    const auto shape = leader_.world().find(of_leader);
    // The leader may have destroyed the shape after the command that is repeated.
    if (!shape) return pane.session.world().find(of_leader) ? of_leader : ShapeHandle{};
    const auto body = pane.session.world().find(counterpart(pane, shape->body));
    if (!body) return {};
    const std::vector<ShapeHandle> of_body = leader_.world().find(shape->body)->shapes();
    const auto index = static_cast<std::size_t>(std::ranges::find(of_body, of_leader) - of_body.begin());
    const std::vector<ShapeHandle> others = body->shapes();
    return index < others.size() ? others[index] : ShapeHandle{};
}

void Comparison::select_same_body(Pane& pane) const {
    const BodyHandle selected = leader_.selection().body;
    const BodyHandle body = selected.is_null() ? selected : counterpart(pane, selected);
    if (pane.session.selection().body != body) pane.session.select_body(body);
}

void Comparison::grab(std::size_t index, Vec2 point_world) {
    if (index == 0) {
        leader_.select_at(point_world);
        leader_.grab(point_world);
        return;
    }
    const World& world = pane(index).world();
    for (const ShapeHandle shape : std::views::reverse(world.shapes_at(point_world))) {
        const BodyHandle in_pane = world.find(shape)->body;
        const BodyHandle body = body_of_leader(index, in_pane);
        if (body.is_null()) continue;
        leader_.select_body(body);
        const bool is_dynamic = world.find(in_pane)->info().type == BodyType::Dynamic;
        if (is_dynamic || !leader_.is_playing())
            leader_.grab(body, point_world, world.find(in_pane)->position());
        return;
    }
    leader_.select_body({});
}

BodyHandle Comparison::body_in(std::size_t index, BodyHandle of_leader) const {
    return index == 0 ? of_leader : counterpart(*panes_[index - 1], of_leader);
}

BodyHandle Comparison::body_of_leader(std::size_t index, BodyHandle in_pane) const {
    if (index == 0) return in_pane;
    const Pane& pane = *panes_[index - 1];
    for (const CreatedPair& pair : std::views::reverse(pane.created))
        if (pair.pane.body == in_pane && is_on_branch(pair.at)) return pair.leader.body;
    const std::string id = pane.session.run().id_of(in_pane);
    if (!id.empty()) return leader_.run().body(id);
    return leader_.world().find(in_pane) ? in_pane : BodyHandle{};
}

}  // namespace toibox::app
