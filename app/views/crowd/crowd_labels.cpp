// SPDX-License-Identifier: MIT
// Texts over the picture of a crowd: brackets with counts, numbers of the axis, notes and read-out.
#include "app/platform/theme.h"
#include "app/render/chip.h"
#include "app/render/grid.h"
#include "app/views/crowd/crowd_view.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include <imgui.h>

namespace toibox::app {

namespace {

/// With more groups of neighbouring runs, each outcome is counted once, without brackets.
constexpr std::size_t max_brackets = 8;
constexpr float bracket_width = 6.0f;
constexpr float icon_size = 16.0f;

float line_height(const ImFont* font) {
    return font->FontSize * ImGui::GetIO().FontGlobalScale;
}

float width_of(ImFont* font, const std::string& text) {
    return font->CalcTextSizeA(line_height(font), FLT_MAX, 0.0f, text.c_str()).x;
}

void add_text(ImDrawList& list, ImFont* font, ImVec2 at, Color color, const std::string& text) {
    list.AddText(font, line_height(font), {std::floor(at.x), std::floor(at.y)}, to_imgui(color),
                 text.c_str());
}

/// A number with a true minus.
std::string number(double value) {
    std::string text = fmt::format("{:.4g}", value);
    for (std::size_t at = text.find('-'); at != std::string::npos; at = text.find('-', at + 3))
        text.replace(at, 1, "−");
    return text;
}

std::string with_unit(double value, const std::string& unit) {
    return unit.empty() ? number(value) : number(value) + " " + unit;
}

}  // namespace

void CrowdView::make_labels(const CrowdShown& shown, const Fonts& fonts, const Palette& palette) {
    const std::span<const CrowdRun> runs = shown.crowd.runs();
    std::vector<OutcomeGroup> groups = outcome_groups(runs);
    has_brackets_ = groups.size() <= max_brackets;
    if (!has_brackets_) groups = outcome_summary(runs);
    margins_ = margins_of(shown, fonts);
    const float lines = view_.viewport.height - margins_.top - margins_.bottom;
    const float two_rows = 1.25f * (line_height(fonts.label_bold) + line_height(fonts.label));
    // Also with one more outcome, so that the labels stand still while runs appear.
    has_two_rows_ = static_cast<float>(std::max<std::size_t>(groups.size(), 3)) * two_rows <= lines;
    label_height_ = has_two_rows_ ? two_rows : 1.2f * line_height(fonts.label_bold);
    labels_.clear();
    const float before_count = icon_size * view_.mark_scale + spacing::unit;
    const auto width = [&](const std::string& count, const std::string& words) {
        const float first_row = before_count + width_of(fonts.label_bold, count);
        const float second_row = width_of(fonts.label, words);
        return has_two_rows_ ? std::max(first_row, second_row) : first_row + spacing::unit + second_row;
    };
    // At least as wide as for the longest words of a verdict.
    float widest = width(std::to_string(runs.size()), "pushed through");
    for (const OutcomeGroup& group : groups) {
        labels_.push_back({group, look_of(group.outcome, palette), std::to_string(group.count)});
        widest = std::max(widest, width(labels_.back().count, labels_.back().look.words));
    }
    margins_.right = widest + spacing::wide + (bracket_width + 3.0f * spacing::unit) * view_.mark_scale;
}

CrowdMargins CrowdView::margins_of(const CrowdShown& shown, const Fonts& fonts) const {
    const float em = line_height(fonts.label);
    // In a low view, a card covers lines, so that these keep some height.
    const float card = std::min(shown.bottom, 0.3f * view_.viewport.height);
    return {.left = 2.0f * spacing::unit * view_.mark_scale,
            .top = std::max(shown.top, shown.has_state ? 4.0f * em : 0.0f) + 3.0f * em,
            .right = 0.0f,  // make_labels()
            .bottom = card + (shown.is_fanned ? 3.6f : 1.0f) * line_height(fonts.status)};
}

void CrowdView::draw_axis_numbers(ImDrawList& list, const Fonts& fonts, const Palette& palette) const {
    if (!layout_.is_along_x) return;
    const double step = axis_step();
    const Aabb visible = view_.visible();
    const Viewport& area = view_.viewport;
    const float lines_end = area.y + area.height - margins_.bottom;
    const auto last = std::floor(static_cast<double>(visible.upper.x) / step);
    for (double k = std::ceil(static_cast<double>(visible.lower.x) / step); k <= last; k += 1.0) {
        const std::string text = k == last ? number(k * step) + " m" : number(k * step);
        const float width = width_of(fonts.status, number(k * step));
        const float at = view_.to_points(Vec2d{k * step, 0.0}).x - 0.5f * width;
        if (at < area.x || at + width_of(fonts.status, text) > area.x + area.width) continue;
        add_text(list, fonts.status, {at, lines_end + 0.4f * line_height(fonts.status)}, palette.text_dim,
                 text);
    }
}

void CrowdView::draw_brackets(ImDrawList& list, const Fonts& fonts, const Palette& palette) const {
    const float scale = view_.mark_scale;
    const Viewport& area = view_.viewport;
    const float low = area.y + margins_.top;
    const float high = area.y + area.height - margins_.bottom;
    const bool brackets = has_brackets_ && layout_.is_fanned && layout_.is_along_x;
    const float left = area.x + area.width - margins_.right + spacing::unit * scale;
    std::vector<float> centers;
    const auto line_y = [&](double line) {
        const double y = layout_.first_line + line * layout_.line_step;
        return std::clamp(view_.to_points(Vec2d{0.0, y}).y, low, high);
    };
    for (const Label& label : labels_) {
        const float from = line_y(static_cast<double>(label.group.first) - 0.5);
        const float to = line_y(static_cast<double>(label.group.last) + 0.5);
        centers.push_back(brackets ? 0.5f * (from + to) : low);
        if (!brackets) continue;
        const float tip = left + bracket_width * scale;
        const ImU32 color = to_imgui(label.look.color);
        list.AddLine({tip, from + 1.0f}, {tip, to - 1.0f}, color, 1.5f * scale);
        list.AddLine({left, from + 1.0f}, {tip, from + 1.0f}, color, 1.5f * scale);
        list.AddLine({left, to - 1.0f}, {tip, to - 1.0f}, color, 1.5f * scale);
    }
    const std::vector<float> tops = spread_labels(centers, label_height_, low, high);
    for (std::size_t i = 0; i < labels_.size(); ++i) {
        const Label& label = labels_[i];
        const float x = left + (bracket_width + spacing::unit) * scale;
        const float icon = icon_size * scale;
        const float count_height = line_height(fonts.label_bold);
        draw_icon(list, label.look.icon, {x, std::floor(tops[i] + 0.5f * (count_height - icon))}, icon,
                  to_imgui(label.look.color));
        add_text(list, fonts.label_bold, {x + icon + spacing::unit, tops[i]}, palette.text, label.count);
        const float count_end = x + icon + 2.0f * spacing::unit + width_of(fonts.label_bold, label.count);
        add_text(list, fonts.label,
                 has_two_rows_ ? ImVec2(x, tops[i] + 1.15f * count_height) : ImVec2(count_end, tops[i]),
                 palette.text_dim, label.look.words);
    }
}

void CrowdView::draw_notes(ImDrawList& list, const CrowdShown& shown, const Fonts& fonts,
                           const Palette& palette) const {
    const Viewport& area = view_.viewport;
    const float height = line_height(fonts.label);
    const float left = area.x + spacing::unit;
    const float low = area.y + margins_.top;
    const float high = area.y + area.height - margins_.bottom;
    if (layout_.is_along_x) {
        const auto note = [&](float y, const std::string& text) {
            list.AddRectFilled({left - 2.0f, y}, {left + width_of(fonts.label, text) + 4.0f, y + height},
                               to_imgui(with_alpha(palette.canvas, 0.8f)));
            add_text(list, fonts.label, {left, y}, palette.text_dim, text);
        };
        note(low, "run 1");
        note(high - height, fmt::format("run {}", shown.crowd.size()));
    }
    add_text(list, fonts.status, {left, high + 1.9f * line_height(fonts.status)}, palette.text_dim,
             layout_.is_along_x ? "Each run is drawn on a line of its own; only x is true."
                                : "Each run is drawn on a line of its own; only y is true.");
    for (const CrossedObstacle& crossed : crossed_) {
        if (!layout_.is_along_x || crossed.reach <= 0.0f) continue;
        const std::string text =
            fmt::format("{} in which a sampled pose touches the {}",
                        length_text(static_cast<double>(crossed.high - crossed.low + 2.0f * crossed.reach)),
                        crossed.obstacle->body);
        const Vec2 middle = view_.to_points(Vec2{0.5f * (crossed.low + crossed.high), 0.0f});
        const float reach = crossed.reach / view_.meters(1.0f);
        const float width = width_of(fonts.label, text);
        const float right = middle.x - reach - 3.0f * spacing::unit;
        const float y = low - std::max(1.9f * height, std::min(reach + 0.7f * height, 3.2f * height));
        if (right - width < left || middle.x > area.x + area.width) continue;
        add_text(list, fonts.label, {right - width, y}, palette.text, text);
        list.AddLine({right + spacing::half, y + 0.6f * height}, {middle.x, low}, to_imgui(palette.text_dim),
                     1.0f);
    }
}

void CrowdView::draw_readout(ImDrawList& list, const CrowdShown& shown, const Fonts& fonts,
                             const Palette& palette) const {
    const CrowdRun& run = shown.crowd.runs()[*shown.lit];
    const OutcomeLook look = look_of(outcome_of(run), palette);
    const std::string head = fmt::format("Run {} of {}", *shown.lit + 1, shown.crowd.size());
    const std::string value =
        fmt::format("{} {}", shown.varied.label, with_unit(run.value, shown.varied.unit));
    const std::string end =
        run.verdict ? fmt::format("{} in step {}", look.words, run.verdict_step) : look.words;
    const float height = line_height(fonts.label);
    const float icon = icon_size * view_.mark_scale;
    const float width = std::max({width_of(fonts.label_bold, head), width_of(fonts.label, value),
                                  icon + spacing::unit + width_of(fonts.label, end)}) +
                        2.0f * spacing::unit;
    const Viewport& area = view_.viewport;
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const UiRect card =
        moved_inside({mouse.x + spacing::wide, mouse.y - 4.5f * height - spacing::wide, width, 4.2f * height},
                     {area.x, area.y, area.width, area.height}, spacing::unit);
    const ImVec2 corner(std::floor(card.x), std::floor(card.y));
    const ImVec2 far_corner(corner.x + card.width, corner.y + card.height);
    list.AddRectFilled(corner, far_corner, to_imgui(palette.panel_raised), spacing::half);
    compat::add_rect(list, corner, far_corner, to_imgui(palette.border), spacing::half, 1.0f);
    const float x = corner.x + spacing::unit;
    add_text(list, fonts.label_bold, {x, corner.y + 0.4f * height}, palette.text, head);
    add_text(list, fonts.label, {x, corner.y + 1.6f * height}, palette.text, value);
    const float y = corner.y + 2.8f * height;
    draw_icon(list, look.icon, {x, std::floor(y + 0.5f * (height - icon))}, icon, to_imgui(look.color));
    add_text(list, fonts.label, {x + icon + spacing::unit, y}, palette.text, end);
}

void CrowdView::draw_text(ImDrawList& list, const CrowdShown& shown, const Fonts& fonts,
                          const Palette& palette) {
    if (shown.is_fanned) {
        draw_axis_numbers(list, fonts, palette);
        draw_notes(list, shown, fonts, palette);
    }
    draw_brackets(list, fonts, palette);
    if (shown.lit) draw_readout(list, shown, fonts, palette);
}

UiRect CrowdView::draw_state(ImDrawList& list, const CrowdShown& shown, const Fonts& fonts,
                             const Palette& palette) {
    const Viewport& area = view_.viewport;
    const bool is_finished = shown.crowd.is_finished();
    const Color color = is_finished ? palette.warning : palette.text_dim;
    compat::add_rect(list, {area.x + 1.0f, area.y + 1.0f},
                     {area.x + area.width - 1.0f, area.y + area.height - 1.0f},
                     to_imgui(with_alpha(color, 0.6f)), 0.0f, 2.0f);
    const bool has_verdicts = shown.crowd.without_verdict() < shown.crowd.size();
    const char* finished = has_verdicts ? "Paused: all verdicts are in" : "Paused: all runs are finished";
    const Chip chip{.icon = is_finished ? Icon::Pause : Icon::Play,
                    .word = is_finished ? finished : "Runs are being carried out",
                    .color = color};
    const ImVec2 size = chip_size(fonts, chip);
    const ImVec2 corner(area.x + area.width - spacing::wide - size.x, area.y + spacing::wide);
    draw_chip(list, fonts, palette, corner, chip);
    const std::string text =
        fmt::format("{} of {} runs finished · state after step {}", shown.crowd.finished(),
                    shown.crowd.size(), shown.crowd.shown_step());
    const float right = corner.x + size.x;
    const float width = std::max(width_of(fonts.status, text), size.x);
    const float height = line_height(fonts.status);
    add_text(list, fonts.status, {right - width_of(fonts.status, text), corner.y + size.y + 0.4f * height},
             palette.text_dim, text);
    return {right - width, corner.y, width, size.y + 1.4f * height};
}

}  // namespace toibox::app
