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
/// of all methods. Recomputed only when something has changed.
class ToiInspector {
public:
    struct Row {
        MethodAnswer answer;
        std::optional<double> microseconds;  ///< Measured while the session is paused.
    };

    /// Updates everything from the session. A null `clock` means no times.
    void refresh(const Session& session, Clock clock);
    /// Clears the contents but keeps the choices. Choices end when another scene is opened; the choice of a
    /// pair also ends when another body is selected.
    void close();

    /// Searched pairs, then predicted pairs, then queries.
    [[nodiscard]] const std::vector<ToiPair>& pairs() const { return pairs_; }
    /// The chosen pair if it is in the list, else the first one of the selected body, else the first of all.
    /// Null if the list is empty.
    [[nodiscard]] const ToiPair* pair() const {
        return pair_index_ < pairs_.size() ? &pairs_[pair_index_] : nullptr;
    }
    void choose(const std::string& key) { key_ = key; }

    /// Method of the study: the chosen one, else that of the pair.
    [[nodiscard]] ToiMethod method() const;
    void choose_method(ToiMethod method) { method_ = method; }
    [[nodiscard]] RootFinder root_finder() const;
    void choose_root_finder(RootFinder finder) { root_finder_ = finder; }

    // Valid if pair() is not null.
    [[nodiscard]] const ToiStudy& study() const { return study_; }
    [[nodiscard]] const std::vector<ToiGhost>& ghosts() const { return ghosts_; }
    [[nodiscard]] const std::vector<Row>& table() const { return table_; }
    [[nodiscard]] const ToiTruth& truth() const { return truth_; }

    /// Index of the mark under the mouse, in the plot or in the world; −1: none.
    int highlighted = -1;
    /// Time under the mouse in the plot; the ghosts of that time are shown.
    std::optional<double> cursor_t;

private:
    /// Everything that the pairs depend on.
    struct RefreshKey {
        int start = 0;
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
    [[nodiscard]] std::size_t find_pair(BodyHandle selected, const World& world) const;
    [[nodiscard]] ToiCase toi_case() const;
    void recompute();
    void measure(Clock clock);

    static constexpr int max_ghosts = 24;

    std::string scene_;    ///< The scene for which the choices were made.
    BodyHandle selected_;  ///< The body for which the pair was chosen.
    std::optional<RefreshKey> refresh_key_;
    std::vector<ToiPair> pairs_;
    std::size_t pair_index_ = 0;
    std::string key_;
    std::optional<ToiMethod> method_;
    std::optional<RootFinder> root_finder_;

    // Pair, method and root finder of the study and the table.
    std::string studied_key_;
    ToiMethod studied_method_ = ToiMethod::Certified;
    RootFinder studied_root_finder_ = RootFinder::Mixed;
    ToiStudy study_;
    std::vector<ToiGhost> ghosts_;
    ToiTruth truth_;
    std::vector<Row> table_;
};

}  // namespace toibox::app
