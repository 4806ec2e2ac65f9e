// SPDX-License-Identifier: MIT
#include "app/session/method_study.h"

#include "toibox/core/assert.h"

#include "app/session/method_studies.h"

#include <fmt/format.h>

namespace toibox::app {

namespace {

/// Who tells of a method, and how.
struct Teller {
    DistanceMethod method;
    std::span<const std::string_view> (*code)();
    std::vector<MethodStep> (*steps)(const method_studies::Story&);
};
constexpr Teller tellers[] = {
    {DistanceMethod::BooleanGjk, method_studies::boolean_code, method_studies::boolean_steps},
    {DistanceMethod::Epa, method_studies::epa_code, method_studies::epa_steps},
    {DistanceMethod::FeatureWalk, method_studies::walk_code, method_studies::walk_steps},
    {DistanceMethod::CachedAxis, method_studies::axis_code, method_studies::axis_steps},
    {DistanceMethod::VertexInside, method_studies::vertex_code, method_studies::vertex_steps},
};

const Teller* find_teller(DistanceMethod method) {
    for (const Teller& teller : tellers) {
        if (teller.method == method) return &teller;
    }
    return nullptr;
}

Shortfall shortfall_of(const MethodStudy& study, const PairCase& pair) {
    const DistancePromises& says = promises(study.method);
    if (!says.sees_crossings && !study.answer.cores_overlap) {
        const GjkResult truth = gjk_distance(pair.a.proxy(), pair.pose_a, pair.b.proxy(), pair.pose_b);
        if (truth.exit == GjkExit::Enclosed) return Shortfall::Crossing;
    }
    if (study.method == DistanceMethod::Epa && !study.answer.cores_overlap) return Shortfall::Nothing;
    if (study.is_exact()) return Shortfall::None;
    return study.answer.state == DistanceState::Apart ? Shortfall::Distance : Shortfall::Depth;
}

}  // namespace

bool MethodStudy::is_exact() const {
    return answer.is_exact;
}

bool has_method_study(DistanceMethod method) {
    return find_teller(method) != nullptr;
}

DistanceInput input_of(const PairCase& pair, const DistanceCache& cache) {
    return {.a = pair.a.proxy(),
            .pose_a = pair.pose_a,
            .b = pair.b.proxy(),
            .pose_b = pair.pose_b,
            .cache = cache};
}

MethodStudy study_method(DistanceMethod method, const PairCase& pair, const DistanceCache& cache) {
    const Teller* teller = find_teller(method);
    TOIBOX_ASSERT(teller != nullptr);
    MethodStudy study{.method = method, .from = cache, .code = teller->code()};
    DistanceRecorder recorder;
    study.answer = distance_by(method, input_of(pair, cache), {}, recorder);
    if (study.answer.state == DistanceState::Invalid) {
        study.steps.push_back({.reason = "A number of the pair is none, or too large to be measured."});
        return study;
    }
    const std::span<const DistanceEvent> all = recorder.events;
    study.steps = teller->steps({pair, study.from, study.answer, all.first(all.size() - 1)});
    study.shortfall = shortfall_of(study, pair);
    return study;
}

std::string_view text_of(Shortfall shortfall) {
    switch (shortfall) {
        case Shortfall::None:
            return {};
        case Shortfall::Distance:
            return "Proves that they are apart, not how far.";
        case Shortfall::Depth:
            return "Tells that they overlap, not how deep.";
        case Shortfall::Nothing:
            return "The cores are apart: A − B does not hold 0, so there is no polytope to blow up.";
        case Shortfall::Crossing:
            return "Wrong: they overlap, but no vertex of one lies in the other.";
    }
    return {};
}

DistanceMethod who_knows(Shortfall shortfall) {
    switch (shortfall) {
        case Shortfall::Distance:
        case Shortfall::Nothing:
            return DistanceMethod::Gjk;
        case Shortfall::Crossing:
            return DistanceMethod::SeparatingAxes;
        case Shortfall::None:
        case Shortfall::Depth:
            break;
    }
    return DistanceMethod::Epa;
}

namespace method_studies {

void mark_gap(MethodStep& step, const PairCase& pair, Vec2d core_a, Vec2d core_b, Vec2d normal) {
    const Vec2d a = core_a + pair.a.radius * normal;
    const Vec2d b = core_b - pair.b.radius * normal;
    const bool is_gap = dot(b - a, normal) > 0.0;
    step.world.push_back({StepMark::Kind::Line, is_gap ? Ink::Good : Ink::Bad, a, b});
    step.world.push_back({StepMark::Kind::Dot, Ink::A, a});
    step.world.push_back({StepMark::Kind::Dot, Ink::B, b});
}

int next_vertex(const ToiCase::Points& shape, int i, bool is_forward) {
    const int count = static_cast<int>(shape.points.size());
    const auto at = [&](int k) { return shape.points[static_cast<std::size_t>(k)]; };
    int k = i;
    do {
        k = is_forward ? (k + 1) % count : (k + count - 1) % count;
    } while (k != i && at(k) == at(i));
    return k;
}

std::string name_of_a(int i) {
    return fmt::format("A{}", i);
}
std::string name_of_b(int i) {
    return fmt::format("B{}", i);
}

}  // namespace method_studies

}  // namespace toibox::app
