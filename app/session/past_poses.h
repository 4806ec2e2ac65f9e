// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/world.h"

#include <cstddef>
#include <deque>
#include <vector>

namespace toibox::app {

/// The poses of all dynamic and kinematic bodies in one frame.
struct PoseSample {
    struct Entry {
        BodyHandle body;
        BodyPose pose;
    };
    bool is_mid_step = false;    ///< The frame is a pause at an impact: other bodies are not there yet.
    std::vector<Entry> entries;  ///< By body index.

    /// Null if the sample has no such body.
    [[nodiscard]] const Entry* find(BodyHandle body) const;
};

/// The poses of the last frames.
class PastPoses {
public:
    static constexpr std::size_t max_entries = 2'000'000;  ///< Of all samples together; about 80 MB.

    /// Number of frames to keep, at most; 0 forgets all.
    void set_capacity(std::size_t frames);
    [[nodiscard]] std::size_t capacity() const { return capacity_; }
    void add(const World& world, bool is_mid_step);
    void clear() { samples_.clear(); }
    /// Oldest first; the last is the pose at the end of the last step.
    [[nodiscard]] const std::deque<PoseSample>& samples() const { return samples_; }

private:
    std::size_t capacity_ = 0;
    std::deque<PoseSample> samples_;
};

}  // namespace toibox::app
