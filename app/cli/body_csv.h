// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/scene/run.h"

#include <string>
#include <string_view>

namespace toibox::app {

/// The motion of bodies as a tidy table: RFC 4180, one row a body and state, shortest round-trip numbers.
inline constexpr std::string_view body_csv_header = "step,t,body,x,y,angle,vx,vy,spin\r\n";

/// The rows of the present state: the bodies that the scene named, in order of their index.
std::string body_csv_rows(const scene::Run& run);

}  // namespace toibox::app
