// SPDX-License-Identifier: MIT
#pragma once

#include "app/studies/crowd/crowd.h"

#include <deque>
#include <optional>
#include <span>
#include <vector>

namespace toibox::app {

/// Settings that the user changed: those fields apply to the runs of every variant.
struct ChangedSettings {
    WorldSettings user;
    WorldSettings scene;  ///< Before the change.

    friend bool operator==(const ChangedSettings&, const ChangedSettings&) = default;
};

/// The runs of the points of a curve, counted but not kept. They are carried out one point after another,
/// some runs in each frame.
class CurveRuns {
public:
    struct Setup {
        scene::CurveEntry curve;
        std::vector<scene::Document::Override> overrides = {};
        std::optional<ChangedSettings> settings = {};
    };
    CurveRuns(const scene::Document& document, Setup setup);

    /// The counts of a point.
    struct Point {
        std::size_t runs = 0;  ///< 0: not started.
        std::size_t finished = 0;
        std::size_t holding = 0;  ///< Runs in which the claim of the curve holds.
        bool failed = false;      ///< The sweep, or a run, could not be carried out.

        [[nodiscard]] bool is_finished() const { return runs > 0 && finished == runs; }
        /// Of the finished runs; requires that there is one.
        [[nodiscard]] double fraction() const {
            return static_cast<double>(holding) / static_cast<double>(finished);
        }
    };
    /// Runs a point again, after those that wait already.
    void start(std::size_t point);
    void start_all();
    /// Carries out at least one further step, and more until `seconds` of real time have passed. Does nothing
    /// after the last run.
    void advance(double seconds);

    [[nodiscard]] bool is_finished() const { return waiting_.empty(); }
    [[nodiscard]] const scene::CurveEntry& curve() const { return setup_.curve; }
    [[nodiscard]] const Setup& setup() const { return setup_; }
    [[nodiscard]] std::span<const Point> points() const { return points_; }

private:
    /// The runs of a point; nullopt if they cannot start.
    [[nodiscard]] std::optional<Crowd> crowd_of(const scene::CurvePoint& point) const;

    scene::Document document_;
    Setup setup_;
    std::vector<Point> points_;
    std::deque<std::size_t> waiting_;  ///< The first is being run.
    std::optional<Crowd> running_;
};

}  // namespace toibox::app
