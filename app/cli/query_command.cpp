// SPDX-License-Identifier: MIT
// The loop of `toibox query`: what a line may say is read by the scene library, which keeps the same
// experiments in scene files; how an answer looks is query_json's. A kind that is added is added there.
#include "app/cli/query_command.h"

#include "toibox/scene/query.h"
#include "toibox/scene/suggest.h"
#include "toibox/scene/tuning.h"

#include "app/cli/commands.h"
#include "app/cli/exit_code.h"
#include "app/cli/interrupt.h"
#include "app/cli/output_file.h"
#include "app/cli/output_paths.h"
#include "app/cli/query_json.h"
#include "app/cli/scene_argument.h"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <iostream>
#include <memory>
#include <optional>
#include <streambuf>
#include <utility>
#include <vector>

namespace toibox::app {

namespace {

/// The row of the table with that name; nothing, and told, if there is none.
template <class Row>
const Row* find_row(std::span<const Row> table, const std::string& name, std::string_view what,
                    const Console& console) {
    const auto found =
        std::find_if(table.begin(), table.end(), [&](const Row& row) { return row.name == name; });
    if (found != table.end()) return &*found;
    std::vector<std::string_view> known;
    for (const Row& row : table)
        known.push_back(row.name);
    console.error(fmt::format("there is no {} \"{}\": {}", what, name, scene::suggestion(name, known)));
    return nullptr;
}

/// Whether the kind heeds every option that was given; tells of the first that it does not.
bool accepts_options(const scene::QueryKind& kind, const QueryArguments& arguments, const Console& console) {
    if (scene::uses_toi_method(kind.kind)) return true;
    const bool is_distance = kind.kind == scene::QueryEntry::Kind::Distance;
    const bool has_trace = is_distance || kind.kind == scene::QueryEntry::Kind::Pieces;
    struct Given {
        std::string_view option;
        bool is_given;
        std::string_view reason;
    };
    constexpr std::string_view by_method = "only toi, shapecast and distance are answered by a method";
    const Given given[] = {
        {"--method", !is_distance && !arguments.method.empty(), by_method},
        {"--root-finder", !arguments.root_finder.empty(), "only toi and shapecast look for roots"},
        {"--trace", !has_trace && arguments.trace,
         "only toi, shapecast, distance and pieces tell their steps"}};
    for (const auto& [option, is_given, reason] : given) {
        if (!is_given) continue;
        console.error(fmt::format("query {} takes no {}: {}", kind.name, option, reason));
        return false;
    }
    return true;
}

/// What the command line asks of every line.
struct Defaults {
    scene::QueryEntry query;
    AnswerOptions answer;
};

/// Nothing, and told, if the command line names what there is not.
std::optional<Defaults> defaults_of(const QueryArguments& arguments, const Console& console) {
    Defaults defaults;
    scene::QueryEntry& out = defaults.query;
    defaults.answer.trace = arguments.trace;
    const auto* const kind = find_row(scene::query_kinds(), arguments.kind, "query", console);
    if (kind == nullptr || !accepts_options(*kind, arguments, console)) return std::nullopt;
    out.kind = kind->kind;
    if (out.kind == scene::QueryEntry::Kind::Shapecast) out.method = ToiMethod::LinearCast;
    if (out.kind == scene::QueryEntry::Kind::Distance && !arguments.method.empty()) {
        const auto* const method =
            find_row(distance_methods(), arguments.method, "method of distance", console);
        if (method == nullptr) return std::nullopt;
        defaults.answer.distance = method->method;
    } else if (!arguments.method.empty()) {
        const auto* const method = find_row(toi_methods(), arguments.method, "method", console);
        if (method == nullptr) return std::nullopt;
        out.method = method->method;
    }
    if (!arguments.root_finder.empty()) {
        const auto* const finder = find_row(root_finders(), arguments.root_finder, "root finder", console);
        if (finder == nullptr) return std::nullopt;
        out.root_finder = finder->finder;
    }
    return defaults;
}

/// The next line without its end; false if there is none. Of a line that is too long only so much is kept
/// that it is refused as such.
bool next_line(std::istream& in, std::string& line) {
    using Traits = std::istream::traits_type;
    std::streambuf& from = *in.rdbuf();
    line.clear();
    for (bool any = false;; any = true) {
        const Traits::int_type next = from.sbumpc();
        if (Traits::eq_int_type(next, Traits::eof())) return any;
        const char c = Traits::to_char_type(next);
        if (c == '\n') return true;
        if (line.size() <= scene::tuning::max_query_line) line += c;
    }
}

bool is_blank(const std::string& line) {
    return line.size() <= scene::tuning::max_query_line &&
           line.find_first_not_of(" \t\r") == std::string::npos;
}

/// Answers line by line. Returns how many lines were bad.
std::size_t answer_lines(std::istream& in, OutputFile& out, const Defaults& defaults) {
    std::size_t bad = 0;
    std::size_t number = 0;
    for (std::string line; !InterruptGuard::interrupted() && next_line(in, line);) {
        ++number;
        if (is_blank(line)) continue;
        const auto read = scene::read_query_line(line, defaults.query);
        if (!read) ++bad;
        out.write(
            (read ? answer_json(read->id, read->query, defaults.answer) : error_json(read.error(), number)) +
            "\n");
    }
    return bad;
}

}  // namespace

int query_command(const QueryArguments& arguments) {
    const Console console(arguments.console);
    const std::optional<Defaults> defaults = defaults_of(arguments, console);
    if (!defaults) return ExitCode::usage;
    const std::string clash =
        overwrite_conflict({{"the input", arguments.input}}, {{"--output", arguments.output}});
    if (!clash.empty()) return usage_error(clash, "query");
    std::ifstream file;
    const bool from_file = arguments.input != "-";
    if (from_file) {
        if (const std::optional<std::string> reason = read_error(arguments.input)) {
            console.error(*reason);
            return ExitCode::io;
        }
        file.open(arguments.input, std::ios::binary);
    }
    Result<OutputFile, std::string> out = OutputFile::create(arguments.output);
    if (!out) {
        console.error(out.error());
        return ExitCode::io;
    }
    const InterruptGuard guard;
    const std::size_t bad =
        answer_lines(from_file ? static_cast<std::istream&>(file) : std::cin, *out, *defaults);
    if (InterruptGuard::interrupted()) {
        console.error("interrupted");
        return ExitCode::interrupted;
    }
    if (const Result<Unit, std::string> written = out->commit(); !written) {
        console.error(written.error());
        return ExitCode::io;
    }
    if (bad > 0) console.say(fmt::format("{} bad line{}", bad, bad == 1 ? "" : "s"));
    return bad > 0 ? ExitCode::check_failed : ExitCode::success;
}

/// A line that each kind answers; `toibox query KIND --help` is where one learns what to write.
constexpr const char* query_examples =
    R"(A line of input, by kind (shapes: circle, capsule, segment, polygon, box):
  toi        {"a":{"shape":{"type":"box","size":[2,2]},"sweep":{"c1":[0,0],"c2":[0,0],"a1":0,"a2":0}},"b":{"shape":{"type":"circle","radius":0.5},"sweep":{"c1":[0,3.5],"c2":[0,-0.5],"a1":0,"a2":0}}}
  shapecast  {"a":{"shape":{"type":"box","size":[2,2]},"transform":{"p":[0,0],"angle":0}},"b":{"shape":{"type":"circle","radius":0.5},"transform":{"p":[0,3.5],"angle":0}},"translation":[0,-4]}
  distance   {"a":{"shape":{"type":"box","size":[2,2]},"transform":{"p":[0,0],"angle":0}},"b":{"shape":{"type":"circle","radius":0.5},"transform":{"p":[0,3.5],"angle":0}}}
  overlap    {"a":{"shape":{"type":"box","size":[2,2]},"transform":{"p":[0,0],"angle":0}},"b":{"shape":{"type":"circle","radius":0.5},"transform":{"p":[0,1.25],"angle":0}}}
  manifold   {"a":{"shape":{"type":"box","size":[2,2]},"transform":{"p":[0,0],"angle":0}},"b":{"shape":{"type":"box","size":[1,1]},"transform":{"p":[0,1.5],"angle":0}},"margin":0.02}
  raycast    {"shape":{"type":"box","size":[2,2]},"transform":{"p":[0,0],"angle":0},"from":[-8,0.5],"to":[8,0.5]}
  pieces     {"a":{"shape":{"type":"concave","points":[[0,0],[2,0],[2,1],[1,1],[1,2],[0,2]]},"transform":{"p":[0,0],"angle":0}},"b":{"shape":{"type":"box","size":[1,1]},"transform":{"p":[1.75,1.75],"angle":0}},"volume":"box"}
pieces takes concave and hull too, and a "sweep" in place of a "transform".
toi and shapecast take "target", "tolerance", "method" and "root_finder" too; all kinds an "id".)";

Action declare_query(CommandOptions& options) {
    const auto to = std::make_shared<QueryArguments>();
    options.option("kind", to->kind, "toi, distance, shapecast, overlap, raycast, manifold or pieces",
                   {.required = true});
    options.option("input", to->input, "File to read; default: standard input (-)");
    options.option("-o,--output", to->output, "File to write; default: standard output (-)");
    options.option("--method", to->method, "Time of impact, or distance, by which method");
    options.option("--root-finder", to->root_finder, "Root finder of the methods that look for roots");
    options.flag("--trace", to->trace, "Add what was done, in order of execution");
    options.console(to->console);
    options.footer(query_examples);
    return [to] { return query_command(*to); };
}

}  // namespace toibox::app
