// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/broad/broad_phase.h"
#include "toibox/dynamics/contact.h"

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
    bool bounces = false;  ///< Has restitution; for the soft step also approaches fast enough to bounce.
    bool has_surface_velocity = false;  ///< One of the surfaces is a conveyor belt.
};

/// What detection records about a run of contacts, so that later stages need not iterate over all contacts to
/// find a few.
struct DetectionSummary {
    std::vector<std::uint32_t> changed;         ///< Started or stopped touching.
    std::vector<std::uint32_t> deep_contacts;   ///< A dynamic body with a static or kinematic one deep in it.
    std::vector<SolverContact> solver_contact;  ///< With points, without sensors; sleeping ones, too.
    std::vector<ObstacleContact> obstacle;
    int touching = 0;
    int points = 0;
    int warm_points = 0;
    /// Reserves memory for a usual run, so that a steady world does not allocate.
    void reserve() {
        constexpr std::size_t usual = 128;
        changed.reserve(usual);
        deep_contacts.reserve(usual);
        solver_contact.reserve(usual);
        obstacle.reserve(usual);
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
    ProxyPair bodies;
    std::uint32_t contact = 0;  ///< Index, valid for the detection sub-step.
    /// As decided before this detection, so that the order of the decisions does not matter.
    ContactResponse response = ContactResponse::OneWay;

    friend auto operator<=>(const OneWayContact&, const OneWayContact&) = default;
};

/// Scratch memory of pair search and detection.
struct DetectionScratch {
    std::vector<ProxyPair> pair_buffer;
    std::vector<SeparatedRun> separated_runs;
    std::size_t first_new_contact =
        0;  ///< The pair search of this sub-step created the contacts from here on.

    std::vector<std::uint8_t> active;  ///< By body: body_is_active, body_slides_fast or 0.
    bool has_kinematic = false;        ///< Any active body is kinematic.
    ObstacleContacts obstacle;
    PolygonRecords polygons;
    bool has_one_way = false;            ///< Any shape is one-way, or its slot held one before.
    std::vector<OneWayContact> one_way;  ///< Contacts of such shapes, ascending.

    bool has_summary = false;               ///< `summary` is of this call of World::step.
    std::vector<DetectionSummary> summary;  ///< Of the last detection, in order of the contacts.

    // Largest restitution of any shape of:
    float max_obstacle_restitution = 0.0f;  ///< static and kinematic bodies,
    float max_dynamic_restitution = 0.0f;   ///< dynamic bodies,
    float max_restitution = 0.0f;           ///< all bodies.
};

}  // namespace toibox
