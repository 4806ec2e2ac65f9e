// SPDX-License-Identifier: MIT
// Creates and ends contacts, in the same way for every broad phase: a contact begins when two fat boxes
// overlap and the shapes may collide, and ends when the fat boxes separate. Shapes that stay within their fat
// boxes cost nothing here, so a world at rest is free.
#include "toibox/broad/any_broad_phase.h"
#include "toibox/core/thread_pool.h"
#include "toibox/dynamics/step_stages.h"
#include "toibox/dynamics/tuning.h"

#include "one_way_contacts.h"
#include "pair_bound.h"
#include "world_edit.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <span>

namespace toibox {
namespace {

/// Contacts or pairs per chunk.
constexpr std::size_t pairs_per_chunk = 512;

bool has_separated(const WorldState& state, std::uint32_t shape_a, std::uint32_t shape_b) {
    const bool moved = (state.shapes.moved[shape_a] | state.shapes.moved[shape_b]) != 0;
    return moved && !overlaps(state.shapes.fat_box[shape_a], state.shapes.fat_box[shape_b]);
}

/// Checks the list of pairs, at a fraction of the cost of a pass over the contacts.
bool has_any_separated(StepContext& step) {
    const WorldState& state = step.state;
    const std::vector<ProxyPair>& live = state.pairs.live;
    std::atomic<bool> any{false};
    step.team.for_chunks(live.size(), pairs_per_chunk, [&](std::size_t begin, std::size_t end) {
        if (any.load(std::memory_order_relaxed)) return;
        const auto chunk = std::span(live).subspan(begin, end - begin);
        if (std::any_of(chunk.begin(), chunk.end(),
                        [&](const ProxyPair& pair) { return has_separated(state, pair.a, pair.b); }))
            any.store(true, std::memory_order_relaxed);
    });
    return any;
}

/// Indices of the contacts in [begin, end) that have separated.
void find_separated(const WorldState& state, std::size_t begin, std::size_t end, SeparatedRun& run) {
    run.separated.clear();
    for (std::size_t i = begin; i < end; ++i) {
        const Contact& contact = state.contacts[i];
        if (has_separated(state, contact.shape_a, contact.shape_b))
            run.separated.push_back(static_cast<std::uint32_t>(i));
    }
}

void report_separated(StepContext& step, const Contact& contact) {
    ++step.report.destroyed_pairs;
    step.pair_buffer.push_back({contact.shape_a, contact.shape_b});
    if (!contact.touching) return;
    step.events.end.push_back({step.state.shapes.ids.handle_at<ShapeHandle>(contact.shape_a),
                               step.state.shapes.ids.handle_at<ShapeHandle>(contact.shape_b)});
}

/// Removes the contacts that the runs list. In place: a copy would double the memory traffic, which dominates
/// the cost.
void compact_contacts(LargeVector<Contact>& contacts, std::span<const SeparatedRun> runs) {
    Contact* write = nullptr;  // where the next kept contact goes
    Contact* read = nullptr;   // the first kept contact that is not moved yet
    for (const SeparatedRun& run : runs) {
        for (const std::uint32_t separated : run.separated) {
            Contact* const gap = contacts.data() + separated;
            write = write == nullptr ? gap : std::move(read, gap, write);
            read = gap + 1;
        }
    }
    if (write == nullptr) return;
    write = std::move(read, contacts.data() + contacts.size(), write);
    contacts.resize(static_cast<std::size_t>(write - contacts.data()));
}

/// In runs of fixed size, so that each may have its own worker.
void end_separated_contacts(StepContext& step) {
    WorldState& state = step.state;
    if (!has_any_separated(step)) return;
    const std::size_t count = state.contacts.size();
    std::vector<SeparatedRun>& all_runs = step.scratch.separated_runs;
    const std::size_t run_count = WorkerTeam::block_count(count, pairs_per_chunk);
    if (all_runs.size() < run_count) all_runs.resize(run_count);
    const std::span runs(all_runs.data(), run_count);
    step.team.for_blocks(count, pairs_per_chunk, [&](std::size_t run, std::size_t begin, std::size_t end) {
        find_separated(state, begin, end, runs[run]);
    });
    step.pair_buffer.clear();
    for (const SeparatedRun& run : runs) {
        for (const std::uint32_t separated : run.separated)
            report_separated(step, state.contacts[separated]);
    }
    compact_contacts(state.contacts, runs);
    std::sort(step.pair_buffer.begin(), step.pair_buffer.end());
    erase_pairs(state.pairs.live, step.pair_buffer);
}

/// Sorts the moved shapes; rebuilds the list from the flags where that is cheaper.
void sort_moved(WorldState& state) {
    std::vector<std::uint32_t>& moved = state.pairs.moved;
    const std::vector<std::uint8_t>& flags = state.shapes.moved;
    if (moved.size() * tuning::moved_flag_scan_ratio < flags.size()) {
        std::sort(moved.begin(), moved.end());
        return;
    }
    moved.clear();
    for (std::uint32_t shape = 0; shape < flags.size(); ++shape) {
        if (flags[shape] != 0) moved.push_back(shape);
    }
}

/// First index from `from` on whose pair is not below `pair`, by galloping search: O(log distance).
std::size_t gallop_lower_bound(const std::vector<ProxyPair>& pairs, std::size_t from, const ProxyPair& pair) {
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

/// Marks the step as failed because of the pairs of this shape. Returns false.
bool fail_too_many_pairs(StepContext& step, std::uint32_t shape) {
    step.report.too_many_pairs = true;
    step.report.offending_body = step.state.bodies.ids.handle_at<BodyHandle>(step.state.shapes.body[shape]);
    return false;
}

/// Creates contacts for the pairs in `found` that have none; both lists are ascending, so one merge pass
/// suffices. False if there would be too many contacts.
bool create_contacts(StepContext& step, std::vector<ProxyPair>& found) {
    WorldState& state = step.state;
    std::vector<ProxyPair>& live = state.pairs.live;
    constexpr ProxyPair not_new{null_index, null_index};
    step.team.for_chunks(found.size(), pairs_per_chunk, [&](std::size_t begin, std::size_t end) {
        const auto first = std::lower_bound(live.begin(), live.end(), found[begin]);
        auto old = static_cast<std::size_t>(first - live.begin());
        for (ProxyPair& pair : std::span(found).subspan(begin, end - begin)) {
            old = gallop_lower_bound(live, old, pair);
            const bool has_contact = old < live.size() && live[old] == pair;
            if (has_contact || !can_have_contact(state, pair.a, pair.b)) pair = not_new;
        }
    });
    std::erase(found, not_new);
    if (found.empty()) return true;
    const std::size_t old_count = state.contacts.size();
    if (old_count + found.size() > tuning::max_pairs) return fail_too_many_pairs(step, found.front().a);
    state.contacts.resize(old_count + found.size());
    step.team.for_chunks(found.size(), pairs_per_chunk, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            Contact& contact = state.contacts[old_count + i];
            contact = make_contact(state, found[i].a, found[i].b);
            if (contact.response == ContactResponse::OneWay)
                contact.response = first_response(state, contact);
        }
    });
    merge_pairs(live, found);
    detect_among_sleepers(step, old_count);
    step.report.created_pairs += static_cast<int>(found.size());
    return true;
}

}  // namespace

