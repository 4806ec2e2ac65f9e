// SPDX-License-Identifier: MIT
#pragma once

/// Each of these macros is defined in builds with its sanitizer. clang++ reports sanitizers by __has_feature,
/// g++ by macros of its own.
#if defined(__has_feature)
    #if __has_feature(address_sanitizer)
        #define TOIBOX_ADDRESS_SANITIZER
    #endif
    #if __has_feature(thread_sanitizer)
        #define TOIBOX_THREAD_SANITIZER
    #endif
#endif
#if defined(__SANITIZE_ADDRESS__) && !defined(TOIBOX_ADDRESS_SANITIZER)
    #define TOIBOX_ADDRESS_SANITIZER
#endif
#if defined(__SANITIZE_THREAD__) && !defined(TOIBOX_THREAD_SANITIZER)
    #define TOIBOX_THREAD_SANITIZER
#endif
