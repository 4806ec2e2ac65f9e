// SPDX-License-Identifier: MIT
#pragma once

#include "tests/support/sanitizers.h"

#include <cstdint>
#include <cstdlib>

#include <gtest/gtest.h>

namespace toibox::testing_support {

/// Whether to run the long versions of tests: TOIBOX_SOAK=1, which `ctest --preset soak` sets.
inline bool is_soak_run() {
    const char* value = std::getenv("TOIBOX_SOAK");
    return value != nullptr && *value != '\0' && *value != '0';
}

/// Number of random worlds on which a property is tested.
inline std::uint64_t random_world_count() {
    if (is_soak_run()) return 5000;
#if defined(TOIBOX_ADDRESS_SANITIZER)
    return 60;
#else
    return 300;
#endif
}

/// Number of random instances of one or two bodies on which a property is tested.
inline std::uint64_t random_instance_count() {
#if defined(TOIBOX_ADDRESS_SANITIZER)
    return 200;
#else
    return 1500;
#endif
}

/// Number of cases of a loop to run: all, or a third with the address sanitizer, where each case takes five
/// times as long.
inline int case_count(int all) {
#if defined(TOIBOX_ADDRESS_SANITIZER)
    return (all + 2) / 3;
#else
    return all;
#endif
}

/// Calls check(seed) for the seeds 1 to `count`. With TOIBOX_SEED=n, only for seed n.
template <class Check>
void for_each_seed(std::uint64_t count, Check&& check) {
    const char* const chosen = std::getenv("TOIBOX_SEED");
    const std::uint64_t first = chosen != nullptr ? std::strtoull(chosen, nullptr, 10) : 1;
    const std::uint64_t last = chosen != nullptr ? first : count;
    for (std::uint64_t seed = first; seed <= last; ++seed) {
        SCOPED_TRACE(::testing::Message() << "seed " << seed);
        check(seed);
    }
}

/// for_each_seed for each random instance of one or two bodies.
template <class Check>
void for_each_random_instance(Check&& check) {
    for_each_seed(is_soak_run() ? 60000 : random_instance_count(), check);
}

}  // namespace toibox::testing_support