bool update_pairs(StepContext& step) {
    WorldState& state = step.state;
    std::vector<std::uint32_t>& moved = state.pairs.moved;
    if (moved.empty()) return true;
    if (const auto shape = find_overcrowded_shape(state, moved)) return fail_too_many_pairs(step, *shape);
    step.report.moved_boxes += static_cast<int>(moved.size());
    end_separated_contacts(step);
    sort_moved(state);
    std::visit(
        [&](auto& phase) {
            if constexpr (requires { phase.find_new_pairs(moved, step.team, step.pair_buffer); }) {
                phase.find_new_pairs(moved, step.team, step.pair_buffer);
            } else {
                phase.find_pairs(moved, step.pair_buffer);
            }
            const BroadPhaseCounters counted = phase.counters();
            step.report.broad.tests += counted.tests;
            step.report.broad.node_visits += counted.node_visits;
            step.report.broad.swaps += counted.swaps;
            step.report.found_pairs += static_cast<int>(step.pair_buffer.size() + counted.known);
        },
        *state.broad_phase);
    if (!create_contacts(step, step.pair_buffer)) return false;
    for (const std::uint32_t shape : moved)
        state.shapes.moved[shape] = 0;
    moved.clear();
    return true;
}

bool can_have_contact(const WorldState& state, std::uint32_t shape_a, std::uint32_t shape_b) {
    const std::uint32_t body_a = state.shapes.body[shape_a];
    const std::uint32_t body_b = state.shapes.body[shape_b];
    if (body_a == body_b) return false;
    const BodyType type_a = state.bodies.info[body_a].type;
    const BodyType type_b = state.bodies.info[body_b].type;
    // A sensor needs a body that can move, a collision one that can be pushed.
    const bool has_sensor = (state.shapes.sensor[shape_a] | state.shapes.sensor[shape_b]) != 0;
    const BodyType min_type = has_sensor ? BodyType::Kinematic : BodyType::Dynamic;
    if (type_a < min_type && type_b < min_type) return false;
    if (!may_collide(state.shapes.filter[shape_a], state.shapes.filter[shape_b])) return false;
    const std::vector<ProxyPair>& jointed = state.pairs.jointed;
    if (jointed.empty()) return true;
    const ProxyPair bodies = body_a < body_b ? ProxyPair{body_a, body_b} : ProxyPair{body_b, body_a};
    return !std::binary_search(jointed.begin(), jointed.end(), bodies);
}

void end_contacts_of(WorldState& state, const std::vector<ProxyPair>& ended) {
    std::size_t remaining = ended.size();
    std::erase_if(state.contacts, [&](const Contact& contact) {
        const ProxyPair pair{contact.shape_a, contact.shape_b};
        if (remaining == 0 || !std::binary_search(ended.begin(), ended.end(), pair)) return false;
        --remaining;
        wake_supported(state, contact);
        if (!contact.touching) return true;
        state.pairs.ended.push_back({state.shapes.ids.handle_at<ShapeHandle>(contact.shape_a),
                                     state.shapes.ids.handle_at<ShapeHandle>(contact.shape_b)});
        return true;
    });
    TOIBOX_ASSERT(remaining == 0);
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
    contact.rounding_a = rounding_radius(state.shapes.geometry[shape_a]);
    contact.rounding_b = rounding_radius(state.shapes.geometry[shape_b]);
    const float rolling_a = a.rolling_resistance * contact.rounding_a;
    const float rolling_b = b.rolling_resistance * contact.rounding_b;
    contact.rolling_resistance = rolling_a > rolling_b ? rolling_a : rolling_b;
    contact.tangent_speed = a.tangent_speed + b.tangent_speed;
    if ((state.shapes.sensor[shape_a] | state.shapes.sensor[shape_b]) != 0) {
        contact.response = ContactResponse::Sense;
    } else if (is_one_way(state, shape_a, shape_b)) {
        contact.response = ContactResponse::OneWay;
    }
    return contact;
}

}  // namespace toibox
