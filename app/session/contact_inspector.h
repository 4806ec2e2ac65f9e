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

/// What a rule makes of a point: which of the points of a step ago it takes for the same. None of a contact
/// whose normal turned.
enum class PointMatch : std::uint8_t {
    None,     ///< Its impulse is lost, or it had none: it starts at zero.
    Correct,  ///< The point that the same features made.
    Wrong,    ///< Wrong: it starts from a neighbour's impulse.
};

/// A contact point of the last step, and what each rule would have told of it.
struct PointMatches {
    ContactPoint point;                     ///< As it is now.
    bool existed_before = false;            ///< The same features made one a step ago.
    double before = 0.0;                    ///< What that did along the normal, N·s.
    std::array<PointMatch, 4> by_rule{};    ///< As matching_rules.
    std::array<double, 4> start_by_rule{};  ///< The impulse that it would start from, N·s.
};

/// A touching pair.
struct ContactMatches {
    ShapeHandle shape_a{};
    ShapeHandle shape_b{};
    std::string label;  ///< "box – floor"
    std::vector<PointMatches> points;
};

/// Of the whole world: how many points each rule recognises.
struct MatchingTally {
    int points = 0;
    std::array<int, 4> correct{};
    std::array<int, 4> wrong{};
};

/// The points of the last step beside those of the one before, as each rule sees them. Looks again when there
/// is something new; costs a walk over the world's contacts then.
class ContactInspector {
public:
    void refresh(const Session& session);

    /// The selected body's contacts, or without a selection the first of the world: at most `most`.
    [[nodiscard]] const std::vector<ContactMatches>& contact_matches() const { return contact_matches_; }
    [[nodiscard]] const MatchingTally& tally() const { return tally_; }
    /// Whether the session kept a state to compare with: it does not at the start, nor where steps record
    /// their searches (Session::before).
    [[nodiscard]] bool has_previous_state() const { return has_previous_state_; }

    static constexpr std::size_t max_listed = 40;

private:
    struct RefreshKey {
        int start = -1;
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

/// What made a point, for people: "face A2 with corner B0".
std::string describe(FeatureId id);

}  // namespace toibox::app
