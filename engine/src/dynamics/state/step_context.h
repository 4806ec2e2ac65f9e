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

/// A shape and its new fat box.
struct FatBoxUpdate {
    std::uint32_t shape = 0;
    Aabb box;
};

/// A shape and its old fat box, which a failed step restores.
struct ReplacedBox {
    std::uint32_t shape = 0;
    Aabb box;
};

/// Data that the stages of a detection sub-step share. Between steps only the world's state persists; within
/// a step, a stage may leave results for later stages in its scratch memory.
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
    std::vector<std::vector<FatBoxUpdate>>& fat_box_updates;  ///< One list per run of consecutive bodies.
    std::vector<ReplacedBox>& replaced_boxes;                 ///< In order of replacement.
    NearbyShapes& search;
    SearchCounters& counters;  ///< The counters of the report, or of one worker.
    StepReport& report;
    Events& events;
    float dt = 0.0f;        ///< Length of the detection sub-step, seconds, > 0.
    Clock clock = nullptr;  ///< May be null. Used for timings only.
};

}  // namespace toibox
