// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/fields.h"
#include "toibox/dynamics/world.h"
#include "toibox/narrow/distance_method.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace toibox::scene {

/// A method of distance that a scene puts to two of its bodies at every state, each time from what it
/// remembers of the state before: what coherence is worth, on a motion that one can see. It changes nothing.
struct ProbeEntry {
    std::string name;
    std::string body_a;  ///< Of one convex shape each.
    std::string body_b;
    DistanceMethod method = DistanceMethod::Gjk;
};

/// What claims read of a probe, as `probe.NAME.FIELD`.
enum class ProbeField : std::uint8_t {
    Separation,       ///< Metres, as far as the method's promises go. The next four: of this state.
    NormalX,          ///< Unit, from A to B, world.
    NormalY,          ///<
    Overlapping,      ///< 1 or 0.
    Iterations,       ///< Of the method's own loop: simplices, edges, pairs, axes, vertices.
    Looks,            ///< How often it started from the state before. The next three: of those looks.
    InOne,            ///< That took one iteration.
    MaxIterations,    ///<
    TotalIterations,  ///<
};
struct ProbeFieldName {
    std::string_view name;
    ProbeField field;
    bool whole;  ///< Its values are whole numbers.
};
std::span<const ProbeFieldName> probe_fields();

/// What a probe remembers between two states.
struct ProbeMemory {
    struct Count {
        std::int64_t looks = 0;
        std::int64_t in_one = 0;
        std::int64_t max = 0;
        std::int64_t total = 0;
    };
    BodyHandle a;  ///< Of whom the answer tells; null: there is none.
    BodyHandle b;
    DistanceResult answer;
    Count count;
};

/// A probe at work. A value.
class Probe {
public:
    /// At the present state. Bodies that are not there (any more) leave no answer, and what was remembered of
    /// them is forgotten; as for bodies that have not one shape.
    void look(const World& world, BodyHandle a, BodyHandle b, DistanceMethod method);
    /// NaN if the last look gave no answer.
    [[nodiscard]] double value(ProbeField field) const;

private:
    friend struct FieldsOf<Probe>;

    ProbeMemory memory_;
};

}  // namespace toibox::scene
