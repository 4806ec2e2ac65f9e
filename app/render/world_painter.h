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

namespace toibox::app {

/// How a shape is highlighted.
enum class ShapeMark : std::uint8_t { None, Selected, PairA, PairB };

struct PaintOptions {
    /// Returns the colour that the scene gives a shape, or nullopt. The colour replaces that of the role, but
    /// not the pattern and line width, and is darkened or lightened if its contrast with the canvas is too
    /// low. May be empty.
    std::function<std::optional<Color>(ShapeHandle)> color_of;
    std::function<ShapeMark(ShapeHandle)> mark_of;  ///< May be empty: no shape is marked.
    std::function<bool(ShapeHandle)> is_asleep;     ///< May be empty: all are awake.
    /// Whether A and B of a contact are drawn as B and A. May be empty: never.
    std::function<bool(ShapeHandle, ShapeHandle)> is_exchanged;
    float arrow_scale = 1.0f;  ///< Scales all arrows that show a value.
};

/// The style of a role. Roles differ in colour, pattern, line width and fill, so that they also differ in
/// greyscale.
///
///     static     hatched
///     kinematic  dotted
///     dynamic    plain, circles with a spoke
///     bullet     thick outline, circles with a spoke
///     sensor     dashed, almost no fill
Style style_of(DrawRole role, const Palette& palette);
/// The style of a sleeping body: half the fill, a thin outline, faded towards the canvas.
Style asleep_style(Style style, const Palette& palette);

/// Draws the output of toibox::debug_draw into two batches, one for shapes and one for everything else.
/// Feature ids become labels. Lives for one frame.
class WorldPainter final : public DebugDraw {
public:
    /// Requires: both batches have begun the same view; all arguments outlive the painter.
    WorldPainter(DrawBatch& shapes, DrawBatch& overlay, LabelLayer& labels, const Palette& palette,
                 const PaintOptions& options);

    void shape(const Shape& shape, const Transform& transform, DrawRole role, ShapeHandle handle) override;
    void box(const Aabb& aabb, ShapeHandle handle) override;
    void contact_point(Vec2 point, float separation, bool warm) override;
    void arrow(ArrowKind kind, Vec2 from, Vec2 direction, float value) override;
    void impulse_value(Vec2 point, float normal, float friction) override;
    void feature_id(Vec2 point, FeatureId id, ShapeHandle a, ShapeHandle b) override;
    void joint(Vec2 anchor_a, Vec2 anchor_b, Vec2 center_a, Vec2 center_b, bool mouse) override;
    void joint_mark(JointMark mark, Vec2 from, Vec2 to) override;
    void center_of_mass(const Transform& frame_at_center) override;

    /// The outline colour of a shape as drawn by shape(), without highlights.
    Color shape_color(DrawRole role, ShapeHandle handle);

    /// An entry of the legend: an example arrow with a round value.
    struct ArrowLegendEntry {
        float length = 0.0f;  ///< Points.
        float width = 0.0f;   ///< Points.
        Color color;
        std::string text;  ///< "2 m/s"
    };
    /// One entry for each kind of scaled arrow drawn in this frame.
    [[nodiscard]] std::vector<ArrowLegendEntry> arrow_legend() const;
    /// Whether a shape of this role was drawn in this frame.
    [[nodiscard]] bool has_drawn(DrawRole role) const { return roles_seen_[static_cast<std::size_t>(role)]; }

private:
    /// `color`, darkened or lightened until it contrasts with the canvas.
    Color visible(Color color);

    DrawBatch& shapes_;
    DrawBatch& overlay_;
    LabelLayer& labels_;
    const Palette& palette_;
    const PaintOptions& options_;
    std::array<bool, 5> arrows_seen_{};
    std::array<bool, 5> roles_seen_{};
    std::vector<std::pair<Color, Color>> visible_;  ///< Cache of visible(): pairs of input and result.
};

/// A feature id as text. "A0·B2": edge 0 of A is the reference, vertex 2 of B the incident feature; for two
/// vertices in contact, both numbers are vertices. « or »: a side plane of the reference edge clipped the
/// point.
std::string feature_text(FeatureId id);

}  // namespace toibox::app
