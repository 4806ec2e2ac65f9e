// SPDX-License-Identifier: MIT
#include "app/cli/commands/compared_pictures.h"

#include "app/cli/base/exit_code.h"
#include "app/cli/base/interrupt.h"
#include "app/cli/inputs/scene_input.h"
#include "app/cli/output/failed_step.h"
#include "app/session/comparison/comparison.h"

namespace toibox::app {

int draw_compared(Session& leader, const std::vector<std::string>& other_variants, std::int64_t last,
                  PictureFiles& pictures, const Console& console) {
    std::vector<PaneSetup> others;
    for (const std::string& variant : other_variants)
        others.push_back({document_variant_name(variant)});
    Comparison comparison(leader);
    if (const auto started = comparison.start(std::move(others)); !started) {
        print_diagnostics(started.error(), console);
        return ExitCode::bad_input;
    }
    while (!InterruptGuard::interrupted()) {
        if (leader.last_report().complete && !pictures.add_state(comparison)) return ExitCode::io;
        if (leader.run().steps() >= last) break;
        leader.step_once();
        if (leader.last_report().failed()) {
            console.error(failed_step_text(leader.run(), leader.last_report()));
            return ExitCode::aborted;
        }
        static_cast<void>(comparison.update());  // cannot fail: nothing is opened again
        if (const std::string message = comparison.take_message(); !message.empty()) {
            console.error(message);
            return ExitCode::aborted;
        }
    }
    if (pictures.finish()) return ExitCode::success;
    return InterruptGuard::interrupted() ? ExitCode::interrupted : ExitCode::io;
}

}  // namespace toibox::app
