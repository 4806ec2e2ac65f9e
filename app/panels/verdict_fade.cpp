// SPDX-License-Identifier: MIT
#include "app/panels/verdict_fade.h"

#include <algorithm>
#include <limits>

namespace toibox::app {

void VerdictFade::update(const Session& session, double seconds, bool is_instant) {
    if (session.is_playing() || session.run().verdicts().empty()) {
        shown_.reset();
        age_ = std::numeric_limits<double>::infinity();
        return;
    }
    const replay::HistoryPosition& position = session.history().position();
    const std::tuple shown(session.start_count(), position.branch, position.frame);
    age_ = is_instant ? std::numeric_limits<double>::infinity() : shown_ == shown ? age_ + seconds : 0.0;
    shown_ = shown;
}

float VerdictFade::opacity(double start, double length) const {
    return static_cast<float>(std::clamp((age_ - start) / length, 0.0, 1.0));
}

}  // namespace toibox::app
