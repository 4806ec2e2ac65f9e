// SPDX-License-Identifier: MIT
#pragma once

#include "tests/support/sanitizers.h"

#include <cstdint>
#include <cstdlib>

namespace toibox::testing_support {

/// Whether to run the long editions of the tests that have one: TOIBOX_SOAK=1, as `ctest --preset soak` says.
inline bool soaks() {
    const char* value = std::getenv("TOIBOX_SOAK");
    return value != nullptr && *value != '\0' && *value != '0';
}

/// How many random worlds a property is tried on.
inline std::uint64_t random_world_count() {
    if (soaks()) return 5000;
#if defined(TOIBOX_ADDRESS_SANITIZER)
    return 60;
#else
    return 300;
#endif
}

/// How many random instances of one or two bodies a property is tried on.
inline std::uint64_t random_instance_count() {
#if defined(TOIBOX_ADDRESS_SANITIZER)
    return 200;
#else
    return 1500;
#endif
}

}  // namespace toibox::testing_support
