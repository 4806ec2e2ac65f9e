// SPDX-License-Identifier: MIT
#include "app/panels/broad_phase/broad_phase_lists.h"

#include "app/panels/widgets/widgets.h"
#include "app/platform/scripting/widget_rects.h"
#include "app/platform/theme.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace toibox::app {

namespace {

// Sizes in em.
constexpr float slot_height = 2.6f;
constexpr float strip_height = 1.8f;
constexpr float axis_width = 1.6f;

/// The row that shows the endpoints on one axis, and the rectangle of the row on the screen.
struct EndpointRow {
    const Session& session;
    const Palette& palette;
    int axis = 0;
    std::span<const Endpoint> endpoints;
    ExchangedEndpoints exchanged;
    ImVec2 low;
    ImVec2 high;

    [[nodiscard]] ImU32 color_of(const Endpoint& endpoint) const {
        const Color plain = endpoint.is_end() ? palette.text_dim : palette.accent;
        return to_imgui(exchanged.has(endpoint) ? mix(plain, palette.warning, exchanged.strength) : plain);
    }
};

/// Draws "[" or "]" centred at `at`.
void draw_bracket(ImDrawList& list, ImVec2 at, float height, bool is_end, ImU32 color) {
    const float foot = is_end ? -0.35f * height : 0.35f * height;
    const float half_height = 0.5f * height;
    list.AddLine({at.x, at.y - half_height}, {at.x, at.y + half_height}, color, 2.0f);
    for (const float side : {-half_height, half_height})
        list.AddLine({at.x, at.y + side}, {at.x + foot, at.y + side}, color, 2.0f);
}

void draw_slots(const EndpointRow& row, ImDrawList& list, std::size_t hovered) {
    const float em = ImGui::GetFontSize();
    const float slot = (row.high.x - row.low.x) / static_cast<float>(row.endpoints.size());
    for (std::size_t i = 0; i < row.endpoints.size(); ++i) {
        const Endpoint& endpoint = row.endpoints[i];
        const float left = row.low.x + slot * static_cast<float>(i);
        if (i == hovered) {
            list.AddRectFilled({left, row.low.y}, {left + slot, row.high.y},
                               to_imgui(row.palette.field_hover));
        }
        const float center_x = std::floor(left + 0.5f * slot);
        draw_bracket(list, {center_x, row.low.y + 0.75f * em}, 0.9f * em, endpoint.is_end(),
                     row.color_of(endpoint));
        const std::string name = box_name(row.session, endpoint.id());
        const float width = ImGui::CalcTextSize(name.c_str()).x;
        list.PushClipRect({left + 1.0f, row.low.y}, {left + slot - 1.0f, row.high.y}, true);
        list.AddText({std::max(center_x - 0.5f * width, left + 1.0f), row.low.y + 1.35f * em},
                     to_imgui(row.palette.text), name.c_str());
        list.PopClipRect();
    }
}

/// Draws the starts of boxes as ticks in the upper half of the row, and the ends in the lower half.
void draw_ticks(const EndpointRow& row, ImDrawList& list) {
    const double first = static_cast<double>(row.endpoints.front().value);
    const double span = std::max(static_cast<double>(row.endpoints.back().value) - first, 1e-9);
    const float center_y = 0.5f * (row.low.y + row.high.y);
    for (const Endpoint& endpoint : row.endpoints) {
        const double fraction = (static_cast<double>(endpoint.value) - first) / span;
        const float x = row.low.x + static_cast<float>(fraction) * (row.high.x - row.low.x);
        list.AddLine({x, endpoint.is_end() ? center_y + 1.0f : row.low.y + 2.0f},
                     {x, endpoint.is_end() ? row.high.y - 2.0f : center_y - 1.0f}, row.color_of(endpoint),
                     1.0f);
    }
}

/// A sweep that has reached the mouse: the number of endpoints passed, and the coordinate in metres.
struct SweepPosition {
    std::size_t endpoint_count = 0;
    double coordinate = 0.0;
};

SweepPosition sweep_position_at(const EndpointRow& row, float mouse, bool named) {
    const double fraction =
        std::clamp(static_cast<double>((mouse - row.low.x) / (row.high.x - row.low.x)), 0.0, 1.0);
    const std::size_t count = row.endpoints.size();
    if (named) {
        const auto slot =
            std::min(static_cast<std::size_t>(fraction * static_cast<double>(count)), count - 1);
        return {slot + 1, static_cast<double>(row.endpoints[slot].value)};
    }
    const double first = static_cast<double>(row.endpoints.front().value);
    const double coordinate = first + fraction * (static_cast<double>(row.endpoints.back().value) - first);
    return {endpoints_up_to(row.endpoints, coordinate), coordinate};
}

std::string box_names(const Session& session, const std::vector<ProxyId>& boxes) {
    if (boxes.empty()) return "none";
    if (boxes.size() > max_named_boxes) return fmt::format("{} boxes", boxes.size());
    std::string names;
    for (const ProxyId box : boxes) {
        if (!names.empty()) names += ", ";
        names += box_name(session, box);
    }
    return names;
}

/// Draws the row. Returns a description of the position under the mouse, or an empty string.
std::string endpoint_row(EndpointRow row, BroadPhaseFocus& focus, bool named) {
    const float em = ImGui::GetFontSize();
    ImGui::AlignTextToFramePadding();
    ImGui::TextDisabled(row.axis == 0 ? "x" : "y");
    ImGui::SameLine(axis_width * em);
    row.low = ImGui::GetCursorScreenPos();
    const ImVec2 size(std::max(ImGui::GetContentRegionAvail().x, em),
                      (named ? slot_height : strip_height) * em);
    row.high = {row.low.x + size.x, row.low.y + size.y};
    ImGui::InvisibleButton(row.axis == 0 ? "ends x" : "ends y", size);
    name_widget(row.axis == 0 ? "ends x" : "ends y");
    const bool hovered = ImGui::IsItemHovered();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(row.low, row.high, to_imgui(row.palette.canvas));
    const SweepPosition position =
        hovered ? sweep_position_at(row, ImGui::GetIO().MousePos.x, named) : SweepPosition{};
    if (named) {
        draw_slots(row, list, position.endpoint_count - 1);
        const float slot = size.x / static_cast<float>(row.endpoints.size());
        for (std::size_t i = 0; i < row.endpoints.size(); ++i) {
            const Endpoint& endpoint = row.endpoints[i];
            name_widget(
                fmt::format("{} {} of {}", row.axis == 0 ? 'x' : 'y', endpoint.is_end() ? "end" : "start",
                            box_name(row.session, endpoint.id())),
                {row.low.x + slot * static_cast<float>(i), row.low.y, slot, size.y});
        }
    } else {
        draw_ticks(row, list);
        const float x = ImGui::GetIO().MousePos.x;
        if (hovered) list.AddLine({x, row.low.y}, {x, row.high.y}, to_imgui(row.palette.selection), 1.5f);
    }
    compat::add_rect(list, row.low, row.high, to_imgui(row.palette.border), 0.0f, 1.0f);
    if (!hovered) return {};
    focus = {.highlighted = active_after(row.endpoints, position.endpoint_count),
             .is_pair = false,
             .axis = row.axis,
             .position = position.coordinate};
    const char axis = row.axis == 0 ? 'x' : 'y';
    if (!named)
        return fmt::format("Active at {} = {} m: {}", axis, number_text(position.coordinate),
                           box_names(row.session, focus.highlighted));
    const Endpoint& endpoint = row.endpoints[position.endpoint_count - 1];
    return fmt::format("Endpoint {} of {}, {} = {} m, the {} of {}. Active: {}", position.endpoint_count,
                       row.endpoints.size(), axis, number_text(position.coordinate),
                       endpoint.is_end() ? "end" : "start", box_name(row.session, endpoint.id()),
                       box_names(row.session, focus.highlighted));
}

}  // namespace

void endpoint_lists(const Session& session, BroadPhaseFocus& focus, const Palette& palette) {
    std::string hover_text;
    bool has_lists = false;
    for (const int axis : {0, 1}) {
        const std::vector<Endpoint> endpoints = sorted_endpoints(session.world(), axis);
        if (endpoints.empty()) continue;
        has_lists = true;
        const std::string row_text = endpoint_row({.session = session,
                                                   .palette = palette,
                                                   .axis = axis,
                                                   .endpoints = endpoints,
                                                   .exchanged = exchanged_endpoints(session, axis),
                                                   .low = {},
                                                   .high = {}},
                                                  focus, endpoints.size() <= 2 * max_named_boxes);
        if (!row_text.empty()) hover_text = row_text;
    }
    if (!has_lists) return;
    ImGui::TextUnformatted(hover_text.empty() ? "Hover over an endpoint to see which boxes are active there."
                                              : hover_text.c_str());
}

}  // namespace toibox::app
