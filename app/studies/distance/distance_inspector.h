// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/narrow/separating_axes.h"

#include "app/session/session.h"
#include "app/studies/distance/gjk_study.h"
#include "app/studies/distance/method_study.h"
#include "app/studies/distance/shape_pairs.h"

#include <optional>
#include <string>
#include <vector>

namespace toibox::app {

/// The vertex under the mouse: of A, of B, or of A − B if both are set; −1: none.
struct HighlightedVertex {
    int a = -1;
    int b = -1;

    [[nodiscard]] bool any() const { return a >= 0 || b >= 0; }
    /// Whether the vertex of A − B is highlighted, directly or by one of its two vertices.
    [[nodiscard]] bool highlights(int index_a, int index_b) const {
        return any() && (a < 0 || a == index_a) && (b < 0 || b == index_b);
    }
    friend bool operator==(const HighlightedVertex&, const HighlightedVertex&) = default;
};

/// State of the panel of distance methods: the list of pairs, the chosen pair and method, and the shown step.
/// The mouse moves a copy of the pair; the world is not changed.
class DistanceInspector {
public:
    enum class Shape : std::uint8_t { A, B };

    /// Updates everything from the session.
    void refresh(const Session& session);
    /// Clears the contents but keeps the choices. The choice of a pair ends when another scene is opened or
    /// another body is selected.
    void close();

    [[nodiscard]] const std::vector<ShapePair>& pairs() const { return pairs_; }
    /// The chosen pair, else the session's selected pair, else the first of the list. Null if the list is
    /// empty.
    [[nodiscard]] const ShapePair* pair() const {
        return pair_index_ < pairs_.size() ? &pairs_[pair_index_] : nullptr;
    }
    void choose(const ShapePair& pair);

    [[nodiscard]] DistanceMethod method() const { return method_; }
    /// Also shows the last step of the method.
    void choose_method(DistanceMethod method);
    /// Whether the method starts from its cache of one step before, as repeated queries do (moved copies:
    /// from the cache of the live pair).
    [[nodiscard]] bool warm() const { return warm_; }
    void set_warm_start(bool warm) { warm_ = warm; }

    // Results for pair(), valid if it is not null. GJK and SAT are always run.
    [[nodiscard]] const GjkStudy& study() const { return warm_ ? warm_study_ : cold_study_; }
    [[nodiscard]] const GjkStudy& study(bool warm) const { return warm ? warm_study_ : cold_study_; }
    /// The study of the chosen method; null for GJK and SAT.
    [[nodiscard]] const MethodStudy* method_study() const { return method_study(warm_); }
    [[nodiscard]] const MethodStudy* method_study(bool warm) const;
    [[nodiscard]] const std::vector<SatAxis>& axes() const { return axes_; }
    [[nodiscard]] const SatSeparation& sat() const { return sat_; }
    /// The shown axis of SAT: the one under the mouse, else the best; −1 if there are none.
    [[nodiscard]] int axis() const;

    /// The shown step of the method, from 0; the last one by default.
    [[nodiscard]] int step() const;
    [[nodiscard]] int steps() const;
    void go_to(int step);
    /// The shown iteration of GJK. Requires: GJK is the chosen method.
    [[nodiscard]] const SimplexStep& shown() const { return study().steps[static_cast<std::size_t>(step())]; }
    /// The shown step of another method; null for GJK and SAT.
    [[nodiscard]] const TraceStep* shown_trace_step() const;
    /// The simplex of the shown step of any method (for EPA its edge); null if it has none.
    [[nodiscard]] const SimplexStep* simplex() const;

    // What-if: a copy of the pair at other poses. Changes take effect immediately.
    [[nodiscard]] bool is_what_if() const { return what_if_.has_value(); }
    /// The pair at its poses in the world.
    [[nodiscard]] const PairCase& live() const { return live_; }
    void move(Shape shape, Vec2d by);
    void turn(Shape shape, double radians);  ///< About the mean of its vertices.
    void reset();

    HighlightedVertex highlighted;
    int highlighted_axis = -1;  ///< Index in axes() of the axis under the mouse; −1: none.
    bool shows_hull = true;     ///< Whether A − B is drawn.

private:
    /// Everything that the pairs depend on.
    struct RefreshKey {
        int start = 0;
        std::int64_t step = -1;
        std::uint64_t hash = 0;
        Selection selection;
        friend bool operator==(const RefreshKey&, const RefreshKey&) = default;
    };
    void drop_stale_choices(const Session& session);
    [[nodiscard]] std::size_t find_pair(const Selection& selection) const;
    void load_pair(const Session& session);
    void recompute();
    Transformd& what_if_pose(Shape shape);

    std::string scene_;    ///< The scene for which the choices were made.
    BodyHandle selected_;  ///< The body for which the pair was chosen.
    std::optional<RefreshKey> refresh_key_;
    std::vector<ShapePair> pairs_;
    std::size_t pair_index_ = 0;
    std::string key_;
    std::optional<ShapeHandles> chosen_;
    DistanceMethod method_ = DistanceMethod::Gjk;
    bool warm_ = false;
    std::optional<int> step_;

    std::string studied_key_;
    PairCase live_;
    DistanceCache cache_before_;
    std::optional<PairCase> what_if_;
    GjkStudy cold_study_;
    GjkStudy warm_study_;
    MethodStudy cold_method_study_;
    MethodStudy warm_method_study_;
    SatSeparation sat_;
    std::vector<SatAxis> axes_;
};

}  // namespace toibox::app
