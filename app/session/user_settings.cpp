// SPDX-License-Identifier: MIT
#include "app/session/user_settings.h"

#include <cstddef>
#include <tuple>
#include <utility>

namespace toibox::app {

namespace {

/// All fields. The binding names each once: a field that is added to the struct and not here does not
/// compile.
template <class Settings>
auto fields(Settings& settings) {
    auto& [gravity, solver, velocity_iterations, position_iterations, substeps, detection_substeps,
           warm_starting, matching, restitution_threshold, contact_margin, slop, position_correction,
           max_position_correction, continuous, toi, root_finder, target, tolerance, toi_iterations,
           root_iterations, impact_budget, broad_phase, stop_at_each_impact] = settings;
    return std::tie(gravity, solver, velocity_iterations, position_iterations, substeps, detection_substeps,
                    warm_starting, matching, restitution_threshold, contact_margin, slop, position_correction,
                    max_position_correction, continuous, toi, root_finder, target, tolerance, toi_iterations,
                    root_iterations, impact_budget, broad_phase, stop_at_each_impact);
}

template <std::size_t... I>
void carry(WorldSettings& to, const WorldSettings& user, const WorldSettings& old_scene,
           std::index_sequence<I...>) {
    const auto into = fields(to);
    const auto users = fields(user);
    const auto olds = fields(old_scene);
    const auto field = [](auto& target, const auto& now, const auto& before) {
        if (!(now == before)) target = now;
    };
    (field(std::get<I>(into), std::get<I>(users), std::get<I>(olds)), ...);
}

}  // namespace

WorldSettings carried_over(const WorldSettings& user, const WorldSettings& old_scene,
                           const WorldSettings& new_scene) {
    WorldSettings result = new_scene;
    carry(result, user, old_scene,
          std::make_index_sequence<std::tuple_size_v<decltype(fields(std::declval<WorldSettings&>()))>>());
    // Each side was valid by itself; of the pairs of fields that bind each other there is one.
    if (result.tolerance > result.target) result.tolerance = result.target;
    return result;
}

}  // namespace toibox::app
