// SPDX-License-Identifier: MIT
#include "app/panels/widgets/inset.h"

#include "app/platform/scripting/widget_rects.h"
#include "app/platform/theme.h"
#include "app/render/grid.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace toibox::app {

namespace {

constexpr float dash = 5.0f;              ///< Length of a dash and of a gap, points.
constexpr float inset_margin = 26.0f;     ///< Margin around fitted content, points.
constexpr float min_cell_points = 34.0f;  ///< Minimum spacing of the grid lines, points.
constexpr float arrowhead = 9.0f;         ///< Length of an arrowhead, points.

}  // namespace

void dashed_line(ImDrawList& list, std::span<const ImVec2> points, ImU32 packed_color, float width) {
    float along = 0.0f;  // arc length; each period has a dash, then a gap of the same length
    for (std::size_t i = 1; i < points.size(); ++i) {
        const ImVec2 from = points[i - 1];
        const ImVec2 to = points[i];
        const float length = std::hypot(to.x - from.x, to.y - from.y);
        for (float done = 0.0f; done < length;) {
            const float phase = std::fmod(along, 2.0f * dash);
            const float left = phase < dash ? dash - phase : 2.0f * dash - phase;
            const float next = std::min(done + std::max(left, 0.05f), length);
            const auto at = [&](float offset) {
                return ImVec2(from.x + offset / length * (to.x - from.x),
                              from.y + offset / length * (to.y - from.y));
            };
            if (phase < dash) list.AddLine(at(done), at(next), packed_color, width);
            along += next - done;
            done = next;
        }
    }
}

Inset::Inset(const Spec& spec, ImVec2 size, InsetView& view, const Palette& palette)
    : list_(*ImGui::GetWindowDrawList()), view_(view), palette_(palette) {
    const float em = ImGui::GetFontSize();
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    low_ = {std::floor(corner.x), std::floor(corner.y)};
    high_ = {std::floor(corner.x + std::max(size.x, 4.0f * em)),
             std::floor(corner.y + std::max(size.y, 4.0f * em))};
    ImGui::InvisibleButton(spec.name, {high_.x - low_.x, high_.y - low_.y});
    name_widget(spec.name);
    hovered_ = ImGui::IsItemHovered();
    pressed_ = ImGui::IsItemActivated();
    held_ = ImGui::IsItemActive();
    if (hovered_ && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) view_.fit = true;
    if (view_.fit && !spec.keep_view) fit(spec);
    compat::capture_wheel();
    if (hovered_ && spec.wheel_zooms) zoom();
    labels_.begin({low_.x, low_.y, high_.x - low_.x, high_.y - low_.y});
    list_.PushClipRect(low_, high_, true);
    list_.AddRectFilled(low_, high_, to_imgui(palette.canvas));
    draw_grid();
    const ImVec2 title(low_.x + 0.5f * em, low_.y + 0.3f * em);
    const ImVec2 length = ImGui::CalcTextSize(spec.title.c_str());
    labels_.keep_clear({title.x, title.y, length.x, length.y});
    list_.AddText(title, to_imgui(spec.is_warning ? palette.warning : palette.text_dim), spec.title.c_str());
}

Inset::~Inset() {
    const float em = ImGui::GetFontSize();
    const View view{.camera = {view_.center, view_.scale},
                    .viewport = {low_.x, low_.y, high_.x - low_.x, high_.y - low_.y}};
    const auto bar = static_cast<float>(scale_bar_length(view_.scale) * view_.scale);
    list_.AddRectFilled({low_.x, high_.y - 2.3f * em}, {low_.x + bar + 1.2f * em, high_.y},
                        to_imgui(with_alpha(palette_.canvas, 0.8f)));
    draw_scale_bar(list_, view, palette_, {low_.x + 0.6f * em, high_.y - 0.6f * em});
    labels_.keep_clear({low_.x, high_.y - 2.3f * em, bar + 1.2f * em, 2.3f * em});
    labels_.draw(list_, palette_.canvas);
    list_.PopClipRect();
    compat::add_rect(list_, low_, high_, to_imgui(palette_.border), 0.0f, 1.0f);
}

