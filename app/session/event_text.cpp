// SPDX-License-Identifier: MIT
#include "app/session/event_text.h"

#include "app/session/pair_order.h"
#include "app/session/scene_simulation.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <utility>

namespace toibox::app {

namespace {

using replay::MarkKind;

/// The texts of a kind of mark: for one event between two named bodies, {0} and {1}, and for several.
struct EventWords {
    const char* one;
    const char* several;
    bool is_symmetric = false;  ///< The bodies can change places: A comes first.
};

EventWords words_of(MarkKind kind) {
    switch (kind) {
        case MarkKind::Contact:
            return {"contact of {0} and {1}", "contacts", true};
        case MarkKind::Impact:
        case MarkKind::Stopped:
            return {"impact of {0} and {1}", "impacts", true};
        case MarkKind::Tunnelled:
            return {"{0} tunnelled through {1}", "bodies tunnelled"};
        case MarkKind::PushedThrough:
            return {"{0} was pushed through {1}", "bodies were pushed through"};
        case MarkKind::Missed:
            return {"the hit of {0} and {1} was missed", "hits were missed", true};
        case MarkKind::Late:
            return {"the hit of {0} and {1} was found late", "hits were found late", true};
        case MarkKind::GhostHit:
            return {"ghost hit of {0} and {1}", "ghost hits", true};
        case MarkKind::TimeLost:
            return {"{0} lost time at an impact with {1}", "pairs lost time"};
        case MarkKind::JointBreak:
            return {"the joint of {0} and {1} broke", "joints broke", true};
        case MarkKind::Sleep:
            return {"", "bodies fell asleep or woke up"};
        case MarkKind::Input:
            return {"", "inputs"};
        case MarkKind::Claim:
        case MarkKind::Divergence:
            break;
    }
    return {"", ""};
}

}  // namespace

std::string event_text(const replay::Mark& mark, const scene::Run& run) {
    if (!mark.text.empty()) return fmt::format("{}: {}", to_string(mark.kind), mark.text);
    const EventWords words = words_of(mark.kind);
    const auto bodies =
        words.is_symmetric ? ordered_pair(run.world(), mark.a, mark.b) : std::pair{mark.a, mark.b};
    const std::string a = run.id_of(bodies.first);
    const std::string b = run.id_of(bodies.second);
    if (mark.count == 1 && *words.one != '\0' && !a.empty() && !b.empty())
        return fmt::format(fmt::runtime(words.one), a, b);
    if (mark.count == 1 || *words.several == '\0') return std::string(to_string(mark.kind));
    return fmt::format("{} {}", mark.count, words.several);
}

std::string event_time_text(double seconds) {
    const double milliseconds = 1e3 * seconds;
    if (std::round(100.0 * milliseconds) == 0.0) return "0 ms";
    if (std::round(100.0 * milliseconds) < 1000.0) return fmt::format("{:.2f} ms", milliseconds);
    if (std::round(10.0 * milliseconds) < 1000.0) return fmt::format("{:.1f} ms", milliseconds);
    if (std::round(milliseconds) < 1000.0) return fmt::format("{:.0f} ms", milliseconds);
    return fmt::format("{:.2f} s", seconds);
}

std::string timed_event_text(const replay::Mark& mark, const scene::Run& run) {
    const std::string text = event_text(mark, run);
    return mark.seconds ? fmt::format("{}, {}", text, event_time_text(*mark.seconds)) : text;
}

bool repeats(const replay::Mark& mark, const replay::Mark& verdict) {
    return mark.kind == MarkKind::Impact && verdict.kind == MarkKind::Stopped &&
           mark.frame == verdict.frame && mark.count <= verdict.count &&
           std::minmax(mark.a, mark.b) == std::minmax(verdict.a, verdict.b);
}

std::size_t event_rank(const replay::Mark& mark) {
    if (const auto verdict = verdict_kind(mark.kind)) return scene::severity_rank(*verdict);
    return scene::verdict_kind_count + (mark.kind == MarkKind::Impact ? 0 : 1);
}

bool is_event(const replay::Mark& mark) {
    switch (mark.kind) {
        case MarkKind::Input:
        case MarkKind::Sleep:
        case MarkKind::JointBreak:
        case MarkKind::Claim:
        case MarkKind::Divergence:
            return false;
        default:
            return true;
    }
}

}  // namespace toibox::app
