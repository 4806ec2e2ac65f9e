// SPDX-License-Identifier: MIT
// Creates and ends contacts, in the same way for every broad phase: a contact begins when two fat boxes
// overlap and the shapes may collide, and ends when the fat boxes separate. Shapes that stay within their fat
// boxes cost nothing here, so a world at rest is free.
#include "dynamics/contacts/update_pairs.h"

#include "toibox/broad/any_broad_phase.h"
#include "toibox/core/thread_pool.h"
#include "toibox/dynamics/tuning.h"

#include "dynamics/contacts/detection_scratch.h"
#include "dynamics/contacts/one_way_contacts.h"
#include "dynamics/state/make_contact.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <span>

namespace toibox {
namespace {

/// Removes `ended` from `live`. Both are ascending, and `live` contains all of `ended`.
void erase_pairs(std::vector<ProxyPair>& live, const std::vector<ProxyPair>& ended) {
    if (ended.empty()) return;
    auto next = ended.begin();
    auto kept = std::lower_bound(live.begin(), live.end(), *next);
    for (auto pair = kept; pair != live.end(); ++pair) {
        if (next != ended.end() && *pair == *next) {
            ++next;
        } else {
            *kept++ = *pair;
        }
    }
    live.erase(kept, live.end());
}

/// Number of contacts or pairs per chunk.
constexpr std::size_t pairs_per_chunk = 512;

bool has_separated(const WorldState& state, std::uint32_t shape_a, std::uint32_t shape_b) {
    const bool moved = (state.shapes.moved[shape_a] | state.shapes.moved[shape_b]) != 0;
    return moved && !overlaps(state.shapes.fat_box[shape_a], state.shapes.fat_box[shape_b]);
}

/// Whether any contact has separated. Reads the list of pairs, at a fraction of the cost of a pass over the
/// contacts.
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

/// Lists the contacts in [begin, end) that have separated.
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
    step.detection.pair_buffer.push_back({contact.shape_a, contact.shape_b});
    if (!contact.touching) return;
    step.events.end.push_back({step.state.shapes.ids.handle_at<ShapeHandle>(contact.shape_a),
                               step.state.shapes.ids.handle_at<ShapeHandle>(contact.shape_b)});
}

/// Removes the contacts that `runs` lists. In place, because memory traffic dominates the cost, and a copy
/// would double it.
void compact_contacts(LargeVector<Contact>& contacts, std::span<const SeparatedRun> runs) {
    Contact* write = nullptr;  // Destination of the next kept contact.
    Contact* read = nullptr;   // The first kept contact that is not moved yet.
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

/// Removes contacts whose fat boxes have separated, and emits their end events.
void end_separated_contacts(StepContext& step) {
    WorldState& state = step.state;
    if (!has_any_separated(step)) return;
    const std::size_t count = state.contacts.size();
    std::vector<SeparatedRun>& all_runs = step.detection.separated_runs;
    const std::size_t run_count = WorkerTeam::block_count(count, pairs_per_chunk);
    if (all_runs.size() < run_count) all_runs.resize(run_count);
    const std::span runs(all_runs.data(), run_count);
    step.team.for_blocks(count, pairs_per_chunk, [&](std::size_t run, std::size_t begin, std::size_t end) {
        find_separated(state, begin, end, runs[run]);
    });
    step.detection.pair_buffer.clear();
    for (const SeparatedRun& run : runs) {
        for (const std::uint32_t separated : run.separated)
            report_separated(step, state.contacts[separated]);
    }
    compact_contacts(state.contacts, runs);
    std::sort(step.detection.pair_buffer.begin(), step.detection.pair_buffer.end());
    erase_pairs(state.pairs.live, step.detection.pair_buffer);
}

/// Sorts the list of moved shapes, or rebuilds it from the flags if that is cheaper.
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

/// First index from `from` on whose pair is not below `pair`. Galloping search, O(log(result − from)).
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

std::size_t max_contacts(const WorldState& state) {
    return static_cast<std::size_t>(state.settings.max_contacts);
}

/// Lists the pairs of shapes that may have a contact, among them all that have none yet. False if there would
/// be too many contacts.
bool find_pairs(StepContext& step) {
    WorldState& state = step.state;
    const std::vector<std::uint32_t>& moved = state.pairs.moved;
    std::vector<ProxyPair>& found = step.detection.pair_buffer;
    const auto may_pair = [&](ProxyId a, ProxyId b) { return can_have_contact(state, a, b); };
    const PairRules rules{may_pair, max_contacts(state)};
    return std::visit(
        [&](auto& phase) {
            bool is_within_limit = false;
            if constexpr (requires { phase.find_new_pairs(moved, found, rules, step.team); }) {
                is_within_limit = phase.find_new_pairs(moved, found, rules, step.team);
            } else {
                is_within_limit = phase.find_pairs(moved, found, rules);
            }
            if (!is_within_limit) return false;  // How far the search came depends on the number of threads.
            const BroadPhaseCounters counted = phase.counters();
            step.report.broad.tests += counted.tests;
            step.report.broad.node_visits += counted.node_visits;
            step.report.broad.exchanges += counted.exchanges;
            step.report.found_pairs += static_cast<int>(counted.overlaps);
            return true;
        },
        *state.broad_phase);
}

/// Of a sample of the moved shapes, the one that may have the most contacts.
std::uint32_t most_crowded_shape(const WorldState& state) {
    const std::vector<std::uint32_t>& moved = state.pairs.moved;
    const auto neighbors_of = [&](std::uint32_t shape) {
        return std::ranges::count_if(moved, [&](std::uint32_t other) {
            return overlaps(state.shapes.fat_box[shape], state.shapes.fat_box[other]) &&
                   can_have_contact(state, shape, other);
        });
    };
    std::uint32_t most_crowded = moved.front();
    std::ptrdiff_t max_neighbors = 0;
    for (std::size_t i = 0; i < moved.size(); i += moved.size() / tuning::crowd_sample + 1) {
        const std::ptrdiff_t neighbors = neighbors_of(moved[i]);
        if (neighbors <= max_neighbors) continue;
        max_neighbors = neighbors;
        most_crowded = moved[i];
    }
    return most_crowded;
}

/// Creates contacts for the pairs in `found` that have no contact yet. Both pair lists are ascending, so one
/// merge pass is enough. False if there would be too many contacts.
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
            if (has_contact) pair = not_new;
        }
    });
    std::erase(found, not_new);
    if (found.empty()) return true;
    const std::size_t old_count = state.contacts.size();
    step.detection.first_new_contact = old_count;
    if (old_count + found.size() > max_contacts(state)) return false;
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
    step.report.created_pairs += static_cast<int>(found.size());
    return true;
}

}  // namespace

void merge_pairs(std::vector<ProxyPair>& live, const std::vector<ProxyPair>& added) {
    std::size_t old = live.size();
    std::size_t remaining = added.size();
    live.resize(old + remaining);
    for (std::size_t i = live.size(); remaining > 0;) {
        live[--i] = old > 0 && added[remaining - 1] < live[old - 1] ? live[--old] : added[--remaining];
    }
}

bool update_pairs(StepContext& step) {
    WorldState& state = step.state;
    std::vector<std::uint32_t>& moved = state.pairs.moved;
    step.detection.first_new_contact = state.contacts.size();
    if (moved.empty()) return true;
    step.report.moved_boxes += static_cast<int>(moved.size());
    end_separated_contacts(step);
    sort_moved(state);
    if (find_pairs(step) && create_contacts(step, step.detection.pair_buffer)) return true;
    step.report.too_many_contacts = true;
    step.report.offending_body =
        state.bodies.ids.handle_at<BodyHandle>(state.shapes.body[most_crowded_shape(state)]);
    return false;
}

void clear_moved(WorldState& state) {
    for (const std::uint32_t shape : state.pairs.moved)
        state.shapes.moved[shape] = 0;
    state.pairs.moved.clear();
}

}  // namespace toibox
