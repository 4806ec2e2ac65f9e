// SPDX-License-Identifier: MIT
#pragma once

#include "app/platform/fonts.h"
#include "app/session/comparison/comparison.h"
#include "app/session/comparison/setting_differences.h"
#include "app/views/pane_layout.h"
#include "app/window/world/world_view.h"

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

namespace toibox::app {

/// Draws the panes of a comparison: a header with the settings that differ, and the world with the bodies of
/// the other panes as dashed outlines where their poses differ.
class CompareView {
public:
    /// The panes to show, and where. `whole`: the view of the whole area.
    struct Arrangement {
        View whole;
        std::vector<std::size_t> panes;
        std::vector<PaneArea> areas;  ///< One for each shown pane.
        double zoom = 1.0;

        /// The view of the nth shown pane.
        [[nodiscard]] View view(std::size_t n) const { return pane_view(whole, areas[n], zoom); }
        /// The whole area without the headers of the upper panes; all of it if no pane is shown.
        [[nodiscard]] Viewport below_headers() const;
        /// Index into `panes` of the pane at a point of the window; 0 if no pane is there.
        [[nodiscard]] std::size_t at(Vec2 points) const;
    };
    /// `size`: of the box that every pane shows, metres; nullopt: panes as arrangement_for() and pane_zoom()
    /// choose them.
    static Arrangement arrange(const Comparison& comparison, const CompareState& state, const View& whole,
                               float header_height, const std::optional<Vec2>& size = {});

    /// Fills the batches of all shown panes. `inspected`: what the open panels inspect in the first pane; its
    /// marks are drawn in all.
    void build(const Comparison& comparison, const Arrangement& arrangement, const DrawChoices& draw,
               const Palette& palette, const InspectionView& inspected);
    /// Reserves an area of the window in all panes, for example for chips. Call after build().
    void keep_clear(const UiRect& rect);
    void upload(Renderer& renderer);
    struct TextStyle {
        const Fonts& fonts;
        const Palette& palette;
        bool shows_scale = true;       ///< The scale bar in the first pane.
        float verdict_opacity = 1.0f;  ///< While verdicts fade in.
    };
    /// Draws headers, labels, verdicts and the scale bar.
    void draw_text(ImDrawList& list, const Comparison& comparison, const Arrangement& arrangement,
                   const std::vector<SettingDifference>& differences, const TextStyle& style);

private:
    void add_other_panes(const Comparison& comparison, const Arrangement& arrangement, std::size_t n,
                         const Palette& palette);

    std::array<std::unique_ptr<WorldView>, Comparison::max_panes> views_;  ///< By index of the shown pane.
    std::size_t shown_ = 0;
    /// Bodies of each pane, in the order of the moving bodies of the leader.
    std::vector<std::vector<BodyHandle>> bodies_;
};

/// Height of a header in a font of `em` points.
constexpr float pane_header_height(float em) {
    return 2.5f * em;
}

}  // namespace toibox::app
