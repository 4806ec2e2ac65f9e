// SPDX-License-Identifier: MIT
#include "toibox/replay/difference.h"

#include "toibox/dynamics/state_hash.h"

#include "payloads.h"

#include <algorithm>

namespace toibox::replay {

namespace {

/// What a file would hold of it. Gestures are numbers that a session gave out; they tell nothing of the
/// course.
std::vector<std::byte> bytes_of(const Input& input) {
    InputsPayload payload{.branch = 0, .inputs = {input}};
    payload.inputs.front().gesture = 0;
    TaggedWriter writer;
    writer.fields(payload);
    return std::move(writer).take();
}

/// The first frame up to `last` at which the lanes' own inputs differ.
std::optional<std::uint64_t> first_input_difference(const Branch& a, const Branch& b, std::uint64_t last) {
    const auto inputs_to = [last](const Branch& branch) {
        const auto end = std::ranges::upper_bound(branch.inputs, last, {}, &Input::frame);
        return std::span<const Input>(branch.inputs.begin(), end);
    };
    const std::span<const Input> of_a = inputs_to(a);
    const std::span<const Input> of_b = inputs_to(b);
    const auto [at_a, at_b] = std::ranges::mismatch(
        of_a, of_b, [](const Input& one, const Input& other) { return bytes_of(one) == bytes_of(other); });
    std::optional<std::uint64_t> first;
    if (at_a != of_a.end()) first = at_a->frame;
    if (at_b != of_b.end()) first = first ? std::min(*first, at_b->frame) : at_b->frame;
    return first;
}

std::optional<RecordingDifference> branch_difference(const Branch& a, const Branch& b, std::uint32_t branch) {
    RecordingDifference found{.branch = branch, .frame = a.first_frame()};
    if (a.fork != b.fork) {
        found.kind = DifferenceKind::Fork;
        return found;
    }
    const auto other = std::ranges::mismatch(a.hashes, b.hashes).in1;
    const auto index = static_cast<std::uint64_t>(other - a.hashes.begin());
    const bool same_length = a.hashes.size() == b.hashes.size();
    const std::uint64_t common_end = std::min(a.end(), b.end());
    if (a.first_frame() + index <= common_end) found.first_hash_mismatch = a.first_frame() + index;
    // Of the shorter one's last frame the inputs were perhaps still to come.
    const auto input =
        first_input_difference(a, b, same_length ? common_end : common_end - (common_end > 0 ? 1 : 0));
    if (input && (!found.first_hash_mismatch || *input < *found.first_hash_mismatch)) {
        found.kind = DifferenceKind::Input;
        found.frame = *input;
        return found;
    }
    if (found.first_hash_mismatch) {
        found.frame = *found.first_hash_mismatch;
        return found;
    }
    if (same_length) return std::nullopt;
    found.kind = DifferenceKind::Length;
    found.frame = common_end;
    return found;
}

}  // namespace

std::optional<RecordingDifference> first_difference(const Recording& a, const Recording& b) {
    const std::size_t common = std::min(a.branches.size(), b.branches.size());
    for (std::uint32_t branch = 0; branch < common; ++branch) {
        if (const auto found = branch_difference(a.branches[branch], b.branches[branch], branch))
            return found;
    }
    if (a.branches.size() == b.branches.size()) return std::nullopt;
    const Recording& longer = a.branches.size() > b.branches.size() ? a : b;
    const auto branch = static_cast<std::uint32_t>(common);
    return RecordingDifference{
        .kind = DifferenceKind::Branches, .branch = branch, .frame = longer.branches[branch].first_frame()};
}

StateComparison compare_states(const WorldState& a, const WorldState& b, std::uint64_t frame) {
    StateComparison comparison{.frame = frame};
    const std::vector<SubsystemHash> hashes_a = deep_hash(a);
    const std::vector<SubsystemHash> hashes_b = deep_hash(b);
    for (std::size_t i = 0; i < hashes_a.size(); ++i) {
        if (hashes_a[i].hash != hashes_b[i].hash) comparison.subsystems.emplace_back(hashes_a[i].name);
    }
    comparison.differences = differences(a, b, max_differences);
    return comparison;
}

}  // namespace toibox::replay
