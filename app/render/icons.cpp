// SPDX-License-Identifier: MIT
#include "app/render/icons.h"

#include "app/platform/imgui_compat.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>

namespace toibox::app {

namespace {

constexpr float pi = 3.14159265f;

/// Draws lines and shapes in the coordinates of an icon: a grid of 16 × 16, y down.
class IconPen {
public:
    IconPen(ImDrawList& list, ImVec2 top_left, float size, ImU32 color)
        : list_(list), top_left_(top_left), unit_(size / 16.0f), color_(color) {}

    void line(float x0, float y0, float x1, float y1, float width = 1.5f) const {
        list_.AddLine(at(x0, y0), at(x1, y1), color_, pixels(width));
    }
    void dashed_line(float x0, float y0, float x1, float y1) const {
        constexpr float dash = 2.4f;
        constexpr float gap = 2.0f;
        const float length = std::hypot(x1 - x0, y1 - y0);
        for (float start = 0.0f; start < length; start += dash + gap) {
            const float from = start / length;
            const float to = std::min(start + dash, length) / length;
            line(x0 + from * (x1 - x0), y0 + from * (y1 - y0), x0 + to * (x1 - x0), y0 + to * (y1 - y0));
        }
    }
    void polyline(std::initializer_list<ImVec2> points, bool closed = false) const {
        std::array<ImVec2, 12> corners;
        std::ranges::transform(points, corners.begin(), [&](ImVec2 p) { return at(p.x, p.y); });
        compat::add_polyline(list_, corners.data(), static_cast<int>(points.size()), color_, closed,
                             pixels(1.5f));
    }
    void triangle(ImVec2 a, ImVec2 b, ImVec2 c) const {
        list_.AddTriangleFilled(at(a.x, a.y), at(b.x, b.y), at(c.x, c.y), color_);
    }
    void circle(float x, float y, float radius) const {
        list_.AddCircle(at(x, y), radius * unit_, color_, 0, pixels(1.5f));
    }
    void disc(float x, float y, float radius) const {
        list_.AddCircleFilled(at(x, y), radius * unit_, color_, 0);
    }
    /// Angles from the x axis towards the y axis, which points down.
    void arc(float x, float y, float radius, float from, float to) const {
        list_.PathArcTo(at(x, y), radius * unit_, from, to, 24);
        list_.PathStroke(color_, ImDrawFlags_None, pixels(1.5f));
    }
    void rectangle(float x0, float y0, float x1, float y1, float rounding) const {
        compat::add_rect(list_, at(x0, y0), at(x1, y1), color_, rounding * unit_, pixels(1.5f));
    }
    void filled_rectangle(float x0, float y0, float x1, float y1) const {
        list_.AddRectFilled(at(x0, y0), at(x1, y1), color_, unit_);
    }
    /// A horizontal arrow with its tip at (x, 8).
    void arrow(float from, float tip) const {
        line(from, 8.0f, tip, 8.0f);
        polyline({{tip - 3.0f, 5.0f}, {tip, 8.0f}, {tip - 3.0f, 11.0f}});
    }

private:
    [[nodiscard]] ImVec2 at(float x, float y) const {
        return {top_left_.x + x * unit_, top_left_.y + y * unit_};
    }
    [[nodiscard]] float pixels(float width) const { return std::max(width * unit_, 1.0f); }

