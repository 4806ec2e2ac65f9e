// SPDX-License-Identifier: MIT
#include "attempt.h"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    const std::string text(data, data + size);
    if (!toibox::fuzz::try_scene(text).fault.empty()) std::abort();
    return 0;
}
