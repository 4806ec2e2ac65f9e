// SPDX-License-Identifier: MIT
// Seeking restores the nearest state before a frame, then steps. Every spacing_-th frame is cached, and the
// spacing doubles when the cached states exceed the budget. Between two such states, temporary states of
// the last seek are cached, too, because a step back is often followed by another.
#include "toibox/core/assert.h"
#include "toibox/replay/history.h"
#include "toibox/replay/recording_file.h"

#include <algorithm>

namespace toibox::replay {

namespace {

/// Frames between two keyframes of this size in a file.
std::uint64_t spacing_for_file(std::size_t keyframe_bytes) {
    return std::max<std::uint64_t>(tuning::keyframe_spacing,
                                   keyframe_bytes / tuning::keyframe_bytes_per_step + 1);
}

}  // namespace

void History::cache_state(Key at, const Simulation& state, std::optional<double> seconds, bool is_temporary) {
    const Key key{recording_.owner(at.first, at.second), at.second};
    if (cached_states_.contains(key)) {
        // The state may have been cached as a temporary one.
        if (CachedState& cached = cached_states_[key]; cached.is_temporary && !is_temporary) {
            cached.is_temporary = false;
            temporary_bytes_ -= cached.bytes;
        }
        return;
    }
    const std::size_t bytes = estimate_memory(state.world());
    if (is_temporary && temporary_bytes_ + bytes > budget_ / tuning::temporary_budget_divisor) return;
    cached_states_.emplace(key, CachedState{state.clone(), seconds, bytes, is_temporary});
    cached_bytes_ += bytes;
    if (is_temporary) temporary_bytes_ += bytes;
    evict_to_budget();
}

void History::evict_to_budget() {
    while (cached_bytes_ - temporary_bytes_ > budget_ && cached_states_.size() > 2) {
        spacing_ *= 2;
        std::erase_if(cached_states_, [&](const auto& entry) {
            const auto& [key, cached] = entry;
            if (cached.is_temporary || key.second % spacing_ == 0) return false;
            cached_bytes_ -= cached.bytes;
            return true;
        });
    }
}

void History::drop_temporary_states() {
    std::erase_if(cached_states_, [&](const auto& entry) {
        if (!entry.second.is_temporary) return false;
        cached_bytes_ -= entry.second.bytes;
        return true;
    });
    temporary_bytes_ = 0;
}

void History::store_keyframe() {
    StoredKeyframe keyframe = pack(*simulation_, position_.branch, position_.frame, seconds_);
    const bool is_too_large = keyframe.chunk.empty();
    next_keyframe_ =
        position_.frame + spacing_for_file(is_too_large ? tuning::max_state_bytes : keyframe.chunk.size());
    if (!is_too_large) branch().keyframes.push_back(std::move(keyframe));
}

void History::record_keyframes(bool enable) {
    if (enable && !records_keyframes_) {
        for (const auto& [key, cached] : cached_states_) {
            const auto [branch, frame] = key;
            std::vector<StoredKeyframe>& stored = recording_.branches[branch].keyframes;
            const auto after = std::ranges::lower_bound(stored, frame, {}, &StoredKeyframe::frame);
            const std::uint64_t last = after == stored.begin() ? 0 : std::prev(after)->frame;
            const bool is_there = after != stored.end() && after->frame == frame;
            const std::uint64_t min_distance =
                stored.empty() ? 0 : spacing_for_file(stored.front().chunk.size());
            if (cached.is_temporary || is_there || (!stored.empty() && frame < last + min_distance)) continue;
            StoredKeyframe keyframe = pack(*cached.state, branch, frame, cached.seconds);
            if (!keyframe.chunk.empty()) stored.insert(after, std::move(keyframe));
        }
        next_keyframe_ = position_.frame + tuning::keyframe_spacing;
    }
    records_keyframes_ = enable;
}

void History::seek(std::uint32_t branch, std::uint64_t frame) {
    const HistoryPosition end = end_of(branch);
    seek(frame >= end.frame ? end : HistoryPosition{branch, frame, 0});
}

void History::seek(const HistoryPosition& position) {
    const HistoryPosition end = end_of(position.branch);
    const std::uint64_t frame = std::min(position.frame, end.frame);
    run_to(position.branch, frame);
    if (position_.frame == frame) apply_inputs(position.inputs);
}

void History::step_back() {
    if (position_.inputs > 0) {
        seek({position_.branch, position_.frame, 0});
    } else if (position_.frame > 0) {
        seek({position_.branch, position_.frame - 1, 0});
    }
}

void History::run_to(std::uint32_t branch, std::uint64_t frame) {
    // Continue from the current position if it is on the path and no stored state is nearer.
    const std::uint32_t owner = recording_.owner(branch, frame);
    const bool on_path =
        recording_.owner(position_.branch, position_.frame) == recording_.owner(branch, position_.frame) &&
        position_.frame <= frame && position_.inputs == 0 && nearest_state(branch, frame) <= position_.frame;
    if (!on_path) {
        if (!cached_states_.contains(Key{owner, frame})) drop_temporary_states();
        restore_before(branch, frame);
    }
    position_.branch = branch;
    const std::uint64_t distance = frame - position_.frame;
    const std::uint64_t stride = distance / tuning::max_temporary_states + 1;
    for (std::uint64_t done = 0; done < distance; ++done) {
        if (done > 0 && done % stride == 0) cache_state(true);
        apply_inputs(recording_.input_count(branch, position_.frame));
        if (simulation_->step(seconds_).failed()) {
            // Recorded frames do not fail, so the replay differs from the recording.
            if (!divergence_)
                divergence_ = {branch, position_.frame + 1, recording_.hash(branch, position_.frame + 1), 0};
            return;
        }
        ++position_.frame;
        position_.inputs = 0;
        if (position_.frame % spacing_ == 0) cache_state(false);
    }
    if (distance > 0) check_frame();
}

void History::skip_cached_states(Prefetch& at) const {
    const CachedState* last = nullptr;
    for (std::uint64_t next = at.position.frame + spacing_;
         next <= recording_.branches[at.position.branch].end(); next += spacing_) {
        const auto cached = cached_states_.find(Key{recording_.owner(at.position.branch, next), next});
        if (cached == cached_states_.end() || cached->second.is_temporary) break;
        last = &cached->second;
        at.position.frame = next;
    }
    if (last == nullptr) return;
    at.state = last->state->clone();
    at.seconds = last->seconds;
}

bool History::prefetch_states(std::uint64_t frames) {
    if (!prefetch_ || prefetch_->position.branch != position_.branch) {
        const CachedState& first = cached_states_.at(Key{0, 0});
        prefetch_ = Prefetch{{position_.branch, 0, 0}, first.state->clone(), first.seconds};
    }
    Prefetch& at = *prefetch_;
    const std::uint64_t end = recording_.branches[at.position.branch].end();
    for (std::uint64_t done = 0; done < frames; ++done) {
        if (at.position.frame % spacing_ == 0) skip_cached_states(at);
        if (at.position.frame >= end) break;
        for (const Input* input : recording_.inputs_at(at.position.branch, at.position.frame))
            static_cast<void>(replay::apply(*at.state, *input, at.seconds));
        if (at.state->step(at.seconds).failed()) return false;
        ++at.position.frame;
        if (at.position.frame % spacing_ == 0)
            cache_state({at.position.branch, at.position.frame}, *at.state, at.seconds, false);
    }
    return at.position.frame < end;
}

std::uint64_t History::nearest_state(std::uint32_t branch, std::uint64_t frame) const {
    for (std::uint32_t at = branch; recording_.branches[at].fork; at = recording_.branches[at].fork->branch) {
        const Branch& entry = recording_.branches[at];
        if (const auto found = nearest_own_state(at, frame); found && *found > entry.fork->frame)
            return *found;
        frame = std::min(frame, entry.fork->frame);
    }
    return nearest_own_state(0, frame).value_or(0);
}

std::optional<std::uint64_t> History::nearest_own_state(std::uint32_t branch, std::uint64_t frame) const {
    std::optional<std::uint64_t> found;
    const auto cached = cached_states_.upper_bound(Key{branch, frame});
    if (cached != cached_states_.begin() && std::prev(cached)->first.first == branch)
        found = std::prev(cached)->first.second;
    const std::vector<StoredKeyframe>& stored = recording_.branches[branch].keyframes;
    for (auto at = std::ranges::upper_bound(stored, frame, {}, &StoredKeyframe::frame);
         at != stored.begin();) {
        --at;
        if (found && at->frame <= *found) break;
        if (!unusable_keyframes_.contains(Key{branch, at->frame})) return at->frame;
    }
    return found;
}

void History::restore_before(std::uint32_t branch, std::uint64_t frame) {
    // Search the target's branch, then its ancestors; on an ancestor, only frames up to its child's fork.
    std::uint64_t up_to = frame;
    for (std::uint32_t at = branch;;) {
        const Branch& entry = recording_.branches[at];
        const std::uint64_t first = entry.fork ? entry.fork->frame + 1 : 0;
        if (up_to >= first) {
            const auto after = cached_states_.upper_bound(Key{at, up_to});
            const bool has_cached = after != cached_states_.begin() && std::prev(after)->first.first == at &&
                                    std::prev(after)->first.second >= first;
            const std::uint64_t cached_frame = has_cached ? std::prev(after)->first.second : first;
            if (restore_stored(at, up_to, has_cached ? cached_frame + 1 : first)) return;
            if (has_cached) {
                const CachedState& cached = std::prev(after)->second;
                simulation_ = cached.state->clone();
                seconds_ = cached.seconds;
                position_ = {at, cached_frame, 0};
                return;
            }
        }
        TOIBOX_ASSERT(entry.fork.has_value());
        up_to = std::min(up_to, entry.fork->frame);
        at = entry.fork->branch;
    }
}

bool History::restore_from(const StoredKeyframe& keyframe, std::uint64_t hash) {
    const Result<KeyframeState, std::string> state = unpack(keyframe);
    if (!state) return false;
    Result<World, StateError> world = read_state(state->world);
    return world && world->hash() == hash &&
           simulation_->restore(std::move(world).value(), state->script_state);
}

bool History::restore_stored(std::uint32_t branch, std::uint64_t frame, std::uint64_t no_earlier_than) {
    const std::vector<StoredKeyframe>& stored = recording_.branches[branch].keyframes;
    auto candidate = std::ranges::upper_bound(stored, frame, {}, &StoredKeyframe::frame);
    while (candidate != stored.begin()) {
        --candidate;
        if (candidate->frame < no_earlier_than) return false;
        const Key key{branch, candidate->frame};
        if (unusable_keyframes_.contains(key)) continue;
        if (!restore_from(*candidate, recording_.hash(branch, candidate->frame))) {
            unusable_keyframes_.insert(key);
            continue;
        }
        position_ = {branch, candidate->frame, 0};
        seconds_ = recording_.step_seconds(position_);
        return true;
    }
    return false;
}

}  // namespace toibox::replay
