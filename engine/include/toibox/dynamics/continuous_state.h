// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/body_columns.h"
#include "toibox/dynamics/fields.h"

#include <cstdint>
#include <vector>

namespace toibox {

/// What moves a body from where it is to the end of the step in progress.
enum class RemainingMotion : std::uint8_t {
    Planned,  ///< The solver's sweep: BodyMotion up to BodyPose, which is its end.
    Free,     ///< It met something: BodyPose is where it is, and its velocity carries it on.
    Stopped,  ///< It stays at BodyPose.
};

/// How far a body has come in the continuous stage of the step in progress.
struct BodyCcdState {
    double consumed = 0.0;     ///< Fraction of the step already spent, in [0, 1].
    std::int32_t impacts = 0;  ///< Impacts acted on in this step.
    RemainingMotion remaining = RemainingMotion::Planned;
    bool searching = false;          ///< The rest of its motion is searched for impacts.
    bool is_heavy_obstacle = false;  ///< Dynamic, but so thin that it could be passed through within the step
                                     ///< by something that hardly moves it.
    bool is_supported = false;       ///< A joint holds it, or a contact or an impact pushed it in this step.
};

/// A part of the motion of a body that impacts of the step in progress have settled.
struct PathPart {
    std::uint32_t body = 0;
    float delta_angle = 0.0f;
    double from = 0.0;  ///< Fraction of the step …
    double to = 0.0;    ///< … greater than `from`.
    BodyPose start;
    Vec2 end;  ///< Centre of mass, world.
};

/// The continuous stage between two impacts: what lets a step pause and go on. Empty outside of it.
/// Bodies and shapes are named by index, contacts never are: a paused world may lose some.
struct CcdState {
    std::vector<BodyCcdState> body;  ///< Indexed by BodyHandle::index.
    std::vector<PathPart> paths;     ///< In a world with sensors. Those of a body in order of time.
};

template <>
struct FieldsOf<BodyCcdState> {
    static constexpr FieldTuple list{
        Field{"consumed", &BodyCcdState::consumed},       Field{"impacts", &BodyCcdState::impacts},
        Field{"rest", &BodyCcdState::remaining},          Field{"searching", &BodyCcdState::searching},
        Field{"anvil", &BodyCcdState::is_heavy_obstacle}, Field{"held", &BodyCcdState::is_supported}};
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
static_assert(lists_every_field<BodyCcdState>);
static_assert(lists_every_field<PathPart>);
static_assert(lists_every_field<CcdState>);

}  // namespace toibox
