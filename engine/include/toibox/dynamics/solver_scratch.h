// SPDX-License-Identifier: MIT
#pragma once

namespace toibox {

/// Memory that the solver and the continuous stage keep between steps so as not to allocate. Never read
/// before it is written in the same step, hence no state.
struct SolverScratch {};

}  // namespace toibox
