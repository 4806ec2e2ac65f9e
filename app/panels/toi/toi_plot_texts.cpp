// SPDX-License-Identifier: MIT
#include "app/panels/toi/toi_plot_texts.h"

#include "app/panels/toi/toi_plot.h"
#include "app/panels/toi/toi_style.h"
#include "app/platform/theme.h"
#include "app/render/grid.h"
#include "app/views/toi_view.h"

#include <algorithm>
#include <array>
#include <cfloat>
#include <cmath>
#include <fmt/format.h>

namespace toibox::app {

namespace {

constexpr float mark_room = 14.0f;           ///< Side of the square that texts leave to a mark, points.
constexpr float pointer_room = 40.0f;        ///< Side of the square that texts leave to the pointer, points.
constexpr float min_curve_distance = 14.0f;  ///< Of a named part of a curve from the other curves, points.
constexpr std::size_t max_numbers = 30;      ///< With more iterations, only the important ones are numbered.
constexpr float card_padding = 8.0f;         ///< Points.

/// Sizes of the inset to try, as fractions of the plot.
constexpr std::array<Vec2, 4> inset_sizes{{{0.38f, 0.48f}, {0.32f, 0.4f}, {0.26f, 0.34f}, {0.2f, 0.28f}}};

Vec2 to_vec2(ImVec2 at) {
    return {at.x, at.y};
}

/// Corners at which something of `size` fits into `area`, 8 points apart. From left to right, or from right
/// to left, in rows from the bottom up or from the top down.
std::vector<Vec2> corners_in(const UiRect& area, Vec2 size, bool from_left, bool from_bottom) {
    constexpr float margin = 8.0f;
    constexpr float spacing = 8.0f;
    const int columns = static_cast<int>((area.width - size.x - 2.0f * margin) / spacing);
    const int rows = static_cast<int>((area.height - size.y - 2.0f * margin) / spacing);
    std::vector<Vec2> corners;
    for (int row = 0; row <= rows; ++row) {
        for (int column = 0; column <= columns; ++column) {
            const float x = margin + spacing * static_cast<float>(column);
            const float y = margin + spacing * static_cast<float>(row);
            corners.push_back({from_left ? area.x + x : area.x + area.width - size.x - x,
                               from_bottom ? area.y + area.height - size.y - y : area.y + y});
        }
    }
    return corners;
}

UiRect square_around(Vec2 center, float side) {
    return {center.x - 0.5f * side, center.y - 0.5f * side, side, side};
}

std::vector<Vec2> on_screen(const PlotArea& area, std::span<const Vec2d> points) {
    std::vector<Vec2> out;
    for (const Vec2d& point : points)
        out.push_back(to_vec2(area.to_screen(point)));
    return out;
}

/// Keeps the curves and the marks of the study and the zero line clear.
void reserve(const ToiStudy& study, const PlotArea& area, LabelPlacer& placer) {
    placer.begin(area.rect());
    const std::array zero{Vec2d{area.x_range().low, 0.0}, Vec2d{area.x_range().high, 0.0}};
    placer.keep_line_clear(on_screen(area, zero));
    for (const ToiCurve& curve : study.curves)
        placer.keep_line_clear(on_screen(area, curve.points));
    for (const ToiMark& mark : study.marks)
        placer.keep_clear(square_around(to_vec2(area.to_screen({mark.t, mark.s})), mark_room));
}

/// Of two curves at the same place, the name of the more important one is written there.
int importance(const ToiCurve& curve) {
    switch (curve.kind) {
        case ToiCurve::Kind::Axis:
            return 4;
        case ToiCurve::Kind::Distance:
            return 3;
        case ToiCurve::Kind::AsSeenByMethod:
            return 2;
        case ToiCurve::Kind::Bound:
            return 1;
        case ToiCurve::Kind::Points:
            break;
    }
    return 0;
}

bool shows(const PlotArea& area, const ToiMark& mark) {
    return area.contains(area.to_screen({mark.t, mark.s}));
}

}  // namespace

PlotTexts::PlotTexts(const ToiInspector& toi, const Fonts& fonts, const Palette& palette, const Plot& plot)
    : toi_(toi), fonts_(fonts), palette_(palette), plot_(plot), list_(*ImGui::GetWindowDrawList()) {
    reserve(toi.study(), plot, placer_);
}

std::optional<PlotArea> PlotTexts::place_inset(const PlotView& view) {
    const UiRect area = plot_.rect();
    for (const Vec2 fraction : inset_sizes) {
        const Vec2 size{std::floor(fraction.x * area.width), std::floor(fraction.y * area.height)};
        const auto rect = placer_.place_at_first(corners_in(area, size, true, true), size);
        if (!rect) continue;
        const ImVec2 low{std::floor(rect->x), std::floor(rect->y)};
        return PlotArea(list_, low, {low.x + size.x, low.y + size.y}, view.x, view.y);
    }
    return std::nullopt;
}

void PlotTexts::numbers(const PlotArea* inset) {
    number_marks(plot_, placer_, inset);
    if (inset == nullptr) return;
    LabelPlacer placer;
    reserve(toi_.study(), *inset, placer);
    number_marks(*inset, placer, nullptr);
    ticks(*inset, placer);
}

/// Numbers the marks that `area` shows and `except` does not. Marks at the same place share a label.
void PlotTexts::number_marks(const PlotArea& area, LabelPlacer& placer, const PlotArea* except) {
    const std::vector<ToiMark>& marks = toi_.study().marks;
    const ToiResult& result = toi_.study().result;
    std::vector<bool> is_numbered(marks.size());
    for (std::size_t i = 0; i < marks.size(); ++i) {
        if (is_numbered[i] || !shows(area, marks[i])) continue;
        if (except != nullptr && shows(*except, marks[i])) continue;
        const Vec2 at = to_vec2(area.to_screen({marks[i].t, marks[i].s}));
        std::string label;
        bool is_important = i == 0 || i + 1 == marks.size();
        bool is_studied = false;
        for (std::size_t j = i; j < marks.size(); ++j) {
            if (marks[j].t != marks[i].t) continue;
            if (distance(to_vec2(area.to_screen({marks[j].t, marks[j].s})), at) > mark_room) continue;
            is_numbered[j] = true;
            is_studied = is_studied || static_cast<int>(j) == toi_.iteration();
            label += fmt::format("{}{}", label.empty() ? "" : ", ", j + 1);
        }
        const bool is_answer = touches(result) && marks[i].t == result.t;
        const std::string answer = is_answer ? fmt::format(": answer {:.4f}", result.t) : "";
        is_important = is_important || is_studied || is_answer;
        if (marks.size() > max_numbers && !is_important) continue;
        auto rect = placer.place(at, size_of(label + answer, true));
        if (rect) {
            label += answer;
        } else {
            rect = placer.place(at, size_of(label, true));
        }
        if (rect) text({rect->x, rect->y}, label, palette_.text, true);
    }
}

/// Ticks at the left edge of the inset: three to five 1-2-5 steps over its height.
void PlotTexts::ticks(const PlotArea& inset, LabelPlacer& placer) {
    const UiRect rect = inset.rect();
    const PlotRange& s = inset.y_range();
    const double step =
        grid_steps(static_cast<double>(rect.height) / s.size(), 0.2 * static_cast<double>(rect.height)).minor;
    for (double at = std::ceil(s.low / step) * step; at < s.high; at += step) {
        if (std::abs(at) < 0.5 * step) continue;  // the zero line
        const float y = std::floor(inset.to_screen({0.0, at}).y);
        const std::string label = separation_text(at);
        const Vec2 size = size_of(label);
        const std::array corner{Vec2{rect.x + 8.0f, y - 0.5f * size.y}};
        if (!placer.place_at_first(corner, size)) continue;
        list_.AddLine({rect.x, y}, {rect.x + 5.0f, y}, to_imgui(palette_.text_dim));
        text(corner[0], label, palette_.text_dim);
    }
}

void PlotTexts::target() {
    const ToiOptions& options = toi_.study().options;
    const std::string label =
        fmt::format("target {:.3g} mm ± {:.3g} mm", 1e3 * options.target, 1e3 * options.tolerance);
    const Vec2 size = size_of(label);
    const UiRect area = plot_.rect();
    const float top = plot_.to_screen({0.0, options.target + options.tolerance}).y;
    const float bottom = plot_.to_screen({0.0, options.target - options.tolerance}).y;
    std::vector<Vec2> corners;
    for (const Vec2 corner : corners_in({area.x, 0.0f, area.width, size.y + 16.0f}, size, false, false)) {
        corners.push_back({corner.x, std::max(bottom, top + 1.0f) + 6.0f});
        corners.push_back({corner.x, top - size.y - 6.0f});
    }
    if (const auto rect = placer_.place_at_first(corners, size))
        text({rect->x, rect->y}, label, palette_.good);
}

/// Whether no more important curve is near the point, whose name this would seem to be.
bool PlotTexts::is_apart(const ToiCurve& curve, Vec2d at) const {
    const float y = plot_.to_screen(at).y;
    return std::ranges::none_of(toi_.study().curves, [&](const ToiCurve& other) {
        const auto value = value_at(other, at.x);
        return importance(other) > importance(curve) && value &&
               std::abs(plot_.to_screen({at.x, *value}).y - y) < min_curve_distance;
    });
}

bool PlotTexts::name_curve(const ToiCurve& curve) {
    for (const double fraction : {0.2, 0.3, 0.1, 0.7, 0.8, 0.6, 0.9, 0.4, 0.5}) {
        const double from = curve.points.front().x;
        const double t = from + fraction * (curve.points.back().x - from);
        const Vec2d at{t, *value_at(curve, t)};
        if (!plot_.contains(plot_.to_screen(at)) || !is_apart(curve, at)) continue;
        const std::string name = name_of(curve);
        const auto rect = placer_.place(to_vec2(plot_.to_screen(at)), size_of(name));
        if (!rect) continue;
        text({rect->x, rect->y}, name, name_color(curve, toi_.study(), palette_));
        return true;
    }
    return false;
}

void PlotTexts::curve_names() {
    std::vector<std::string> named;
    const std::vector<ToiCurve>& curves = toi_.study().curves;
    for (auto curve = curves.rbegin(); curve != curves.rend(); ++curve) {
        if (curve->points.size() < 2 || std::ranges::find(named, name_of(*curve)) != named.end()) continue;
        if (name_curve(*curve)) named.emplace_back(name_of(*curve));
    }
}

std::string PlotTexts::read_out_title() const {
    if (toi_.cursor_t && toi_.highlighted < 0) return "Cursor";
    const auto iteration = static_cast<std::size_t>(toi_.iteration());
    return fmt::format("{} · {}", iteration + 1, label(toi_.study().marks[iteration]));
}

std::vector<PlotTexts::Row> PlotTexts::read_out_rows() const {
    const ToiStudy& study = toi_.study();
    if (!toi_.cursor_t || toi_.highlighted >= 0) {
        const ToiMark& mark = study.marks[static_cast<std::size_t>(toi_.iteration())];
        return {{"t", fmt::format("{:.4f}", mark.t)}, {"s", separation_text(mark.s)}};
    }
    return {{"t", fmt::format("{:.4f}", *toi_.cursor_t)},
            {"s", separation_text(distance_at(study, *toi_.cursor_t))}};
}

void PlotTexts::read_out() {
    if (toi_.iteration() < 0 && !toi_.cursor_t) return;
    const std::string title = read_out_title();
    const std::vector<Row> rows = read_out_rows();
    const float em = ImGui::GetFontSize();
    float width = 0.0f;
    for (const Row& row : rows)
        width += size_of(row.label).x + size_of(row.value).x + 1.6f * em;
    const Vec2 size{std::max(width, size_of(title, true).x + 1.2f * em) + 2.0f * card_padding,
                    2.2f * em + 2.0f * card_padding};
    placer_.keep_clear(square_around(to_vec2(ImGui::GetIO().MousePos), pointer_room));
    if (toi_.iteration() >= 0) {
        const double t = toi_.study().marks[static_cast<std::size_t>(toi_.iteration())].t;
        const PlotRange& s = plot_.y_range();
        placer_.keep_line_clear(on_screen(plot_, std::array{Vec2d{t, s.low}, Vec2d{t, s.high}}));
    }
    const auto card = placer_.place_at_first(corners_in(plot_.rect(), size, false, false), size);
    if (!card) return;
    name_widget("toi read-out", *card);
    draw_card(*card, title, rows);
}

void PlotTexts::draw_card(const UiRect& card, const std::string& title, const std::vector<Row>& rows) {
    const float em = ImGui::GetFontSize();
    const ImVec2 high{card.x + card.width, card.y + card.height};
    list_.AddRectFilled({card.x, card.y}, high, to_imgui(palette_.panel_raised), 6.0f);
    compat::add_rect(list_, {card.x, card.y}, high, to_imgui(palette_.border), 6.0f, 1.0f);
    const bool is_cursor = toi_.cursor_t && toi_.highlighted < 0;
    const Vec2 corner{card.x + card_padding, card.y + card_padding};
    list_.AddCircleFilled({corner.x + 0.3f * em, corner.y + 0.5f * em}, 0.3f * em,
                          to_imgui(is_cursor ? palette_.text : palette_.accent), 16);
    text({corner.x + 1.0f * em, corner.y}, title, palette_.text, true);
    float x = corner.x + 1.0f * em;
    const float y = corner.y + 1.2f * em;
    for (const Row& row : rows) {
        text({x, y}, row.label, palette_.text_dim);
        x += size_of(row.label).x + 0.5f * em;
        text({x, y}, row.value, palette_.text);
        x += size_of(row.value).x + 1.0f * em;
    }
}

void PlotTexts::text(Vec2 at, const std::string& text, Color color, bool bold) {
    list_.AddText(bold ? fonts_.bold : fonts_.body, ImGui::GetFontSize(),
                  {std::floor(at.x), std::floor(at.y)}, to_imgui(color), text.c_str());
}

Vec2 PlotTexts::size_of(const std::string& text, bool bold) const {
    const ImFont* font = bold ? fonts_.bold : fonts_.body;
    return to_vec2(font->CalcTextSizeA(ImGui::GetFontSize(), FLT_MAX, 0.0f, text.c_str()));
}

}  // namespace toibox::app
