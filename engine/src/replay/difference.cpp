// SPDX-License-Identifier: MIT
#include "toibox/replay/difference.h"

#include "toibox/dynamics/state_hash.h"

#include "replay/payloads.h"

#include <algorithm>

namespace toibox::replay {

namespace {

/// The bytes of an input in a file, without its gesture, which is an arbitrary number.
std::vector<std::byte> bytes_of(const Input& input) {
    InputsPayload payload{.branch = 0, .inputs = {input}};
    payload.inputs.front().gesture = 0;
    TaggedWriter writer;
    writer.fields(payload);
    return std::move(writer).take();
}

/// The first frame up to `last` at which the branches' own inputs differ.
std::optional<std::uint64_t> first_input_difference(const Branch& a, const Branch& b, std::uint64_t last) {
    const auto inputs_to = [last](const Branch& branch) {
        const auto end = std::ranges::upper_bound(branch.inputs, last, {}, &Input::frame);
        return std::span<const Input>(branch.inputs.begin(), end);
    };
    const std::span<const Input> inputs_a = inputs_to(a);
    const std::span<const Input> inputs_b = inputs_to(b);
    const auto [at_a, at_b] = std::ranges::mismatch(
        inputs_a, inputs_b, [](const Input& x, const Input& y) { return bytes_of(x) == bytes_of(y); });
    std::optional<std::uint64_t> first;
    if (at_a != inputs_a.end()) first = at_a->frame;
    if (at_b != inputs_b.end()) first = first ? std::min(*first, at_b->frame) : at_b->frame;
    return first;
}

std::optional<RecordingDifference> branch_difference(const Branch& a, const Branch& b, std::uint32_t branch) {
    RecordingDifference difference{.branch = branch, .frame = a.first_frame()};
    if (a.fork != b.fork) {
        difference.kind = DifferenceKind::Fork;
        return difference;
    }
    const auto mismatch = std::ranges::mismatch(a.hashes, b.hashes).in1;
    const auto index = static_cast<std::uint64_t>(mismatch - a.hashes.begin());
    const bool same_length = a.hashes.size() == b.hashes.size();
    const std::uint64_t common_end = std::min(a.end(), b.end());
    if (a.first_frame() + index <= common_end) difference.first_hash_mismatch = a.first_frame() + index;
    // The shorter recording may have ended before all inputs of its last frame were given.
    const auto input =
        first_input_difference(a, b, same_length ? common_end : common_end - (common_end > 0 ? 1 : 0));
    if (input && (!difference.first_hash_mismatch || *input < *difference.first_hash_mismatch)) {
        difference.kind = DifferenceKind::Input;
        difference.frame = *input;
        return difference;
    }
    if (difference.first_hash_mismatch) {
        difference.frame = *difference.first_hash_mismatch;
        return difference;
    }
    if (same_length) return std::nullopt;
    difference.kind = DifferenceKind::Length;
    difference.frame = common_end;
    return difference;
}

}  // namespace

std::optional<RecordingDifference> first_difference(const Recording& a, const Recording& b) {
    const std::size_t common = std::min(a.branches.size(), b.branches.size());
    for (std::uint32_t branch = 0; branch < common; ++branch) {
        if (const auto difference = branch_difference(a.branches[branch], b.branches[branch], branch))
            return difference;
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
