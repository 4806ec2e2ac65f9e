// SPDX-License-Identifier: MIT
// The queries of a scene by several methods.
#include "app/cli/comparison.h"

namespace toibox::app {

std::vector<QueryRow> compare_queries(const scene::Scene& scene, std::span<const ToiMethod> methods) {
    std::vector<QueryRow> rows;
    for (const ToiQueryGroup& group : toi_query_groups(scene)) {
        const ToiCase asked = scene::toi_case(*group.first);
        const ToiTruth truth = truth_of(asked);
        for (const ToiMethod method : methods) {
            rows.push_back({.query = group.first->name,
                            .queries = group.queries,
                            .method = promises(method).name,
                            .answer = answer_of(method, asked, truth),
                            .microseconds = microseconds_of(method, asked, nanoseconds_now)});
        }
    }
    return rows;
}

}  // namespace toibox::app
