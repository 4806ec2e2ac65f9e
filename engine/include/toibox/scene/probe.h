// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/world.h"
#include "toibox/fields/fields.h"
#include "toibox/narrow/distance_method.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace toibox::scene {

/// A distance method that a scene runs on two of its bodies in every state, warm-started from the previous
/// state. It shows what temporal coherence saves and does not affect the simulation.
struct ProbeEntry {
    std::string name;
    std::string body_a;  ///< Bodies with one convex shape each.
    std::string body_b;
    DistanceMethod method = DistanceMethod::Gjk;
};

/// A value that claims read as `probe.NAME.FIELD`.
enum class ProbeField : std::uint8_t {
    // In the current state:
    Separation,  ///< Metres; as accurate as the method promises.
    NormalX,     ///< Unit, from A to B, world.
    NormalY,
    Overlapping,  ///< 1 or 0.
    Iterations,   ///< Of the method's own loop: simplices, edges, pairs, axes or vertices.
    // Since the start:
    WarmStarts,       ///< Calls that started from the previous state. The next three count only these calls.
    SingleIteration,  ///< Calls that took one iteration.
    MaxIterations,
    TotalIterations,
};
struct ProbeFieldName {
    std::string_view name;
    ProbeField field;
    bool is_counter;  ///< Its values are whole numbers.
};
std::span<const ProbeFieldName> probe_fields();

/// What a probe stores between two states.
struct ProbeMemory {
    struct Count {
        std::int64_t warm_starts = 0;
        std::int64_t single_iteration = 0;
        std::int64_t max_iterations = 0;
        std::int64_t total_iterations = 0;
    };
    BodyHandle a;  ///< The bodies of `answer`; null if there is no answer.
    BodyHandle b;
    DistanceResult answer;
    Count count;
};

/// A running probe. Value type.
class Probe {
public:
    /// Measures the current state. If a body does not exist or does not have exactly one shape, there is no
    /// answer, and the next call starts cold.
    void update(const World& world, BodyHandle a, BodyHandle b, DistanceMethod method);
    /// NaN for a value of the current state if the last update gave none.
    [[nodiscard]] double value(ProbeField field) const;

private:
    friend struct FieldsOf<Probe>;

    ProbeMemory memory_;
};

}  // namespace toibox::scene
