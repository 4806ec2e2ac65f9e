// SPDX-License-Identifier: MIT
#include "app/studies/distance/method_study.h"

#include "toibox/core/assert.h"

#include "app/studies/distance/method_studies.h"

#include <fmt/format.h>

namespace toibox::app {

namespace {

struct MethodStudyEntry {
    DistanceMethod method;
    std::span<const std::string_view> (*pseudocode)();
    std::vector<TraceStep> (*steps)(const method_studies::MethodTrace&);
};
constexpr MethodStudyEntry method_study_table[] = {
    {DistanceMethod::BooleanGjk, method_studies::boolean_gjk_pseudocode, method_studies::boolean_gjk_steps},
    {DistanceMethod::Epa, method_studies::epa_pseudocode, method_studies::epa_steps},
    {DistanceMethod::FeatureWalk, method_studies::feature_walk_pseudocode,
     method_studies::feature_walk_steps},
    {DistanceMethod::CachedAxis, method_studies::cached_axis_pseudocode, method_studies::cached_axis_steps},
    {DistanceMethod::VertexInside, method_studies::vertex_inside_pseudocode,
     method_studies::vertex_inside_steps},
};

const MethodStudyEntry* find_study_entry(DistanceMethod method) {
    for (const MethodStudyEntry& entry : method_study_table) {
        if (entry.method == method) return &entry;
    }
    return nullptr;
}

Limitation limitation_of(const MethodStudy& study, const PairCase& pair) {
    const DistanceMethodInfo& method = info(study.method);
    if (!method.detects_crossings && !study.answer.cores_overlap) {
        const GjkResult truth = gjk_distance(pair.a.proxy(), pair.pose_a, pair.b.proxy(), pair.pose_b);
        if (truth.exit == GjkExit::Enclosed) return Limitation::MissedCrossing;
    }
    if (study.method == DistanceMethod::Epa && !study.answer.cores_overlap) return Limitation::NoPolytope;
    if (study.is_exact()) return Limitation::None;
    return study.answer.state == DistanceState::Apart ? Limitation::Distance : Limitation::Depth;
}

}  // namespace

bool MethodStudy::is_exact() const {
    return answer.is_exact;
}

bool has_method_study(DistanceMethod method) {
    return find_study_entry(method) != nullptr;
}

DistanceInput input_of(const PairCase& pair, const DistanceCache& cache) {
    return {.a = pair.a.proxy(),
            .pose_a = pair.pose_a,
            .b = pair.b.proxy(),
            .pose_b = pair.pose_b,
            .cache = cache};
}

MethodStudy study_method(DistanceMethod method, const PairCase& pair, const DistanceCache& cache) {
    const MethodStudyEntry* entry = find_study_entry(method);
    TOIBOX_ASSERT(entry != nullptr);
    MethodStudy study{.method = method, .from = cache, .pseudocode = entry->pseudocode()};
    DistanceRecorder recorder;
    study.answer = measure_distance(method, input_of(pair, cache), {}, recorder);
    if (study.answer.state == DistanceState::Invalid) {
        study.steps.push_back({.reason = "A coordinate of the pair is NaN or too large."});
        return study;
    }
    const std::span<const DistanceEvent> all = recorder.events;
    study.steps = entry->steps({pair, study.from, study.answer, all.first(all.size() - 1)});
    study.limitation = limitation_of(study, pair);
    return study;
}

std::string_view text_of(Limitation limitation) {
    switch (limitation) {
        case Limitation::None:
            return {};
        case Limitation::Distance:
            return "Proves that the shapes are apart, but gives no distance.";
        case Limitation::Depth:
            return "Detects overlap, but gives no depth.";
        case Limitation::NoPolytope:
            return "The cores are apart: A − B does not contain 0, so there is no polytope to expand.";
        case Limitation::MissedCrossing:
            return "Wrong: the shapes overlap, but no vertex of one is inside the other.";
    }
    return {};
}

DistanceMethod alternative_method(Limitation limitation) {
    switch (limitation) {
        case Limitation::Distance:
        case Limitation::NoPolytope:
            return DistanceMethod::Gjk;
        case Limitation::MissedCrossing:
            return DistanceMethod::SeparatingAxes;
        case Limitation::None:
        case Limitation::Depth:
            break;
    }
    return DistanceMethod::Epa;
}

namespace method_studies {

void add_gap_marks(TraceStep& step, const PairCase& pair, Vec2d core_a, Vec2d core_b, Vec2d normal) {
    const Vec2d a = core_a + pair.a.radius * normal;
    const Vec2d b = core_b - pair.b.radius * normal;
    const bool is_gap = dot(b - a, normal) > 0.0;
    step.world_marks.push_back({TraceMark::Kind::Line, is_gap ? MarkColor::Good : MarkColor::Bad, a, b});
    step.world_marks.push_back({TraceMark::Kind::Dot, MarkColor::A, a});
    step.world_marks.push_back({TraceMark::Kind::Dot, MarkColor::B, b});
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

std::string vertex_name_a(int i) {
    return fmt::format("A{}", i);
}
std::string vertex_name_b(int i) {
    return fmt::format("B{}", i);
}

}  // namespace method_studies

}  // namespace toibox::app
