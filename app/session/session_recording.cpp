// SPDX-License-Identifier: MIT
// How a session writes its past to disk, and opens another's.
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
    Result<Unit, std::string> done = writer_->finish(history_->recording());
    writer_.reset();
    return done;
}

Result<Unit, std::string> Session::open_recording(const std::string& path) {
    auto read = replay::read_recording(path);
    if (!read) return Err{"cannot read " + path + ": " + read.error().message};
    if (const std::string reason = replay_incompatibility(read->recording); !reason.empty())
        return Err{"cannot replay " + path + ": " + reason};
    auto scene = restart_recorded_scene(read->recording.source);
    if (!scene) return Err{"cannot replay " + path + ": " + scene::format(scene.error())};
    const std::string recovered = read->damage.none() ? std::string() : replay::recovery_text(*read);
    selection_.clear();
    variant_ = read->recording.source.variant;
    overrides_ = read->recording.source.overrides;
    document_ = std::move(scene->document);
    begin(replay::History::resume(std::make_unique<SceneSimulation>(std::move(scene->run)),
                                  std::move(read->recording)));
    is_replay_ = true;
    for (const replay::Branch& branch : history_->recording().branches)
        recorded_branch_ends_.push_back(branch.end());
    sync_user_settings();
    if (!recovered.empty()) message_ = recovered;
    return Unit{};
}

}  // namespace toibox::app
