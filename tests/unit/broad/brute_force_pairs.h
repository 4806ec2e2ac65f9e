// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/broad/broad_phase.h"

#include <vector>

namespace toibox::testing_support {

inline Aabb unit_box(float x, float y) {
    return {{x, y}, {x + 1.0f, y + 1.0f}};
}

/// All pairs of overlapping boxes with at least one moved box, by brute force and without overlaps().
inline std::vector<ProxyPair> brute_force_pairs(const std::vector<Aabb>& boxes,
                                                const std::vector<ProxyId>& moved) {
    std::vector<char> is_moved(boxes.size(), 0);
    for (const ProxyId id : moved)
        is_moved[id] = 1;
    std::vector<ProxyPair> pairs;
    for (ProxyId a = 0; a < boxes.size(); ++a) {
        for (ProxyId b = a + 1; b < boxes.size(); ++b) {
            const bool separated = boxes[a].upper.x < boxes[b].lower.x ||
                                   boxes[b].upper.x < boxes[a].lower.x ||
                                   boxes[a].upper.y < boxes[b].lower.y || boxes[b].upper.y < boxes[a].lower.y;
            if (!separated && (is_moved[a] != 0 || is_moved[b] != 0)) pairs.push_back({a, b});
        }
    }
    return pairs;
}

inline std::vector<ProxyId> all_ids(const std::vector<Aabb>& boxes) {
    std::vector<ProxyId> ids(boxes.size());
    for (ProxyId id = 0; id < ids.size(); ++id)
        ids[id] = id;
    return ids;
}

}  // namespace toibox::testing_support