void Inset::fit(const Spec& spec) {
    view_.center = 0.5 * (spec.low + spec.high);
    const Vec2d size = spec.high - spec.low;
    const double width = static_cast<double>(std::max(high_.x - low_.x - 2.0f * inset_margin, inset_margin));
    const double height = static_cast<double>(std::max(high_.y - low_.y - 2.0f * inset_margin, inset_margin));
    view_.scale = std::min(width / std::max(size.x, 1e-9), height / std::max(size.y, 1e-9));
}

void Inset::zoom() {
    const float wheel = ImGui::GetIO().MouseWheel;
    const auto at = cursor();
    if (!at || wheel == 0.0f) return;
    const double factor = std::pow(zoom_per_notch, static_cast<double>(wheel));
    view_.scale = std::clamp(view_.scale * factor, 1e-3, 1e9);
    view_.center = *at + (1.0 / factor) * (view_.center - *at);
    view_.fit = false;
}

void Inset::draw_grid() {
    const double step = grid_steps(view_.scale, static_cast<double>(min_cell_points)).minor;
    const auto lines = [&](double low, double high, auto&& draw) {
        for (double at = std::ceil(low / step) * step; at <= high; at += step)
            draw(at);
    };
    const Vec2d half_size = (0.5 / view_.scale) * Vec2d{static_cast<double>(high_.x - low_.x),
                                                        static_cast<double>(high_.y - low_.y)};
    const ImU32 packed_color = to_imgui(palette_.grid_major);
    lines(view_.center.x - half_size.x, view_.center.x + half_size.x, [&](double x) {
        const float at = std::floor(to_screen({x, 0.0}).x);
        list_.AddLine({at, low_.y}, {at, high_.y}, packed_color);
    });
    lines(view_.center.y - half_size.y, view_.center.y + half_size.y, [&](double y) {
        const float at = std::floor(to_screen({0.0, y}).y);
        list_.AddLine({low_.x, at}, {high_.x, at}, packed_color);
    });
}

ImVec2 Inset::to_screen(Vec2d at) const {
    // Points far outside are clamped: ImGui's float vertices would lose precision.
    const auto clamped = [](double points) {
        return static_cast<float>(std::clamp(points, -20000.0, 20000.0));
    };
    const Vec2d from_center = view_.scale * (at - view_.center);
    return {0.5f * (low_.x + high_.x) + clamped(from_center.x),
            0.5f * (low_.y + high_.y) - clamped(from_center.y)};
}

std::optional<Vec2d> Inset::cursor() const {
    if (!hovered_ && !held_) return std::nullopt;
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const Vec2d points{static_cast<double>(mouse.x - 0.5f * (low_.x + high_.x)),
                       static_cast<double>(0.5f * (low_.y + high_.y) - mouse.y)};
    return view_.center + (1.0 / view_.scale) * points;
}

Vec2d Inset::motion() const {
    const ImVec2 delta = ImGui::GetIO().MouseDelta;
    return (1.0 / view_.scale) * Vec2d{static_cast<double>(delta.x), -static_cast<double>(delta.y)};
}

void Inset::pan() {
    if (motion() == Vec2d{}) return;
    view_.center -= motion();
    view_.fit = false;
}

void Inset::line(Vec2d from, Vec2d to, const InsetStyle& style) {
    const std::array ends{to_screen(from), to_screen(to)};
    if (style.dashed)
        dashed_line(list_, ends, to_imgui(style.color), style.width);
    else
        list_.AddLine(ends[0], ends[1], to_imgui(style.color), style.width);
}

void Inset::arrow(Vec2d from, Vec2d to, const InsetStyle& style) {
    const ImVec2 a = to_screen(from);
    const ImVec2 b = to_screen(to);
    const float length = std::hypot(b.x - a.x, b.y - a.y);
    if (!(length > 1.0f)) return;
    const float size = std::min(arrowhead, length);
    const ImVec2 u((b.x - a.x) / length, (b.y - a.y) / length);
    const ImVec2 neck(b.x - size * u.x, b.y - size * u.y);
    const ImU32 packed_color = to_imgui(style.color);
    list_.AddLine(a, neck, packed_color, style.width);
    list_.AddTriangleFilled(b, {neck.x - 0.45f * size * u.y, neck.y + 0.45f * size * u.x},
                            {neck.x + 0.45f * size * u.y, neck.y - 0.45f * size * u.x}, packed_color);
}

