// SPDX-License-Identifier: MIT
#include "toibox/core/assert.h"

#include <atomic>
#include <cstdio>

namespace toibox {

namespace {

bool print_and_trap(const char* expression, const char* file, int line) {
    std::fprintf(stderr, "%s:%d: assertion failed: %s\n", file, line, expression);
    return true;
}

/// The only mutable global of the engine. It cannot change a result, only what happens when an assertion
/// fails.
std::atomic<AssertHandler> g_handler{print_and_trap};

}  // namespace

AssertHandler set_assert_handler(AssertHandler handler) {
    return g_handler.exchange(handler != nullptr ? handler : print_and_trap);
}

bool detail::assert_failed(const char* expression, const char* file, int line) {
    return g_handler.load()(expression, file, line);
}

}  // namespace toibox
