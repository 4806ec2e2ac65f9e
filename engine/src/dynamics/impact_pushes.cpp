// SPDX-License-Identifier: MIT

// What the impacts of a step did to pairs of shapes: recorded when it happens, added to the contacts once the
// step's motion is settled, because contacts keep all that was done at their points. A fast body meets shapes
// whose fat boxes its own did not overlap when the step began; such a pair gets its contact here.

#include "toibox/core/thread_pool.h"
#include "toibox/dynamics/tuning.h"

#include "detect.h"
#include "detection_notes.h"
#include "impact_group.h"
#include "world_edit.h"

#include <algorithm>
#include <span>
#include <tuple>

namespace toibox {

namespace {

/// Adds what was pushed at a point to that of the same features, or else the nearest.
void add_point(Contact& contact, const ImpactPush::Point& push) {
    ContactPoint* const end = contact.points.data() + contact.count;
    ContactPoint* point =
        std::find_if(contact.points.data(), end, [&](const ContactPoint& one) { return one.id == push.id; });
    if (point == end) {
        point = std::min_element(
            contact.points.data(), end, [&](const ContactPoint& one, const ContactPoint& other) {
                return length_squared(one.r_a - push.r_a) < length_squared(other.r_a - push.r_a);
            });
    }
    point->normal_impulse += push.normal_impulse;
    point->tangent_impulse += push.tangent_impulse;
}

/// None if the contact pushes another way.
void add_push(Contact& contact, const ImpactPush& push) {
    if (contact.count == 0 || dot(contact.normal, push.normal) < tuning::matching_normal_cosine) return;
    for (std::size_t i = 0; i < push.count; ++i)
        add_point(contact, push.points[i]);
}

bool pushes_apart(const ImpactPush& push) {
    return push.points[0].normal_impulse > 0.0f || push.points[1].normal_impulse > 0.0f;
}

/// Whether an impact pushed the pair along a normal that the contact did not have when the step began.
bool was_pushed_anew(const Contact& contact, std::span<const ImpactPush> pushes) {
    if (contact.touching || contact.response == ContactResponse::Sense) return false;
    const ProxyPair pair{contact.shape_a, contact.shape_b};
    auto push = std::lower_bound(pushes.begin(), pushes.end(), pair,
                                 [](const ImpactPush& a, const ProxyPair& b) { return a.pair < b; });
    for (; push != pushes.end() && push->pair == pair; ++push) {
        if (pushes_apart(*push)) return true;
    }
    return false;
}

/// Contacts that one worker looks at in one go.
constexpr std::size_t contacts_at_once = 1024;

/// Both lists are in order of pairs.
void apply_to_contact(Contact& contact, std::span<const ProxyPair> bounced,
                      std::span<const ImpactPush> pushes) {
    const ProxyPair pair{contact.shape_a, contact.shape_b};
    if (std::binary_search(bounced.begin(), bounced.end(), pair)) contact.bounced = true;
    auto push = std::lower_bound(pushes.begin(), pushes.end(), pair,
                                 [](const ImpactPush& a, const ProxyPair& b) { return a.pair < b; });
    for (; push != pushes.end() && push->pair == pair; ++push)
        add_push(contact, *push);
}

/// A contact as the impact saw it, without impulses.
Contact contact_of(const WorldState& state, const ImpactPush& push) {
    Contact contact = make_contact(state, push.pair.a, push.pair.b);
    contact.normal = push.normal;
    contact.count = push.count;
    for (std::size_t i = 0; i < push.count; ++i) {
        contact.points[i].r_a = push.points[i].r_a;
        contact.points[i].r_b = push.points[i].r_b;
        contact.points[i].separation = push.points[i].separation;
        contact.points[i].id = push.points[i].id;
    }
    return contact;
}

/// Lists the first push of each pair that has no contact; the pairs in step.pair_buffer, ascending.
void find_first_pushes(StepContext& step) {
    const std::vector<ImpactPush>& pushes = step.scratch.impact_pushes;
    std::vector<std::uint32_t>& first = step.scratch.first_pushes;
    std::vector<ProxyPair>& pairs = step.pair_buffer;
    first.clear();
    pairs.clear();
    for (std::uint32_t i = 0; i < pushes.size(); ++i) {
        const ProxyPair& pair = pushes[i].pair;
        if (!pushes_apart(pushes[i]) || (!pairs.empty() && pairs.back() == pair)) continue;
        if (std::ranges::binary_search(step.state.pairs.live, pair)) continue;
        first.push_back(i);
        pairs.push_back(pair);
    }
    std::ranges::sort(first, {}, [&](std::uint32_t i) { return pushes[i].order; });
}

/// Contacts for the pairs that were pushed and have none, in order of their first push, so that a step that
/// pauses between impacts makes the same. The next pair search looks at them, whether their bodies leave
/// their fat boxes or not, and ends those whose boxes do not overlap.
void begin_pushed_contacts(StepContext& step) {
    WorldState& state = step.state;
    find_first_pushes(step);
    const std::vector<std::uint32_t>& first = step.scratch.first_pushes;
    if (first.empty()) return;
    if (step.scratch.notes.empty()) step.scratch.notes.emplace_back();
    for (const std::uint32_t i : first) {
        const ImpactPush& push = step.scratch.impact_pushes[i];
        state.contacts.push_back(contact_of(state, push));
        count_points(state.contacts.back(), step.scratch.notes.front());
        mark_moved(state, is_dynamic(state, state.shapes.body[push.pair.a]) ? push.pair.a : push.pair.b);
    }
    merge_pairs(state.pairs.live, step.pair_buffer);
    step.report.created_pairs += static_cast<int>(first.size());
}

}  // namespace

void record_impact_push(StepContext& step, ImpactPush push) {
    const auto acts = [](const ImpactPush::Point& point) {
        return point.normal_impulse != 0.0f || point.tangent_impulse != 0.0f;
    };
    if (std::ranges::none_of(push.points, acts)) return;
    push.order = static_cast<std::uint32_t>(step.scratch.impact_pushes.size());
    step.scratch.impact_pushes.push_back(push);
}

void record_impact_pushes(StepContext& step, std::span<const ContactRow> rows) {
    for (const ContactRow& row : rows) {
        const Contact& contact = step.scratch.impact_contacts[row.contact];
        ImpactPush push{
            .pair = {contact.shape_a, contact.shape_b}, .normal = contact.normal, .count = row.count};
        for (std::size_t i = 0; i < row.count; ++i) {
            const ContactPoint& point = contact.points[i];
            push.points[i] = {.r_a = point.r_a,
                              .r_b = point.r_b,
                              .id = point.id,
                              .separation = point.separation,
                              .normal_impulse = row.points[i].normal_impulse,
                              .tangent_impulse = row.points[i].tangent_impulse};
        }
        record_impact_push(step, push);
    }
}

void apply_impact_pushes(StepContext& step) {
    std::vector<ProxyPair>& bounced = step.scratch.bounced;
    std::vector<ImpactPush>& pushes = step.scratch.impact_pushes;
    if (bounced.empty() && pushes.empty()) return;
    std::sort(bounced.begin(), bounced.end());
    std::sort(pushes.begin(), pushes.end(), [](const ImpactPush& a, const ImpactPush& b) {
        return std::tie(a.pair, a.order) < std::tie(b.pair, b.order);
    });
    begin_pushed_contacts(step);
    // Most contacts are of shapes that no impact concerns.
    std::vector<std::uint8_t>& concerned = step.scratch.concerned;
    concerned.assign(step.state.shapes.body.size(), 0);
    for (const ProxyPair& pair : bounced)
        concerned[pair.a] = concerned[pair.b] = 1;
    for (const ImpactPush& push : pushes)
        concerned[push.pair.a] = concerned[push.pair.b] = 1;
    LargeVector<Contact>& contacts = step.state.contacts;
    step.crew.for_chunks(contacts.size(), contacts_at_once, [&](std::size_t begin, std::size_t end) {
        for (Contact& contact : std::span(contacts).subspan(begin, end - begin)) {
            if ((concerned[contact.shape_a] & concerned[contact.shape_b]) != 0)
                apply_to_contact(contact, bounced, pushes);
        }
    });
    for (Contact& contact : contacts) {
        if ((concerned[contact.shape_a] & concerned[contact.shape_b]) == 0) continue;
        if (begins_by_push(contact) || was_pushed_anew(contact, pushes)) begin_by_push(step, contact);
    }
    bounced.clear();
    pushes.clear();
}

}  // namespace toibox
