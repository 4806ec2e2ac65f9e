// SPDX-License-Identifier: MIT
#include "app/session/past_poses.h"

#include <algorithm>

namespace toibox::app {

const PoseSample::Entry* PoseSample::find(BodyHandle body) const {
    const auto found = std::ranges::lower_bound(entries, body.index, {},
                                                [](const Entry& entry) { return entry.body.index; });
    return found != entries.end() && found->body == body ? &*found : nullptr;
}

void PastPoses::set_capacity(std::size_t frames) {
    capacity_ = frames;
    while (samples_.size() > capacity_)
        samples_.pop_front();
}

void PastPoses::add(const World& world, bool is_mid_step) {
    if (capacity_ == 0) return;
    PoseSample sample{.is_mid_step = is_mid_step, .entries = {}};
    for (const BodyHandle body : world.bodies()) {
        const auto view = world.find(body);
        if (view->info().type != BodyType::Static) sample.entries.push_back({body, view->pose()});
    }
    if (samples_.size() == capacity_) samples_.pop_front();
    samples_.push_back(std::move(sample));
}

}  // namespace toibox::app
