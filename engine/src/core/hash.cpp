// SPDX-License-Identifier: MIT
#include "toibox/core/hash.h"

#include <cstddef>

namespace toibox {

/// Eight bytes per word, little-endian on every machine. The length comes first, so that "ab" + "c" and "a" +
/// "bc" differ.
void Hasher::add(std::string_view text) {
    const std::uint64_t length = text.size();
    add(length);
    for (std::size_t begin = 0; begin < text.size(); begin += 8) {
        std::uint64_t word = 0;
        std::uint32_t shift = 0;
        for (const char c : text.substr(begin, 8)) {
            word |= std::uint64_t{static_cast<unsigned char>(c)} << shift;
            shift += 8;
        }
        add(word);
    }
}

}  // namespace toibox
