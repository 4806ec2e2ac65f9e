// SPDX-License-Identifier: MIT
#pragma once

#include <cstdlib>

namespace toibox::testing_support {

/// Whether to run the long editions of the tests that have one: TOIBOX_SOAK=1, as `ctest --preset soak` says.
inline bool soaks() {
    const char* value = std::getenv("TOIBOX_SOAK");
    return value != nullptr && *value != '\0' && *value != '0';
}

}  // namespace toibox::testing_support
