// SPDX-License-Identifier: MIT
#include "dynamics/islands/end_contacts.h"

#include "dynamics/islands/islands.h"

#include <algorithm>
#include <cstddef>

namespace toibox {

void end_contacts_of(WorldState& state, const std::vector<ProxyPair>& ended) {
    std::size_t remaining = ended.size();
    std::erase_if(state.contacts, [&](const Contact& contact) {
        const ProxyPair pair{contact.shape_a, contact.shape_b};
        if (remaining == 0 || !std::binary_search(ended.begin(), ended.end(), pair)) return false;
        --remaining;
        wake_supported(state, contact);
        if (!contact.touching) return true;
        state.pairs.ended.push_back({state.shapes.ids.handle_at<ShapeHandle>(contact.shape_a),
                                     state.shapes.ids.handle_at<ShapeHandle>(contact.shape_b)});
        return true;
    });
    TOIBOX_ASSERT(remaining == 0);
}

}  // namespace toibox
