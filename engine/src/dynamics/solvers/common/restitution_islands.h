// SPDX-License-Identifier: MIT
#pragma once

#include "dynamics/solvers/common/solver_scratch.h"
#include "dynamics/solvers/rows/rows.h"
#include "dynamics/state/step_context.h"

#include <span>

namespace toibox {

/// Kinetic energies of a body, J.
struct StepEnergy {
    double allowed_energy = 0.0;  ///< Energy before the step, plus the maximum external work.
    double current_energy = 0.0;  ///< Energy at the current velocity.
};
/// The energies of a dynamic body; zero for other bodies. Requires: SolverScratch::start_velocity is set.
StepEnergy energy_of(const StepContext& step, std::uint32_t body);

/// True for a static or kinematic body with a velocity, which may add any amount of energy.
bool has_prescribed_motion(const WorldState& state, std::uint32_t body);

/// The islands of a step in which some contacts bounce: dynamic bodies connected by contacts. The energy of
/// each island is limited separately, so that the bounce of a box does not depend on bodies far away.
class RestitutionIslands {
public:
    /// Construct before the bounces. `bouncing`: indices in `rows` of the rows that will bounce.
    RestitutionIslands(StepContext& step, std::span<const ContactRow> rows,
                       std::span<const std::uint32_t> bouncing);
    /// The island of a row. Requires: the row bounces.
    [[nodiscard]] RestitutionIsland& find_island(const ContactRow& row) const;
    /// Call after the bounces. In an island that gained energy, scales the velocity changes of all bodies by
    /// the fraction at which the island gains none. Conserves momentum, and no contact starts to close. Skips
    /// driven islands, because the energy that the drive adds is unknown.
    void remove_energy_gains();

private:
    void unite_by_contacts(std::vector<std::uint8_t>& driven);
    void mark_jointed_driven(std::vector<std::uint8_t>& driven) const;
    [[nodiscard]] std::uint32_t root_of(const ContactRow& row) const;
    RestitutionIsland& find_or_add(std::uint32_t root);
    void accumulate_energy(std::uint32_t body, RestitutionIsland& island) const;

    StepContext& step_;
    std::vector<std::uint32_t>& parent_;     ///< By body: root of its island.
    std::vector<std::uint32_t>& island_at_;  ///< By root: index in islands_, or null_index.
    std::vector<RestitutionIsland>& islands_;
};

}  // namespace toibox
