// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/broad/broad_phase.h"
#include "toibox/broad/broad_phase_value.h"
#include "toibox/core/id_pool.h"
#include "toibox/core/large_vector.h"
#include "toibox/dynamics/body_columns.h"
#include "toibox/dynamics/ccd_state.h"
#include "toibox/dynamics/contact.h"
#include "toibox/dynamics/continuous_override.h"
#include "toibox/dynamics/events.h"
#include "toibox/dynamics/joint.h"
#include "toibox/dynamics/settings.h"
#include "toibox/fields/fields.h"
#include "toibox/geometry/aabb.h"
#include "toibox/geometry/shape.h"

#include <concepts>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <vector>

namespace toibox {

/// Index that means the end of a list, or no object.
inline constexpr std::uint32_t null_index = BodyHandle::null_index;

/// Indexed by BodyHandle::index, dead slots included.
struct BodyColumns {
    IdPool ids;
    std::vector<BodyPose> pose;
    std::vector<BodyVelocity> velocity;
    std::vector<BodyForce> force;
    std::vector<BodyMass> mass;
    std::vector<BodyMotion> motion;
    std::vector<BodyInfo> info;
    std::vector<BodySleep> sleep;
};

/// Indexed by ShapeHandle::index, which is also the shape's proxy in the broad phase.
struct ShapeColumns {
    IdPool ids;
    std::vector<Shape> geometry;
    std::vector<Material> material;
    std::vector<Filter> filter;
    std::vector<std::uint8_t> sensor;  ///< 0 or 1, as in `moved` (not vector<bool>, which has no references).
    std::vector<Vec2> one_way;         ///< ShapeDef::one_way as a unit vector; zero if not one-way.
    std::vector<std::uint64_t> user_data;
    std::vector<std::uint32_t> body;
    std::vector<std::uint32_t> next;  ///< The next shape of the same body, in order of attachment.
    std::vector<Aabb> fat_box;        ///< The box in the broad phase.
    std::vector<std::uint8_t> moved;  ///< Whether PairColumns::moved lists it.
};

/// Two body indices, a < b, in the same struct as two shape indices.
using BodyPair = ProxyPair;

/// Pairs of shapes and bodies, and shapes whose pairs must be searched. These lists are not parallel columns.
struct PairColumns {
    std::vector<std::uint32_t> moved;  ///< Shapes whose pairs must be searched, as after a new fat box.
    std::vector<ProxyPair> live;       ///< Pairs of shapes that have a contact; ascending.
    /// Pairs of bodies that a joint keeps from colliding, one entry per joint; ascending.
    std::vector<BodyPair> jointed;
    std::vector<ContactEvent> ended;  ///< Contacts that ended between steps; the next step reports them.
};

/// Indexed by JointHandle::index.
struct JointColumns {
    IdPool ids;
    std::vector<Joint> joint;
};

/// Progress of a step that settings.stop_at_each_impact paused, and the mean step length.
struct StepProgress {
    float step_dt = 0.0f;        ///< Length of the whole step, seconds.
    bool paused = false;         ///< Whether the CCD stage of a detection sub-step is paused.
    float dt = 0.0f;             ///< Length of the current detection sub-step, seconds.
    std::int32_t remaining = 0;  ///< Number of detection sub-steps after the current one.
    /// Solver and policy of the current detection sub-step, until its end, even if the settings change
    /// during a pause.
    SolverKind solver = SolverKind::SoftStep;
    ContinuousPolicy continuous = ContinuousPolicy::Off;
    /// Running mean of the lengths of the detection sub-steps (tuning::mean_steps), seconds; 0 before the
    /// first. mean_dt and all fields after it persist between steps.
    float mean_dt = 0.0f;
    /// Length of a detection sub-step that sets the stiffness of springs, seconds. Follows mean_dt only if
    /// they differ by more than tuning::nominal_dt_band.
    float nominal_dt = 0.0f;
    /// Length of the previous detection sub-step, seconds; 0 before the first. The median of three
    /// lengths in a row counts for mean_dt in place of an outlier (tuning::outlier_dt_ratio).
    float last_dt = 0.0f;
    float second_last_dt = 0.0f;  ///< Length of the detection sub-step before that, seconds.
};

/// Everything that can affect the next step, in index-based columns: a copy of this struct steps
/// bit-identically. `for_each_column` lists the columns once; hashing, serialisation and validation are
/// visitors of that list. By contract, the structure of the broad phase cannot change a result, so it is
/// copied but neither hashed nor written: a reader rebuilds it from the fat boxes.
struct WorldState {
    WorldSettings settings;
    std::uint64_t step_count = 0;
    double time = 0.0;  ///< Total simulated time, seconds.
    BodyColumns bodies;
    ShapeColumns shapes;
    LargeVector<Contact> contacts;                             ///< In order of creation.
    std::vector<BodyContinuousOverride> continuous_overrides;  ///< Ascending by body.
    PairColumns pairs;
    JointColumns joints;
    StepProgress progress;
    CcdState ccd;
    BroadPhaseValue broad_phase;
};

// The strings below are the names of the file format: they never change, even if a member is renamed.

template <>
struct FieldsOf<BodyColumns> {
    static constexpr bool is_column_group = true;
    static constexpr FieldTuple list{
        Field{"ids", &BodyColumns::ids},           Field{"pose", &BodyColumns::pose},
        Field{"velocity", &BodyColumns::velocity}, Field{"force", &BodyColumns::force},
        Field{"mass", &BodyColumns::mass},         Field{"motion", &BodyColumns::motion},
        Field{"info", &BodyColumns::info},         Field{"sleep", &BodyColumns::sleep}};
};
template <>
struct FieldsOf<ShapeColumns> {
    static constexpr bool is_column_group = true;
    static constexpr FieldTuple list{Field{"ids", &ShapeColumns::ids},
                                     Field{"geometry", &ShapeColumns::geometry},
                                     Field{"material", &ShapeColumns::material},
                                     Field{"filter", &ShapeColumns::filter},
                                     Field{"sensor", &ShapeColumns::sensor},
                                     Field{"one_way", &ShapeColumns::one_way},
                                     Field{"user_data", &ShapeColumns::user_data},
                                     Field{"body", &ShapeColumns::body},
                                     Field{"next", &ShapeColumns::next},
                                     Field{"fat_box", &ShapeColumns::fat_box},
                                     Field{"moved", &ShapeColumns::moved}};
};
template <>
struct FieldsOf<PairColumns> {
    static constexpr bool is_column_group = true;
    static constexpr FieldTuple list{Field{"moved", &PairColumns::moved}, Field{"live", &PairColumns::live},
                                     Field{"jointed", &PairColumns::jointed},
                                     Field{"ended", &PairColumns::ended}};
};
template <>
struct FieldsOf<JointColumns> {
    static constexpr bool is_column_group = true;
    static constexpr FieldTuple list{Field{"ids", &JointColumns::ids}, Field{"joint", &JointColumns::joint}};
};
template <>
struct FieldsOf<StepProgress> {
    static constexpr FieldTuple list{
        Field{"step_dt", &StepProgress::step_dt}, Field{"paused", &StepProgress::paused},
        Field{"dt", &StepProgress::dt},           Field{"remaining", &StepProgress::remaining},
        Field{"solver", &StepProgress::solver},   Field{"continuous", &StepProgress::continuous},
        Field{"mean_dt", &StepProgress::mean_dt}, Field{"pace", &StepProgress::nominal_dt},
        Field{"last_dt", &StepProgress::last_dt}, Field{"second_last_dt", &StepProgress::second_last_dt}};
};
template <>
struct FieldsOf<WorldState> {
    static constexpr FieldTuple list{Field{"settings", &WorldState::settings},
                                     Field{"step_count", &WorldState::step_count},
                                     Field{"time", &WorldState::time},
                                     Field{"bodies", &WorldState::bodies},
                                     Field{"shapes", &WorldState::shapes},
                                     Field{"contacts", &WorldState::contacts},
                                     Field{"own_continuous", &WorldState::continuous_overrides},
                                     Field{"pairs", &WorldState::pairs},
                                     Field{"joints", &WorldState::joints},
                                     Field{"progress", &WorldState::progress},
                                     Field{"continuous", &WorldState::ccd},
                                     Field{"broad_phase", &WorldState::broad_phase}};
};

static_assert(lists_every_field<BodyColumns>);
static_assert(lists_every_field<ShapeColumns>);
static_assert(lists_every_field<PairColumns>);
static_assert(lists_every_field<JointColumns>);
static_assert(lists_every_field<StepProgress>);
static_assert(lists_every_field<WorldState>);

/// Name of a column: {"bodies", "pose"}. A member of WorldState itself has no group.
struct ColumnName {
    std::string_view group;
    std::string_view name;
};

/// Calls visit(ColumnName, column) for every column of a world, in a fixed order. `state` may be const.
template <class State, class Visitor>
    requires std::same_as<std::remove_const_t<State>, WorldState>
void for_each_column(State& state, Visitor&& visit) {
    for_each_field(state, [&visit](std::string_view outer, auto& member) {
        if constexpr (ColumnGroup<std::remove_cvref_t<decltype(member)>>) {
            for_each_field(member, [&visit, outer](std::string_view name, auto& column) {
                visit(ColumnName{outer, name}, column);
            });
        } else {
            visit(ColumnName{{}, outer}, member);
        }
    });
}

}  // namespace toibox
