// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/command_options.h"

#include <array>
#include <functional>
#include <string_view>

namespace toibox::app {

/// What a command does once its options have been read; returns the exit code.
using Action = std::function<int()>;

// One for each sub-command, in the file that is named for it: declares the options, which write to what the
// action holds.
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
Action declare_schema(CommandOptions& options);

struct CommandEntry {
    const char* name;
    const char* summary;
    Action (*declare)(CommandOptions& options);
};

/// All sub-commands, in the order of the help. A new one is a file with its declare_…, and a row.
inline constexpr std::array command_table{
    CommandEntry{"run", "Run a scene without a window: the base scene and each variant, against its claims",
                 declare_run},
    CommandEntry{"test", "Hold scenes, all their variants, against every claim they make", declare_test},
    CommandEntry{"sweep", "Run a scene over a grid of values: one table of what came of each run",
                 declare_sweep},
    CommandEntry{"record", "Run a scene and write all of it to a recording (*.toirec)", declare_record},
    CommandEntry{"replay", "Play a recording in the window, or without one", declare_replay},
    CommandEntry{"verify", "Replay a recording and hold each frame against what was recorded",
                 declare_verify},
    CommandEntry{"diff", "Tell where two recordings part: the first frame, and what differs in it",
                 declare_diff},
    CommandEntry{"info", "Tell what a recording holds", declare_info},
    CommandEntry{"repair", "Write what can be recovered of a damaged recording", declare_repair},
    CommandEntry{"export", "Turn a recording into a table, JSON lines or pictures", declare_export},
    CommandEntry{"compare",
                 "Run a scene and its queries with several methods of time of impact, side by side",
                 declare_compare},
    CommandEntry{"query", "Answer experiments on pairs of shapes: one JSON object a line in, one a line out",
                 declare_query},
    CommandEntry{"bench", "Run the engine's benchmark scenes and tell what a step costs", declare_bench},
    CommandEntry{"lint", "Check scene files and folders without running them", declare_lint},
    CommandEntry{"schema", "Print the JSON Schema of scene files", declare_schema},
};

}  // namespace toibox::app