std::vector<ImVec2> Inset::outline(std::span<const Vec2d> points, double radius) const {
    std::vector<ImVec2> rim;
    const std::size_t n = points.size();
    if (!(radius > 0.0)) {
        for (const Vec2d& point : points)
            rim.push_back(to_screen(point));
        return rim;
    }
    // Each vertex gets an arc from the normal of the previous edge to the normal of the next edge.
    const auto normal_angle = [&](std::size_t i) {
        const Vec2d edge = points[(i + 1) % n] - points[i % n];
        return std::atan2(-edge.x, edge.y);
    };
    for (std::size_t i = 0; i < n; ++i) {
        const double first = n > 1 ? normal_angle(i + n - 1) : 0.0;
        double arc = n > 1 ? normal_angle(i) - first : 2.0 * pi;
        while (arc < 0.0)
            arc += 2.0 * pi;
        const int pieces = std::max(static_cast<int>(arc / (2.0 * pi) * 64.0), 1);
        for (int k = 0; k <= pieces; ++k) {
            const double angle = first + arc * k / pieces;
            rim.push_back(to_screen(points[i] + radius * Vec2d{std::cos(angle), std::sin(angle)}));
        }
    }
    return rim;
}

void Inset::area(std::span<const Vec2d> points, double radius, const InsetStyle& style) {
    if (points.size() == 2 && !(radius > 0.0)) return line(points[0], points[1], style);
    std::vector<ImVec2> rim = outline(points, radius);
    const auto count = static_cast<int>(rim.size());
    // ImGui fills polygons that are clockwise on the screen, whose y axis points down.
    if (style.fill > 0.0f && count > 2) {
        std::ranges::reverse(rim);
        list_.AddConvexPolyFilled(rim.data(), count, to_imgui(with_alpha(style.color, style.fill)));
    }
    if (style.dashed) {
        rim.push_back(rim.front());
        dashed_line(list_, rim, to_imgui(style.color), style.width);
    } else {
        compat::add_polyline(list_, rim.data(), count, to_imgui(style.color), true, style.width);
    }
}

void Inset::dot(Vec2d at, float radius, Color color) {
    list_.AddCircleFilled(to_screen(at), radius, to_imgui(color), 20);
}

void Inset::ring(Vec2d at, float radius, Color color, float width) {
    list_.AddCircle(to_screen(at), radius, to_imgui(color), 24, width);
}

void Inset::cross(Vec2d at, float radius, Color color) {
    const ImVec2 p = to_screen(at);
    list_.AddLine({p.x - radius, p.y - radius}, {p.x + radius, p.y + radius}, to_imgui(color), 2.0f);
    list_.AddLine({p.x - radius, p.y + radius}, {p.x + radius, p.y - radius}, to_imgui(color), 2.0f);
}

void Inset::origin(Color color) {
    const ImVec2 p = to_screen({});
    list_.AddLine({p.x, low_.y}, {p.x, high_.y}, to_imgui(with_alpha(color, 0.35f)));
    list_.AddLine({low_.x, p.y}, {high_.x, p.y}, to_imgui(with_alpha(color, 0.35f)));
    list_.AddCircle(p, 6.0f, to_imgui(color), 24, 2.0f);
    list_.AddLine({p.x - 9.0f, p.y}, {p.x + 9.0f, p.y}, to_imgui(color), 1.5f);
    list_.AddLine({p.x, p.y - 9.0f}, {p.x, p.y + 9.0f}, to_imgui(color), 1.5f);
}

void Inset::label(Vec2d at, std::string text, Color color, int priority) {
    const ImVec2 p = to_screen(at);
    if (p.x < low_.x || p.x > high_.x || p.y < low_.y || p.y > high_.y) return;
    labels_.add({p.x, p.y}, std::move(text), color, priority);
}

}  // namespace toibox::app
