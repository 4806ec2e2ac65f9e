// SPDX-License-Identifier: MIT
// Which shapes have a contact. The same for every broad phase: a pair is born when two fat boxes have come to
// overlap and the two shapes may collide, and dies when the fat boxes part. Nothing is done for shapes that
// stayed within their fat boxes, so a world at rest costs nothing here.
#include "toibox/dynamics/step_stages.h"

#include "world_edit.h"

#include <cmath>

namespace toibox {
namespace {

void end_parted_contacts(StepContext& step) {
    WorldState& state = step.state;
    const auto has_parted = [&state](const Contact& contact) {
        const bool moved = (state.shapes.moved[contact.shape_a] | state.shapes.moved[contact.shape_b]) != 0;
        return moved &&
               !overlaps(state.shapes.fat_box[contact.shape_a], state.shapes.fat_box[contact.shape_b]);
    };
    remove_contacts(state, has_parted, [&](const Contact& contact) {
        ++step.report.destroyed_pairs;
        if (!contact.touching) return;
        step.events.end.push_back({state.shapes.ids.handle_at<ShapeHandle>(contact.shape_a),
                                   state.shapes.ids.handle_at<ShapeHandle>(contact.shape_b)});
    });
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

/// Contacts for those of `found` that have none; both lists ascend, so one walk over the two tells which.
void begin_contacts(StepContext& step, std::vector<ProxyPair>& found) {
    WorldState& state = step.state;
    std::vector<ProxyPair>& live = state.pairs.live;
    std::size_t old = 0;
    std::erase_if(found, [&](const ProxyPair& pair) {
        while (old < live.size() && live[old] < pair)
            ++old;
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
    std::sort(moved.begin(), moved.end());
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
    if (state.bodies.info[body_a].type != BodyType::Dynamic &&
        state.bodies.info[body_b].type != BodyType::Dynamic) {
        return false;
    }
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
    contact.sensor = (state.shapes.sensor[shape_a] | state.shapes.sensor[shape_b]) != 0;
    return contact;
}

}  // namespace toibox
