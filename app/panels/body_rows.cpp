// SPDX-License-Identifier: MIT
// What the selected body has of its own.
#include "app/panels/panels.h"
#include "app/panels/setting_rows.h"

#include <fmt/format.h>

namespace toibox::app {

namespace {

constexpr int none_chosen = -1;
constexpr const char* same_as_world = "As the world";
constexpr const char* follows_the_world = "Whatever the world's settings say, now and after they change.";

/// Each is true if it was changed.
bool policy_row(SettingRows& rows, ContinuousOverride& own, const ContinuousOverride& scene) {
    rows.start(
        "Own policy", own.policy != scene.policy,
        "Of the selected body. Where it meets a body of another policy, one of the two that answers is "
        "enough; who stops at impacts waits.",
        SettingRows::Width::Line);
    const int chosen = own.policy ? static_cast<int>(*own.policy) : none_chosen;
    bool changed = false;
    const auto& now = enum_entry(continuous_policies(), own.policy.value_or(rows.edited.continuous));
    if (SettingRows::list(own.policy ? now.label.data() : same_as_world, now.help.data())) {
        if (SettingRows::option(same_as_world, follows_the_world, !own.policy)) {
            own.policy.reset();
            changed = true;
        }
        for (const EnumEntry<ContinuousPolicy>& entry : continuous_policies()) {
            if (!is_per_body_policy(entry.value) || !are_compatible(rows.edited.solver, entry.value))
                continue;
            if (SettingRows::option(entry.label.data(), entry.help.data(),
                                    chosen == static_cast<int>(entry.value))) {
                own.policy = entry.value;
                changed = true;
            }
        }
        ImGui::EndCombo();
    }
    if (!rows.finish_custom("Own policy")) return changed;
    own.policy = scene.policy;
    return true;
}

bool method_row(SettingRows& rows, ContinuousOverride& own, const ContinuousOverride& scene) {
    rows.start("Own TOI method", own.toi != scene.toi,
               "That finds the impacts of the selected body's motion.", SettingRows::Width::Line);
    const int chosen = own.toi ? static_cast<int>(*own.toi) : none_chosen;
    bool changed = false;
    const ToiPromises& now = promises(own.toi.value_or(rows.edited.toi));
    if (SettingRows::list(own.toi ? now.label.data() : same_as_world, now.summary.data())) {
        if (SettingRows::option(same_as_world, follows_the_world, !own.toi)) {
            own.toi.reset();
            changed = true;
        }
        for (const ToiPromises& method : toi_methods()) {
            if (SettingRows::option(method.label.data(), method.summary.data(),
                                    chosen == static_cast<int>(method.method))) {
                own.toi = method.method;
                changed = true;
            }
        }
        ImGui::EndCombo();
    }
    if (!rows.finish_custom("Own TOI method")) return changed;
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
        hint_text("The world's policy acts on all bodies at once: none has one of its own.");
        return;
    }
    const ContinuousOverride scene = scene_continuous_choice(session, body);
    ContinuousOverride own = view->continuous();
    bool changed = policy_row(rows, own, scene);
    if (uses_time_of_impact(view->continuous_policy())) changed = method_row(rows, own, scene) || changed;
    if (changed) set_body_continuous(session, body, own);
}

}  // namespace toibox::app
