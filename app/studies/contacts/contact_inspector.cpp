// SPDX-License-Identifier: MIT
#include "app/studies/contacts/contact_inspector.h"

#include "toibox/dynamics/tuning.h"
#include "toibox/dynamics/world_state.h"

#include "app/session/pair_order.h"
#include "app/studies/distance/shape_pairs.h"

#include <algorithm>
#include <fmt/format.h>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

namespace toibox::app {

namespace {

/// A contact and the matching keys of its points, computed from the poses at collision detection.
struct DetectedContact {
    const Contact* contact = nullptr;
    std::array<MatchKey, 2> keys{};

    [[nodiscard]] std::span<const MatchKey> point_keys() const {
        return std::span<const MatchKey>(keys).first(contact->count);
    }
};

/// Computes the matching keys of a contact. Collision detection used the poses at the start of the bodies'
/// last motion.
DetectedContact detected_contact(const World& world, const Contact& contact) {
    DetectedContact result{&contact, {}};
    const BodyPose& pose = world.state().bodies.motion[contact.body_a].start;
    for (std::size_t i = 0; i < contact.count; ++i) {
        const ContactPoint& point = contact.points[i];
        result.keys[i] = {pose.center + point.r_a, inv_rotate(pose.rotation, point.r_a), point.id};
    }
    return result;
}

using ShapePairKey = std::pair<std::uint32_t, std::uint32_t>;
ShapePairKey key_of(const Contact& contact) {
    return {contact.shape_a, contact.shape_b};
}

/// The contacts of the world, sorted by the indices of their shapes.
std::vector<const Contact*> contacts_by_shapes(const World& world) {
    std::vector<const Contact*> sorted;
    for (const Contact& contact : world.contacts())
        sorted.push_back(&contact);
    std::ranges::sort(sorted, {}, [](const Contact* contact) { return key_of(*contact); });
    return sorted;
}

/// The entry of `sorted` with the shapes of `contact`; null if there is none.
const Contact* find(const std::vector<const Contact*>& sorted, const Contact& contact) {
    const auto found = std::ranges::lower_bound(sorted, key_of(contact), {},
                                                [](const Contact* entry) { return key_of(*entry); });
    return found != sorted.end() && key_of(**found) == key_of(contact) ? *found : nullptr;
}

/// Finds the matches of point `index` of contact `current` by each rule. `old`: the contact of the same
/// shapes before the step; null if there was none. `seconds`: duration of a detection sub-step.
PointMatches match_point(const DetectedContact* old, const DetectedContact& current, std::size_t index,
                         double seconds) {
    PointMatches matches;
    matches.point = current.contact->points[index];
    const bool has_kept_normal = old != nullptr && dot(old->contact->normal, current.contact->normal) >=
                                                       tuning::matching_normal_cosine;
    if (!has_kept_normal) return matches;
    for (std::size_t j = 0; j < old->contact->count; ++j) {
        if (old->contact->points[j].id != matches.point.id) continue;
        matches.existed_before = true;
        matches.impulse_before = static_cast<double>(old->contact->points[j].normal_impulse);
    }
    for (std::size_t rule = 0; rule < matching_rules.size(); ++rule) {
        const int old_index = with_matching(matching_rules[rule], [&](auto match) {
            return match_points(old->point_keys(), current.point_keys(), match)[index];
        });
        if (old_index == no_match) continue;
        const ContactPoint& source = old->contact->points[static_cast<std::size_t>(old_index)];
        matches.by_rule[rule] = source.id == matches.point.id ? PointMatch::Correct : PointMatch::Wrong;
        matches.start_impulse_by_rule[rule] = seconds * static_cast<double>(source.warm_normal_force);
    }
    return matches;
}

void count(const PointMatches& matches, MatchingTally& tally) {
    ++tally.points;
    for (std::size_t rule = 0; rule < matching_rules.size(); ++rule) {
        if (matches.by_rule[rule] == PointMatch::Correct) ++tally.correct[rule];
        if (matches.by_rule[rule] == PointMatch::Wrong) ++tally.wrong[rule];
    }
}

ContactMatches labelled_contact(const scene::Run& run, const Contact& contact) {
    const World& world = run.world();
    ContactMatches matches;
    std::tie(matches.shape_a, matches.shape_b) =
        ordered_pair(world, world.shape_at(contact.shape_a), world.shape_at(contact.shape_b));
    matches.label =
        fmt::format("{} – {}", shape_label(run, matches.shape_a), shape_label(run, matches.shape_b));
    return matches;
}

}  // namespace

void ContactInspector::refresh(const Session& session) {
    const World* previous = session.previous_world();
    const RefreshKey key{session.jump_count(), session.run().steps(), session.selection().body,
                         previous != nullptr};
    if (key == refresh_key_) return;
    refresh_key_ = key;
    has_previous_state_ = previous != nullptr;
    contact_matches_.clear();
    tally_ = {};
    if (previous == nullptr) return;
    const WorldState& state = session.world().state();
    // The time of the world does not advance while a step is paused.
    const double seconds = state.progress.paused ? static_cast<double>(state.progress.dt)
                                                 : (session.world().time() - previous->time()) /
                                                       state.settings.detection_substeps;
    const bool has_selection = session.world().find(key.body).has_value();
    const std::vector<const Contact*> old_contacts = contacts_by_shapes(*previous);
    for (const Contact& contact : session.world().contacts()) {
        if (contact.response == ContactResponse::Sense || contact.count == 0) continue;
        const Contact* old_contact = find(old_contacts, contact);
        const DetectedContact current = detected_contact(session.world(), contact);
        const DetectedContact old =
            old_contact == nullptr ? current : detected_contact(*previous, *old_contact);
        const bool is_selected =
            !has_selection || contact.body_a == key.body.index || contact.body_b == key.body.index;

        const bool is_listed = is_selected && contact_matches_.size() < max_listed;
        if (is_listed) contact_matches_.push_back(labelled_contact(session.run(), contact));
        for (std::size_t i = 0; i < contact.count; ++i) {
            PointMatches matches = match_point(old_contact == nullptr ? nullptr : &old, current, i, seconds);
            count(matches, tally_);
            if (!is_listed) continue;
            ContactMatches& listed = contact_matches_.back();
            const bool is_exchanged = listed.shape_a != session.world().shape_at(contact.shape_a);
            matches.id = is_exchanged ? flipped(matches.point.id) : matches.point.id;
            listed.points.push_back(matches);
        }
    }
}

std::string describe(FeatureId id) {
    const char face = id.reference_is_b ? 'B' : 'A';
    const char other = id.reference_is_b ? 'A' : 'B';
    switch (id.clip) {
        case FeatureId::Clip::None:
            return fmt::format("face {}{} with corner {}{}", face, id.reference, other, id.incident);
        case FeatureId::Clip::SideStart:
            return fmt::format("face {}{}, at its start, with face {}{}", face, id.reference, other,
                               id.incident);
        case FeatureId::Clip::SideEnd:
            return fmt::format("face {}{}, at its end, with face {}{}", face, id.reference, other,
                               id.incident);
        case FeatureId::Clip::Vertex:
            break;
    }
    return fmt::format("corner A{} with corner B{}", id.reference, id.incident);
}

}  // namespace toibox::app
