// SPDX-License-Identifier: MIT
#include "seeds.h"

#include "toibox/geometry/hull.h"
#include "toibox/replay/history.h"
#include "toibox/replay/recording_file.h"

#include "app/session/scene_simulation.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <span>
#include <stdexcept>
#include <unistd.h>
#include <utility>

namespace toibox::fuzz {

namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// Applies commands of all kinds that the scene allows.
void apply_user_input(replay::History& history, std::size_t round) {
    const World& world = history.simulation().world();
    const std::vector<BodyHandle> bodies = world.bodies();
    const BodyHandle body = bodies[round % bodies.size()];
    const BodyHandle other = bodies[(round + 1) % bodies.size()];
    const auto apply = [&](const Command& command) { return history.apply(command); };
    history.begin_gesture();
    static_cast<void>(apply(command::ApplyImpulse{body, {0.5f, 1}, Vec2{0, 1}, 0.1f}));
    static_cast<void>(apply(command::ApplyForce{body, {1, 2}, std::nullopt, -0.5f}));
    static_cast<void>(apply(command::SetVelocity{other, Vec2{1, 0}, 0.5f}));
    static_cast<void>(apply(command::SetBody{.body = other, .bullet = true, .gravity_scale = 0.5f}));
    const auto created = apply(command::CreateBody{
        .body = {.position = {0.1f * static_cast<float>(round), 6},
                 .mass = MassOverride{2, 3, {0.1f, 0.2f}},
                 .continuous = {ContinuousPolicy::StopAtImpact, ToiMethod::LinearCast}},
        .parts = {{Circle{{0, 0}, 0.3f}, {}},
                  {Capsule{{0, 0}, {1, 0}, 0.25f}, {}},
                  {Segment{{0, 0}, {1, 0}, true, false, {-1, 0}, {}}, {}},
                  {make_regular_polygon(5, 0.4f, {0.3f, 0}), {.filter = {1, ~0ull, 0}}}}});
    if (!created) return;
    const ShapeHandle shape = world.find(created->body)->shapes().front();
    static_cast<void>(apply(command::SetMaterial{shape, {2, 0.1f, 0.5f, 0.2f, -1}}));
    static_cast<void>(apply(command::SetFilter{shape, {4, ~0ull, 0}}));
    history.step();
    const auto joint =
        apply(command::CreateJoint{MouseJointDef{.body = created->body, .point = {0, 6}, .target = {0, 4}}});
    static_cast<void>(apply(command::CreateJoint{
        RevoluteJointDef{.body_a = body, .body_b = created->body, .anchor = {0, 6}, .break_force = 1e4f}}));
    static_cast<void>(apply(command::CreateJoint{
        PrismaticJointDef{.body_a = created->body, .body_b = other, .limit = {true, -1, 1}}}));
    static_cast<void>(apply(command::CreateJoint{WheelJointDef{.body_a = body, .body_b = created->body}}));
    static_cast<void>(apply(
        command::CreateJoint{DistanceJointDef{.body_a = body, .body_b = created->body, .anchor_b = {0, 5}}}));
    history.step();
    if (joint) {
        static_cast<void>(apply(command::SetMouseTarget{joint->joint, {1, 5}}));
        static_cast<void>(apply(command::SetJoint{joint->joint, {.target = Vec2{2, 5}, .max_force = 50.0f}}));
        static_cast<void>(apply(command::DestroyJoint{joint->joint}));
    }
    static_cast<void>(apply(command::SetTransform{created->body, {1, 5}, 0.3f}));
    static_cast<void>(apply(command::Explode{{{1, 2}, 1, 2, 0.5f}}));
    WorldSettings settings = world.settings();
    settings.substeps = 2;
    settings.gravity.x = 0.5f;
    settings.stop_at_each_impact = round == 1;
    static_cast<void>(apply(command::SetSettings{settings}));
    history.set_step_seconds(round % 2 == 0 ? std::optional(1.0 / 90.0) : std::nullopt);
    history.step();
    if (round % 2 == 0) static_cast<void>(apply(command::DestroyBody{created->body}));
}

replay::Recording record(const std::string& text) {
    auto document = scene::Document::parse(text);
    if (!document) throw std::runtime_error(scene::format(document.error()));
    auto resolved = document->resolve();
    if (!resolved) throw std::runtime_error(scene::format(resolved.error()));
    const double step = resolved->step;
    auto run = scene::Run::start(std::move(resolved).value());
    if (!run) throw std::runtime_error(scene::format(run.error()));
    replay::History history(std::make_unique<app::SceneSimulation>(std::move(run).value()),
                            app::make_recording(*document, {}, {}, step, R"({"made by":"a test"})"));
    history.record_keyframes(true);
    const auto step_frames = [&](int frames) {
        for (int i = 0; i < frames; ++i)
            history.step();
    };
    step_frames(4);
    apply_user_input(history, 0);
    step_frames(14);
    history.add_bookmark("there");
    history.seek(8);
    apply_user_input(history, 1);
    step_frames(6);
    history.create_branch("third");
    apply_user_input(history, 2);
    step_frames(3);
    return history.recording();
}

}  // namespace

std::vector<std::string> seed_scenes(const std::string& folder) {
    constexpr std::uintmax_t large = 9000;
    std::vector<fs::path> paths;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        if (entry.path().string().ends_with(".toi.json") && entry.file_size() < large)
            paths.push_back(entry.path());
    }
    std::ranges::sort(paths);
    std::vector<std::string> texts;
    for (const fs::path& path : paths)
        texts.push_back(text_of(path));
    return texts;
}

std::vector<std::vector<std::byte>> seed_recordings(const std::string& folder) {
    const fs::path file = fs::temp_directory_path() / ("toibox_seed_" + std::to_string(::getpid()));
    std::vector<std::vector<std::byte>> recordings;
    for (const char* name : {"machines/35-ray-car", "impacts/36-collide-and-slide", "machines/37-particles",
                             "show/44e-newtons-cradle", "detection/41-separating-axes"}) {
        const std::string text = text_of(fs::path(folder) / (std::string(name) + ".toi.json"));
        if (const auto done = replay::write_recording(file.string(), record(text)); !done)
            throw std::runtime_error(done.error());
        const std::string written = text_of(file);
        const auto bytes = std::as_bytes(std::span(written));
        recordings.emplace_back(bytes.begin(), bytes.end());
    }
    fs::remove(file);
    return recordings;
}

}  // namespace toibox::fuzz
