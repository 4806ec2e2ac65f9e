// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/rows.h"
#include "toibox/dynamics/solver_scratch.h"
#include "toibox/dynamics/step_stages.h"

#include <span>

namespace toibox {

/// Kinetic energies, J.
struct StepEnergy {
    double allowed_energy =
        0.0;  ///< Before the step, and what gravity and what is asked of the body may give.
    double present = 0.0;
};
/// Of a dynamic body; none of any other. Requires: SolverScratch::start_velocity.
StepEnergy energy_of(const StepContext& step, std::uint32_t body);

/// What is static or kinematic and moves: it gives what is not known apart.
bool has_prescribed_motion(const WorldState& state, std::uint32_t body);

/// The heaps that bounce in a step: bodies joined by contacts, by way of dynamic bodies. What happens in one
/// is no other's affair, so that a box bounces as it does whatever happens far away.
class RestitutionIslands {
public:
    /// Made before the bounces, of the rows that are going to (indices into `rows`).
    RestitutionIslands(StepContext& step, std::span<const ContactRow> rows,
                       std::span<const std::uint32_t> bouncing);
    /// Requires: the row bounces.
    [[nodiscard]] RestitutionIsland& find_island(const ContactRow& row) const;
    /// After the bounces: of a heap that has more energy than it had, bodies keep only such a share of what
    /// the bounces changed that it has not. Momentum is kept, and nothing closes that did not. Not where
    /// something drives the heap: what that gives is not known apart.
    void remove_energy_gains();

private:
    void unite_by_contacts(std::vector<std::uint8_t>& driven);
    void mark_jointed_driven(std::vector<std::uint8_t>& driven) const;
    [[nodiscard]] std::uint32_t root_of(const ContactRow& row) const;
    RestitutionIsland& find_or_add(std::uint32_t root);
    void accumulate_energy(std::uint32_t body, RestitutionIsland& island) const;

    StepContext& step_;
    std::vector<std::uint32_t>& parent_;     ///< By body: the root of its heap.
    std::vector<std::uint32_t>& island_at_;  ///< By root: its place in islands_, or null_index.
    std::vector<RestitutionIsland>& islands_;
};

}  // namespace toibox
