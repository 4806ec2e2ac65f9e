// SPDX-License-Identifier: MIT
#include "attempt.h"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    if (!toibox::fuzz::try_recording(std::as_bytes(std::span(data, size))).fault.empty()) std::abort();
    return 0;
}
