// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/events.h"
#include "toibox/dynamics/step_report.h"
#include "toibox/dynamics/world_state.h"
#include "toibox/geometry/aabb.h"
#include "toibox/math/wide/isa.h"

#include <cstdint>
#include <vector>

namespace toibox {

class WorkerTeam;
struct DetectionScratch;
struct IslandScratch;
struct SolverScratch;
struct CcdScratch;
struct NearbyShapes;
namespace soft_step {
struct Scratch;
}

/// A shape and the fat box that it needs.
struct FatBoxUpdate {
    std::uint32_t shape = 0;
    Aabb box;
};

/// A fat box that was replaced. A failed step puts it back.
struct ReplacedBox {
    std::uint32_t shape = 0;
    Aabb box;
};

/// What the stages of one detection sub-step share. Between steps only the world's state persists; within a
/// step a stage may leave results for later ones in its scratch memory.
///
/// Scratch memory is kept between steps to avoid allocation, and is not state: it is written before it is
/// read in the same step, or is a cache that is checked against the state.
struct StepContext {
    WorldState& state;
    DetectionScratch& detection;  ///< contacts/detection_scratch.h
    IslandScratch& islands;       ///< islands/island_scratch.h
    SolverScratch& solver;        ///< solvers/common/solver_scratch.h
    soft_step::Scratch& soft;     ///< solvers/soft_step/scratch.h
    CcdScratch& ccd;              ///< ccd/ccd_scratch.h
    WorkerTeam& team;
    Isa isa = Isa::Scalar;
    std::vector<std::vector<FatBoxUpdate>>& fat_box_updates;  ///< By run of bodies.
    std::vector<ReplacedBox>& replaced_boxes;                 ///< Written by `finalize`, oldest first.
    NearbyShapes& search;
    SearchCounters& counters;  ///< Those of the report, or of a worker.
    StepReport& report;
    Events& events;
    float dt = 0.0f;        ///< Of the detection sub-step, seconds, > 0.
    Clock clock = nullptr;  ///< May be null. Used for timings only.
};

}  // namespace toibox
