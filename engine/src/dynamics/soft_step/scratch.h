// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/large_vector.h"

#include "linkages.h"
#include "polygon_records.h"
#include "wide_rows.h"

#include <array>
#include <cstdint>
#include <vector>

namespace toibox::soft_step {

/// Blocks of one colour, or of several small ones that follow each other. All are done before the next
/// segment begins.
struct Segment {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    bool with_static = false;  ///< One of the bodies is not moved by the solver.
    bool serial = false;       ///< One after the other, by one worker.
};

/// Something to be solved between two bodies, before it has a colour.
struct Constraint {
    std::int32_t slot_a = 0;
    std::int32_t slot_b = 0;
    std::uint32_t index = 0;       ///< Of the contact or row.
    std::uint16_t key = 0;         ///< Written by the colouring.
    bool is_single_point = false;  ///< A contact of one point: blocks of such are cheaper.

    friend bool operator==(const Constraint&, const Constraint&) = default;
};

/// What colours were found for.
struct ColoringInput {
    std::vector<Constraint> constraints;
    std::vector<std::uint8_t> dynamic;
    std::vector<std::uint32_t> body;
};

/// Constraints that found no colour, in levels: those of a level share no dynamic body, and each has a higher
/// one than those before it that it shares a body with. So a level at a time is the same as one constraint at
/// a time, in a fraction of the blocks.
struct OverflowLevels {
    std::vector<std::uint32_t> next_level;  ///< By slot: the level after the last of the body's constraints.
    std::vector<std::uint32_t> lanes;       ///< By level: how many there are, then where the next one goes.
};

/// Constraints dealt out to blocks of eight.
struct ColoredConstraints {
    std::vector<Constraint> constraints;  ///< In order of creation.
    std::vector<std::uint32_t> order;  ///< Index of the constraint of each lane of each block, or null_index.
    std::vector<Segment> segments;
    ColoringInput coloring_input;  ///< What order and segments are of.
    bool shuffled = false;         ///< Colours are not to follow the order of creation.
    [[nodiscard]] std::size_t blocks() const { return order.size() / block_lanes; }
};

/// A contact that may bounce: its scalar row is `row` of SolverScratch::contact_rows.
struct BounceRow {
    std::uint32_t contact = 0;
    std::uint32_t row = 0;
    /// What the row started from, N·s: whatever it has more at the end is the bounce.
    std::array<float, 2> normal{};
    std::array<float, 2> tangent{};
};

/// A contact that met with a push and above the threshold, and the point that came in fastest of those.
struct Hit {
    std::uint32_t contact = 0;
    std::uint8_t point = 0;
};

/// What a run of blocks came to.
struct StoreRun {
    float threshold = 0.0f;  ///< Of hits, m/s.
    std::vector<Hit> hits;
    std::vector<std::uint32_t> newly_touching;  ///< Contacts that pushed and did not touch before.
};

inline constexpr std::uint8_t slot_is_dynamic = 1;
inline constexpr std::uint8_t slot_locks_x = 2;
inline constexpr std::uint8_t slot_locks_y = 4;
inline constexpr std::uint8_t slot_is_jointed = 8;  ///< A rigid row of a joint holds the body.

/// Memory of the soft step between steps; no state.
struct Scratch {
    // By slot, four floats each; a multiple of eight slots.
    std::vector<float> velocity;
    std::vector<float> moved;
    std::vector<float> before;
    std::vector<float> force;
    std::vector<float> damping;
    std::vector<std::uint32_t> body;         ///< Index of the slot's body; slot 0 has none.
    std::vector<std::uint8_t> dynamic;       ///< 0 for what no impulse moves, else the bits of slot_*.
    std::vector<std::uint64_t> used_colors;  ///< Of a dynamic body: bit c if colour c has a contact of it.
    std::vector<std::uint8_t> static_color_count;  ///< Of a dynamic body, those coloured so far.

    std::array<OverflowLevels, 2> overflow;  ///< Of constraints that are not light, and of light ones.

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
    PolygonRecords polygons;
    std::vector<BounceRow> bouncing;  ///< Ascending.
    /// By contact: its place in `bouncing`, if what is there is of this contact.
    std::vector<std::uint32_t> bounce_row_of;
    std::vector<Hit> hits;              ///< Of this call of step, ascending.
    std::vector<std::int32_t> partner;  ///< By slot: the only one that its body touches (gains.cpp).
    std::vector<StoreRun> store_runs;
    std::vector<std::uint32_t> newly_touching;  ///< Of all runs, ascending.
};

}  // namespace toibox::soft_step
