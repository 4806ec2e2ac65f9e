// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/contact.h"
#include "toibox/narrow/contact_matching.h"

#include "app/session/session.h"

#include <array>
#include <string>
#include <vector>

namespace toibox::app {

inline constexpr std::array matching_rules{ContactMatching::None, ContactMatching::WorldDistance,
                                           ContactMatching::BodyDistance, ContactMatching::FeatureId};

/// Which old contact point a matching rule assigns to a new point. Always None if the contact normal rotated
/// too far.
enum class PointMatch : std::uint8_t {
    None,     ///< No old point. The new point starts with zero impulse.
    Correct,  ///< The old point of the same features.
    Wrong,    ///< An old point of other features. The new point starts from the impulse of that point.
};

/// A contact point of the last step and the old point that each rule would have assigned to it.
struct PointMatches {
    ContactPoint point;                   ///< The current point.
    FeatureId id;                         ///< Its features, with A and B of the ContactMatches.
    bool existed_before = false;          ///< Whether a point of the same features existed one step before.
    double impulse_before = 0.0;          ///< Normal impulse of that point, N·s.
    std::array<PointMatch, 4> by_rule{};  ///< The match by each rule, in the order of matching_rules.
    std::array<double, 4> start_impulse_by_rule{};  ///< Impulse for warm starting by each rule, N·s.
};

/// The matches of a touching pair. A and B as in pair_order.h, also in the feature ids of the points.
struct ContactMatches {
    ShapeHandle shape_a{};
    ShapeHandle shape_b{};
    std::string label;  ///< "box – floor"
    std::vector<PointMatches> points;
};

/// Numbers of contact points in the whole world, and of correct and wrong matches by each rule.
struct MatchingTally {
    int points = 0;
    std::array<int, 4> correct{};
    std::array<int, 4> wrong{};
};

/// Matches the contact points of the last step with the points of the previous step, by each rule. Cost:
/// visits all contacts of the world after each change.
class ContactInspector {
public:
    void refresh(const Session& session);

    /// The contacts of the selected body, or of the world if no body is selected; at most `max_listed`.
    [[nodiscard]] const std::vector<ContactMatches>& contact_matches() const { return contact_matches_; }
    [[nodiscard]] const MatchingTally& tally() const { return tally_; }
    /// Whether there is a previous state to compare with (Session::previous_world).
    [[nodiscard]] bool has_previous_state() const { return has_previous_state_; }

    static constexpr std::size_t max_listed = 40;

private:
    struct RefreshKey {
        int jump_count = -1;
        std::int64_t step = 0;
        BodyHandle body;
        bool has_previous_state = false;
        friend bool operator==(const RefreshKey&, const RefreshKey&) = default;
    };

    RefreshKey refresh_key_;
    bool has_previous_state_ = false;
    std::vector<ContactMatches> contact_matches_;
    MatchingTally tally_;
};

/// The features of a contact point as text: "face A2 with corner B0".
std::string describe(FeatureId id);

}  // namespace toibox::app
