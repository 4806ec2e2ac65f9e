// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/large_vector.h"

#include "dynamics/solvers/soft_step/linkages.h"
#include "dynamics/solvers/soft_step/wide_rows.h"

#include <array>
#include <cstdint>
#include <vector>

namespace toibox::soft_step {

/// Blocks of one colour, or of several small colours in a row. All are solved before the next segment begins.
struct Segment {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    bool with_static = false;  ///< One body of each constraint is not moved by the solver.
    bool serial = false;       ///< Solved in order by one worker.
};

/// A contact or joint row between two bodies, as input of the colouring.
struct Constraint {
    std::int32_t slot_a = 0;
    std::int32_t slot_b = 0;
    std::uint32_t index = 0;       ///< Of the contact or row.
    std::uint16_t key = 0;         ///< Written by the colouring.
    bool is_single_point = false;  ///< A contact of one point: blocks of these are cheaper.

    friend bool operator==(const Constraint&, const Constraint&) = default;
};

/// The input for which colours were found.
struct ColoringInput {
    std::vector<Constraint> constraints;
    std::vector<std::uint8_t> dynamic;
    std::vector<std::uint32_t> body;
};

/// Constraints that found no colour, in levels: those of a level share no dynamic body, and each has a higher
/// level than earlier ones that share a body with it. Solving level by level equals solving one by one, in a
/// fraction of the blocks.
struct OverflowLevels {
    std::vector<std::uint32_t> next_level;  ///< By slot: the level after that of the body's last constraint.
    std::vector<std::uint32_t> lanes;       ///< By level: constraint count, then the lane of the next one.
};

/// Constraints distributed over blocks of eight.
struct ColoredConstraints {
    std::vector<Constraint> constraints;  ///< In order of creation.
    std::vector<std::uint32_t> order;  ///< Index of the constraint of each lane of each block, or null_index.
    std::vector<Segment> segments;
    ColoringInput coloring_input;  ///< For which order and segments were found.
    bool shuffled = false;         ///< Start the search for a colour at a hashed one.
    [[nodiscard]] std::size_t blocks() const { return order.size() / block_lanes; }
};

/// A contact that may bounce: its scalar row is `row` of SolverScratch::contact_rows.
struct BounceRow {
    std::uint32_t contact = 0;
    std::uint32_t row = 0;
    /// Start impulses of the row, N·s; what is added to them is the bounce.
    std::array<float, 2> normal{};
    std::array<float, 2> tangent{};
};

/// A contact that pushed and approached faster than the threshold, and its fastest such point.
struct Hit {
    std::uint32_t contact = 0;
    std::uint8_t point = 0;
};

/// Results of a run of blocks.
struct StoreRun {
    float threshold = 0.0f;  ///< Of hits, m/s.
    std::vector<Hit> hits;
    std::vector<std::uint32_t> newly_touching;  ///< Contacts that push without having touched before.
};

inline constexpr std::uint8_t slot_is_dynamic = 1;
inline constexpr std::uint8_t slot_locks_x = 2;
inline constexpr std::uint8_t slot_locks_y = 4;
inline constexpr std::uint8_t slot_is_jointed = 8;  ///< The body has a rigid joint row.

/// Scratch memory of the soft step; not part of the state.
struct Scratch {
    // By slot, four floats each; a multiple of eight slots.
    std::vector<float> velocity;
    std::vector<float> moved;
    std::vector<float> free_velocity;
    std::vector<float> force;
    std::vector<float> damping;
    std::vector<std::uint32_t> body;         ///< Index of the slot's body; slot 0 has none.
    std::vector<std::uint8_t> dynamic;       ///< 0 if immovable, else the bits of slot_*.
    std::vector<std::uint64_t> used_colors;  ///< Of a dynamic body: bit c if it has a constraint of colour c.
    std::vector<std::uint8_t> static_color_count;  ///< Of a dynamic body: static colours used so far.

    std::array<OverflowLevels, 2> overflow;  ///< Of all but single-point constraints, and of those.

    std::vector<std::int32_t> slot;  ///< By body index; 0 for bodies that are not solved.

    ColoredConstraints contacts{.constraints = {},
                                .order = {},
                                .segments = {},
                                .coloring_input = {},
                                .shuffled = true};  ///< Of WorldState::contacts.
    ColoredConstraints points;                      ///< Of SolverScratch::point_rows.
    ColoredConstraints scalars;                     ///< Of SolverScratch::scalar_rows.
    ColoredConstraints angles;                      ///< Of SolverScratch::angle_rows.
    ColoredConstraints hinges;                      ///< Of SolverScratch::hinge_rows.
    LargeVector<WideContact> contact_blocks;
    std::vector<WidePointRow> point_blocks;
    std::vector<WideScalarRow> scalar_blocks;
    std::vector<WideAngleRow> angle_blocks;
    std::vector<WideHingeRow> hinge_blocks;
    Linkages linkages;
    std::vector<BounceRow> bouncing;  ///< Ascending.
    /// By contact: its index in `bouncing`; valid only if the entry there is of this contact.
    std::vector<std::uint32_t> bounce_row_of;
    std::vector<Hit> hits;  ///< Of this call of step, ascending.
    std::vector<std::int32_t>
        partner;  ///< By slot: the only slot that its body touches (pair_energy_gains.cpp).
    std::vector<StoreRun> store_runs;
    std::vector<std::uint32_t> newly_touching;  ///< Of all runs, ascending.
};

}  // namespace toibox::soft_step
