// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <string>

#include <gtest/gtest.h>

/// golden_hashes.txt has one "NAME HASH" per line: the hash that every build must give, with all compilers,
/// optimisation levels, instruction sets and numbers of threads. After an intended change of results, raise
/// sim_version and write the file again:
/// rm -f new; TOIBOX_WRITE_GOLDEN=new build/release/bin/determinism_scenes --gtest_filter='*Golden*'
/// sort -u new > tests/determinism/golden_hashes.txt
namespace toibox::testing_support {

inline std::string hex(std::uint64_t value) {
    char text[17];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(value));
    return text;
}

inline std::map<std::string, std::string> golden_hashes() {
    std::ifstream file(TOIBOX_GOLDEN);
    std::map<std::string, std::string> hashes;
    std::string key;
    std::string hash;
    while (file >> key >> hash)
        hashes[key] = hash;
    return hashes;
}

/// Succeeds if golden_hashes.txt has this hash for `name`. If the environment variable TOIBOX_WRITE_GOLDEN
/// names a file, appends the hash to that file instead, and succeeds.
inline testing::AssertionResult is_golden(const std::string& name, std::uint64_t value) {
    const std::string hash = hex(value);
    if (const char* path = std::getenv("TOIBOX_WRITE_GOLDEN")) {
        std::ofstream(path, std::ios::app) << name << ' ' << hash << '\n';
        return testing::AssertionSuccess();
    }
    const auto golden = golden_hashes();
    const auto found = golden.find(name);
    if (found == golden.end()) return testing::AssertionFailure() << "no golden hash for " << name;
    if (found->second == hash) return testing::AssertionSuccess();
    return testing::AssertionFailure() << name << ": " << hash << ", expected " << found->second;
}

}  // namespace toibox::testing_support
