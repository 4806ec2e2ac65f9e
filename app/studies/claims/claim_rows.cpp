// SPDX-License-Identifier: MIT
#include "app/studies/claims/claim_rows.h"

#include "toibox/dynamics/settings_fields.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <fmt/format.h>
#include <optional>
#include <utility>

namespace toibox::app {

namespace {

using Status = scene::ClaimOutcome::Status;

std::string number(double value) {
    return fmt::format("{:.4g}", value);
}

std::string tolerance_text(const scene::Claim& claim) {
    if (claim.tolerance <= 0.0) return "";
    return claim.relative ? fmt::format(" ± {} %", number(100.0 * claim.tolerance))
                          : " ± " + number(claim.tolerance);
}

/// What the left side should be: "40 ± 2", "< 0.001".
std::string expected_text(const scene::Claim& claim, const scene::ClaimOutcome& outcome) {
    if (std::isnan(outcome.right)) return "";
    std::string op(scene::to_string(claim.op));
    op = claim.op == scene::Claim::Op::Equal ? "" : op + " ";
    return (claim.must_fail ? "not " : "") + op + number(outcome.right) + tolerance_text(claim);
}

std::string capitalized(std::string text) {
    if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
    return text;
}

// The values of settings as text.
std::string value_text(bool value) {
    return value ? "on" : "off";
}
std::string value_text(int value) {
    return fmt::format("{}", value);
}
std::string value_text(float value) {
    return number(static_cast<double>(value));
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
    return capitalized(std::move(name));
}

/// The scene as written, without the user's parameters and settings.
std::optional<scene::Scene> written_scene(const Session& session) {
    auto scene = session.document().resolve(session.variant());
    return scene ? std::optional(*std::move(scene)) : std::nullopt;
}

/// The scene with the user's changes except one: a setting by its place among the differences, or else an
/// override.
std::optional<scene::Scene> scene_without(const Session& session, std::size_t setting,
                                          std::size_t override_) {
    std::vector<Session::Override> overrides = session.overrides();
    if (override_ < overrides.size())
        overrides.erase(overrides.begin() + static_cast<std::ptrdiff_t>(override_));
    auto resolved = session.document().resolve(session.variant(), overrides);
    if (!resolved) return std::nullopt;
    scene::Scene scene = *std::move(resolved);
    const WorldSettings original = scene.settings;
    scene.settings = session.settings();
    std::size_t index = 0;
    for_each_difference(session.settings(), session.scene_settings(), [&](std::string_view, auto member) {
        if (index++ == setting) scene.settings.*member = original.*member;
    });
    return scene;
}

bool fails(const std::vector<scene::ClaimOutcome>& outcomes) {
    return std::ranges::find(outcomes, Status::Failed, &scene::ClaimOutcome::status) != outcomes.end();
}

bool fails(std::optional<scene::Scene> scene, std::int64_t steps) {
    if (!scene) return true;
    auto run = scene::Run::start(*std::move(scene));
    if (!run) return true;
    while (run->steps() < steps && !run->step().failed()) {
    }
    return fails(run->outcomes());
}

}  // namespace

std::vector<ClaimRow> decided_claims(const Session& session) {
    const scene::Run& run = session.run();
    std::vector<ClaimRow> rows;
    for (std::size_t i = 0; i < run.claims().size(); ++i) {
        const scene::Claim& claim = run.claims()[i];
        const scene::ClaimOutcome& outcome = run.outcomes()[i];
        const bool is_of_choice = claim.pointer.starts_with("/lesson/");
        const bool is_shown =
            outcome.status == Status::Failed || (outcome.status == Status::Passed && !is_of_choice);
        if (!is_shown) continue;
        rows.push_back({.text = capitalized(claim.why.empty() ? claim.text : claim.why),
                        .expected = expected_text(claim, outcome),
                        .seen = std::isnan(outcome.left) ? std::string() : number(outcome.left),
                        .status = outcome.status});
    }
    return rows;
}

std::vector<UserChange> user_changes(const Session& session) {
    std::vector<UserChange> changes;
    const WorldSettings& user = session.settings();
    const WorldSettings& scene = session.scene_settings();
    for_each_difference(user, scene, [&](std::string_view name, auto member) {
        changes.push_back({setting_name(name), value_text(user.*member), value_text(scene.*member)});
    });
    const std::optional<scene::Scene> written = written_scene(session);
    for (const Session::Override& change : session.overrides()) {
        UserChange entry{change.first, change.second, ""};
        for (const scene::Parameter& parameter :
             written ? written->parameters : std::vector<scene::Parameter>{}) {
            if (!change.first.starts_with("/parameters/" + parameter.name)) continue;
            entry.name = parameter.label;
            entry.scene_value = number(parameter.value);
        }
        changes.push_back(std::move(entry));
    }
    return changes;
}

const std::vector<UserChange>& FailureCauses::of(const Session& session) {
    Key key{.start = session.start_count(),
            .jump = session.jump_count(),
            .step = session.run().steps(),
            .hash = session.world().hash(),
            .settings = session.settings()};
    if (!(key == key_)) {
        key_ = std::move(key);
        causes_ = causes_of_failure(session);
    }
    return causes_;
}

std::vector<UserChange> causes_of_failure(const Session& session) {
    const std::vector<UserChange> changes = user_changes(session);
    if (changes.size() < 2 || !fails(session.run().outcomes())) return changes;
    const std::size_t settings = changes.size() - session.overrides().size();
    std::vector<UserChange> causes;
    for (std::size_t i = 0; i < changes.size(); ++i) {
        const bool is_setting = i < settings;
        const std::size_t none = changes.size();
        auto scene = scene_without(session, is_setting ? i : none, is_setting ? none : i - settings);
        if (!fails(std::move(scene), session.run().steps())) causes.push_back(changes[i]);
    }
    return causes.empty() ? changes : causes;
}

}  // namespace toibox::app
