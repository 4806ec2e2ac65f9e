// SPDX-License-Identifier: MIT
#pragma once

#include "app/platform/fonts.h"
#include "app/platform/palette.h"
#include "app/platform/scripting/widget_rects.h"
#include "app/render/draw_batch.h"
#include "app/render/icons.h"
#include "app/render/renderer.h"
#include "app/views/crowd/crowd_layout.h"

#include <optional>
#include <string>
#include <vector>

struct ImDrawList;

namespace toibox::app {

/// Icon, colour and words of an outcome: "stopped", "pushed through". A body that touched and did not stop
/// has the colour of a warning, so that the outcomes of one scene differ.
struct OutcomeLook {
    Icon icon = Icon::Info;
    Color color;
    std::string words;
};
OutcomeLook look_of(const CrowdOutcome& outcome, const Palette& palette);

/// What the view shows of a crowd.
struct CrowdShown {
    const Crowd& crowd;
    VariedValue varied;  ///< Of the sweep.
    bool is_fanned = true;
    std::optional<Camera> camera = {};    ///< Chosen by the user; nullopt: shows the runs.
    std::optional<std::size_t> lit = {};  ///< The run that the mouse points at.
    float top = 0.0f;                     ///< Taken by the title of the scene, points.
    float bottom = 0.0f;                  ///< Taken by a card, points.
    bool has_state = true;                ///< Whether draw_state() draws a chip in the upper right corner.
};

/// The picture of a crowd: the sampled poses of all runs as dots, their shapes in the shown state, coloured
/// by outcome, filled if the body touched, and brackets that count the outcomes. In place it is drawn over
/// the world; fanned out it replaces the world.
class CrowdView {
public:
    /// Fills the batches. `view`: the viewport and the scales; the camera is the view's own.
    void build(const CrowdShown& shown, const Fonts& fonts, const Palette& palette, const View& view);
    void upload(Renderer& renderer);
    /// Draws brackets, counts, numbers of the axis and the read-out of the run that is lit.
    void draw_text(ImDrawList& list, const CrowdShown& shown, const Fonts& fonts, const Palette& palette);
    /// Draws frame and chip of the playback state, and the number of finished runs beside the chip. Returns
    /// their area.
    UiRect draw_state(ImDrawList& list, const CrowdShown& shown, const Fonts& fonts, const Palette& palette);

    /// The view with the camera that the last build() used.
    [[nodiscard]] const View& view() const { return view_; }
    [[nodiscard]] const CrowdLayout& layout() const { return layout_; }
    /// The run at a position on the screen: fanned out, the line there; in place, the nearest shape.
    [[nodiscard]] std::optional<std::size_t> run_at(const Crowd& crowd, Vec2 points) const;
    /// Where the shape of a run is drawn, points; nullopt if it has no pose.
    [[nodiscard]] std::optional<Vec2> position_of(const Crowd& crowd, std::size_t run) const;

private:
    struct Label {
        OutcomeGroup group;
        OutcomeLook look;
        std::string count;
    };
    [[nodiscard]] CrowdMargins margins_of(const CrowdShown& shown, const Fonts& fonts) const;
    /// Also finds the margins, which depend on the widths of the labels.
    void make_labels(const CrowdShown& shown, const Fonts& fonts, const Palette& palette);
    /// Between two numbers of the axis, metres.
    [[nodiscard]] double axis_step() const;
    void add_axis_lines(const Palette& palette);
    void add_obstacles(const Palette& palette);
    void add_dots(const Crowd& crowd, const Palette& palette);
    void add_shapes(const Crowd& crowd, const Palette& palette);
    void add_lit_run(const Crowd& crowd, std::size_t run, const Palette& palette);
    void draw_axis_numbers(ImDrawList& list, const Fonts& fonts, const Palette& palette) const;
    void draw_brackets(ImDrawList& list, const Fonts& fonts, const Palette& palette) const;
    void draw_notes(ImDrawList& list, const CrowdShown& shown, const Fonts& fonts,
                    const Palette& palette) const;
    void draw_readout(ImDrawList& list, const CrowdShown& shown, const Fonts& fonts,
                      const Palette& palette) const;

    View view_;
    CrowdLayout layout_;
    CrowdMargins margins_;
    std::vector<CrossedObstacle> crossed_;
    std::vector<Label> labels_;
    bool has_brackets_ = false;
    bool has_two_rows_ = true;  ///< Count and words of a label below each other.
    float label_height_ = 0.0f;
    DrawBatch grid_;
    DrawBatch dots_;
    DrawBatch shapes_;
    DrawBatch overlay_;
};

}  // namespace toibox::app
