// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/scene/run.h"

#include "tests/support/print.h"
#include "tests/unit/scene/document_support.h"

#include <limits>
#include <string>
#include <utility>

namespace toibox::scene::test {

inline Run run_of(const std::string& text) {
    Result<Run, Diagnostics> run = Run::start(resolved(text));
    EXPECT_TRUE(run) << format(run.error());
    return std::move(*run);
}

inline void advance(Run& run, int steps) {
    for (int i = 0; i < steps; ++i) {
        run.step();
        ASSERT_TRUE(run.script_errors().empty()) << run.script_errors().front();
    }
}

inline double read(const Run& run, const std::string& quantity) {
    return run.quantity(quantity).value_or(std::numeric_limits<double>::quiet_NaN());
}

}  // namespace toibox::scene::test
