// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/scene/run_state.h"

#include "dynamics/snapshot/state_fields.h"

// Fields of a run's state besides its world, in the order in which they are written.

namespace toibox {

template <>
struct FieldsOf<Tally> {
    static constexpr FieldTuple list{Field{"calls", &Tally::calls}, Field{"sum", &Tally::sum},
                                     Field{"max", &Tally::max}};
};

// ---- Probes

template <>
struct FieldsOf<SimplexSeed> {
    static constexpr FieldTuple list{Field{"count", &SimplexSeed::count},
                                     Field{"index_a", &SimplexSeed::index_a},
                                     Field{"index_b", &SimplexSeed::index_b}};
};
template <>
struct FieldsOf<FeaturePair> {
    static constexpr FieldTuple list{Field{"kind", &FeaturePair::kind},
                                     Field{"index_a", &FeaturePair::index_a},
                                     Field{"index_b", &FeaturePair::index_b}};
};
template <>
struct FieldsOf<SatAxisId> {
    static constexpr FieldTuple list{Field{"kind", &SatAxisId::kind}, Field{"index", &SatAxisId::index},
                                     Field{"support", &SatAxisId::support}};
};
template <>
struct FieldsOf<DistanceCache> {
    static constexpr FieldTuple list{Field{"simplex", &DistanceCache::simplex},
                                     Field{"features", &DistanceCache::features},
                                     Field{"axis", &DistanceCache::axis}};
};
template <>
struct FieldsOf<DistanceResult> {
    static constexpr FieldTuple list{
        Field{"state", &DistanceResult::state},       Field{"separation", &DistanceResult::separation},
        Field{"normal", &DistanceResult::normal},     Field{"point_a", &DistanceResult::point_a},
        Field{"point_b", &DistanceResult::point_b},   Field{"cores_overlap", &DistanceResult::cores_overlap},
        Field{"is_exact", &DistanceResult::is_exact}, Field{"iterations", &DistanceResult::iterations},
        Field{"cache", &DistanceResult::cache}};
};
template <>
struct FieldsOf<scene::ProbeMemory::Count> {
    using Count = scene::ProbeMemory::Count;
    static constexpr FieldTuple list{
        Field{"looks", &Count::warm_starts}, Field{"in_one", &Count::single_iteration},
        Field{"max", &Count::max_iterations}, Field{"total", &Count::total_iterations}};
};
template <>
struct FieldsOf<scene::ProbeMemory> {
    using Memory = scene::ProbeMemory;
    static constexpr FieldTuple list{Field{"a", &Memory::a}, Field{"b", &Memory::b},
                                     Field{"answer", &Memory::answer}, Field{"count", &Memory::count}};
};
template <>
struct FieldsOf<scene::Probe> {
    static constexpr FieldTuple list{Field{"memory", &scene::Probe::memory_}};
};
template <>
struct FieldsOf<scene::Verdict> {
    using Verdict = scene::Verdict;
    static constexpr FieldTuple list{Field{"kind", &Verdict::kind},   Field{"body", &Verdict::body},
                                     Field{"other", &Verdict::other}, Field{"t", &Verdict::t},
                                     Field{"point", &Verdict::point}, Field{"seconds", &Verdict::seconds}};
};
template <>
struct FieldsOf<scene::BodyPair> {
    static constexpr FieldTuple list{Field{"body", &scene::BodyPair::body},
                                     Field{"other", &scene::BodyPair::other}};
};
template <>
struct FieldsOf<scene::VerdictMemory::StoredBody> {
    using StoredBody = scene::VerdictMemory::StoredBody;
    static constexpr FieldTuple list{Field{"body", &StoredBody::body},
                                     Field{"transform", &StoredBody::transform},
                                     Field{"center", &StoredBody::center}, Field{"angle", &StoredBody::angle},
                                     Field{"free_velocity", &StoredBody::free_velocity}};
};
template <>
struct FieldsOf<scene::VerdictMemory::FarSide> {
    using FarSide = scene::VerdictMemory::FarSide;
    static constexpr FieldTuple list{Field{"a", &FarSide::a}, Field{"b", &FarSide::b},
                                     Field{"point", &FarSide::point}};
};
template <>
struct FieldsOf<scene::VerdictMemory> {
    using Memory = scene::VerdictMemory;
    static constexpr FieldTuple list{Field{"before", &Memory::before},
                                     Field{"found", &Memory::found},
                                     Field{"begun", &Memory::begun},
                                     Field{"impacts", &Memory::impacts},
                                     Field{"on_far_side", &Memory::on_far_side},
                                     Field{"answered", &Memory::answered}};
};
template <>
struct FieldsOf<scene::VerdictProbe> {
    static constexpr FieldTuple list{Field{"memory", &scene::VerdictProbe::memory_}};
};

// ---- Claims

template <>
struct FieldsOf<scene::ExpressionMemory> {
    using Memory = scene::ExpressionMemory;
    static constexpr FieldTuple list{Field{"seen", &Memory::seen},       Field{"value", &Memory::value},
                                     Field{"last", &Memory::last},       Field{"rising", &Memory::rising},
                                     Field{"started", &Memory::started}, Field{"found", &Memory::found}};
};
template <>
struct FieldsOf<scene::ClaimOutcome> {
    using Outcome = scene::ClaimOutcome;
    static constexpr FieldTuple list{Field{"status", &Outcome::status}, Field{"left", &Outcome::left},
                                     Field{"right", &Outcome::right}, Field{"step", &Outcome::step},
                                     Field{"detail", &Outcome::detail}};
};

// ---- The run itself

template <>
struct FieldsOf<scene::LastingForce> {
    using Force = scene::LastingForce;
    static constexpr FieldTuple list{
        Field{"body", &Force::body}, Field{"force", &Force::force}, Field{"local_point", &Force::local_point},
        Field{"torque", &Force::torque}, Field{"steps_left", &Force::steps_left}};
};
template <>
struct FieldsOf<scene::WalkerState> {
    static constexpr FieldTuple list{Field{"body", &scene::WalkerState::body},
                                     Field{"wish", &scene::WalkerState::desired_velocity},
                                     Field{"told", &scene::WalkerState::applied_velocity}};
};
/// `tests` and `swaps` depend on the internal structure of the broad phase, which snapshots do not contain.
template <>
struct FieldsOf<scene::RunTotals> {
    using Totals = scene::RunTotals;
    static constexpr FieldTuple list{Field{"gjk", &Totals::gjk},
                                     Field{"toi", &Totals::toi},
                                     Field{"root_iterations", &Totals::root_iterations},
                                     Field{"tests", &Totals::tests, output_only},
                                     Field{"swaps", &Totals::exchanges, output_only},
                                     Field{"time_lost", &Totals::time_lost},
                                     Field{"verdicts", &Totals::verdicts}};
};
template <>
struct FieldsOf<scene::NamedShape> {
    using Named = scene::NamedShape;
    static constexpr FieldTuple list{Field{"generation", &Named::generation}, Field{"color", &Named::color},
                                     Field{"body_id", &Named::body_id}};
};
template <>
struct FieldsOf<scene::RunState> {
    using State = scene::RunState;
    static constexpr FieldTuple list{
        Field{"steps", &State::steps},          Field{"cursor", &State::cursor},
        Field{"stretched", &State::extra_time}, Field{"half_way", &State::is_mid_step},
        Field{"bodies", &State::bodies},        Field{"ids", &State::ids},
        Field{"shapes", &State::shapes},        Field{"forces", &State::forces},
        Field{"walks", &State::walkers},        Field{"totals", &State::totals},
        Field{"counts", &State::counts},        Field{"probing", &State::judges},
        Field{"probe", &State::verdict_probe},  Field{"probes", &State::probes},
        Field{"memories", &State::memories},    Field{"outcomes", &State::outcomes}};
};

static_assert(lists_every_field<Tally> && lists_every_field<SimplexSeed> && lists_every_field<FeaturePair>);
static_assert(lists_every_field<SatAxisId> && lists_every_field<DistanceCache> &&
              lists_every_field<DistanceResult>);
static_assert(lists_every_field<scene::ProbeMemory::Count> && lists_every_field<scene::ProbeMemory>);
static_assert(lists_every_field<scene::Verdict> && lists_every_field<scene::BodyPair> &&
              lists_every_field<scene::VerdictMemory::StoredBody> &&
              lists_every_field<scene::VerdictMemory::FarSide> && lists_every_field<scene::VerdictMemory>);
// These classes have one private member, their memory.
static_assert(sizeof(scene::Probe) == sizeof(scene::ProbeMemory));
static_assert(sizeof(scene::VerdictProbe) == sizeof(scene::VerdictMemory));
static_assert(lists_every_field<scene::ExpressionMemory> && lists_every_field<scene::ClaimOutcome>);
static_assert(lists_every_field<scene::LastingForce> && lists_every_field<scene::WalkerState> &&
              lists_every_field<scene::RunTotals> && lists_every_field<scene::NamedShape>);
static_assert(lists_every_field<scene::RunState>);

}  // namespace toibox
