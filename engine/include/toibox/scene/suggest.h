// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace toibox::scene {

/// The known name closest to `wrong`; empty if none is similar. Ties go to the first name.
std::string_view closest_name(std::string_view wrong, std::span<const std::string_view> known);

/// Hint for a wrong name: "did you mean \"restitution\"?", or else "one of: circle, capsule, box".
std::string suggestion(std::string_view wrong, std::span<const std::string_view> known);

/// "a, b, c"
std::string join(std::span<const std::string_view> names);

}  // namespace toibox::scene
