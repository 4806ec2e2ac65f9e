// SPDX-License-Identifier: MIT
// The settings rows of the selected body: its continuous policy and TOI method.
#include "app/panels/panels.h"
#include "app/panels/setting_rows.h"

#include <fmt/format.h>

namespace toibox::app {

namespace {

constexpr int no_override = -1;
constexpr const char* same_as_world = "Same as world";
constexpr const char* same_as_world_help = "The body uses the setting of the world.";

// The rows return true if they changed the override.

bool policy_row(SettingRows& rows, ContinuousOverride& own, const ContinuousOverride& scene) {
    rows.start(
        "Policy override", own.policy != scene.policy,
        "What the selected body does about impacts. When it hits a dynamic body with a different policy, the "
        "impact is resolved if either of them has \"Sub-step at impact\"; if not, both stop where they met. "
        "After a resolved impact, a body with \"Sub-step at impact\" or \"Off\" moves on in the same step; "
        "any other stops until the next step.",
        SettingRows::Width::Line);
    const int selected = own.policy ? static_cast<int>(*own.policy) : no_override;
    bool changed = false;
    const auto& effective = enum_entry(continuous_policies(), own.policy.value_or(rows.edited.continuous));
    if (SettingRows::begin_list(own.policy ? effective.label.data() : same_as_world, effective.help.data())) {
        if (SettingRows::option(same_as_world, same_as_world_help, !own.policy)) {
            own.policy.reset();
            changed = true;
        }
        for (const EnumEntry<ContinuousPolicy>& entry : continuous_policies()) {
            if (!is_per_body_policy(entry.value) || !are_compatible(rows.edited.solver, entry.value))
                continue;
            if (SettingRows::option(entry.label.data(), entry.help.data(),
                                    selected == static_cast<int>(entry.value))) {
                own.policy = entry.value;
                changed = true;
            }
        }
        ImGui::EndCombo();
    }
    if (!rows.finish_custom("Policy override")) return changed;
    own.policy = scene.policy;
    return true;
}

bool method_row(SettingRows& rows, ContinuousOverride& own, const ContinuousOverride& scene) {
    rows.start("TOI method override", own.toi != scene.toi,
               "Time-of-impact method used to find the impacts of the selected body.",
               SettingRows::Width::Line);
    const int selected = own.toi ? static_cast<int>(*own.toi) : no_override;
    bool changed = false;
    const ToiPromises& effective = promises(own.toi.value_or(rows.edited.toi));
    if (SettingRows::begin_list(own.toi ? effective.label.data() : same_as_world, effective.summary.data())) {
        if (SettingRows::option(same_as_world, same_as_world_help, !own.toi)) {
            own.toi.reset();
            changed = true;
        }
        for (const ToiPromises& method : toi_methods()) {
            if (SettingRows::option(method.label.data(), method.summary.data(),
                                    selected == static_cast<int>(method.method))) {
                own.toi = method.method;
                changed = true;
            }
        }
        ImGui::EndCombo();
    }
    if (!rows.finish_custom("TOI method override")) return changed;
    own.toi = scene.toi;
    return true;
}

}  // namespace

void body_setting_rows(SettingRows& rows, Session& session) {
    const BodyHandle body = session.selection().body;
    const auto view = session.world().find(body);
    if (!view || view->info().type != BodyType::Dynamic) return;
    const std::string id = session.run().id_of(body);
    if (!SettingRows::begin(fmt::format("Selected body: {}###selected body",
                                        id.empty() ? fmt::format("body {}", body.index) : id)
                                .c_str())) {
        return;
    }
    if (!is_per_body_policy(session.settings().continuous)) {
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
