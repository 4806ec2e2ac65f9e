// SPDX-License-Identifier: MIT
#include "app/cli/output/state_report.h"

#include "app/cli/base/json_text.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace toibox::app {

namespace {

constexpr std::size_t max_printed_differences = 8;

/// The id of a body from the first run in which it has one; empty if it has none. The body may exist in only
/// one of the runs.
std::string id_in(const std::vector<const scene::Run*>& runs, std::uint32_t body) {
    for (const scene::Run* run : runs) {
        const BodyHandle handle = run->world().body_at(body);
        if (handle.is_null()) continue;
        if (std::string id = run->id_of(handle); !id.empty()) return id;
    }
    return {};
}

std::string body_text(const std::vector<const scene::Run*>& runs, std::uint32_t body) {
    const std::string id = id_in(runs, body);
    return id.empty() ? fmt::format("body {}", body) : fmt::format("body \"{}\"", id);
}

}  // namespace

std::string state_report(const replay::StateComparison& comparison,
                         const std::vector<const scene::Run*>& runs, const std::string& name_a,
                         const std::string& name_b) {
    std::string text;
    if (!comparison.subsystems.empty()) {
        text = fmt::format("  differs: {}\n", fmt::join(comparison.subsystems, ", "));
    } else if (comparison.unreadable.empty()) {
        text = "  on replay the states are identical\n";
    }
    const std::size_t printed = std::min(comparison.differences.size(), max_printed_differences);
    for (std::size_t i = 0; i < printed; ++i) {
        const StateDifference& difference = comparison.differences[i];
        const std::string body = difference.body ? " of " + body_text(runs, *difference.body) : std::string();
        const std::string ulps =
            difference.ulps > 0.0 ? fmt::format(", {:g} ULP", difference.ulps) : std::string();
        text += fmt::format("  {}{}: {} {}, {} {}{}\n", path_of(difference), body, name_a, difference.a,
                            name_b, difference.b, ulps);
    }
    if (printed < comparison.differences.size()) text += "  and more\n";
    if (!comparison.unreadable.empty())
        text += fmt::format("  the recorded state: {}\n", comparison.unreadable);
    text.pop_back();
    return text;
}

std::string state_report_json(const replay::StateComparison& comparison,
                              const std::vector<const scene::Run*>& runs) {
    std::string text = R"("subsystems":[)";
    for (std::size_t i = 0; i < comparison.subsystems.size(); ++i)
        text += fmt::format("{}{}", i > 0 ? "," : "", json_string(comparison.subsystems[i]));
    text += R"(],"differences":[)";
    for (std::size_t i = 0; i < comparison.differences.size(); ++i) {
        const StateDifference& difference = comparison.differences[i];
        std::string body = "null";
        if (difference.body) {
            const std::string id = id_in(runs, *difference.body);
            body = id.empty() ? fmt::format("{}", *difference.body) : json_string(id);
        }
        text += fmt::format(R"({}{{"subsystem":{},"member":{},"body":{},"a":{},"b":{},"ulps":{}}})",
                            i > 0 ? "," : "", json_string(difference.subsystem),
                            json_string(path_of(difference)), body, json_string(difference.a),
                            json_string(difference.b), json_number(difference.ulps));
    }
    return text + "]";
}

}  // namespace toibox::app
