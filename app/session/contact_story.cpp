// SPDX-License-Identifier: MIT
#include "app/session/contact_story.h"

#include "toibox/dynamics/tuning.h"
#include "toibox/dynamics/world_state.h"

#include "app/session/shape_pairs.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <span>
#include <utility>

namespace toibox::app {

namespace {

/// A contact as the last detection of a state saw it, and what its points are recognised by.
struct Seen {
    const Contact* contact = nullptr;
    std::array<MatchKey, 2> keys{};

    [[nodiscard]] std::span<const MatchKey> known() const {
        return std::span<const MatchKey>(keys).first(contact->count);
    }
};

/// The poses of detection are those from which the bodies' last motion started.
Seen seen(const World& world, const Contact& contact) {
    Seen result{&contact, {}};
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

std::map<ShapePairKey, const Contact*> by_shapes(const World& world) {
    std::map<ShapePairKey, const Contact*> found;
    for (const Contact& contact : world.contacts())
        found.emplace(key_of(contact), &contact);
    return found;
}

PointStory tell(const Seen* old, const Seen& fresh, std::size_t index) {
    PointStory story;
    story.point = fresh.contact->points[index];
    const bool continues =
        old != nullptr && dot(old->contact->normal, fresh.contact->normal) >= tuning::matching_normal_cosine;
    if (!continues) return story;
    for (std::size_t j = 0; j < old->contact->count; ++j) {
        if (old->contact->points[j].id != story.point.id) continue;
        story.existed = true;
        story.before = static_cast<double>(old->contact->points[j].normal_impulse);
    }
    for (std::size_t rule = 0; rule < matching_rules.size(); ++rule) {
        const int partner = with_matching(matching_rules[rule], [&](auto match) {
            return match_points(old->known(), fresh.known(), match)[index];
        });
        if (partner == no_match) continue;
        const ContactPoint& source = old->contact->points[static_cast<std::size_t>(partner)];
        story.by_rule[rule] = source.id == story.point.id ? Recognition::Itself : Recognition::Another;
        story.start_by_rule[rule] = static_cast<double>(source.start_normal);
    }
    return story;
}

/// Calls f with each touching contact of now and the stories of its points.
template <class F>
void for_each_story(const Session& session, F&& f) {
    const World* before = session.before();
    if (before == nullptr) return;
    const auto old_contacts = by_shapes(*before);
    for (const Contact& contact : session.world().contacts()) {
        if (contact.sensor || contact.count == 0) continue;
        const auto found = old_contacts.find(key_of(contact));
        const Seen fresh = seen(session.world(), contact);
        const Seen old = found == old_contacts.end() ? Seen{} : seen(*before, *found->second);
        std::vector<PointStory> points;
        for (std::size_t i = 0; i < contact.count; ++i)
            points.push_back(tell(old.contact == nullptr ? nullptr : &old, fresh, i));
        if (!f(contact, std::move(points))) return;
    }
}

}  // namespace

std::vector<ContactStory> contact_stories(const Session& session, std::size_t most) {
    std::vector<ContactStory> stories;
    const BodyHandle selected = session.selection().body;
    const bool one_body = session.world().find(selected).has_value();
    for_each_story(session, [&](const Contact& contact, std::vector<PointStory> points) {
        if (one_body && contact.body_a != selected.index && contact.body_b != selected.index) return true;
        const World& world = session.world();
        ContactStory story{world.shape_at(contact.shape_a), world.shape_at(contact.shape_b), {}, {}};
        story.label = fmt::format("{} – {}", name_of(session.run(), story.shape_a),
                                  name_of(session.run(), story.shape_b));
        story.points = std::move(points);
        stories.push_back(std::move(story));
        return stories.size() < most;
    });
    return stories;
}

MatchingTally tally_matching(const Session& session) {
    MatchingTally tally;
    for_each_story(session, [&](const Contact&, const std::vector<PointStory>& points) {
        for (const PointStory& story : points) {
            ++tally.points;
            for (std::size_t rule = 0; rule < matching_rules.size(); ++rule) {
                if (story.by_rule[rule] == Recognition::Itself) ++tally.itself[rule];
                if (story.by_rule[rule] == Recognition::Another) ++tally.another[rule];
            }
        }
        return true;
    });
    return tally;
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
