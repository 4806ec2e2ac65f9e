// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/debug_draw.h"

#include "app/platform/palette.h"
#include "app/render/draw_batch.h"
#include "app/render/labels.h"

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

struct ImDrawList;

namespace toibox::app {

/// How a shape stands out from its role.
enum class ShapeMark : std::uint8_t { None, Selected, PairA, PairB };

struct PaintOptions {
    /// The scene's own colour of a shape; may be empty. Replaces the role's hue, not its pattern and weight;
    /// made darker or lighter where it would not stand out from the canvas.
    std::function<std::optional<Color>(ShapeHandle)> color_of;
    std::function<ShapeMark(ShapeHandle)> mark_of;  ///< May be empty.
    std::function<bool(ShapeHandle)> is_asleep;     ///< May be empty: all are awake.
    float arrow_scale = 1.0f;                       ///< Of all arrows that carry a value.
};

/// How a role looks: a hue, and a pattern, weight and fill that tell it apart in greyscale too.
///   static: hatched · kinematic: dotted · dynamic: plain, circles with a radius · bullet: heavy outline ·
///   sensor: dashed, almost empty.
Style style_of(DrawRole role, const Palette& palette);
/// The same, asleep: half as full, with a thin outline, and on its way to the canvas.
Style asleep_style(Style style, const Palette& palette);

/// Draws what toibox::debug_draw finds into two batches: shapes below, everything else above; ids become
/// labels. Lives for one frame.
class WorldPainter final : public DebugDraw {
public:
    /// Both batches must have begun the same view. All arguments must outlive the painter.
    WorldPainter(DrawBatch& shapes, DrawBatch& overlay, LabelLayer& labels, const Palette& palette,
                 const PaintOptions& options);

    void shape(const Shape& shape, const Transform& transform, DrawRole role, ShapeHandle handle) override;
    void box(const Aabb& aabb, ShapeHandle handle) override;
    void contact_point(Vec2 point, float separation, bool warm) override;
    void arrow(ArrowKind kind, Vec2 from, Vec2 direction, float value) override;
    void feature_id(Vec2 point, FeatureId id) override;
    void joint(Vec2 anchor_a, Vec2 anchor_b, Vec2 center_a, Vec2 center_b, bool mouse) override;
    void joint_mark(JointMark mark, Vec2 from, Vec2 to) override;
    void center_of_mass(const Transform& frame_at_center) override;

    /// A length that stands for a round value, for each kind of arrow drawn in this frame.
    struct ArrowLegendEntry {
        float length = 0.0f;  ///< Points.
        float width = 0.0f;   ///< Points.
        Color color;
        std::string text;  ///< "2 m/s"
    };
    [[nodiscard]] std::vector<ArrowLegendEntry> arrow_legend() const;
    /// Draws those lines, upwards from `corner` (points). Returns their height, points.
    float draw_arrow_legend(ImDrawList& list, Vec2 corner) const;

private:
    Color visible(Color color);

    DrawBatch& shapes_;
    DrawBatch& overlay_;
    LabelLayer& labels_;
    const Palette& palette_;
    const PaintOptions& options_;
    std::array<bool, 5> arrows_seen_{};
    std::vector<std::pair<Color, Color>> visible_;  ///< Colours met so far, as asked and as drawn.
};

/// "A0·B2": edge 0 of A is the reference, vertex 2 of B the incident feature; « or » where a side plane cut
/// it.
std::string feature_text(FeatureId id);

}  // namespace toibox::app