    ImDrawList& list_;
    ImVec2 top_left_;
    float unit_;
    ImU32 color_;
};

void draw_transport_icon(const IconPen& pen, Icon icon) {
    switch (icon) {
        case Icon::Restart:
            pen.arc(8.0f, 8.0f, 5.5f, 0.0f, 2.0f * pi - 0.54f);
            pen.polyline({{13.2f, 2.4f}, {13.2f, 5.6f}, {10.0f, 5.6f}});
            break;
        case Icon::StepBack:
            pen.line(4.0f, 3.2f, 4.0f, 12.8f);
            pen.triangle({12.5f, 3.2f}, {6.0f, 8.0f}, {12.5f, 12.8f});
            break;
        case Icon::Play:
            pen.triangle({4.5f, 2.7f}, {13.0f, 8.0f}, {4.5f, 13.3f});
            break;
        case Icon::Pause:
            pen.line(5.0f, 3.0f, 5.0f, 13.0f, 2.6f);
            pen.line(11.0f, 3.0f, 11.0f, 13.0f, 2.6f);
            break;
        case Icon::Step:
            pen.line(12.0f, 3.2f, 12.0f, 12.8f);
            pen.triangle({3.5f, 3.2f}, {10.0f, 8.0f}, {3.5f, 12.8f});
            break;
        case Icon::PreviousEvent:
            pen.triangle({13.8f, 3.6f}, {8.8f, 8.0f}, {13.8f, 12.4f});
            pen.polyline({{4.0f, 3.2f}, {1.0f, 8.0f}, {4.0f, 12.8f}, {7.0f, 8.0f}}, true);
            break;
        case Icon::NextEvent:
            pen.triangle({2.2f, 3.6f}, {7.2f, 8.0f}, {2.2f, 12.4f});
            pen.polyline({{12.0f, 3.2f}, {15.0f, 8.0f}, {12.0f, 12.8f}, {9.0f, 8.0f}}, true);
            break;
        case Icon::Record:
            pen.disc(8.0f, 8.0f, 4.5f);
            break;
        default:  // Icon::Stop
            pen.filled_rectangle(4.0f, 4.0f, 12.0f, 12.0f);
            break;
    }
}

void draw_verdict_icon(const IconPen& pen, Icon icon) {
    switch (icon) {
        case Icon::Tunnelled:
            pen.dashed_line(8.0f, 1.8f, 8.0f, 14.2f);
            pen.arrow(1.5f, 13.9f);
            break;
        case Icon::Stopped:
            pen.line(12.5f, 2.0f, 12.5f, 14.0f, 2.0f);
            pen.arrow(1.5f, 10.0f);
            break;
        case Icon::PushedThrough:
            pen.line(4.5f, 2.0f, 4.5f, 14.0f, 2.0f);
            pen.arrow(6.0f, 14.4f);
            break;
        case Icon::GhostHit:
            for (int i = 0; i < 8; ++i) {
                const float from = 0.25f * pi * static_cast<float>(i);
                pen.arc(8.0f, 8.0f, 6.0f, from, from + 0.14f * pi);
            }
            pen.line(8.0f, 4.8f, 8.0f, 8.6f);
            pen.disc(8.0f, 11.0f, 1.0f);
            break;
        case Icon::Missed:
            pen.circle(8.0f, 8.0f, 5.6f);
            pen.line(4.0f, 12.0f, 12.0f, 4.0f);
            break;
        case Icon::Late:
            pen.circle(8.0f, 8.0f, 5.6f);
            pen.polyline({{8.0f, 4.8f}, {8.0f, 8.0f}, {10.4f, 9.6f}});
            break;
        default:  // Icon::TimeLost
            pen.line(3.5f, 2.2f, 12.5f, 2.2f);
            pen.line(3.5f, 13.8f, 12.5f, 13.8f);
            pen.polyline({{4.5f, 2.5f}, {4.5f, 4.5f}, {11.5f, 11.5f}, {11.5f, 13.5f}});
            pen.polyline({{11.5f, 2.5f}, {11.5f, 4.5f}, {4.5f, 11.5f}, {4.5f, 13.5f}});
            break;
    }
}

void draw_pane_icon(const IconPen& pen, Icon icon) {
    pen.rectangle(2.0f, 3.0f, 14.0f, 13.0f, 1.5f);
    if (icon == Icon::PanelLeft) pen.line(6.0f, 3.0f, 6.0f, 13.0f);
    if (icon == Icon::PanelRight) pen.line(10.0f, 3.0f, 10.0f, 13.0f);
    if (icon == Icon::PanelBottom) pen.line(2.0f, 9.5f, 14.0f, 9.5f);
    if (icon == Icon::Columns || icon == Icon::FourPanes) pen.line(8.0f, 3.0f, 8.0f, 13.0f);
    if (icon == Icon::Rows || icon == Icon::FourPanes) pen.line(2.0f, 8.0f, 14.0f, 8.0f);
}

void draw_window_icon(const IconPen& pen, Icon icon) {
    switch (icon) {
        case Icon::Search:
            pen.circle(7.0f, 7.0f, 4.2f);
            pen.line(10.0f, 10.0f, 13.8f, 13.8f);
            break;
        case Icon::Close:
            pen.line(4.0f, 4.0f, 12.0f, 12.0f);
            pen.line(12.0f, 4.0f, 4.0f, 12.0f);
            break;
        case Icon::Export:
            pen.line(8.0f, 10.0f, 8.0f, 2.5f);
            pen.polyline({{5.0f, 5.2f}, {8.0f, 2.3f}, {11.0f, 5.2f}});
            pen.polyline({{3.0f, 9.0f}, {3.0f, 13.5f}, {13.0f, 13.5f}, {13.0f, 9.0f}});
            break;
        case Icon::Maximise:
            pen.polyline({{9.5f, 3.0f}, {13.0f, 3.0f}, {13.0f, 6.5f}});
            pen.polyline({{6.5f, 13.0f}, {3.0f, 13.0f}, {3.0f, 9.5f}});
            pen.line(13.0f, 3.0f, 9.0f, 7.0f);
            pen.line(3.0f, 13.0f, 7.0f, 9.0f);
            break;
        default:
            draw_pane_icon(pen, icon);
            break;
    }
}

void draw_lock(const IconPen& pen) {
    pen.rectangle(3.5f, 7.5f, 12.5f, 14.0f, 1.0f);
    pen.arc(8.0f, 6.0f, 3.0f, pi, 2.0f * pi);
    pen.line(5.0f, 5.5f, 5.0f, 8.0f);
    pen.line(11.0f, 5.5f, 11.0f, 8.0f);
}

void draw_flask(const IconPen& pen) {
    pen.line(5.5f, 2.5f, 10.5f, 2.5f);
    pen.polyline({{6.5f, 2.5f}, {6.5f, 6.0f}, {3.0f, 13.0f}, {13.0f, 13.0f}, {9.5f, 6.0f}, {9.5f, 2.5f}});
    pen.line(4.6f, 10.0f, 11.4f, 10.0f);
}

void draw_star(const IconPen& pen) {
    pen.polyline({{8.0f, 3.0f},
                  {9.6f, 6.5f},
                  {13.4f, 6.9f},
                  {10.5f, 9.4f},
                  {11.4f, 13.2f},
                  {8.0f, 11.2f},
                  {4.6f, 13.2f},
                  {5.5f, 9.4f},
                  {2.6f, 6.9f},
                  {6.4f, 6.5f}},
                 true);
}

void draw_meaning_icon(const IconPen& pen, Icon icon) {
    switch (icon) {
        case Icon::Tick:
            pen.polyline({{3.0f, 8.5f}, {6.3f, 11.8f}, {13.0f, 5.0f}});
            break;
        case Icon::Cross:
            pen.line(4.0f, 4.0f, 12.0f, 12.0f);
            pen.line(12.0f, 4.0f, 4.0f, 12.0f);
            break;
        case Icon::Lock:
            draw_lock(pen);
            break;
        case Icon::Warning:
            pen.polyline({{8.0f, 2.2f}, {14.4f, 13.4f}, {1.6f, 13.4f}}, true);
            pen.line(8.0f, 6.2f, 8.0f, 9.6f);
            pen.disc(8.0f, 11.5f, 0.9f);
            break;
        case Icon::Info:
            pen.circle(8.0f, 8.0f, 5.6f);
            pen.line(8.0f, 7.3f, 8.0f, 11.0f);
            pen.disc(8.0f, 5.2f, 0.9f);
            break;
        case Icon::Book:
            pen.polyline(
                {{8.0f, 4.0f}, {5.4f, 3.0f}, {2.5f, 3.0f}, {2.5f, 12.5f}, {5.4f, 12.5f}, {8.0f, 13.5f}});
            pen.polyline(
                {{8.0f, 4.0f}, {10.6f, 3.0f}, {13.5f, 3.0f}, {13.5f, 12.5f}, {10.6f, 12.5f}, {8.0f, 13.5f}});
            pen.line(8.0f, 4.0f, 8.0f, 13.5f);
            break;
        case Icon::Star:
            draw_star(pen);
            break;
        case Icon::File:
            pen.polyline({{3.5f, 2.0f}, {9.5f, 2.0f}, {12.5f, 5.0f}, {12.5f, 14.0f}, {3.5f, 14.0f}}, true);
            pen.polyline({{9.0f, 2.0f}, {9.0f, 5.5f}, {12.5f, 5.5f}});
            break;
        case Icon::Grid:
            for (const float at : {5.5f, 10.5f}) {
                pen.line(at, 2.0f, at, 14.0f);
                pen.line(2.0f, at, 14.0f, at);
            }
            break;
        case Icon::Flask:
            draw_flask(pen);
            break;
        default:  // Icon::Settings
            pen.line(2.5f, 5.0f, 8.5f, 5.0f);
            pen.circle(10.3f, 5.0f, 1.7f);
            pen.line(12.0f, 5.0f, 13.5f, 5.0f);
            pen.line(2.5f, 11.0f, 4.0f, 11.0f);
            pen.circle(5.7f, 11.0f, 1.7f);
            pen.line(7.5f, 11.0f, 13.5f, 11.0f);
            break;
    }
}

}  // namespace

void draw_icon(ImDrawList& list, Icon icon, ImVec2 top_left, float size, ImU32 color) {
    const IconPen pen(list, top_left, size, color);
    if (icon <= Icon::Stop) {
        draw_transport_icon(pen, icon);
    } else if (icon <= Icon::TimeLost) {
        draw_verdict_icon(pen, icon);
    } else if (icon <= Icon::Maximise) {
        draw_window_icon(pen, icon);
    } else {
        draw_meaning_icon(pen, icon);
    }
}

}  // namespace toibox::app
