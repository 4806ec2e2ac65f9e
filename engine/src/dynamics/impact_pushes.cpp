// SPDX-License-Identifier: MIT

// What the impacts of a step did to pairs that have a contact: recorded when it happens, added to the
// contacts once the step's motion is settled, because contacts keep all that was done at their points.

#include "toibox/core/thread_pool.h"
#include "toibox/dynamics/tuning.h"

#include "detect.h"
#include "impact_group.h"

#include <algorithm>
#include <span>
#include <tuple>

namespace toibox {

namespace {

bool has_contact(const WorldState& state, const ProxyPair& pair) {
    return std::binary_search(state.pairs.live.begin(), state.pairs.live.end(), pair);
}

/// Adds the push to the point that it is about: that of the same features, or else the nearest. None if the
/// contact pushes another way.
void add_push(Contact& contact, const ImpactPush& push) {
    if (contact.count == 0 || dot(contact.normal, push.normal) < tuning::matching_normal_cosine) return;
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

/// Whether an impact pushed the pair along a normal that the contact did not have when the step began.
bool was_pushed_anew(const Contact& contact, std::span<const ImpactPush> pushes) {
    if (contact.touching || contact.sensor) return false;
    const ProxyPair pair{contact.shape_a, contact.shape_b};
    auto push = std::lower_bound(pushes.begin(), pushes.end(), pair,
                                 [](const ImpactPush& a, const ProxyPair& b) { return a.pair < b; });
    for (; push != pushes.end() && push->pair == pair; ++push) {
        if (push->normal_impulse > 0.0f) return true;
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

}  // namespace

void record_impact_pushes(StepContext& step, std::span<const ContactRow> rows) {
    std::vector<ImpactPush>& pushes = step.scratch.impact_pushes;
    for (const ContactRow& row : rows) {
        const Contact& contact = step.scratch.impact_contacts[row.contact];
        const ProxyPair pair{contact.shape_a, contact.shape_b};
        if (!has_contact(step.state, pair)) continue;
        for (std::uint8_t i = 0; i < row.count; ++i) {
            pushes.push_back({.pair = pair,
                              .order = static_cast<std::uint32_t>(pushes.size()),
                              .normal = contact.normal,
                              .r_a = contact.points[i].r_a,
                              .id = contact.points[i].id,
                              .normal_impulse = row.points[i].normal_impulse,
                              .tangent_impulse = row.points[i].tangent_impulse});
        }
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
