// SPDX-License-Identifier: MIT
// Writing a session's history to a recording, and opening recordings.
#include "app/session/session.h"

#include <string>

namespace toibox::app {

Result<Unit, std::string> Session::start_recording(const std::string& path) {
    history_->record_keyframes(true);
    auto writer = replay::RecordingWriter::create(path, history_->recording());
    if (!writer) {
        history_->record_keyframes(false);
        return Err{writer.error()};
    }
    writer_ = std::move(*writer);
    recording_path_ = path;
    unsynced_seconds_ = 0.0;
    return Unit{};
}

void Session::sync_recording() {
    unsynced_seconds_ = 0.0;
    if (!writer_) return;
    writer_->sync(history_->recording());
    if (!writer_->error().empty()) {
        message_ = "Recording stopped: " + writer_->error();
        history_->record_keyframes(false);
        writer_.reset();
    }
}

Result<Unit, std::string> Session::stop_recording() {
    if (!writer_) return Unit{};
    history_->record_keyframes(false);
    Result<Unit, std::string> result = writer_->finish(history_->recording());
    writer_.reset();
    return result;
}

Result<Unit, std::string> Session::open_recording(const std::string& path) {
    auto recovered = replay::read_recording(path);
    if (!recovered) return Err{"cannot read " + path + ": " + recovered.error().message};
    return open_recording(std::move(*recovered), path);
}

Result<Unit, std::string> Session::open_recording(replay::RecoveredRecording recovered,
                                                  const std::string& path) {
    if (const std::string reason = replay_incompatibility(recovered.recording); !reason.empty())
        return Err{"cannot replay " + path + ": " + reason};
    auto scene = restart_recorded_scene(recovered.recording.source);
    if (!scene) return Err{"cannot replay " + path + ": " + scene::format(scene.error())};
    const std::string damage_text =
        recovered.damage.none() ? std::string() : replay::recovery_text(recovered);
    selection_.clear();
    variant_ = recovered.recording.source.variant;
    overrides_ = recovered.recording.source.overrides;
    document_ = std::move(scene->document);
    begin(replay::History::resume(std::make_unique<SceneSimulation>(std::move(scene->run)),
                                  std::move(recovered.recording)));
    is_replay_ = true;
    for (const replay::Branch& branch : history_->recording().branches)
        recorded_branch_ends_.push_back(branch.end());
    sync_user_settings();
    if (!damage_text.empty()) message_ = damage_text;
    return Unit{};
}

}  // namespace toibox::app
