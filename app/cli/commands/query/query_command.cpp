// SPDX-License-Identifier: MIT
// The loop of `toibox query`. The scene library parses the lines, because scene files contain the same
// queries; query_json.cpp writes the answers. A new kind of query needs changes in both.
#include "app/cli/commands/query/query_command.h"

#include "toibox/scene/query.h"
#include "toibox/scene/suggest.h"
#include "toibox/scene/tuning.h"

#include "app/cli/base/exit_code.h"
#include "app/cli/base/interrupt.h"
#include "app/cli/base/output_paths.h"
#include "app/cli/commands/commands.h"
#include "app/cli/commands/query/query_json.h"
#include "app/cli/inputs/scene_input.h"
#include "app/cli/output/output_file.h"

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

/// The table row called `name`. If there is none, prints an error and returns null.
template <class Row>
const Row* find_row(std::span<const Row> table, const std::string& name, std::string_view kind,
                    const Console& console) {
    const auto found =
        std::find_if(table.begin(), table.end(), [&](const Row& row) { return row.name == name; });
    if (found != table.end()) return &*found;
    std::vector<std::string_view> known;
    for (const Row& row : table)
        known.push_back(row.name);
    console.error(fmt::format("unknown {} \"{}\": {}", kind, name, scene::suggestion(name, known)));
    return nullptr;
}

/// Whether the kind of query uses all given options. If not, prints an error for the first unused one.
bool accepts_options(const scene::QueryKind& kind, const QueryArguments& arguments, const Console& console) {
    if (scene::uses_toi_method(kind.kind)) return true;
    const bool is_distance = kind.kind == scene::QueryEntry::Kind::Distance;
    const bool has_trace = is_distance || kind.kind == scene::QueryEntry::Kind::Pieces;
    struct OptionUse {
        std::string_view option;
        bool is_rejected;
        std::string_view reason;
    };
    constexpr std::string_view by_method = "only toi, shapecast and distance use a method";
    const OptionUse options[] = {
        {"--method", !is_distance && !arguments.method.empty(), by_method},
        {"--root-finder", !arguments.root_finder.empty(), "only toi and shapecast use a root finder"},
        {"--trace", !has_trace && arguments.trace, "only toi, shapecast, distance and pieces can be traced"}};
    for (const auto& [option, is_rejected, reason] : options) {
        if (!is_rejected) continue;
        console.error(fmt::format("query {} does not accept {}: {}", kind.name, option, reason));
        return false;
    }
    return true;
}

/// Options of the command line that apply to every query.
struct Defaults {
    scene::QueryEntry query;
    AnswerOptions answer;
};

/// The defaults from the command line. For an unknown name or an unused option, prints an error and returns
/// nullopt.
std::optional<Defaults> defaults_of(const QueryArguments& arguments, const Console& console) {
    Defaults defaults;
    scene::QueryEntry& query = defaults.query;
    defaults.answer.trace = arguments.trace;
    const auto* const kind = find_row(scene::query_kinds(), arguments.kind, "query", console);
    if (kind == nullptr || !accepts_options(*kind, arguments, console)) return std::nullopt;
    query.kind = kind->kind;
    if (query.kind == scene::QueryEntry::Kind::Shapecast) query.method = ToiMethod::LinearCast;
    if (query.kind == scene::QueryEntry::Kind::Distance && !arguments.method.empty()) {
        const auto* const method = find_row(distance_methods(), arguments.method, "distance method", console);
        if (method == nullptr) return std::nullopt;
        defaults.answer.distance = method->method;
    } else if (!arguments.method.empty()) {
        const auto* const method = find_row(toi_methods(), arguments.method, "method", console);
        if (method == nullptr) return std::nullopt;
        query.method = method->method;
    }
    if (!arguments.root_finder.empty()) {
        const auto* const finder = find_row(root_finders(), arguments.root_finder, "root finder", console);
        if (finder == nullptr) return std::nullopt;
        query.root_finder = finder->finder;
    }
    return defaults;
}

/// Reads the next line without its line end; returns false at the end of the input. If the line is too long,
/// stores only one character more than allowed, so that the line is rejected.
bool next_line(std::istream& in, std::string& line) {
    using Traits = std::istream::traits_type;
    std::streambuf& buffer = *in.rdbuf();
    line.clear();
    for (bool has_line = false;; has_line = true) {
        const Traits::int_type next = buffer.sbumpc();
        if (Traits::eq_int_type(next, Traits::eof())) return has_line;
        const char c = Traits::to_char_type(next);
        if (c == '\n') return true;
        if (line.size() <= scene::tuning::max_query_line) line += c;
    }
}

bool is_blank(const std::string& line) {
    return line.size() <= scene::tuning::max_query_line &&
           line.find_first_not_of(" \t\r") == std::string::npos;
}

/// Answers line by line. Returns the number of invalid lines.
std::size_t answer_lines(std::istream& in, OutputFile& out, const Defaults& defaults) {
    std::size_t invalid_lines = 0;
    std::size_t number = 0;
    for (std::string line; !InterruptGuard::interrupted() && next_line(in, line);) {
        ++number;
        if (is_blank(line)) continue;
        const auto read = scene::read_query_line(line, defaults.query);
        if (!read) ++invalid_lines;
        out.write(
            (read ? answer_json(read->id, read->query, defaults.answer) : error_json(read.error(), number)) +
            "\n");
    }
    return invalid_lines;
}

}  // namespace

