// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/narrow/separating_axes.h"

#include "app/session/gjk_study.h"
#include "app/session/method_study.h"
#include "app/session/session.h"
#include "app/session/shape_pairs.h"

#include <optional>
#include <string>
#include <vector>

namespace toibox::app {

/// A vertex of a shape, or of the difference, that the mouse is on; −1: none of that shape.
struct HighlightedVertex {
    int a = -1;
    int b = -1;

    [[nodiscard]] bool any() const { return a >= 0 || b >= 0; }
    /// A vertex of the difference is lit with either of the two that it is made of.
    [[nodiscard]] bool highlights(int index_a, int index_b) const {
        return any() && (a < 0 || a == index_a) && (b < 0 || b == index_b);
    }
    friend bool operator==(const HighlightedVertex&, const HighlightedVertex&) = default;
};

/// What the panel of distance methods looks at: the pairs on offer, the chosen one, how it is asked, and the
/// iteration that is shown. What the mouse moves is a copy of the pair; the world never knows.
class DistanceInspector {
public:
    enum class Shape : std::uint8_t { A, B };

    /// Brings everything up to date with the session.
    void refresh(const Session& session);
    /// Forgets what was looked at, not what was chosen: that holds until another scene is opened, and of the
    /// pair until another body is selected.
    void close();

    [[nodiscard]] const std::vector<ShapePair>& pairs() const { return pairs_; }
    /// The one chosen, else the session's selected pair, else the first on offer. Null: there is none.
    [[nodiscard]] const ShapePair* pair() const {
        return pair_index_ < pairs_.size() ? &pairs_[pair_index_] : nullptr;
    }
    void choose(const ShapePair& pair);

    [[nodiscard]] DistanceMethod method() const { return method_; }
    /// Shows its last step.
    void choose_method(DistanceMethod method);
    /// From the simplex, or the features, that answered one step before: what whoever asks again, as a search
    /// for a time of impact does, would start from. Of a what-if, from those of the live pair.
    [[nodiscard]] bool warm() const { return warm_; }
    void set_warm_start(bool warm) { warm_ = warm; }

    // Of pair(), if there is one. GJK and the separating axis test are always asked.
    [[nodiscard]] const GjkStudy& study() const { return warm_ ? warm_study_ : cold_study_; }
    [[nodiscard]] const GjkStudy& study(bool warm) const { return warm ? warm_study_ : cold_study_; }
    /// Of the chosen method, if it is another than those two; null: it is not.
    [[nodiscard]] const MethodStudy* method_study() const { return method_study(warm_); }
    [[nodiscard]] const MethodStudy* method_study(bool warm) const;
    [[nodiscard]] const std::vector<SatAxis>& axes() const { return axes_; }
    [[nodiscard]] const SatSeparation& sat() const { return sat_; }
    /// The axis that is shown: the one under the mouse, else the best; −1: there are none.
    [[nodiscard]] int axis() const;

    /// The iteration that is shown, from 0: the last one until another is asked for.
    [[nodiscard]] int step() const;
    [[nodiscard]] int steps() const;
    void go_to(int step);
    /// By GJK. Requires: it is the chosen method.
    [[nodiscard]] const SimplexStep& shown() const { return study().steps[static_cast<std::size_t>(step())]; }
    /// By one that is told(); null: there is none.
    [[nodiscard]] const TraceStep* shown_trace_step() const;
    /// Of either, if it has a simplex, or EPA's edge; null: it has none.
    [[nodiscard]] const SimplexStep* simplex() const;

    // What if. Takes effect at once.
    [[nodiscard]] bool is_what_if() const { return what_if_.has_value(); }
    /// The pair as the world has it.
    [[nodiscard]] const PairCase& live() const { return live_; }
    void move(Shape shape, Vec2d by);
    void turn(Shape shape, double radians);  ///< About the middle of its points.
    void reset();

    HighlightedVertex highlighted;
    int highlighted_axis = -1;  ///< Of `axes`; −1: none.
    bool shows_hull = true;     ///< Whether A − B is drawn.

private:
    /// All that the pairs depend on.
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

    std::string scene_;    ///< Of which the choices are …
    BodyHandle selected_;  ///< … and the pair.
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
