// SPDX-License-Identifier: MIT
#pragma once

#if !defined(NDEBUG) && !defined(TOIBOX_ENABLE_ASSERTS)
    #define TOIBOX_ENABLE_ASSERTS 1
#endif

namespace toibox {

/// Called when an assertion fails; returns true to trap into the debugger.
using AssertHandler = bool (*)(const char* expression, const char* file, int line);

/// Installs `handler` for the whole process and returns the previous one; null restores the default, which
/// prints and traps. Tests install a handler that records failures.
AssertHandler set_assert_handler(AssertHandler handler);

namespace detail {
bool assert_failed(const char* expression, const char* file, int line);
}

}  // namespace toibox

/// TOIBOX_ASSERT is for programmer errors only; bad external data is reported through `Result`. It is a macro
/// because the message needs the text and location of the condition, and the check must compile to nothing in
/// Release.
#ifdef TOIBOX_ENABLE_ASSERTS
    #define TOIBOX_ASSERT(cond) \
        ((cond) || !::toibox::detail::assert_failed(#cond, __FILE__, __LINE__) ? void(0) : __builtin_trap())
#else
    #define TOIBOX_ASSERT(cond) void(sizeof(!(cond)))
#endif
