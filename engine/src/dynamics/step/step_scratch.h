// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/thread_pool.h"
#include "toibox/dynamics/world_state.h"

#include "dynamics/ccd/ccd_scratch.h"
#include "dynamics/contacts/detection_scratch.h"
#include "dynamics/islands/island_scratch.h"
#include "dynamics/solvers/common/solver_scratch.h"
#include "dynamics/solvers/soft_step/scratch.h"
#include "dynamics/state/step_context.h"

#include <memory>
#include <vector>

namespace toibox {

/// Copy of everything that a step may change, to undo a failed step. Vectors keep their memory between steps,
/// so a backup costs a few memory copies.
struct StepBackup {
    std::uint64_t step_count = 0;
    double time = 0.0;
    std::vector<BodyPose> pose;
    std::vector<BodyVelocity> velocity;
    std::vector<BodyMotion> motion;
    std::vector<BodySleep> sleep;
    LargeVector<Contact> contacts;
    std::vector<Joint> joint;
    PairColumns pairs;
    StepProgress progress;
    CcdState ccd;
    std::vector<ReplacedBox> replaced_boxes;  ///< In order of replacement.
};

/// Working memory of a world. Not part of the state: a copy of a world allocates new working memory.
struct StepScratch {
    DetectionScratch detection;
    IslandScratch islands;
    SolverScratch solver;
    soft_step::Scratch soft;
    CcdScratch ccd;
    std::unique_ptr<ThreadPool> pool;
    std::vector<std::vector<FatBoxUpdate>> fat_box_updates;
    StepBackup backup;
};

}  // namespace toibox