int query_command(const QueryArguments& arguments) {
    const Console console(arguments.console);
    const std::optional<Defaults> defaults = defaults_of(arguments, console);
    if (!defaults) return ExitCode::usage;
    const std::string conflict =
        overwrite_conflict({{"the input", arguments.input}}, {{"--output", arguments.output}});
    if (!conflict.empty()) return usage_error(conflict, "query");
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
    const std::size_t invalid_lines =
        answer_lines(from_file ? static_cast<std::istream&>(file) : std::cin, *out, *defaults);
    if (InterruptGuard::interrupted()) {
        console.error("interrupted");
        return ExitCode::interrupted;
    }
    if (const Result<Unit, std::string> written = out->commit(); !written) {
        console.error(written.error());
        return ExitCode::io;
    }
    if (invalid_lines > 0)
        console.say(fmt::format("{} invalid line{}", invalid_lines, invalid_lines == 1 ? "" : "s"));
    return invalid_lines > 0 ? ExitCode::check_failed : ExitCode::success;
}

/// An example line for each kind, shown by `toibox query KIND --help`.
constexpr const char* query_examples =
    R"(Example lines for each kind (shapes: circle, capsule, segment, polygon, box):
  toi        {"a":{"shape":{"type":"box","size":[2,2]},"sweep":{"c1":[0,0],"c2":[0,0],"a1":0,"a2":0}},"b":{"shape":{"type":"circle","radius":0.5},"sweep":{"c1":[0,3.5],"c2":[0,-0.5],"a1":0,"a2":0}}}
  shapecast  {"a":{"shape":{"type":"box","size":[2,2]},"transform":{"p":[0,0],"angle":0}},"b":{"shape":{"type":"circle","radius":0.5},"transform":{"p":[0,3.5],"angle":0}},"translation":[0,-4]}
  distance   {"a":{"shape":{"type":"box","size":[2,2]},"transform":{"p":[0,0],"angle":0}},"b":{"shape":{"type":"circle","radius":0.5},"transform":{"p":[0,3.5],"angle":0}}}
  overlap    {"a":{"shape":{"type":"box","size":[2,2]},"transform":{"p":[0,0],"angle":0}},"b":{"shape":{"type":"circle","radius":0.5},"transform":{"p":[0,1.25],"angle":0}}}
  manifold   {"a":{"shape":{"type":"box","size":[2,2]},"transform":{"p":[0,0],"angle":0}},"b":{"shape":{"type":"box","size":[1,1]},"transform":{"p":[0,1.5],"angle":0}},"margin":0.02}
  raycast    {"shape":{"type":"box","size":[2,2]},"transform":{"p":[0,0],"angle":0},"from":[-8,0.5],"to":[8,0.5]}
  pieces     {"a":{"shape":{"type":"concave","points":[[0,0],[2,0],[2,1],[1,1],[1,2],[0,2]]},"transform":{"p":[0,0],"angle":0}},"b":{"shape":{"type":"box","size":[1,1]},"transform":{"p":[1.75,1.75],"angle":0}},"volume":"box"}
In a sweep, c1 and a1 are the centre of mass (m) and the angle (rad) at t = 0; c2 and a2 are those at t = 1.
In a manifold query, contact points are reported up to a separation of "margin" (m; default: 0.02).
pieces also accepts the shapes concave and hull, and a "sweep" instead of a "transform"; its "volume" is the
kind of bounding volume in the trees that find pairs of pieces: circle, box (default), oriented-box, 8-dop,
16-dop or hull.
toi, shapecast and pieces with a sweep also accept "target" and "tolerance"; toi and shapecast also "method"
and "root_finder"; overlap also "along" ([x, y]: also report how far b must move back along it). All kinds
accept an "id".)";

Action declare_query(CommandOptions& options) {
    const auto arguments = std::make_shared<QueryArguments>();
    options.option("kind", arguments->kind,
                   "Kind of query: toi, distance, shapecast, overlap, raycast, manifold or pieces (convex "
                   "pieces of concave shapes)",
                   {.kind = "KIND", .required = true});
    options.option("input", arguments->input, "File to read; default: standard input (-)", {.kind = "FILE"});
    options.option("-o,--output", arguments->output, "File to write; default: standard output (-)",
                   {.kind = "FILE"});
    options.option(
        "--method", arguments->method,
        fmt::format("Method for toi and shapecast: {} (default: certified for toi, linear-cast for "
                    "shapecast); for distance: {} (default: gjk)",
                    name_list(toi_methods()), name_list(distance_methods())),
        {.kind = "NAME"});
    options.option(
        "--root-finder", arguments->root_finder,
        fmt::format(
            "Root finder for toi and shapecast, used by bilateral-advancement only: {}; default: mixed",
            name_list(root_finders())),
        {.kind = "NAME"});
    options.flag("--trace", arguments->trace,
                 "Add the steps of the method to each answer (pieces: the pairs of pieces that may touch)");
    options.console(arguments->console);
    options.footer(query_examples);
    return [arguments] { return query_command(*arguments); };
}

}  // namespace toibox::app
