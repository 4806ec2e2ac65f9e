// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/scene/run.h"

#include <string>
#include <string_view>

namespace toibox::app {

/// The motion of bodies as CSV (RFC 4180): one row per body and state, numbers in their shortest form that
/// reads back exactly.
inline constexpr std::string_view body_csv_header = "step,t,body,x,y,angle,vx,vy,spin\r\n";

/// The rows of the current state: all bodies that have a name in the scene, in order of their index.
std::string body_csv_rows(const scene::Run& run);

}  // namespace toibox::app
