// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/narrow/separating_axes.h"

#include "app/session/session.h"
#include "app/studies/distance/gjk_study.h"
#include "app/studies/distance/method_study.h"
#include "app/studies/distance/shape_pairs.h"

#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace toibox::app {

/// The vertex under the mouse: a vertex of A, of B, or of A − B if both members are set.
struct HighlightedVertex {
    int a = -1;  ///< Index of the vertex of A; −1: none.
    int b = -1;  ///< Index of the vertex of B; −1: none.

    [[nodiscard]] bool any() const { return a >= 0 || b >= 0; }
    /// Whether this vertex of A − B is highlighted, itself or by its vertex of A or B.
    [[nodiscard]] bool highlights(int index_a, int index_b) const {
        return any() && (a < 0 || a == index_a) && (b < 0 || b == index_b);
    }
    friend bool operator==(const HighlightedVertex&, const HighlightedVertex&) = default;
};

/// State of the panel of distance methods: the list of pairs, the chosen pair and method, and the shown step.
/// The mouse can move and turn a copy of the pair; the world is not changed.
class DistanceInspector {
public:
    enum class Shape : std::uint8_t { A, B };

    /// Updates everything from the session.
    void refresh(const Session& session);
    /// Clears the results but keeps the chosen method and pair. The chosen pair is forgotten when another
    /// scene is opened or another body is selected.
    void close();

    [[nodiscard]] const std::vector<ShapePair>& pairs() const { return pairs_; }
    /// The shown pair: the chosen pair, else the session's selected pair, else the first pair of the list.
    /// Null if the list is empty.
    [[nodiscard]] const ShapePair* pair() const {
        return pair_index_ < pairs_.size() ? &pairs_[pair_index_] : nullptr;
    }
    void choose(const ShapePair& pair);

    [[nodiscard]] DistanceMethod method() const { return method_; }
    /// Chooses the method and shows its first step.
    void choose_method(DistanceMethod method);
    /// Whether the method starts from the cache of the previous step, as repeated queries do. For a copy
    /// moved by the mouse, it starts from the cache of the pair in the world.
    [[nodiscard]] bool warm() const { return warm_; }
    void set_warm_start(bool warm);

    // Results for pair(); valid if pair() is not null. GJK and SAT always run, also if another method is
    // chosen.
    [[nodiscard]] const GjkStudy& study() const { return warm_ ? warm_study_ : cold_study_; }
    [[nodiscard]] const GjkStudy& study(bool warm) const { return warm ? warm_study_ : cold_study_; }
    /// The study of the chosen method; null for GJK and SAT.
    [[nodiscard]] const MethodStudy* method_study() const { return method_study(warm_); }
    [[nodiscard]] const MethodStudy* method_study(bool warm) const;
    [[nodiscard]] const std::vector<SatAxis>& axes() const { return axes_; }
    [[nodiscard]] const SatSeparation& sat() const { return sat_; }
    /// Index in axes() of the shown axis: the axis under the mouse, else the best axis; −1 if there are no
    /// axes.
    [[nodiscard]] int axis() const;

    /// The shown step of the method, from 0. It is the first one until another is chosen, and again when
    /// another pair, method or start is chosen or the pair moves in the world. While the mouse moves a copy
    /// of the pair, the chosen step stays; so does the last one, if the number of steps changes.
    [[nodiscard]] int step() const;
    [[nodiscard]] int steps() const;
    void go_to(int step);
    /// The shown iteration of GJK. Requires: the chosen method is GJK.
    [[nodiscard]] const SimplexStep& shown() const { return study().steps[static_cast<std::size_t>(step())]; }
    /// The shown step of a method other than GJK and SAT; null for these two.
    [[nodiscard]] const TraceStep* shown_trace_step() const;
    /// The simplex in the shown step of the chosen method (for EPA the nearest edge); null if the step has
    /// none.
    [[nodiscard]] const SimplexStep* simplex() const;

    // What-if: the methods run on a copy of the pair, which the mouse moves and turns.
    [[nodiscard]] bool is_what_if() const { return what_if_.has_value(); }
    /// The pair at its poses in the world.
    [[nodiscard]] const PairCase& live() const { return live_; }
    void move(Shape shape, Vec2d by);
    void turn(Shape shape, double radians);  ///< Turns the shape about the mean of its vertices.
    void reset();

    HighlightedVertex highlighted;
    int highlighted_axis = -1;  ///< Index in axes() of the axis under the mouse; −1: none.
    bool shows_outline = true;  ///< Whether the outline of A − B is drawn.

private:
    /// Everything that the list of pairs depends on.
    struct RefreshKey {
        int jump_count = 0;
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
    static constexpr int last_step = std::numeric_limits<int>::max();

    std::string scene_;    ///< Path of the scene at the last refresh.
    BodyHandle selected_;  ///< The body that was selected last; a cleared selection does not change it.
    std::optional<RefreshKey> refresh_key_;
    std::vector<ShapePair> pairs_;
    std::size_t pair_index_ = 0;
    std::string key_;
    std::optional<ShapeHandles> chosen_;
    DistanceMethod method_ = DistanceMethod::Gjk;
    bool warm_ = false;
    int step_ = 0;  ///< The chosen step, or `last_step`; steps() may have become smaller.

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
