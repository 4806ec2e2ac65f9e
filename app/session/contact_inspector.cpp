// SPDX-License-Identifier: MIT
#include "app/session/contact_inspector.h"

#include "toibox/dynamics/tuning.h"
#include "toibox/dynamics/world_state.h"

#include "app/session/shape_pairs.h"

#include <algorithm>
#include <fmt/format.h>
#include <span>
#include <utility>
#include <vector>

namespace toibox::app {

namespace {

/// A contact as the last detection of a state saw it, and what its points are recognised by.
struct Detected {
    const Contact* contact = nullptr;
    std::array<MatchKey, 2> keys{};

    [[nodiscard]] std::span<const MatchKey> known() const {
        return std::span<const MatchKey>(keys).first(contact->count);
    }
};

/// The poses of detection are those from which the bodies' last motion started.
Detected detected(const World& world, const Contact& contact) {
    Detected result{&contact, {}};
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

/// The contacts of a state in order of their shapes.
std::vector<const Contact*> by_shapes(const World& world) {
    std::vector<const Contact*> sorted;
    for (const Contact& contact : world.contacts())
        sorted.push_back(&contact);
    std::ranges::sort(sorted, {}, [](const Contact* contact) { return key_of(*contact); });
    return sorted;
}

const Contact* find(const std::vector<const Contact*>& sorted, const Contact& contact) {
    const auto found = std::ranges::lower_bound(sorted, key_of(contact), {},
                                                [](const Contact* one) { return key_of(*one); });
    return found != sorted.end() && key_of(**found) == key_of(contact) ? *found : nullptr;
}

/// `seconds`: of the step.
PointStory tell(const Detected* old, const Detected& fresh, std::size_t index, double seconds) {
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
        story.start_by_rule[rule] = seconds * static_cast<double>(source.start_normal);
    }
    return story;
}

void count(const PointStory& story, MatchingTally& tally) {
    ++tally.points;
    for (std::size_t rule = 0; rule < matching_rules.size(); ++rule) {
        if (story.by_rule[rule] == Recognition::Itself) ++tally.itself[rule];
        if (story.by_rule[rule] == Recognition::Another) ++tally.another[rule];
    }
}

ContactStory named_story(const scene::Run& run, const Contact& contact) {
    ContactStory story{run.world().shape_at(contact.shape_a), run.world().shape_at(contact.shape_b), {}, {}};
    story.label = fmt::format("{} – {}", name_of(run, story.shape_a), name_of(run, story.shape_b));
    return story;
}

}  // namespace

void ContactInspector::refresh(const Session& session) {
    const World* before = session.before();
    const Seen now{session.starts(), session.run().steps(), session.selection().body, before != nullptr};
    if (now == seen_) return;
    seen_ = now;
    compares_ = before != nullptr;
    stories_.clear();
    tally_ = {};
    if (before == nullptr) return;
    const WorldState& state = session.world().state();
    const double seconds =
        state.progress.paused ? static_cast<double>(state.progress.dt)
                              : (session.world().time() - before->time()) / state.settings.detection_substeps;
    const bool one_body = session.world().find(now.body).has_value();
    const std::vector<const Contact*> old_contacts = by_shapes(*before);
    for (const Contact& contact : session.world().contacts()) {
        if (contact.response == ContactResponse::Sense || contact.count == 0) continue;
        const Contact* old_contact = find(old_contacts, contact);
        const Detected fresh = detected(session.world(), contact);
        const Detected old = old_contact == nullptr ? fresh : detected(*before, *old_contact);
        const bool is_told =
            !one_body || contact.body_a == now.body.index || contact.body_b == now.body.index;
        const bool tells = is_told && stories_.size() < most;
        if (tells) stories_.push_back(named_story(session.run(), contact));
        for (std::size_t i = 0; i < contact.count; ++i) {
            const PointStory story = tell(old_contact == nullptr ? nullptr : &old, fresh, i, seconds);
            count(story, tally_);
            if (tells) stories_.back().points.push_back(story);
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
