// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace toibox::app {

/// A rectangle in points, y down.
struct UiRect {
    float x = 0.0f;
    float y = 0.0f;
    float width = 0.0f;
    float height = 0.0f;
};

/// Whether two rectangles come closer than `gap` to each other.
constexpr bool overlap(const UiRect& a, const UiRect& b, float gap = 0.0f) {
    return a.x < b.x + b.width + gap && b.x < a.x + a.width + gap && a.y < b.y + b.height + gap &&
           b.y < a.y + a.height + gap;
}

/// The rectangle, moved so that it keeps `margin` to the edges of `area`; to the left and upper edge, if it
/// is too large.
constexpr UiRect moved_inside(UiRect rect, const UiRect& area, float margin) {
    const auto moved = [&](float start, float length, float low, float room) {
        const float high = low + room - margin - length;
        const float at = start < high ? start : high;
        return at > low + margin ? at : low + margin;
    };
    rect.x = moved(rect.x, rect.width, area.x, area.width);
    rect.y = moved(rect.y, rect.height, area.y, area.height);
    return rect;
}

/// Rectangles of the named widgets in the last frame, so that scripts can click them by name.
class WidgetRects {
public:
    void begin_frame() { rects_.clear(); }
    void put(std::string_view name, const UiRect& rect) { rects_.insert_or_assign(std::string(name), rect); }
    [[nodiscard]] std::optional<UiRect> find(std::string_view name) const;
    [[nodiscard]] const std::map<std::string, UiRect, std::less<>>& all() const { return rects_; }

private:
    std::map<std::string, UiRect, std::less<>> rects_;
};

/// Makes name_widget write to `rects`; null: names are not recorded. `rects` must stay valid until the next
/// call or the end of the current ImGui context. The pointer is stored in the ImGui context to avoid a
/// global.
void set_widget_rects(WidgetRects* rects);

/// Whether widget names are recorded. Check before computing names that are not cheap.
bool wants_widget_names();

/// Names the last drawn widget: `ImGui::Button("Play"); name_widget("play");`. Cheap if names are not
/// recorded.
void name_widget(std::string_view name);
/// Gives the last drawn widget a name of two parts, such as "setting Slop".
void name_widget(std::string_view kind, std::string_view name);
/// Names any rectangle, such as a viewport or a body on the screen.
void name_widget(std::string_view name, const UiRect& rect);

}  // namespace toibox::app
