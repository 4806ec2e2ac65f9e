// SPDX-License-Identifier: MIT
// The settings rows of the selected body: its continuous policy and TOI method.
#include "app/panels/panels.h"
#include "app/panels/setting_rows.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <vector>

namespace toibox::app {

namespace {

constexpr ListOption same_as_world{"Same as world", "The body uses the setting of the world."};

// The rows return true if they changed the override.

bool policy_row(SettingRows& rows, ContinuousOverride& own, const ContinuousOverride& scene) {
    std::vector<ListOption> options{same_as_world};
    std::vector<std::optional<ContinuousPolicy>> policies{std::nullopt};
    for (const EnumEntry<ContinuousPolicy>& entry : continuous_policies()) {
        const bool is_offered =
            is_per_body_policy(entry.value) && are_compatible(rows.edited.solver, entry.value);
        if (!is_offered && own.policy != entry.value && scene.policy != entry.value) continue;
        options.push_back({entry.label.data(), entry.help.data()});
        policies.emplace_back(entry.value);
    }
    const auto index_of = [&](std::optional<ContinuousPolicy> policy) {
        return static_cast<std::size_t>(std::ranges::find(policies, policy) - policies.begin());
    };
    const auto picked = rows.list(
        "Policy override",
        "What the selected body does about impacts. When it hits a dynamic body with a different policy, the "
        "impact is resolved if either of them has \"Sub-step at impact\"; if not, both stop where they met. "
        "After a resolved impact, a body with \"Sub-step at impact\" or \"Off\" moves on in the same step; "
        "any other stops until the next step.",
        options, index_of(own.policy), index_of(scene.policy));
    if (picked) own.policy = policies[*picked];
    return picked.has_value();
}

bool method_row(SettingRows& rows, ContinuousOverride& own, const ContinuousOverride& scene) {
    std::vector<ListOption> options{same_as_world};
    for (const ToiPromises& method : toi_methods())
        options.push_back({method.label.data(), method.summary.data()});
    const auto index_of = [](std::optional<ToiMethod> method) {
        return method ? static_cast<std::size_t>(&promises(*method) - toi_methods().data()) + 1 : 0;
    };
    const auto picked = rows.list("TOI method override",
                                  "Time-of-impact method used to find the impacts of the selected body.",
                                  options, index_of(own.toi), index_of(scene.toi));
    if (!picked) return false;
    own.toi.reset();
    if (*picked > 0) own.toi = toi_methods()[*picked - 1].method;
    return true;
}

}  // namespace

void body_setting_rows(SettingRows& rows, Session& session) {
    const BodyHandle body = session.selection().body;
    const auto view = session.world().find(body);
    if (!view || view->info().type != BodyType::Dynamic) return;
    const std::string id = session.run().id_of(body);
    if (!rows.begin(fmt::format("Selected body: {}###selected body",
                                id.empty() ? fmt::format("body {}", body.index) : id)
                        .c_str())) {
        return;
    }
    if (!is_per_body_policy(session.settings().continuous)) {
        if (rows.is_panel())
            hint_text("The world's current policy applies to all bodies; per-body policies are ignored.");
        return;
    }
    const ContinuousOverride scene = scene_continuous_override(session, body);
    ContinuousOverride own = view->continuous();
    bool changed = policy_row(rows, own, scene);
    if (uses_time_of_impact(view->continuous_policy())) changed = method_row(rows, own, scene) || changed;
    if (changed) set_body_continuous(session, body, own);
}

}  // namespace toibox::app
