// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/settings.h"
#include "toibox/fields/value_fields.h"

namespace toibox {

/// The fields of WorldSettings with their names, in the order in which they are hashed and written.
/// Recordings number the fields by position, so a new field goes to the end.
template <>
struct FieldsOf<WorldSettings> {
    using S = WorldSettings;
    static constexpr FieldTuple list{Field{"gravity", &S::gravity},
                                     Field{"solver", &S::solver},
                                     Field{"integrator", &S::integrator},
                                     Field{"velocity_iterations", &S::velocity_iterations},
                                     Field{"position_iterations", &S::position_iterations},
                                     Field{"substeps", &S::substeps},
                                     Field{"detection_substeps", &S::detection_substeps},
                                     Field{"warm_starting", &S::warm_starting},
                                     Field{"matching", &S::matching},
                                     Field{"restitution_threshold", &S::restitution_threshold},
                                     Field{"contact_margin", &S::contact_margin},
                                     Field{"slop", &S::slop},
                                     Field{"smooth_inner_edges", &S::smooth_inner_edges},
                                     Field{"position_correction", &S::position_correction},
                                     Field{"max_position_correction", &S::max_position_correction},
                                     Field{"contact_stiffness", &S::contact_stiffness},
                                     Field{"contact_damping_ratio", &S::contact_damping_ratio},
                                     Field{"push_speed", &S::push_speed},
                                     Field{"joint_stiffness", &S::joint_stiffness},
                                     Field{"joint_damping_ratio", &S::joint_damping_ratio},
                                     Field{"penalty_stiffness", &S::penalty_stiffness},
                                     Field{"penalty_damping", &S::penalty_damping},
                                     Field{"push_back_rotation", &S::push_back_rotation},
                                     Field{"sleeping", &S::sleeping},
                                     Field{"sleep_speed", &S::sleep_speed},
                                     Field{"sleep_time", &S::sleep_time},
                                     Field{"continuous", &S::continuous},
                                     Field{"speculative_margin", &S::speculative_margin},
                                     Field{"toi", &S::toi},
                                     Field{"root_finder", &S::root_finder},
                                     Field{"target", &S::target},
                                     Field{"tolerance", &S::tolerance},
                                     Field{"toi_iterations", &S::toi_iterations},
                                     Field{"root_iterations", &S::root_iterations},
                                     Field{"impact_budget", &S::impact_budget},
                                     Field{"broad_phase", &S::broad_phase},
                                     Field{"stop_at_each_impact", &S::stop_at_each_impact},
                                     Field{"max_contacts", &S::max_contacts}};
};

static_assert(lists_every_field<WorldSettings>);

}  // namespace toibox
