// SPDX-License-Identifier: MIT
#include "app/panels/panels.h"
#include "app/panels/widgets/widgets.h"
#include "app/platform/scripting/widget_rects.h"
#include "app/session/sleep_counts.h"

#include <fmt/format.h>

#include <imgui.h>

namespace toibox::app {

namespace {

constexpr float three_column_width =
    44.0f;  ///< Panel width from which the three tables are side by side, em.

/// Begins a table with a column of labels and `columns` columns of numbers, each `number_width` em wide.
bool begin_numbers(const char* id, int columns, float number_width) {
    if (!ImGui::BeginTable(id, 1 + columns, ImGuiTableFlags_SizingFixedFit)) return false;
    ImGui::TableSetupColumn("label", ImGuiTableColumnFlags_WidthStretch);
    for (int i = 0; i < columns; ++i)
        ImGui::TableSetupColumn("number", ImGuiTableColumnFlags_WidthFixed,
                                number_width * ImGui::GetFontSize());
    return true;
}

void label_cell(const char* label) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(label);
}

/// Calls, average and maximum, as in E. Catto, "Continuous Collision", GDC 2013.
void counter_row(const UiState& ui, const char* label, const Tally& tally, double scale, const char* help) {
    label_cell(label);
    help_tip(help);
    ImGui::TableNextColumn();
    number_cell(ui.fonts, fmt::format("{}", tally.calls));
    ImGui::TableNextColumn();
    number_cell(ui.fonts, fmt::format("{:.1f}", scale * tally.average()));
    ImGui::TableNextColumn();
    number_cell(ui.fonts, scale == 1.0 ? fmt::format("{}", tally.max)
                                       : fmt::format("{:.1f}", scale * static_cast<double>(tally.max)));
}

void counter_table(const Session& session, const UiState& ui) {
    const Statistics& statistics = session.statistics();
    if (!begin_numbers("counters", 3, 3.4f)) return;
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextDisabled("Since step %lld", static_cast<long long>(session.counters_since_step()));
    header_cell("calls");
    header_cell("avg");
    header_cell("max");
    const ToiCounters& toi = statistics.toi();
    counter_row(ui, "gjk iterations", statistics.gjk(), 1.0,
                "GJK iterations per distance query of the CCD stage");
    counter_row(
        ui, "toi iterations", toi.outer, 1.0,
        "Iterations of the main loop per call of the TOI method; certified: steps and distance queries");
    counter_row(ui, "root iterations", toi.root, 1.0, "Iterations of the root finder per root search");
    counter_row(ui, "toi time, µs", toi.nanoseconds, 1e-3, "Measured time per call of the TOI method");
    ImGui::EndTable();
}

void row(const UiState& ui, const char* label, const std::string& value, const char* help = nullptr) {
    label_cell(label);
    if (help != nullptr) help_tip(help);
    ImGui::TableNextColumn();
    number_cell(ui.fonts, value);
}

void outcomes(const Session& session, const UiState& ui) {
    const Statistics& statistics = session.statistics();
    const ToiCounters& toi = statistics.toi();
    row(ui, "toi hit", fmt::format("{}", toi.hit));
    row(ui, "toi separated", fmt::format("{}", toi.separated));
    row(ui, "toi overlapped", fmt::format("{}", toi.overlapped));
    row(ui, "toi given up", fmt::format("{}", toi.exhausted));
    row(ui, "impacts", fmt::format("{}", statistics.impacts()));
    row(ui, "time lost", number_text(statistics.time_lost()) + " s",
        "Simulated time that bodies lost by stopping at impacts");
    row(ui, "tunnelled", fmt::format("{}", session.run().verdict_count(scene::VerdictKind::Tunnelled)));
    row(ui, "budgets exhausted", fmt::format("{}", statistics.exhausted_budgets()),
        "Impacts at which the budget of a body ran out, so that the body stopped");
    row(ui, "deep starts", fmt::format("{}", statistics.deep_starts()),
        "Pairs that were not cast because the other shape contained the centroid at the start");
}

void world_rows(const World& world, const StepReport& report, const UiState& ui) {
    const SleepCounts asleep = count_asleep(world);
    const int bodies = world.body_count();
    row(ui, "bodies / awake", fmt::format("{} / {}", bodies, bodies - asleep.bodies));
    if (world.settings().sleeping) row(ui, "islands asleep", fmt::format("{}", asleep.islands));
    row(ui, "joints", fmt::format("{}", world.joint_count()));
    row(ui, "pairs / touching", fmt::format("{} / {}", report.contacts, report.touching),
        "Pairs of shapes whose enlarged boxes overlap, and pairs with contact points");
    row(ui, "points / warm", fmt::format("{} / {}", report.manifold_points, report.warm_points),
        "Contact points, and those that started from an impulse of the previous step");
    row(ui, "deepest overlap", number_text(1e3 * world.max_penetration()) + " mm");
    row(ui, "kinetic energy", number_text(world.kinetic_energy()) + " J");
    row(ui, "momentum", number_text(length(world.momentum())) + " kg·m/s");
    row(ui, "box tests", fmt::format("{}", report.broad.tests),
        "Box-box tests of the broad phase in the last step");
}

}  // namespace

void statistics_panel(Session& session, const UiState& ui) {
    const Statistics& statistics = session.statistics();
    const bool wide = ImGui::GetContentRegionAvail().x > three_column_width * ImGui::GetFontSize();
    ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {0.5f * ImGui::GetStyle().CellPadding.x, 1.0f});
    if (ImGui::BeginTable("statistics", wide ? 3 : 1, ImGuiTableFlags_SizingStretchProp)) {
        if (wide) {
            ImGui::TableSetupColumn("counters", ImGuiTableColumnFlags_WidthStretch, 17.4f);
            ImGui::TableSetupColumn("outcomes", ImGuiTableColumnFlags_WidthStretch, 10.3f);
            ImGui::TableSetupColumn("world", ImGuiTableColumnFlags_WidthStretch, 14.2f);
        }
        ImGui::TableNextColumn();
        counter_table(session, ui);
        const WorstPair worst_pair = statistics.toi().worst_pair;
        ImGui::BeginDisabled(!session.world().find(worst_pair.a) || !session.world().find(worst_pair.b));
        if (ImGui::Button("Select the pair with the most iterations"))
            session.select_pair(worst_pair.a, worst_pair.b);
        name_widget("select worst pair");
        help_tip(
            "Selects the pair whose time of impact took the most iterations. To see the pair, turn on \"GJK "
            "simplices\" in the Draw tab, or open the TOI tab (F6).");
        ImGui::EndDisabled();
        ImGui::TableNextColumn();
        if (begin_numbers("toi outcomes", 1, 3.5f)) {
            outcomes(session, ui);
            ImGui::EndTable();
        }
        ImGui::TableNextColumn();
        if (begin_numbers("world numbers", 1, 7.0f)) {
            world_rows(session.world(), session.last_report(), ui);
            ImGui::EndTable();
        }
        ImGui::EndTable();
    }
    ImGui::PopStyleVar();
}

}  // namespace toibox::app
