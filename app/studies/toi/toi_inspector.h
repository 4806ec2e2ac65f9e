// SPDX-License-Identifier: MIT
#pragma once

#include "app/session/session.h"
#include "app/studies/toi/toi_comparison.h"
#include "app/studies/toi/toi_pairs.h"
#include "app/studies/toi/toi_study.h"

#include <optional>
#include <string>
#include <vector>

namespace toibox::app {

/// State of the TOI panel: the list of pairs, the chosen pair, the study of the chosen method, and the table
/// of all methods. Recomputed only when the session or a choice has changed.
class ToiInspector {
public:
    struct Row {
        MethodAnswer answer;
        std::optional<double> microseconds;  ///< Time of one call; measured while the session is paused.
    };

    /// Updates everything from the session. If `clock` is null, no times are measured.
    void refresh(const Session& session, Clock clock);
    /// Clears the results but keeps the choices. All choices are forgotten when another scene is opened; the
    /// chosen pair is also forgotten when another body is selected.
    void close();

    /// Searched pairs, then predicted pairs, then queries.
    [[nodiscard]] const std::vector<ToiPair>& pairs() const { return pairs_; }
    /// The shown pair: the chosen pair if it is in the list, else the first entry of the selected pair, else
    /// of the selected body, else the first pair. Null if the list is empty.
    [[nodiscard]] const ToiPair* pair() const {
        return pair_index_ < pairs_.size() ? &pairs_[pair_index_] : nullptr;
    }
    void choose(const std::string& key) { key_ = key; }

    /// Method of the study: the chosen method, else the method that the pair uses.
    [[nodiscard]] ToiMethod method() const;
    void choose_method(ToiMethod method) { method_ = method; }
    /// Root finder of the study and the table: the chosen one, else the root finder of the pair.
    [[nodiscard]] RootFinder root_finder() const;
    void choose_root_finder(RootFinder finder) { root_finder_ = finder; }

    // Results for pair(); valid if pair() is not null.
    [[nodiscard]] const ToiStudy& study() const { return study_; }
    [[nodiscard]] const std::vector<ToiGhost>& ghosts() const { return ghosts_; }
    [[nodiscard]] const std::vector<Row>& table() const { return table_; }
    [[nodiscard]] const ToiTruth& truth() const { return truth_; }
    /// The steps of conservative advancement on the pair, whatever method is shown.
    [[nodiscard]] const std::vector<ToiSpan>& conservative_steps() const { return conservative_steps_; }

    /// Index in study().marks of the iteration under study: the highlighted one, else the chosen one. −1 if
    /// there are no iterations.
    [[nodiscard]] int iteration() const;
    /// The iteration that go_to chose, else the last.
    [[nodiscard]] int chosen_iteration() const;
    /// Chooses the iteration under study; clamped to the existing ones.
    void go_to(int iteration);
    [[nodiscard]] int iterations() const { return static_cast<int>(study_.marks.size()); }

    /// Index in study().marks of the mark under the mouse, in the plot or in the world; −1: none.
    int highlighted = -1;
    /// Time under the mouse in the plot, as a fraction of the motion. The shapes are drawn as ghosts at this
    /// time.
    std::optional<double> cursor_t;

private:
    /// Everything that the list of pairs depends on.
    struct RefreshKey {
        int jump_count = 0;
        std::int64_t step = -1;
        std::uint64_t hash = 0;
        WorldSettings settings;
        BodyHandle selected;
        double hertz = 0.0;
        bool is_mid_step = false;
        friend bool operator==(const RefreshKey&, const RefreshKey&) = default;
    };
    static RefreshKey refresh_key_of(const Session& session);
    void drop_stale_choices(const Session& session);
    void collect(const Session& session);
    [[nodiscard]] std::size_t find_pair(const Selection& selection, const World& world) const;
    [[nodiscard]] ToiCase toi_case() const;
    void recompute();
    void measure(Clock clock);

    static constexpr int max_ghosts = 200;

    std::string scene_;    ///< Path of the scene at the last refresh.
    BodyHandle selected_;  ///< The body that was selected last; a cleared selection does not change it.
    std::optional<RefreshKey> refresh_key_;
    std::vector<ToiPair> pairs_;
    std::size_t pair_index_ = 0;
    std::string key_;
    std::optional<ToiMethod> method_;
    std::optional<RootFinder> root_finder_;

    // Pair, method and root finder for which the study and the table were computed.
    std::string studied_key_;
    ToiMethod studied_method_ = ToiMethod::Certified;
    RootFinder studied_root_finder_ = RootFinder::Mixed;
    ToiStudy study_;
    std::vector<ToiGhost> ghosts_;
    ToiTruth truth_;
    std::vector<Row> table_;
    std::vector<ToiSpan> conservative_steps_;
    std::optional<int> iteration_;  ///< Chosen iteration; empty: the last, also of later studies.
};

}  // namespace toibox::app
