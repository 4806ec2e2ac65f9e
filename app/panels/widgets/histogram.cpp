// SPDX-License-Identifier: MIT
#include "app/panels/widgets/histogram.h"

#include "app/panels/widgets/widgets.h"
#include "app/platform/scripting/widget_rects.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

namespace toibox::app {

namespace {

constexpr std::uint32_t min_shown_bins = 8;  ///< So that a single bar is not as wide as the chart.
constexpr float min_bar_height = 2.0f;       ///< Of a bar that is not empty, points.

struct BinRange {
    std::uint32_t first = 0;
    std::uint32_t count = min_shown_bins;
};

/// The bins between the first and the last that are not empty.
BinRange shown_bins(const Distribution& values) {
    const auto is_filled = [](std::uint32_t count) { return count > 0; };
    const auto& counts = values.counts;
    const auto first = std::find_if(counts.begin(), counts.end(), is_filled);
    if (first == counts.end()) return {};
    const auto last = std::find_if(counts.rbegin(), counts.rend(), is_filled).base();
    const auto begin = static_cast<std::uint32_t>(first - counts.begin());
    const std::uint32_t count = std::max(static_cast<std::uint32_t>(last - first), min_shown_bins);
    return {std::min(begin, Distribution::bins - count), count};
}

}  // namespace

std::string bin_text(std::uint32_t bin, double scale) {
    const std::uint64_t first = Distribution::first_value(bin);
    const std::uint64_t next = Distribution::first_value(bin + 1);
    if (scale != 1.0)
        return fmt::format("{:.3g} – {:.3g}", scale * static_cast<double>(first),
                           scale * static_cast<double>(next));
    return next == first + 1 ? fmt::format("{}", first) : fmt::format("{} – {}", first, next - 1);
}

void histogram(const Distribution& values, const HistogramSpec& spec, ImVec2 size) {
    const ImVec2 low = ImGui::GetCursorScreenPos();
    ImGui::Dummy(size);
    name_widget("histogram", spec.name);
    const bool hovered = ImGui::IsItemHovered();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float bottom = low.y + size.y - 1.0f;
    list.AddLine({low.x, bottom}, {low.x + size.x, bottom}, ImGui::GetColorU32(ImGuiCol_Border));
    const auto total = std::accumulate(values.counts.begin(), values.counts.end(), std::uint64_t{0});
    if (total == 0) return;
    const BinRange bins = shown_bins(values);
    const float highest = static_cast<float>(*std::ranges::max_element(values.counts));
    const float pitch = size.x / static_cast<float>(bins.count);
    const float gap = pitch >= 3.0f ? 1.0f : 0.0f;
    for (std::uint32_t i = 0; i < bins.count; ++i) {
        const std::uint32_t count = values.counts[bins.first + i];
        const float left = low.x + static_cast<float>(i) * pitch;
        const bool is_pointed_at =
            hovered && ImGui::GetMousePos().x >= left && ImGui::GetMousePos().x < left + pitch;
        if (count > 0) {
            const float height =
                std::max((size.y - 1.0f) * static_cast<float>(count) / highest, min_bar_height);
            list.AddRectFilled({std::floor(left), bottom - height}, {std::floor(left + pitch) - gap, bottom},
                               ImGui::GetColorU32(is_pointed_at ? ImGuiCol_Text : ImGuiCol_TextDisabled));
        }
        if (!is_pointed_at) continue;
        help_tip(fmt::format("{} = {}{}: {} of {} calls, {:.1f} %", spec.quantity,
                             bin_text(bins.first + i, spec.scale), spec.unit, count, total,
                             100.0 * static_cast<double>(count) / static_cast<double>(total))
                     .c_str());
    }
}

}  // namespace toibox::app
