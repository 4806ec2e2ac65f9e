// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/broad/broad_phase.h"
#include "toibox/dynamics/contact.h"
#include "toibox/dynamics/world_state.h"

#include "dynamics/contacts/obstacle_contacts.h"
#include "dynamics/contacts/polygon_records.h"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace toibox {

/// A contact with points, as solvers list it.
struct SolverContact {
    std::uint32_t body_a = 0;
    std::uint32_t body_b = 0;
    std::uint32_t contact = 0;
    std::uint8_t points = 0;
    bool bounces = false;  ///< Has restitution; for the soft step, also approaches fast enough to bounce.
    bool has_surface_velocity = false;  ///< One of the surfaces is a conveyor belt.
};

/// What detection records about a run of contacts, so that later stages need not search all contacts.
struct DetectionSummary {
    std::vector<std::uint32_t> changed;         ///< Contacts that started or stopped touching.
    std::vector<std::uint32_t> deep_contacts;   ///< Contacts of a dynamic body that a static or kinematic
                                                ///< body has deeply penetrated.
    std::vector<SolverContact> solver_contact;  ///< Contacts with points, asleep or awake; no sensors.
    std::vector<ObstacleContact> obstacle;
    int touching = 0;     ///< Number of contacts with points.
    int points = 0;       ///< Number of points.
    int warm_points = 0;  ///< Number of points matched with the previous step.
    /// Reserves memory for a typical run, so that a steady world does not allocate.
    void reserve() {
        constexpr std::size_t capacity = 128;
        changed.reserve(capacity);
        deep_contacts.reserve(capacity);
        solver_contact.reserve(capacity);
        obstacle.reserve(capacity);
    }
    void clear() {
        changed.clear();
        deep_contacts.clear();
        solver_contact.clear();
        obstacle.clear();
        touching = points = warm_points = 0;
    }
};

/// Contacts of a run whose fat boxes no longer overlap.
struct SeparatedRun {
    std::vector<std::uint32_t> separated;
};

/// A contact with a one-way shape (one_way_contacts.h).
struct OneWayContact {
    BodyPair bodies;
    std::uint32_t contact = 0;  ///< Index, valid for the detection sub-step.
    /// The response before this detection. Contacts are decided from these old responses, so that the order
    /// of decisions does not matter.
    ContactResponse response = ContactResponse::OneWay;

    friend auto operator<=>(const OneWayContact&, const OneWayContact&) = default;
};

/// Working memory of pair search and detection.
struct DetectionScratch {
    std::vector<ProxyPair> pair_buffer;
    std::vector<SeparatedRun> separated_runs;
    std::size_t first_new_contact = 0;  ///< Contacts from here on were created in this sub-step.

    std::vector<std::uint8_t> active;  ///< By body: flags (detection_summary.h); 0 if static or asleep.
    bool has_kinematic = false;        ///< Whether any active body is kinematic.
    ObstacleContacts obstacle;
    PolygonRecords polygons;
    bool has_one_way = false;            ///< Whether any shape slot holds or has held a one-way shape.
    std::vector<OneWayContact> one_way;  ///< Contacts of one-way shapes, ascending.

    bool has_summary = false;               ///< Whether `summary` was made in this time step.
    std::vector<DetectionSummary> summary;  ///< Summaries of the last detection, in order of the contacts.

    float max_non_dynamic_restitution = 0.0f;  ///< Of all shapes of static and kinematic bodies.
    float max_restitution = 0.0f;              ///< Of all shapes.
};

}  // namespace toibox
