// SPDX-License-Identifier: MIT

// Impulses of the impacts of a step. They are recorded when they happen, and added to the points of the
// contacts once the motion of the step is final. A fast body may hit shapes whose fat boxes it did not
// overlap at the start of the step; such a pair gets its contact here.

#include "toibox/core/thread_pool.h"
#include "toibox/dynamics/tuning.h"

#include "dynamics/ccd/ccd_scratch.h"
#include "dynamics/ccd/impact_group.h"
#include "dynamics/contacts/detect_contacts.h"
#include "dynamics/contacts/detection_scratch.h"
#include "dynamics/contacts/detection_summary.h"
#include "dynamics/contacts/update_pairs.h"
#include "dynamics/state/activity.h"
#include "dynamics/state/edit_state.h"
#include "dynamics/state/make_contact.h"

#include <algorithm>
#include <span>
#include <tuple>

namespace toibox {

namespace {

/// Adds the impulse to the contact point with the same feature id, or to the nearest point if there is none.
void add_point(Contact& contact, const ImpactImpulse::Point& impulse) {
    ContactPoint* const end = contact.points.data() + contact.count;
    ContactPoint* point = std::find_if(contact.points.data(), end, [&](const ContactPoint& candidate) {
        return candidate.id == impulse.id;
    });
    if (point == end) {
        point =
            std::min_element(contact.points.data(), end, [&](const ContactPoint& a, const ContactPoint& b) {
                return length_squared(a.r_a - impulse.r_a) < length_squared(b.r_a - impulse.r_a);
            });
    }
    point->normal_impulse += impulse.normal_impulse;
    point->tangent_impulse += impulse.tangent_impulse;
}

/// Adds the impulse to the points of the contact. No effect if the normals of the impulse and the contact
/// differ too much.
void add_impulse(Contact& contact, const ImpactImpulse& impulse) {
    if (contact.count == 0 || dot(contact.normal, impulse.normal) < tuning::matching_normal_cosine) return;
    for (std::size_t i = 0; i < impulse.count; ++i)
        add_point(contact, impulse.points[i]);
}

bool pushes_apart(const ImpactImpulse& impulse) {
    return impulse.points[0].normal_impulse > 0.0f || impulse.points[1].normal_impulse > 0.0f;
}

/// Whether an impact pushed the pair of a contact that does not touch yet.
bool was_pushed_by_impact(const Contact& contact, std::span<const ImpactImpulse> impulses) {
    if (contact.touching || contact.response == ContactResponse::Sense) return false;
    const ProxyPair pair{contact.shape_a, contact.shape_b};
    auto impulse = std::lower_bound(impulses.begin(), impulses.end(), pair,
                                    [](const ImpactImpulse& a, const ProxyPair& b) { return a.pair < b; });
    for (; impulse != impulses.end() && impulse->pair == pair; ++impulse) {
        if (pushes_apart(*impulse)) return true;
    }
    return false;
}

/// Number of contacts that one worker handles at a time.
constexpr std::size_t contacts_per_chunk = 1024;

/// Adds the impulses of the pair to the contact, and sets Contact::hit_emitted. Requires: both lists are
/// sorted by pair.
void apply_to_contact(Contact& contact, std::span<const ProxyPair> emitted_hits,
                      std::span<const ImpactImpulse> impulses) {
    const ProxyPair pair{contact.shape_a, contact.shape_b};
    if (std::binary_search(emitted_hits.begin(), emitted_hits.end(), pair)) contact.hit_emitted = true;
    auto impulse = std::lower_bound(impulses.begin(), impulses.end(), pair,
                                    [](const ImpactImpulse& a, const ProxyPair& b) { return a.pair < b; });
    for (; impulse != impulses.end() && impulse->pair == pair; ++impulse)
        add_impulse(contact, *impulse);
}

/// A contact with the points of the impact, without impulses.
Contact contact_of(const WorldState& state, const ImpactImpulse& impulse) {
    Contact contact = make_contact(state, impulse.pair.a, impulse.pair.b);
    contact.normal = impulse.normal;
    contact.count = impulse.count;
    for (std::size_t i = 0; i < impulse.count; ++i) {
        contact.points[i].r_a = impulse.points[i].r_a;
        contact.points[i].r_b = impulse.points[i].r_b;
        contact.points[i].separation = impulse.points[i].separation;
        contact.points[i].id = impulse.points[i].id;
    }
    return contact;
}

/// Lists the first pushing impulse of each pair that has no contact (CcdScratch::first_impulses), and fills
/// step.detection.pair_buffer with these pairs, ascending.
void find_first_pushes(StepContext& step) {
    const std::vector<ImpactImpulse>& impulses = step.ccd.impact_impulses;
    std::vector<std::uint32_t>& first = step.ccd.first_impulses;
    std::vector<ProxyPair>& pairs = step.detection.pair_buffer;
    first.clear();
    pairs.clear();
    for (std::uint32_t i = 0; i < impulses.size(); ++i) {
        const ProxyPair& pair = impulses[i].pair;
        if (!pushes_apart(impulses[i]) || (!pairs.empty() && pairs.back() == pair)) continue;
        if (std::ranges::binary_search(step.state.pairs.live, pair)) continue;
        first.push_back(i);
        pairs.push_back(pair);
    }
    std::ranges::sort(first, {}, [&](std::uint32_t i) { return impulses[i].order; });
}

/// Creates contacts for pushed pairs that have no contact, in order of their first impulses, so that a step
/// that pauses between impacts creates the same contacts. Marks one shape of each pair as moved, so that the
/// next pair search ends the contact if the fat boxes do not overlap.
void begin_pushed_contacts(StepContext& step) {
    WorldState& state = step.state;
    find_first_pushes(step);
    const std::vector<std::uint32_t>& first = step.ccd.first_impulses;
    if (first.empty()) return;
    if (step.detection.summary.empty()) step.detection.summary.emplace_back();
    for (const std::uint32_t i : first) {
        const ImpactImpulse& impulse = step.ccd.impact_impulses[i];
        state.contacts.push_back(contact_of(state, impulse));
        count_points(state.contacts.back(), step.detection.summary.front());
        mark_moved(state,
                   is_dynamic(state, state.shapes.body[impulse.pair.a]) ? impulse.pair.a : impulse.pair.b);
    }
    merge_pairs(state.pairs.live, step.detection.pair_buffer);
    step.report.created_pairs += static_cast<int>(first.size());
}

}  // namespace

void record_impact_impulse(StepContext& step, ImpactImpulse impulse) {
    const auto acts = [](const ImpactImpulse::Point& point) {
        return point.normal_impulse != 0.0f || point.tangent_impulse != 0.0f;
    };
    if (std::ranges::none_of(impulse.points, acts)) return;
    impulse.order = static_cast<std::uint32_t>(step.ccd.impact_impulses.size());
    step.ccd.impact_impulses.push_back(impulse);
}

void record_impact_impulses(StepContext& step, std::span<const ContactRow> rows) {
    for (const ContactRow& row : rows) {
        const Contact& contact = step.ccd.impact_contacts[row.contact];
        ImpactImpulse impulse{
            .pair = {contact.shape_a, contact.shape_b}, .normal = contact.normal, .count = row.count};
        for (std::size_t i = 0; i < row.count; ++i) {
            const ContactPoint& point = contact.points[i];
            impulse.points[i] = {.r_a = point.r_a,
                                 .r_b = point.r_b,
                                 .id = point.id,
                                 .separation = point.separation,
                                 .normal_impulse = row.points[i].normal_impulse,
                                 .tangent_impulse = row.points[i].tangent_impulse};
        }
        record_impact_impulse(step, impulse);
    }
}

void apply_impact_impulses(StepContext& step) {
    std::vector<ProxyPair>& emitted_hits = step.ccd.emitted_hits;
    std::vector<ImpactImpulse>& impulses = step.ccd.impact_impulses;
    if (emitted_hits.empty() && impulses.empty()) return;
    std::sort(emitted_hits.begin(), emitted_hits.end());
    std::sort(impulses.begin(), impulses.end(), [](const ImpactImpulse& a, const ImpactImpulse& b) {
        return std::tie(a.pair, a.order) < std::tie(b.pair, b.order);
    });
    begin_pushed_contacts(step);
    // Skip the many contacts of shapes without an impact.
    std::vector<std::uint8_t>& has_impact = step.ccd.has_impact;
    has_impact.assign(step.state.shapes.body.size(), 0);
    for (const ProxyPair& pair : emitted_hits)
        has_impact[pair.a] = has_impact[pair.b] = 1;
    for (const ImpactImpulse& impulse : impulses)
        has_impact[impulse.pair.a] = has_impact[impulse.pair.b] = 1;
    LargeVector<Contact>& contacts = step.state.contacts;
    step.team.for_chunks(contacts.size(), contacts_per_chunk, [&](std::size_t begin, std::size_t end) {
        for (Contact& contact : std::span(contacts).subspan(begin, end - begin)) {
            if ((has_impact[contact.shape_a] & has_impact[contact.shape_b]) != 0)
                apply_to_contact(contact, emitted_hits, impulses);
        }
    });
    for (Contact& contact : contacts) {
        if ((has_impact[contact.shape_a] & has_impact[contact.shape_b]) == 0) continue;
        if (starts_touching_by_impulse(contact) || was_pushed_by_impact(contact, impulses))
            begin_touch_by_impulse(step, contact);
    }
    emitted_hits.clear();
    impulses.clear();
}

}  // namespace toibox
