// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/body_columns.h"
#include "toibox/fields/fields.h"

#include <cstdint>
#include <vector>

namespace toibox {

/// How a body moves from its current pose to the end of the step in progress.
enum class RemainingMotion : std::uint8_t {
    Planned,  ///< Along the solver's sweep, from BodyMotion::start to BodyPose.
    Free,     ///< After an impact: from BodyPose at the current velocity.
    Stopped,  ///< The body stays at BodyPose.
};

/// Bodies that have met in a step, and what their impacts have cost (impact_islands.h).
struct ImpactIsland {
    std::uint64_t spent = 0;  ///< In row solves.
    std::uint32_t bodies = 1;
};

/// Progress of a body in the CCD stage of the current step.
struct BodyCcdState {
    double consumed = 0.0;     ///< Fraction of the step already spent, in [0, 1].
    std::int32_t impacts = 0;  ///< Impacts handled in this step.
    RemainingMotion remaining = RemainingMotion::Planned;
    bool searching = false;          ///< The remaining motion is searched for impacts.
    bool is_heavy_obstacle = false;  ///< A dynamic body so heavy that some body would hardly move it.
    bool is_supported = false;  ///< A joint holds the body, or a contact or impact pushed it in this step.
    /// A body of the same impact island, nearer to the body that stands for it; null_index at that body.
    std::uint32_t island_parent = BodyHandle::null_index;
    ImpactIsland island;  ///< Of the body that stands for an island.
    /// RemainingMotion::Free: end of the motion relative to an end at constant velocity, metres and radians.
    /// Not zero for bodies that fall freely or that joints lead on an arc, because their velocity is that of
    /// the end of the step.
    Vec2 end_offset;
    float end_rotation = 0.0f;
};

/// Part of the path of a body in a step, up to an impact or the end of the step.
struct PathPart {
    std::uint32_t body = 0;
    float delta_angle = 0.0f;  ///< Radians.
    double from = 0.0;         ///< Fraction of the detection sub-step.
    double to = 0.0;           ///< Fraction of the detection sub-step, > from.
    BodyPose start;
    Vec2 end;  ///< Centre of mass, world, metres.
};

/// State of the CCD stage between two impacts, so that a step can pause and resume. Empty outside the CCD
/// stage. Refers to bodies by index and never to contacts, because contacts may end while a step is paused.
struct CcdState {
    std::vector<BodyCcdState> body;  ///< Indexed by BodyHandle::index.
    std::vector<PathPart> paths;     ///< Empty without sensors. The parts of one body are in order of time.
};

template <>
struct FieldsOf<ImpactIsland> {
    static constexpr FieldTuple list{Field{"spent", &ImpactIsland::spent},
                                     Field{"bodies", &ImpactIsland::bodies}};
};
template <>
struct FieldsOf<BodyCcdState> {
    static constexpr FieldTuple list{Field{"consumed", &BodyCcdState::consumed},
                                     Field{"impacts", &BodyCcdState::impacts},
                                     Field{"rest", &BodyCcdState::remaining},
                                     Field{"searching", &BodyCcdState::searching},
                                     Field{"anvil", &BodyCcdState::is_heavy_obstacle},
                                     Field{"held", &BodyCcdState::is_supported},
                                     Field{"island_parent", &BodyCcdState::island_parent},
                                     Field{"island", &BodyCcdState::island},
                                     Field{"end_offset", &BodyCcdState::end_offset},
                                     Field{"end_rotation", &BodyCcdState::end_rotation}};
};
template <>
struct FieldsOf<PathPart> {
    static constexpr FieldTuple list{
        Field{"body", &PathPart::body},   Field{"delta_angle", &PathPart::delta_angle},
        Field{"from", &PathPart::from},   Field{"to", &PathPart::to},
        Field{"start", &PathPart::start}, Field{"end", &PathPart::end}};
};
template <>
struct FieldsOf<CcdState> {
    static constexpr bool is_column_group = true;
    static constexpr FieldTuple list{Field{"body", &CcdState::body}, Field{"paths", &CcdState::paths}};
};
static_assert(lists_every_field<ImpactIsland>);
static_assert(lists_every_field<BodyCcdState>);
static_assert(lists_every_field<PathPart>);
static_assert(lists_every_field<CcdState>);

}  // namespace toibox
