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
enum class Recognition : std::uint8_t {
    Nobody,   ///< Its impulse is lost, or it had none: it starts at zero.
    Itself,   ///< The point that the same features made.
    Another,  ///< Wrong: it starts from a neighbour's impulse.
};

/// A contact point of the last step, and what each rule would have told of it.
struct PointStory {
    ContactPoint point;                     ///< As it is now.
    bool existed = false;                   ///< The same features made one a step ago.
    double before = 0.0;                    ///< What that did along the normal, N·s.
    std::array<Recognition, 4> by_rule{};   ///< As matching_rules.
    std::array<double, 4> start_by_rule{};  ///< The impulse that it would start from, N·s.
};

/// A touching pair.
struct ContactStory {
    ShapeHandle shape_a{};
    ShapeHandle shape_b{};
    std::string label;  ///< "box – floor"
    std::vector<PointStory> points;
};

/// Of the whole world: how many points each rule recognises.
struct MatchingTally {
    int points = 0;
    std::array<int, 4> itself{};
    std::array<int, 4> another{};
};

/// The points of the last step beside those of the one before, as each rule sees them. Looks again when there
/// is something new; costs a walk over the world's contacts then.
class ContactInspector {
public:
    void refresh(const Session& session);

    /// The selected body's contacts, or without a selection the first of the world: at most `most`.
    [[nodiscard]] const std::vector<ContactStory>& stories() const { return stories_; }
    [[nodiscard]] const MatchingTally& tally() const { return tally_; }
    /// Whether the session kept a state to compare with: it does not at the start, nor where steps record
    /// their searches (Session::before).
    [[nodiscard]] bool compares() const { return compares_; }

    static constexpr std::size_t most = 40;

private:
    struct Seen {
        int start = -1;
        std::int64_t step = 0;
        BodyHandle body;
        bool compares = false;
        friend bool operator==(const Seen&, const Seen&) = default;
    };

    Seen seen_;
    bool compares_ = false;
    std::vector<ContactStory> stories_;
    MatchingTally tally_;
};

/// What made a point, for people: "face A2 with corner B0".
std::string describe(FeatureId id);

}  // namespace toibox::app
