// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/widgets/plot.h"
#include "app/platform/fonts.h"
#include "app/render/labels.h"
#include "app/studies/toi/toi_inspector.h"

#include <optional>
#include <string>
#include <vector>

namespace toibox::app {

/// The texts in the plot of the TOI tab. They stand where they cover neither curves nor marks nor each other;
/// what finds no room is left out. Lives for one frame.
class PlotTexts {
public:
    PlotTexts(const ToiInspector& toi, const Fonts& fonts, const Palette& palette, const Plot& plot);

    /// A free part of the plot for a picture of `view`; nullopt if there is none. Call before the texts.
    std::optional<PlotArea> place_inset(const PlotView& view);
    /// The numbers of the iterations beside their marks; near the answer in the inset, if there is one.
    void numbers(const PlotArea* inset);
    void target();
    /// Names of the curves, each once, beside a part of a curve that is apart from the others.
    void curve_names();
    /// A card with the values at the cursor, else of the iteration under study.
    void read_out();

private:
    struct Row {
        std::string label;
        std::string value;
    };
    void number_marks(const PlotArea& area, LabelPlacer& placer, const PlotArea* except);
    void ticks(const PlotArea& inset, LabelPlacer& placer);
    [[nodiscard]] bool is_apart(const ToiCurve& curve, Vec2d at) const;
    bool name_curve(const ToiCurve& curve);
    [[nodiscard]] std::vector<Row> read_out_rows() const;
    [[nodiscard]] std::string read_out_title() const;
    void draw_card(const UiRect& card, const std::string& title, const std::vector<Row>& rows);
    void text(Vec2 at, const std::string& text, Color color, bool bold = false);
    [[nodiscard]] Vec2 size_of(const std::string& text, bool bold = false) const;

    const ToiInspector& toi_;
    const Fonts& fonts_;
    const Palette& palette_;
    const Plot& plot_;
    ImDrawList& list_;
    LabelPlacer placer_;
};

}  // namespace toibox::app
