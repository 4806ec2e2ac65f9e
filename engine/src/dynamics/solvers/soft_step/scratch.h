// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/large_vector.h"

#include "dynamics/solvers/soft_step/linkages.h"
#include "dynamics/solvers/soft_step/wide_rows.h"

#include <array>
#include <cstdint>
#include <vector>

namespace toibox::soft_step {

/// Consecutive blocks of one colour, or of several small colours that one worker solves in order. All blocks
/// of a range are solved before the next range starts.
struct BlockRange {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    bool with_static = false;  ///< In each constraint, the solver moves only one of the bodies.
    bool serial = false;       ///< Solved in order by one worker.
};

/// A contact or joint row between two bodies, as input of the colouring.
struct Constraint {
    std::int32_t slot_a = 0;
    std::int32_t slot_b = 0;
    std::uint32_t index = 0;  ///< Index of the contact or row.
    std::uint16_t key = 0;  ///< 2 · colour + is_single_point, set by the colouring; colour 0 is the overflow.
    bool is_single_point = false;  ///< A contact with one point; blocks of such contacts are cheaper.

    friend bool operator==(const Constraint&, const Constraint&) = default;
};

/// The input for which colours were found.
struct ColoringInput {
    std::vector<Constraint> constraints;
    std::vector<std::uint8_t> dynamic;
    std::vector<std::uint32_t> body;
};

/// Constraints of one kind (Constraint::is_single_point) that found no colour, in levels: the constraints of
/// a level share no dynamic body, and each constraint has a higher level than all earlier constraints that
/// share a dynamic body with it. Solving level by level gives the same result as solving one by one, in a
/// fraction of the blocks.
struct OverflowLevels {
    std::vector<std::uint32_t> next_level;  ///< By slot: the level after that of the body's last constraint.
    std::vector<std::uint32_t> lanes;  ///< By level: its number of constraints; later, the next free lane.
};

/// Constraints distributed over blocks of eight.
struct ColoredConstraints {
    std::vector<Constraint> constraints;  ///< In order of creation.
    std::vector<std::uint32_t> order;  ///< Index of the constraint of each lane of each block, or null_index.
    std::vector<BlockRange> block_ranges;
    ColoringInput coloring_input;  ///< The input from which order and block_ranges were computed.
    bool shuffled = false;         ///< Whether the search for a free colour starts at a hashed colour.
    [[nodiscard]] std::size_t blocks() const { return order.size() / block_lanes; }
};

/// A contact that may bounce, and its scalar row: `row` is an index in SolverScratch::contact_rows.
struct BounceRow {
    std::uint32_t contact = 0;
    std::uint32_t row = 0;
    /// Impulses of the row before the bounce, N·s; any impulse beyond these is due to the bounce.
    std::array<float, 2> normal{};
    std::array<float, 2> tangent{};
};

/// A contact that pushed and approached faster than the threshold, and the point that approached fastest.
struct Hit {
    std::uint32_t contact = 0;
    std::uint8_t point = 0;
};

/// Results of a run of blocks.
struct StoreRun {
    float threshold = 0.0f;  ///< Minimum approach speed of hits, m/s.
    std::vector<Hit> hits;
    std::vector<std::uint32_t> newly_touching;  ///< Contacts that push but did not touch before.
};

inline constexpr std::uint8_t slot_is_dynamic = 1;
inline constexpr std::uint8_t slot_locks_x = 2;
inline constexpr std::uint8_t slot_locks_y = 4;
inline constexpr std::uint8_t slot_is_jointed = 8;  ///< The body has a rigid joint row.
/// The body has a joint row: each sub-step applies the impulses of its rows again, because the levers of
/// joints rotate with the bodies. Of other bodies, it repeats the velocity change of the previous sub-step,
/// which is faster.
inline constexpr std::uint8_t slot_restarts = 16;

/// Scratch memory of the soft step; not part of the state.
struct Scratch {
    // By slot, four floats each; a multiple of eight slots.
    std::vector<float> velocity;
    std::vector<float> displacement;
    std::vector<float> free_velocity;
    std::vector<float> acceleration;
    std::vector<float> damping;
    std::vector<std::uint32_t> body;    ///< Index of the slot's body; slot 0 has none.
    std::vector<std::uint8_t> dynamic;  ///< Bits slot_*; 0 if immovable.
    /// By slot of a dynamic body: bit c is set if the body has a constraint of dynamic colour c.
    std::vector<std::uint64_t> used_colors;
    /// By slot of a dynamic body: number of static colours used.
    std::vector<std::uint8_t> static_color_count;

    std::array<OverflowLevels, 2> overflow;  ///< Indexed by Constraint::is_single_point.

    std::vector<std::int32_t> slot;  ///< By body index; 0 for static and sleeping bodies.

    ColoredConstraints contacts{.constraints = {},
                                .order = {},
                                .block_ranges = {},
                                .coloring_input = {},
                                .shuffled = true};  ///< Of WorldState::contacts.
    ColoredConstraints points;                      ///< Of SolverScratch::point_rows.
    ColoredConstraints scalars;                     ///< Of SolverScratch::scalar_rows.
    ColoredConstraints angles;                      ///< Of SolverScratch::angle_rows.
    ColoredConstraints hinges;                      ///< Of SolverScratch::hinge_rows.
    LargeVector<WideContact> contact_blocks;
    LargeVector<FollowingLevers> following_levers;  ///< By contact block; only some are in use.
    std::vector<WidePointRow> point_blocks;
    std::vector<WideScalarRow> scalar_blocks;
    std::vector<WideAngleRow> angle_blocks;
    std::vector<WideHingeRow> hinge_blocks;
    Linkages linkages;
    std::vector<BounceRow> bouncing;  ///< Ascending.
    /// By contact: its index in `bouncing`. Valid only if bouncing[index].contact is this contact.
    std::vector<std::uint32_t> bounce_row_of;
    std::vector<Hit> hits;  ///< Hits of the current detection sub-step, ascending.
    /// By slot: the only slot that its body touches (pair_energy_gains.cpp).
    std::vector<std::int32_t> partner;
    std::vector<StoreRun> store_runs;
    std::vector<std::uint32_t> newly_touching;  ///< Of all runs, ascending.
};

}  // namespace toibox::soft_step
