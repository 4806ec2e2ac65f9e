// SPDX-License-Identifier: MIT
#include "toibox/dynamics/step_report.h"

namespace toibox {

std::string_view to_string(Stage stage) {
    switch (stage) {
        case Stage::Pairs:
            return "pairs";
        case Stage::Collide:
            return "collide";
        case Stage::Solve:
            return "solve";
        case Stage::Position:
            return "position";
        case Stage::Continuous:
            return "continuous";
        case Stage::Finalize:
            return "finalize";
    }
    return "unknown";
}

}  // namespace toibox
