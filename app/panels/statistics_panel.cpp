// SPDX-License-Identifier: MIT
#include "app/panels/panels.h"
#include "app/panels/widgets.h"
#include "app/platform/ui_marks.h"

#include <fmt/format.h>

#include <imgui.h>

namespace toibox::app {

namespace {

/// The block as the talk shows it, since the restart.
void talk_block(const Statistics& statistics) {
    const Tally& gjk = statistics.gjk();
    const ToiCounters& toi = statistics.toi();
    ImGui::TextDisabled("Continuous test, since the restart");
    ImGui::Text("gjk calls = %llu, ave gjk iters = %.1f, max gjk iters = %llu",
                static_cast<unsigned long long>(gjk.calls), gjk.average(),
                static_cast<unsigned long long>(gjk.max));
    ImGui::Text("toi calls = %llu, ave [max] toi iters = %.1f [%llu]",
                static_cast<unsigned long long>(toi.outer.calls), toi.outer.average(),
                static_cast<unsigned long long>(toi.outer.max));
    ImGui::Text("ave [max] toi root iters = %.1f [%llu]", toi.root.average(),
                static_cast<unsigned long long>(toi.root.max));
    ImGui::Text("ave [max] toi time = %.1f [%.1f] (microseconds)", 1e-3 * toi.nanoseconds.average(),
                1e-3 * static_cast<double>(toi.nanoseconds.max));
}

void row(const char* label, const std::string& value) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(label);
    ImGui::TableNextColumn();
    number_cell(value);
}

void outcomes(const Statistics& statistics) {
    const ToiCounters& toi = statistics.toi();
    row("toi hit", fmt::format("{}", toi.hit));
    row("toi separated", fmt::format("{}", toi.separated));
    row("toi overlapped", fmt::format("{}", toi.overlapped));
    row("toi exhausted", fmt::format("{}", toi.exhausted));
    row("impacts acted on", fmt::format("{}", statistics.impacts()));
    row("time lost", number_text(statistics.time_lost()) + " s");
    row("budgets spent", fmt::format("{}", statistics.budget_spent()));
    row("deep starts", fmt::format("{}", statistics.deep_starts()));
}

void world_rows(const World& world, const StepReport& report) {
    row("bodies", fmt::format("{}", report.bodies));
    row("contacts (touching)", fmt::format("{} ({})", report.contacts, report.touching));
    row("points (warm)", fmt::format("{} ({})", report.manifold_points, report.warm_points));
    row("pairs made / ended", fmt::format("{} / {}", report.created_pairs, report.destroyed_pairs));
    row("deepest overlap", number_text(1e3 * world.max_penetration()) + " mm");
    row("kinetic energy", number_text(world.kinetic_energy()) + " J");
    row("momentum", number_text(length(world.momentum())) + " kg·m/s");
    row("broad-phase tests", fmt::format("{}", report.broad.tests));
}

}  // namespace

void statistics_panel(Session& session) {
    const Statistics& statistics = session.statistics();
    if (!ImGui::BeginTable("statistics", 3, ImGuiTableFlags_SizingStretchProp)) return;
    ImGui::TableSetupColumn("talk", ImGuiTableColumnFlags_WidthStretch, 1.6f);
    ImGui::TableSetupColumn("outcomes", ImGuiTableColumnFlags_WidthStretch, 1.0f);
    ImGui::TableSetupColumn("world", ImGuiTableColumnFlags_WidthStretch, 1.0f);
    ImGui::TableNextColumn();
    talk_block(statistics);
    const CulpritPair culprit = statistics.toi().most_outer;
    ImGui::BeginDisabled(!session.world().find(culprit.a) || !session.world().find(culprit.b));
    if (ImGui::SmallButton("Select the pair that took most iterations"))
        session.select_pair(culprit.a, culprit.b);
    ui_mark("select culprit");
    ImGui::EndDisabled();
    ImGui::TableNextColumn();
    if (ImGui::BeginTable("toi outcomes", 2)) {
        outcomes(statistics);
        ImGui::EndTable();
    }
    ImGui::TableNextColumn();
    if (ImGui::BeginTable("world numbers", 2)) {
        world_rows(session.world(), session.last_report());
        ImGui::EndTable();
    }
    ImGui::EndTable();
}

}  // namespace toibox::app
