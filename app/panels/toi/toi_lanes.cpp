// SPDX-License-Identifier: MIT
#include "app/panels/toi/toi_lanes.h"

#include "app/platform/theme.h"

#include <algorithm>
#include <vector>

namespace toibox::app {

namespace {

// Sizes in em.
constexpr float step_lane_height = 1.1f;
constexpr float min_bracket_lane_height = 0.8f;
constexpr float max_bracket_lane_height = 1.8f;  ///< Reached with many nested brackets.
constexpr float bracket_height = 0.28f;
constexpr float max_hop_height = 0.8f;

struct Lanes {
    std::vector<ToiSpan> brackets;
    std::vector<ToiSpan> steps;  ///< Of the shown method; empty for conservative advancement.
    std::span<const ToiSpan> conservative;
};

Lanes lanes_of(const ToiInspector& toi) {
    Lanes lanes;
    lanes.conservative = toi.conservative_steps();
    for (const ToiSpan& span : toi.study().spans) {
        if (span.kind == ToiSpan::Kind::Bracket) {
            lanes.brackets.push_back(span);
        } else if (toi.method() != ToiMethod::ConservativeAdvancement) {
            lanes.steps.push_back(span);
        }
    }
    return lanes;
}

float bracket_lane_height(std::size_t count) {
    if (count == 0) return 0.0f;
    return std::clamp(bracket_height * static_cast<float>(count), min_bracket_lane_height,
                      max_bracket_lane_height);
}

class LanePainter {
public:
    LanePainter(const Palette& palette, const Plot& plot)
        : list_(*ImGui::GetWindowDrawList()),
          palette_(palette),
          plot_(plot),
          em_(ImGui::GetFontSize()),
          top_(plot.track().y) {}

    /// Nested intervals, one line each from top to bottom.
    void brackets(std::span<const ToiSpan> spans, int studied) {
        if (spans.empty()) return;
        const float height = bracket_lane_height(spans.size()) * em_;
        const float distance = height / static_cast<float>(spans.size());
        clip();
        for (std::size_t i = 0; i < spans.size(); ++i) {
            const float y = top_ + distance * (static_cast<float>(i) + 0.5f);
            const float left = x_of(spans[i].t1);
            const float right = std::max(x_of(spans[i].t2), left + 1.0f);
            const bool is_studied = static_cast<int>(i) == studied;
            list_.AddLine({left, y}, {right, y},
                          to_imgui(with_alpha(palette_.accent, is_studied ? 1.0f : 0.7f)),
                          is_studied ? 3.0f : 1.5f);
        }
        list_.PopClipRect();
        name("bracket", height);
    }
    /// Intervals that follow one another, as hops.
    void hops(std::span<const ToiSpan> spans, const char* lane_name, Color color) {
        if (spans.empty()) return;
        const float height = step_lane_height * em_;
        const float base = top_ + height - 3.0f;
        const ImU32 mark_color = to_imgui(color);
        const auto end_tick = [&](float x) {
            list_.AddLine({x, base - 3.0f}, {x, base + 2.0f}, mark_color, 1.5f);
        };
        clip();
        for (const ToiSpan& span : spans) {
            const float left = x_of(span.t1);
            const float right = x_of(span.t2);
            const float rise = std::min(0.35f * (right - left), max_hop_height * em_);
            list_.AddBezierCubic({left, base}, {left + 0.3f * (right - left), base - 1.3f * rise},
                                 {right - 0.3f * (right - left), base - 1.3f * rise}, {right, base},
                                 mark_color, 1.25f);
            end_tick(left);
            end_tick(right);
        }
        list_.PopClipRect();
        name(lane_name, height);
    }

private:
    void clip() {
        const UiRect track = plot_.track();
        list_.PushClipRect({track.x - 2.0f, track.y}, {track.x + track.width + 2.0f, track.y + track.height},
                           true);
    }
    [[nodiscard]] float x_of(double t) const { return plot_.to_screen({t, 0.0}).x; }
    /// Writes the name of a lane and goes to the next one.
    void name(const char* text, float height) {
        const ImVec2 size = ImGui::CalcTextSize(text);
        const UiRect track = plot_.track();
        list_.AddText({track.x - size.x - 0.4f * em_, top_ + 0.5f * (height - size.y)},
                      to_imgui(palette_.text_dim), text);
        top_ += height;
    }

    ImDrawList& list_;
    const Palette& palette_;
    const Plot& plot_;
    float em_;
    float top_;
};

/// Index of the last bracket that was formed up to the iteration; −1: none.
int bracket_at(std::span<const ToiSpan> brackets, int iteration) {
    int last = -1;
    for (std::size_t i = 0; i < brackets.size(); ++i) {
        if (brackets[i].mark <= iteration) last = static_cast<int>(i);
    }
    return last;
}

}  // namespace

float lanes_height(const ToiInspector& toi) {
    const Lanes lanes = lanes_of(toi);
    float height = bracket_lane_height(lanes.brackets.size());
    if (!lanes.steps.empty()) height += step_lane_height;
    if (!lanes.conservative.empty()) height += step_lane_height;
    return height * ImGui::GetFontSize();
}

void draw_lanes(const ToiInspector& toi, const Palette& palette, const Plot& plot) {
    const Lanes lanes = lanes_of(toi);
    LanePainter painter(palette, plot);
    painter.brackets(lanes.brackets, bracket_at(lanes.brackets, toi.iteration()));
    painter.hops(lanes.steps, "steps", palette.good);
    painter.hops(lanes.conservative, "conserv.", palette.text);
}

}  // namespace toibox::app
