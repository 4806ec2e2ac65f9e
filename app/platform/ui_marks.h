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

/// Where named widgets were drawn in the last frame, so that a script can click them by name.
class WidgetRects {
public:
    void begin_frame() { rects_.clear(); }
    void put(std::string_view name, const UiRect& rect) { rects_.insert_or_assign(std::string(name), rect); }
    [[nodiscard]] std::optional<UiRect> find(std::string_view name) const;
    [[nodiscard]] const std::map<std::string, UiRect, std::less<>>& all() const { return rects_; }

private:
    std::map<std::string, UiRect, std::less<>> rects_;
};

/// Scripts can see widgets from here on: name_widget writes to `marks` (null: to nowhere), which must outlive
/// the current ImGui context or the next call. Kept in the context itself, so that nothing is global.
void set_widget_rects(WidgetRects* marks);

/// Whether anybody reads marks: who would have to work for them asks first.
bool wants_widget_names();

/// Names the widget drawn last: `ImGui::Button("Play"); name_widget("play");`. Free when no script plays.
void name_widget(std::string_view name);
/// The same, by two words: "setting Slop".
void name_widget(std::string_view kind, std::string_view name);
/// Names any rectangle: a viewport, a body on the screen.
void name_widget(std::string_view name, const UiRect& rect);

}  // namespace toibox::app
