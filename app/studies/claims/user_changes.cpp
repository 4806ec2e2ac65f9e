// SPDX-License-Identifier: MIT
#include "app/studies/claims/user_changes.h"

#include "toibox/dynamics/settings_fields.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <string_view>
#include <utility>

namespace toibox::app {

namespace {

std::string short_text(double value) {
    return fmt::format("{:.4g}", value);
}

// The values of settings as text.
std::string value_text(bool value) {
    return value ? "on" : "off";
}
std::string value_text(int value) {
    return fmt::format("{}", value);
}
std::string value_text(float value) {
    return short_text(static_cast<double>(value));
}
std::string value_text(Vec2 value) {
    return fmt::format("({}, {})", value_text(value.x), value_text(value.y));
}
std::string value_text(SolverKind value) {
    return std::string(enum_entry(solver_kinds(), value).label);
}
std::string value_text(Integrator value) {
    return std::string(enum_entry(integrators(), value).label);
}
std::string value_text(ContinuousPolicy value) {
    return std::string(enum_entry(continuous_policies(), value).label);
}
std::string value_text(BroadPhaseKind value) {
    return std::string(enum_entry(broad_phase_kinds(), value).label);
}
std::string value_text(ContactMatching value) {
    return std::string(enum_entry(contact_matchings(), value).label);
}
std::string value_text(ToiMethod value) {
    return std::string(promises(value).label);
}
std::string value_text(RootFinder value) {
    return std::string(info(value).label);
}

/// Calls visit(name, member) for each setting in which the two differ.
template <class Visit>
void for_each_difference(const WorldSettings& user, const WorldSettings& scene, Visit&& visit) {
    FieldsOf<WorldSettings>::list.for_each([&](const auto& field) {
        if (user.*field.member != scene.*field.member) visit(field.name, field.member);
    });
}

/// "velocity_iterations" as "Velocity iterations".
std::string setting_name(std::string_view field) {
    std::string name(field);
    std::ranges::replace(name, '_', ' ');
    name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
    return name;
}

/// The parameter that an override sets; null if it sets something else.
const scene::Parameter* parameter_of(const scene::Scene& scene, const Session::Override& change) {
    const auto found = std::ranges::find_if(scene.parameters, [&](const scene::Parameter& parameter) {
        return change.first == "/parameters/" + parameter.name + "/value";
    });
    return found == scene.parameters.end() ? nullptr : &*found;
}

}  // namespace

std::vector<UserChange> user_changes(const Session& session) {
    std::vector<UserChange> changes;
    const WorldSettings& user = session.settings();
    const WorldSettings& scene = session.scene_settings();
    for_each_difference(user, scene, [&](std::string_view name, auto member) {
        changes.push_back({setting_name(name), value_text(user.*member), value_text(scene.*member)});
    });
    if (session.hertz() != session.scene_hertz())
        changes.push_back(
            {"Rate", short_text(session.hertz()) + " Hz", short_text(session.scene_hertz()) + " Hz"});
    if (session.overrides().empty()) return changes;
    const auto written = session.document().resolve(session.variant());
    for (const Session::Override& change : session.overrides()) {
        const scene::Parameter* parameter = written ? parameter_of(*written, change) : nullptr;
        changes.push_back(parameter == nullptr
                              ? UserChange{change.first, change.second, ""}
                              : UserChange{parameter->label, change.second, short_text(parameter->value)});
    }
    return changes;
}

std::optional<ChangedRun> run_with(const Session& session, const std::vector<bool>& keeps) {
    const std::size_t first_override = keeps.size() - session.overrides().size();
    std::vector<Session::Override> overrides;
    for (std::size_t i = 0; i < session.overrides().size(); ++i)
        if (keeps[first_override + i]) overrides.push_back(session.overrides()[i]);
    auto scene = session.document().resolve(session.variant(), overrides);
    if (!scene) return std::nullopt;
    std::size_t index = 0;
    for_each_difference(session.settings(), session.scene_settings(), [&](std::string_view, auto member) {
        if (keeps[index++]) scene->settings.*member = session.settings().*member;
    });
    const bool has_rate = session.hertz() != session.scene_hertz();
    const bool keeps_rate = has_rate && keeps[index];
    auto run = scene::Run::start(*std::move(scene));
    if (!run) return std::nullopt;
    return ChangedRun{.run = *std::move(run),
                      .step_seconds = keeps_rate ? std::optional(1.0 / session.hertz()) : std::nullopt};
}

}  // namespace toibox::app
