// SPDX-License-Identifier: MIT
#pragma once

#include "app/session/session.h"
#include "app/session/toi_comparison.h"
#include "app/session/toi_pairs.h"
#include "app/session/toi_study.h"

#include <optional>
#include <string>
#include <vector>

namespace toibox::app {

/// What the TOI panel looks at: the pairs on offer, the chosen one, the study of the chosen method, and the
/// table of all methods. Looks again only where something has changed.
class ToiInspector {
public:
    struct Row {
        MethodAnswer answer;
        std::optional<double> microseconds;  ///< Measured once the pair stays the same.
    };

    /// Brings everything up to date with the session; `clock` may be null for no times.
    void refresh(const Session& session, Clock clock);
    /// Forgets what was looked at, not what was chosen: that holds until another scene is opened, and of the
    /// pair until another body is selected.
    void close();

    [[nodiscard]] const std::vector<ToiPair>& pairs() const { return pairs_; }
    /// The pair looked at: the one chosen; if it is not on offer, the first of the selected body, or else the
    /// first of all: searches come before what lies ahead, and that before queries. Null: there is none.
    [[nodiscard]] const ToiPair* pair() const {
        return pair_index_ < pairs_.size() ? &pairs_[pair_index_] : nullptr;
    }
    void choose(const std::string& key) { key_ = key; }

    /// By which the study is made: the one chosen, else the pair's own.
    [[nodiscard]] ToiMethod method() const;
    void choose_method(ToiMethod method) { method_ = method; }
    [[nodiscard]] RootFinder root_finder() const;
    void choose_root_finder(RootFinder finder) { root_finder_ = finder; }

    // Of pair(), if there is one.
    [[nodiscard]] const ToiStudy& study() const { return study_; }
    [[nodiscard]] const std::vector<ToiGhost>& ghosts() const { return ghosts_; }
    [[nodiscard]] const std::vector<Row>& table() const { return table_; }
    [[nodiscard]] const ToiTruth& truth() const { return truth_; }

    /// The mark that the mouse is on, in the plot or in the world; −1: none.
    int highlighted = -1;
    /// Where the mouse is in the plot: the ghosts of that time are shown.
    std::optional<double> cursor_t;

private:
    /// All that the pairs depend on.
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
    [[nodiscard]] ToiCase asked() const;
    void recompute();
    void measure(Clock clock);

    static constexpr int max_ghosts = 24;

    std::string scene_;    ///< Of which the choices are …
    BodyHandle selected_;  ///< … and the pair.
    std::optional<RefreshKey> refresh_key_;
    std::vector<ToiPair> pairs_;
    std::size_t pair_index_ = 0;
    std::string key_;
    std::optional<ToiMethod> method_;
    std::optional<RootFinder> root_finder_;

    std::string studied_key_;  ///< Of what the study and the table are.
    ToiMethod studied_method_ = ToiMethod::Certified;
    RootFinder studied_root_finder_ = RootFinder::Mixed;
    ToiStudy study_;
    std::vector<ToiGhost> ghosts_;
    ToiTruth truth_;
    std::vector<Row> table_;
};

}  // namespace toibox::app
