// SPDX-License-Identifier: MIT
#include "toibox/replay/recording.h"

#include "toibox/core/assert.h"

#include <algorithm>

namespace toibox::replay {

namespace {

std::span<const Input> own_inputs_at(const Branch& branch, std::uint64_t frame) {
    const auto range = std::ranges::equal_range(branch.inputs, frame, {}, &Input::frame);
    return {range.begin(), range.end()};
}

/// The last step length that the inputs set; null if there is none.
const StepLength* last_step_length(std::span<const Input> inputs) {
    for (std::size_t i = inputs.size(); i-- > 0;) {
        if (const auto* length = std::get_if<StepLength>(&inputs[i].what)) return length;
    }
    return nullptr;
}

}  // namespace

std::size_t nested_elements(const Input& input) {
    const auto* command = std::get_if<Command>(&input.what);
    const auto* create = command != nullptr ? std::get_if<command::CreateBody>(command) : nullptr;
    if (create == nullptr) return 0;
    std::size_t count = create->parts.size();
    for (const command::CreateBody::Part& part : create->parts) {
        if (const auto* polygon = std::get_if<Polygon>(&part.shape))
            count += polygon->vertices().size() + polygon->normals().size();
    }
    return count;
}

std::uint64_t Branch::end() const {
    TOIBOX_ASSERT(!hashes.empty());
    return first_frame() + hashes.size() - 1;
}

std::vector<const Input*> Recording::inputs_at(std::uint32_t branch, std::uint64_t frame) const {
    const Branch& entry = branches[branch];
    std::vector<const Input*> inputs;
    if (entry.fork && frame <= entry.fork->frame) {
        inputs = inputs_at(entry.fork->branch, frame);
        if (frame == entry.fork->frame && inputs.size() > entry.fork->inputs)
            inputs.resize(entry.fork->inputs);
    }
    if (frame >= entry.first_frame()) {
        for (const Input& input : own_inputs_at(entry, frame))
            inputs.push_back(&input);
    }
    return inputs;
}

std::size_t Recording::input_count(std::uint32_t branch, std::uint64_t frame) const {
    const Branch& entry = branches[branch];
    std::size_t count = 0;
    if (entry.fork && frame <= entry.fork->frame) {
        count = input_count(entry.fork->branch, frame);
        if (frame == entry.fork->frame && count > entry.fork->inputs) count = entry.fork->inputs;
    }
    return frame >= entry.first_frame() ? count + own_inputs_at(entry, frame).size() : count;
}

std::uint32_t Recording::owner(std::uint32_t branch, std::uint64_t frame) const {
    while (branches[branch].fork && frame <= branches[branch].fork->frame)
        branch = branches[branch].fork->branch;
    return branch;
}

std::uint64_t Recording::hash(std::uint32_t branch, std::uint64_t frame) const {
    const Branch& entry = branches[owner(branch, frame)];
    TOIBOX_ASSERT(frame >= entry.first_frame() && frame <= entry.end());
    return entry.hashes[frame - entry.first_frame()];
}

std::optional<double> Recording::step_seconds(const HistoryPosition& position) const {
    HistoryPosition at = position;
    while (true) {
        const Branch& branch = branches[at.branch];
        const std::span<const Input> before(
            branch.inputs.begin(), std::ranges::lower_bound(branch.inputs, at.frame, {}, &Input::frame));
        const std::span<const Input> here = own_inputs_at(branch, at.frame);
        // A frame's inputs begin with those of the parent.
        const std::size_t inherited = branch.fork && at.frame == branch.fork->frame ? branch.fork->inputs : 0;
        const std::size_t applied = at.inputs > inherited ? at.inputs - inherited : 0;
        if (const auto* length = last_step_length(here.first(std::min(applied, here.size()))))
            return length->seconds;
        if (const auto* length = last_step_length(before)) return length->seconds;
        if (!branch.fork) return std::nullopt;
        const HistoryPosition fork = *branch.fork;
        if (at.frame > fork.frame || (at.frame == fork.frame && at.inputs >= fork.inputs)) {
            at = fork;
        } else {
            at.branch = fork.branch;
        }
    }
}

HistoryPosition Recording::on_oldest_branch(HistoryPosition position) const {
    while (true) {
        const std::optional<HistoryPosition>& fork = branches[position.branch].fork;
        const bool is_older = fork && (position.frame < fork->frame ||
                                       (position.frame == fork->frame && position.inputs <= fork->inputs));
        if (!is_older) return position;
        position.branch = fork->branch;
    }
}

bool Recording::has_room_for_branch(const RecordingLimits& limits) const {
    return branches.size() < limits.branches;
}

bool Recording::has_room_for(const Input& input, const RecordingLimits& limits) const {
    std::size_t inputs = 1;
    for (const Branch& branch : branches)
        inputs += branch.inputs.size();
    if (inputs > limits.inputs) return false;
    std::size_t nested = nested_elements(input);
    if (nested == 0) return true;
    for (const Branch& branch : branches) {
        for (const Input& earlier : branch.inputs)
            nested += nested_elements(earlier);
    }
    return nested <= limits.nested;
}

std::string Recording::defect() const {
    if (branches.empty()) return "has no branch";
    for (std::size_t i = 0; i < branches.size(); ++i) {
        const Branch& branch = branches[i];
        const std::string name = "branch " + std::to_string(i);
        if (branch.hashes.empty()) return name + " has no frame";
        if (branch.fork.has_value() != (i > 0)) return name + " has an invalid fork";
        if (!std::ranges::is_sorted(branch.inputs, {}, &Input::frame) ||
            !std::ranges::is_sorted(branch.marks, {}, &Mark::frame) ||
            !std::ranges::is_sorted(branch.keyframes, {}, &StoredKeyframe::frame))
            return name + " is out of order";
        if (!branch.inputs.empty() && (branch.inputs.front().frame < branch.first_frame()))
            return name + " has inputs before its first frame";
        for (const Input& input : branch.inputs) {
            const auto* length = std::get_if<StepLength>(&input.what);
            if (length != nullptr && length->seconds && !is_step_length(*length->seconds))
                return name + " has an invalid step length";
        }
        if (!branch.fork) continue;
        if (branch.fork->branch >= i) return name + " forks from a later branch";
        const Branch& parent = branches[branch.fork->branch];
        if (branch.fork->frame > parent.end() || branch.fork->frame < parent.first_frame())
            return name + " forks at a frame that its parent does not have";
        if (branch.fork->inputs > input_count(branch.fork->branch, branch.fork->frame))
            return name + " forks after inputs that its parent does not have";
    }
    for (const Bookmark& bookmark : bookmarks) {
        if (bookmark.branch >= branches.size() || bookmark.frame > branches[bookmark.branch].end())
            return "bookmark \"" + bookmark.name + "\" is at a frame that does not exist";
    }
    return {};
}

Result<CommandOutcome, CommandError> apply(Simulation& simulation, const Input& input,
                                           std::optional<double>& seconds) {
    if (const auto* length = std::get_if<StepLength>(&input.what)) {
        seconds = length->seconds;
        return CommandOutcome{};
    }
    return simulation.apply(std::get<Command>(input.what));
}

}  // namespace toibox::replay
