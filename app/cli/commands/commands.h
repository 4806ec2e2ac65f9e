// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/base/command_options.h"

#include <array>
#include <functional>
#include <string_view>

namespace toibox::app {

/// Runs a command after its options were parsed; returns the exit code.
using Action = std::function<int()>;

// One function per sub-command, in the file of that name. Each declares its options, whose values are stored
// in an object that the returned action owns.
Action declare_run(CommandOptions& options);
Action declare_test(CommandOptions& options);
Action declare_sweep(CommandOptions& options);
Action declare_record(CommandOptions& options);
Action declare_replay(CommandOptions& options);
Action declare_verify(CommandOptions& options);
Action declare_diff(CommandOptions& options);
Action declare_info(CommandOptions& options);
Action declare_repair(CommandOptions& options);
Action declare_export(CommandOptions& options);
Action declare_compare(CommandOptions& options);
Action declare_query(CommandOptions& options);
Action declare_bench(CommandOptions& options);
Action declare_lint(CommandOptions& options);
Action declare_lesson(CommandOptions& options);
Action declare_schema(CommandOptions& options);

struct CommandEntry {
    const char* name;
    const char* summary;
    Action (*declare)(CommandOptions& options);
};

/// All sub-commands, in the order of the help. A new sub-command needs a file with its declare_… function,
/// and a row here.
inline constexpr std::array command_table{
    CommandEntry{"run", "Run a scene and all its variants headless, and check the claims", declare_run},
    CommandEntry{"test", "Check the claims of many scenes; report as text, TAP or JUnit", declare_test},
    CommandEntry{"sweep", "Run a scene over a grid of parameter values: one table row per run",
                 declare_sweep},
    CommandEntry{"record", "Run a scene headless and record it (*.toirec)", declare_record},
    CommandEntry{"replay", "Play a recording in the window or headless", declare_replay},
    CommandEntry{"verify", "Replay a recording and compare every frame with the recorded hash",
                 declare_verify},
    CommandEntry{"diff", "Show where two recordings diverge: the first differing frame and what differs",
                 declare_diff},
    CommandEntry{"info", "Show the contents of a recording", declare_info},
    CommandEntry{"repair", "Recover the readable part of a damaged recording", declare_repair},
    CommandEntry{"export", "Export a recording as CSV, JSON lines, images or video", declare_export},
    CommandEntry{"compare", "Compare time-of-impact methods on a scene and its queries", declare_compare},
    CommandEntry{"query", "Answer geometry queries: one JSON object per line in, one per line out",
                 declare_query},
    CommandEntry{"bench", "Run the benchmark scenes and report the time per step", declare_bench},
    CommandEntry{"lint", "Check scene files, or folders of them, without running the scenes", declare_lint},
    CommandEntry{"lesson", "Read the lesson of a scene in the terminal: answer, run, see why",
                 declare_lesson},
    CommandEntry{"schema", "Print the JSON Schema of scene files", declare_schema},
};

}  // namespace toibox::app
