// SPDX-License-Identifier: MIT
// How a session writes its past to disk, and opens another's.
#include "app/session/session.h"

#include <string>

namespace toibox::app {

Result<Unit, std::string> Session::start_recording(const std::string& path) {
    history_->keep_for_file(true);
    auto writer = replay::RecordingWriter::create(path, history_->recording());
    if (!writer) {
        history_->keep_for_file(false);
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
        history_->keep_for_file(false);
        writer_.reset();
    }
}

Result<Unit, std::string> Session::stop_recording() {
    if (!writer_) return Unit{};
    history_->keep_for_file(false);
    Result<Unit, std::string> done = writer_->finish(history_->recording());
    writer_.reset();
    return done;
}

Result<Unit, std::string> Session::open_recording(const std::string& path) {
    auto read = replay::read_recording(path);
    if (!read) return Err{"cannot read " + path + ": " + read.error().message};
    if (const std::string reason = why_not_replayed(read->recording); !reason.empty())
        return Err{"cannot replay " + path + ": " + reason};
    auto scene = start_again(read->recording.source);
    if (!scene) return Err{"cannot replay " + path + ": " + scene::format(scene.error())};
    const std::string recovered = read->damage.none() ? std::string() : replay::recovery_text(*read);
    selection_.clear();
    variant_ = read->recording.source.variant;
    overrides_ = read->recording.source.overrides;
    document_ = std::move(scene->document);
    begin(replay::History::resume(std::make_unique<SceneSimulation>(std::move(scene->run)),
                                  std::move(read->recording)));
    replays_ = true;
    for (const replay::Lane& lane : history_->recording().lanes)
        recorded_ends_.push_back(lane.end());
    follow_settings();
    if (!recovered.empty()) message_ = recovered;
    return Unit{};
}

}  // namespace toibox::app
