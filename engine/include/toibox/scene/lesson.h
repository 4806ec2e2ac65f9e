// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/math/vec2.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace toibox::scene {

/// The part of the world that is shown.
struct View {
    Vec2 center;
    float height = 0.0f;  ///< Metres shown; 0: fit everything.
    float width = 0.0f;   ///< Metres shown at least, in a narrow window with more height.
};

/// One answer to choose on a page.
struct PageChoice {
    std::string text;           ///< Markdown.
    std::string misconception;  ///< What somebody who takes it believes; empty for the right choice.
    bool is_right = false;
    /// Claim::pointer of the claim that holds if this choice is right; empty: none is written. It is among
    /// the claims of the scene of `variant`.
    std::string claim;
    std::string variant;  ///< The variant that decides.
};

/// Something that a page draws into the world. Positions in metres, world frame.
struct PageMark {
    enum class Kind : std::uint8_t {
        Note,   ///< The text, with a line to `from`.
        Line,   ///< Dashed, from `from` to `to`.
        Arrow,  ///< From `from` to `to`.
        Band,   ///< The box with the corners `from` and `to`.
        Ghost,  ///< The outline of `body` at position `from`, turned to `angle`.
    };
    enum class Paint : std::uint8_t { Text, Good, Bad, Warning, A, B };

    Kind kind = Kind::Note;
    Paint color = Paint::Text;
    Vec2 from;
    Vec2 to;
    std::string body;
    float angle = 0.0f;  ///< Radians.
    std::string text;    ///< Beside the mark; empty: none.
};

/// What the window shows on a page. Empty members leave the window as it is.
struct PageDisplay {
    static constexpr int last_iteration = std::numeric_limits<int>::max();

    std::optional<View> view;
    std::string panel;              ///< "gjk", "toi", "broad", "contacts", "statistics", "compare", "sweep".
    std::vector<std::string> draw;  ///< Overlays: "swept", "velocities", …; replace those shown before.
    std::vector<std::string> select;  ///< One body, or the two of a pair.
    std::string query;                ///< The query that the TOI panel shows.
    std::string method;               ///< Of the TOI or the GJK panel.
    std::string root_finder;          ///< Of the TOI panel.
    std::optional<bool> warm_start;   ///< Of the GJK panel.
    /// Iteration that the panel shows, from 1; last_iteration: the last; 0: none is chosen.
    int iteration = 0;
    std::vector<PageMark> marks;
};

/// How a page sets up the scene and the window.
struct PageSetUp {
    std::string variant;
    std::vector<std::string> panes;  ///< Variants side by side, 2 to 4; empty: no comparison.
    std::string sweep;               ///< Parameter sweep whose runs are shown; empty: none.
    std::int64_t step = 0;           ///< The state in which the page asks.
    double speed = 0.02;             ///< Of playback, simulated time / real time.
    PageDisplay display;
};

/// A chart of values that the run has after the reveal.
struct PageChart {
    struct Series {
        std::string label;
        std::vector<std::string> values;  ///< Quantities (see Run::quantity), one for each element of `x`.
    };
    std::string title;
    std::string x_label;
    std::vector<double> x;
    std::vector<Series> series;
};

/// What a page shows after the run.
struct PageReveal {
    std::string text;  ///< Why, in Markdown: two lines.
    PageDisplay display;
    std::optional<PageChart> chart;
};

/// One page of a lesson: one idea, asked before it is shown.
struct Page {
    std::string id;
    std::string text;  ///< One sentence, in Markdown.
    std::string ask;   ///< The question, in Markdown; empty: the page is only read.
    std::vector<PageChoice> choices;
    PageSetUp set_up;
    std::int64_t run_to = 0;  ///< Step at which the run of the page stops.
    PageReveal reveal;

    /// Index of the right choice. Requires: a question.
    [[nodiscard]] std::size_t right_choice() const;
};

}  // namespace toibox::scene
