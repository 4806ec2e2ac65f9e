// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/scene/run.h"

#include <string>

namespace toibox::app {

/// What a body is called in sentences: `body "ball"`, or `body 7` if the scene did not name it.
inline std::string body_name(const scene::Run& run, BodyHandle body) {
    const std::string id = run.id_of(body);
    return id.empty() ? "body " + std::to_string(body.index) : "body \"" + id + "\"";
}

}  // namespace toibox::app
