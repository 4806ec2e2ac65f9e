// SPDX-License-Identifier: MIT
// Runs the queries of a scene with several time-of-impact methods.
#include "app/cli/commands/compare/comparison.h"

namespace toibox::app {

std::vector<QueryRow> compare_queries(const scene::Scene& scene, std::span<const ToiMethod> methods) {
    std::vector<QueryRow> rows;
    for (const ToiQueryGroup& group : toi_query_groups(scene)) {
        const ToiCase toi_case = scene::toi_case(*group.first);
        const ToiTruth truth = truth_of(toi_case);
        for (const ToiMethod method : methods) {
            rows.push_back({.query = group.first->name,
                            .query_count = static_cast<int>(group.names.size()),
                            .method = promises(method).name,
                            .answer = answer_of(method, toi_case, truth),
                            .microseconds = microseconds_of(method, toi_case, nanoseconds_now)});
        }
    }
    return rows;
}

}  // namespace toibox::app
