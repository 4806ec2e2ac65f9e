// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace toibox::scene {

/// The known name that `wrong` was most likely meant to be; empty if none is near. Ties go to the first.
std::string_view closest_name(std::string_view wrong, std::span<const std::string_view> known);

/// What to write instead of `wrong`: "did you mean \"restitution\"?", or else "one of: circle, capsule, box".
std::string suggestion(std::string_view wrong, std::span<const std::string_view> known);

/// "a, b, c"
std::string join(std::span<const std::string_view> names);

}  // namespace toibox::scene
