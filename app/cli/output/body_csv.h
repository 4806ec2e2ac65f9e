// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/scene/run.h"

#include <string>
#include <string_view>

namespace toibox::app {

/// Header of a CSV table (RFC 4180) of the motion of bodies: one row per body and step. Metres, radians and
/// seconds; numbers in the shortest form that reads back exactly.
inline constexpr std::string_view body_csv_header = "step,t,body,x,y,angle,vx,vy,spin\r\n";

/// The table rows of the current state: all bodies that have an id in the scene, in order of their index.
std::string body_csv_rows(const scene::Run& run);

}  // namespace toibox::app
