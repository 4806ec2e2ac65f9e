// SPDX-License-Identifier: MIT
#include "app/cli/output/body_csv.h"

#include <fmt/format.h>
#include <iterator>

namespace toibox::app {

std::string body_csv_rows(const scene::Run& run) {
    std::string rows;
    for (const BodyHandle handle : run.world().bodies()) {
        const std::string id = run.id_of(handle);  // letters, digits, _ and -: needs no quotes
        if (id.empty()) continue;
        const BodyView body = *run.world().find(handle);
        const Vec2 position = body.position();
        const BodyVelocity velocity = body.velocity();
        fmt::format_to(std::back_inserter(rows), "{},{},{},{},{},{},{},{},{}\r\n", run.steps(), run.time(),
                       id, position.x, position.y, body.angle(), velocity.linear.x, velocity.linear.y,
                       velocity.angular);
    }
    return rows;
}

}  // namespace toibox::app
