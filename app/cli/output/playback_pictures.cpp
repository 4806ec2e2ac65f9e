// SPDX-License-Identifier: MIT
#include "app/cli/output/playback_pictures.h"

#include "app/cli/base/interrupt.h"
#include "app/cli/inputs/scene_input.h"
#include "app/cli/output/progress.h"

#include <utility>

namespace toibox::app {

namespace {

/// How long movies show a state at which the window waits for a person: enough to read a verdict.
constexpr double pause_seconds = 3.0;

/// How playback shows the current state. Takes the messages of the session.
PictureFiles::Shown shown_state(Session& session) {
    using Reason = Session::PauseReason;
    const Reason reason = session.pause_reason();
    const bool is_pause = reason == Reason::AtVerdict || reason == Reason::ByScript;
    std::string message = session.take_message();
    return {.seconds = is_pause ? pause_seconds : session.shown_seconds(),
            .is_pause = is_pause,
            .is_ending = reason == Reason::AtVerdict,
            .pause_text = reason == Reason::ByScript ? std::move(message) : std::string()};
}

}  // namespace

PlaybackEnd draw_playback(Session& leader, std::vector<PaneSetup> others, PictureFiles& pictures,
                          const Console& console) {
    Comparison comparison(leader);
    if (!others.empty()) {
        if (const auto started = comparison.start(std::move(others)); !started) {
            print_diagnostics(started.error(), console);
            return PlaybackEnd::Error;
        }
    }
    const auto update = [&] { static_cast<void>(comparison.update()); };  // nothing is opened: cannot fail
    Progress progress("drawing", pictures.last_step(), !console.quiet());
    leader.set_playing(true);
    while (!InterruptGuard::interrupted()) {
        update();
        if (const std::string message = comparison.take_message(); !message.empty()) {
            console.error(message);
            return PlaybackEnd::Error;
        }
        if (leader.last_report().complete) {
            if (!pictures.add_to_movies(comparison, shown_state(leader))) return PlaybackEnd::Error;
            leader.set_playing(false);  // images show the verdicts, as a paused window does
            update();
            if (!pictures.add_to_stills(comparison)) return PlaybackEnd::Error;
            progress.update(leader.run().steps());
            if (pictures.is_complete()) return PlaybackEnd::Complete;
        }
        if (leader.is_replay() && leader.at_recorded_end()) return PlaybackEnd::Complete;
        leader.set_playing(true);
        leader.play_step();
        if (leader.last_report().failed()) return PlaybackEnd::StepFailed;
    }
    return PlaybackEnd::Interrupted;
}

}  // namespace toibox::app
