// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/scene/run.h"

#include <string>

namespace toibox::app {

/// The name of a body in messages: `body "ball"`, or `body 7` if it has no id.
inline std::string body_name(const scene::Run& run, BodyHandle body) {
    std::string name = "body ";
    const std::string id = run.id_of(body);
    if (id.empty()) return name.append(std::to_string(body.index));
    return name.append("\"").append(id).append("\"");
}

}  // namespace toibox::app
