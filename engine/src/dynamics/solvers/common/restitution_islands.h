// SPDX-License-Identifier: MIT
#pragma once

#include "dynamics/solvers/common/solver_scratch.h"
#include "dynamics/solvers/rows/rows.h"
#include "dynamics/state/step_context.h"

#include <span>

namespace toibox {

/// Kinetic energies, J.
struct StepEnergy {
    double allowed_energy = 0.0;  ///< Before the step, plus the maximum external work.
    double current = 0.0;         ///< At the current velocity.
};
/// Of a dynamic body; zero for any other. Requires: SolverScratch::start_velocity.
StepEnergy energy_of(const StepContext& step, std::uint32_t body);

/// True for a static or kinematic body with a velocity. The energy that it adds is unknown.
bool has_prescribed_motion(const WorldState& state, std::uint32_t body);

/// The islands that bounce in a step: dynamic bodies connected by contacts. Each island is treated
/// separately, so that the bounce of a box does not depend on what happens far away.
class RestitutionIslands {
public:
    /// Call it before the bounces. `bouncing`: indices into `rows` of the rows that will bounce.
    RestitutionIslands(StepContext& step, std::span<const ContactRow> rows,
                       std::span<const std::uint32_t> bouncing);
    /// Requires: the row bounces.
    [[nodiscard]] RestitutionIsland& find_island(const ContactRow& row) const;
    /// Call it after the bounces. In an island that gained energy, bodies keep only the share of their
    /// velocity changes at which it gains none. Momentum is conserved, and no contact starts to close. Driven
    /// islands are skipped, because the energy that the drive adds is unknown.
    void remove_energy_gains();

private:
    void unite_by_contacts(std::vector<std::uint8_t>& driven);
    void mark_jointed_driven(std::vector<std::uint8_t>& driven) const;
    [[nodiscard]] std::uint32_t root_of(const ContactRow& row) const;
    RestitutionIsland& find_or_add(std::uint32_t root);
    void accumulate_energy(std::uint32_t body, RestitutionIsland& island) const;

    StepContext& step_;
    std::vector<std::uint32_t>& parent_;     ///< By body: the root of its island.
    std::vector<std::uint32_t>& island_at_;  ///< By root: its index in islands_, or null_index.
    std::vector<RestitutionIsland>& islands_;
};

}  // namespace toibox
