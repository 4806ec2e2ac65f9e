// SPDX-License-Identifier: MIT
#pragma once

#include "app/session/session.h"

#include <optional>
#include <tuple>

namespace toibox::app {

/// Opacity of what fades in after a verdict: chips within 160 ms, then the question card from 300 to 500 ms.
/// A question about something else appears at once.
class VerdictFade {
public:
    /// Call once per frame. In a comparison, the verdicts of the leader start the fade of all panes; those of
    /// another pane alone appear at once. `seconds`: real time since the last frame. `is_instant`: nothing
    /// fades.
    void update(const Session& session, double seconds, bool is_instant);

    [[nodiscard]] float chips() const { return opacity(0.0, 0.16); }
    [[nodiscard]] float card() const { return opacity(0.3, 0.2); }

private:
    [[nodiscard]] float opacity(double start, double length) const;

    /// Start count, branch and frame of the shown verdicts.
    std::optional<std::tuple<int, std::uint32_t, std::uint64_t>> shown_;
    double age_ = 0.0;  ///< Seconds since they appeared.
};

}  // namespace toibox::app
