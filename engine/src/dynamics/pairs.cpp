// SPDX-License-Identifier: MIT
// Which shapes have a contact. The same for every broad phase: a pair is born when two fat boxes have come to
// overlap and the two shapes may collide, and dies when the fat boxes part. Nothing is done for shapes that
// stayed within their fat boxes, so a world at rest costs nothing here.
#include "toibox/dynamics/step_stages.h"
#include "toibox/dynamics/tuning.h"

#include "world_edit.h"

#include <cmath>

namespace toibox {
namespace {

/// The list of pairs says whether any has parted, in a fraction of what a walk over the contacts costs.
void end_parted_contacts(StepContext& step) {
    WorldState& state = step.state;
    const auto has_parted = [&state](std::uint32_t shape_a, std::uint32_t shape_b) {
        const bool moved = (state.shapes.moved[shape_a] | state.shapes.moved[shape_b]) != 0;
        return moved && !overlaps(state.shapes.fat_box[shape_a], state.shapes.fat_box[shape_b]);
    };
    const auto is_parted_pair = [&](const ProxyPair& pair) { return has_parted(pair.a, pair.b); };
    if (std::none_of(state.pairs.live.begin(), state.pairs.live.end(), is_parted_pair)) return;
    const auto is_over = [&](const Contact& contact) { return has_parted(contact.shape_a, contact.shape_b); };
    remove_contacts(state, step.pair_buffer, is_over, [&](const Contact& contact) {
        ++step.report.destroyed_pairs;
        if (!contact.touching) return;
        step.events.end.push_back({state.shapes.ids.handle_at<ShapeHandle>(contact.shape_a),
                                   state.shapes.ids.handle_at<ShapeHandle>(contact.shape_b)});
    });
}

/// The moved shapes in ascending order: read off the flags where that costs less than to sort the list.
void sort_moved(WorldState& state) {
    std::vector<std::uint32_t>& moved = state.pairs.moved;
    const std::vector<std::uint8_t>& flags = state.shapes.moved;
    if (moved.size() * tuning::moved_flags_read < flags.size()) {
        std::sort(moved.begin(), moved.end());
        return;
    }
    moved.clear();
    for (std::uint32_t shape = 0; shape < flags.size(); ++shape) {
        if (flags[shape] != 0) moved.push_back(shape);
    }
}

/// Merges one ascending list into another, from the back, without memory of its own.
void merge_into(std::vector<ProxyPair>& live, const std::vector<ProxyPair>& found) {
    std::size_t old = live.size();
    std::size_t fresh = found.size();
    live.resize(old + fresh);
    for (std::size_t at = live.size(); fresh > 0;) {
        live[--at] = old > 0 && found[fresh - 1] < live[old - 1] ? live[--old] : found[--fresh];
    }
}

/// The first place from `from` on whose pair is not below `pair`, in strides that double: O(log of the way).
std::size_t place_of(const std::vector<ProxyPair>& pairs, std::size_t from, const ProxyPair& pair) {
    std::size_t low = from;
    std::size_t stride = 1;
    while (low + stride <= pairs.size() && pairs[low + stride - 1] < pair) {
        low += stride;
        stride *= 2;
    }
    const std::size_t high = low + stride <= pairs.size() ? low + stride - 1 : pairs.size();
    const auto begin = pairs.begin();
    const auto found = std::lower_bound(begin + static_cast<std::ptrdiff_t>(low),
                                        begin + static_cast<std::ptrdiff_t>(high), pair);
    return static_cast<std::size_t>(found - begin);
}

/// Contacts for those of `found` that have none; both lists ascend, so one walk over the two tells which.
void begin_contacts(StepContext& step, std::vector<ProxyPair>& found) {
    WorldState& state = step.state;
    std::vector<ProxyPair>& live = state.pairs.live;
    std::size_t old = 0;
    std::erase_if(found, [&](const ProxyPair& pair) {
        old = place_of(live, old, pair);
        const bool has_contact = old < live.size() && live[old] == pair;
        return has_contact || !may_pair(state, pair.a, pair.b);
    });
    if (found.empty()) return;
    for (const ProxyPair& pair : found)
        state.contacts.push_back(make_contact(state, pair.a, pair.b));
    merge_into(live, found);
    step.report.created_pairs += static_cast<int>(found.size());
}

}  // namespace

void update_pairs(StepContext& step) {
    WorldState& state = step.state;
    std::vector<std::uint32_t>& moved = state.pairs.moved;
    if (moved.empty()) return;
    end_parted_contacts(step);
    sort_moved(state);
    std::visit(
        [&](auto& phase) {
            phase.find_pairs(moved, step.pair_buffer);
            const BroadPhaseCounters counted = phase.counters();
            step.report.broad.tests += counted.tests;
            step.report.broad.node_visits += counted.node_visits;
            step.report.broad.swaps += counted.swaps;
        },
        state.broad_phase);
    begin_contacts(step, step.pair_buffer);
    for (const std::uint32_t shape : moved)
        state.shapes.moved[shape] = 0;
    moved.clear();
}

bool may_pair(const WorldState& state, std::uint32_t shape_a, std::uint32_t shape_b) {
    const std::uint32_t body_a = state.shapes.body[shape_a];
    const std::uint32_t body_b = state.shapes.body[shape_b];
    if (body_a == body_b) return false;
    const BodyType type_a = state.bodies.info[body_a].type;
    const BodyType type_b = state.bodies.info[body_b].type;
    // A sensor tells of whatever can come to it or to what it can come; a response takes something that
    // yields.
    const bool senses = (state.shapes.sensor[shape_a] | state.shapes.sensor[shape_b]) != 0;
    const BodyType needed = senses ? BodyType::Kinematic : BodyType::Dynamic;
    if (type_a < needed && type_b < needed) return false;
    if (!may_collide(state.shapes.filter[shape_a], state.shapes.filter[shape_b])) return false;
    const std::vector<ProxyPair>& jointed = state.pairs.jointed;
    if (jointed.empty()) return true;
    const ProxyPair bodies = body_a < body_b ? ProxyPair{body_a, body_b} : ProxyPair{body_b, body_a};
    return !std::binary_search(jointed.begin(), jointed.end(), bodies);
}

Contact make_contact(const WorldState& state, std::uint32_t shape_a, std::uint32_t shape_b) {
    if (shape_b < shape_a) std::swap(shape_a, shape_b);
    const Material& a = state.shapes.material[shape_a];
    const Material& b = state.shapes.material[shape_b];
    Contact contact;
    contact.shape_a = shape_a;
    contact.shape_b = shape_b;
    contact.body_a = state.shapes.body[shape_a];
    contact.body_b = state.shapes.body[shape_b];
    contact.friction = std::sqrt(a.friction * b.friction);
    contact.restitution = a.restitution > b.restitution ? a.restitution : b.restitution;
    contact.rounding_a = rounding(state.shapes.geometry[shape_a]);
    contact.rounding_b = rounding(state.shapes.geometry[shape_b]);
    const float rolling_a = a.rolling_resistance * contact.rounding_a;
    const float rolling_b = b.rolling_resistance * contact.rounding_b;
    contact.rolling_resistance = rolling_a > rolling_b ? rolling_a : rolling_b;
    contact.tangent_speed = a.tangent_speed + b.tangent_speed;
    contact.sensor = (state.shapes.sensor[shape_a] | state.shapes.sensor[shape_b]) != 0;
    return contact;
}

}  // namespace toibox
