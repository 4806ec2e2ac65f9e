// SPDX-License-Identifier: MIT
#include "app/panels/panels.h"
#include "app/panels/widgets/histogram.h"
#include "app/panels/widgets/widgets.h"
#include "app/platform/scripting/widget_rects.h"
#include "app/session/sleep_counts.h"
#include "app/studies/distance/shape_pairs.h"

#include <algorithm>
#include <fmt/format.h>

#include <imgui.h>

namespace toibox::app {

namespace {

constexpr float three_column_width =
    44.0f;  ///< Panel width from which the three tables are side by side, em.
constexpr float max_histogram_width = 14.0f;  ///< em
constexpr float energy_plot_height = 3.0f;    ///< em

/// Begins a table with a column of labels and `columns` columns of numbers, each `number_width` em wide.
bool begin_numbers(const char* id, int columns, float number_width) {
    if (!ImGui::BeginTable(id, 1 + columns, ImGuiTableFlags_SizingFixedFit)) return false;
    ImGui::TableSetupColumn("label", ImGuiTableColumnFlags_WidthStretch);
    for (int i = 0; i < columns; ++i)
        ImGui::TableSetupColumn("number", ImGuiTableColumnFlags_WidthFixed,
                                number_width * ImGui::GetFontSize());
    return true;
}

void label_cell(const char* label, const char* help) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(label);
    help_tip(help);
    name_widget("statistic", label);
}

/// Five characters at most: "99999", "123 k", "12 M".
std::string count_text(std::uint64_t count) {
    if (count < 100'000) return fmt::format("{}", count);
    if (count < 1'000'000) return fmt::format("{} k", count / 1000);
    return fmt::format("{} M", count / 1'000'000);
}

/// A row of the block in E. Catto, "Continuous Collision", GDC 2013.
struct CallRow {
    const char* label;
    const char* help;
    const char* worst;  ///< What the call with the maximum is.
    HistogramSpec histogram;
};
constexpr CallRow gjk_row{"GJK iterations",
                          "Distance queries (GJK) of the CCD stage; mean and maximum of their iterations.",
                          "The GJK query with the most iterations",
                          {"gjk", "iterations"}};
constexpr CallRow outer_row{"TOI iterations",
                            "Calls of time of impact methods; mean and maximum of the iterations of their "
                            "outer loop.",
                            "The TOI call with the most iterations",
                            {"toi", "iterations"}};
constexpr CallRow root_row{"Root iterations",
                           "Evaluations by root finders per call of a time of impact method. Methods that "
                           "need no root finder have none.",
                           "The TOI call with the most root iterations",
                           {"root", "evaluations"}};
constexpr CallRow time_row{"TOI time, µs",
                           "Measured time per call of a time of impact method, microseconds. Differs from "
                           "run to run.",
                           "The slowest TOI call",
                           {"time", "time", " µs", 1e-3}};

std::string value_text(const CallRow& row, double value, bool is_mean) {
    const bool is_count = row.histogram.scale == 1.0 && !is_mean;
    return fmt::format("{:.{}f}", row.histogram.scale * value, is_count ? 0 : 1);
}

/// Goes to the step of the call with the maximum, and opens its pair in the TOI tab.
void open_worst_call(Session& session, UiState& ui, ToiInspector& toi, const CallRecord& record) {
    const WorstPair pair = record.calls.worst_pair;
    const replay::HistoryPosition frame = record.worst_frame;
    const replay::HistoryPosition& now = session.history().position();
    if (now.branch != frame.branch || now.frame != frame.frame) session.go_to(frame.branch, frame.frame);
    session.set_playing(false);
    session.select_pair(pair.a, pair.b);
    toi.choose({});
    ui.pending_bottom_tab = static_cast<int>(BottomTab::Toi);
}

/// The maximum as a button. True if it was pressed.
bool worst_button(const Session& session, const UiState& ui, const CallRow& row, const CallRecord& record) {
    const std::string text = value_text(row, static_cast<double>(record.calls.tally.max), false);
    if (record.calls.tally.max == 0) {
        number_cell(ui.fonts, text);
        return false;
    }
    compat::push_font(ui.fonts.mono);
    const float padding = 3.0f;
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {padding, 0.0f});
    ImGui::PushStyleColor(ImGuiCol_Button, {0.0f, 0.0f, 0.0f, 0.0f});
    const float width = ImGui::CalcTextSize(text.c_str()).x + 2.0f * padding;
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x - width + padding);
    ImGui::PushID(row.label);
    const bool pressed = ImGui::SmallButton(text.c_str());
    ImGui::PopID();
    ImGui::PopStyleColor();
    ImGui::PopStyleVar();
    ImGui::PopFont();
    name_widget("worst", row.histogram.name);
    help_tip(fmt::format("{}: {} – {}. Press to go to its step and open the pair in the TOI tab.", row.worst,
                         shape_label(session.run(), record.calls.worst_pair.a),
                         shape_label(session.run(), record.calls.worst_pair.b))
                 .c_str());
    return pressed;
}

/// True if the maximum was pressed.
bool call_row(const Session& session, const UiState& ui, const CallRow& row, const CallRecord& record) {
    const Tally& tally = record.calls.tally;
    label_cell(row.label, row.help);
    ImGui::TableNextColumn();
    number_cell(ui.fonts, count_text(tally.calls));
    ImGui::TableNextColumn();
    number_cell(ui.fonts, value_text(row, tally.average(), true));
    ImGui::TableNextColumn();
    const bool pressed = worst_button(session, ui, row, record);
    ImGui::TableNextColumn();
    histogram(record.calls.values, row.histogram,
              {std::min(ImGui::GetContentRegionAvail().x, max_histogram_width * ImGui::GetFontSize()),
               ImGui::GetTextLineHeight()});
    return pressed;
}

void call_table(Session& session, UiState& ui, ToiInspector& toi) {
    const Statistics& statistics = session.statistics();
    if (!ImGui::BeginTable("counters", 5, ImGuiTableFlags_SizingFixedFit)) return;
    const float em = ImGui::GetFontSize();
    const std::string since = fmt::format("Since step {}", session.counters_since_step());
    const float label_width =
        std::max(ImGui::CalcTextSize(root_row.label).x, ImGui::CalcTextSize(since.c_str()).x);
    for (const float width : {label_width, 3.0f * em, 2.6f * em, 2.6f * em})
        ImGui::TableSetupColumn("number", ImGuiTableColumnFlags_WidthFixed, width);
    ImGui::TableSetupColumn("histogram", ImGuiTableColumnFlags_WidthStretch);
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextDisabled("%s", since.c_str());
    help_tip("The counters restart with the scene and after every jump in time.");
    header_cell("calls");
    header_cell("mean");
    header_cell("max");
    const CallRecord* worst = nullptr;
    for (const auto& [row, record] :
         {std::pair(&gjk_row, &statistics.gjk()), std::pair(&outer_row, &statistics.outer()),
          std::pair(&root_row, &statistics.root()), std::pair(&time_row, &statistics.nanoseconds())}) {
        if (call_row(session, ui, *row, *record)) worst = record;
    }
    ImGui::EndTable();
    // A copy, because the jump resets the statistics.
    if (worst != nullptr) open_worst_call(session, ui, toi, CallRecord(*worst));
}

/// The energy of the world after each of the last steps.
void energy_plot(const StepHistory& energy) {
    ImGui::Spacing();
    ImGui::TextDisabled("Energy, last %zu steps", StepHistory::capacity);
    help_tip("Kinetic and potential energy of the world. The range of the plot includes 0.");
    const auto low = static_cast<float>(std::min(energy.minimum(), 0.0));
    const auto high = static_cast<float>(1.05 * std::max(energy.maximum(), 0.0));
    const std::string now = number_text(energy.latest()) + " J";
    ImGui::PlotLines("##energy", energy.values().data(), static_cast<int>(energy.values().size()), 0,
                     now.c_str(), low, high > low ? high : low + 1.0f,
                     {ImGui::GetContentRegionAvail().x, energy_plot_height * ImGui::GetFontSize()});
    name_widget("statistic", "Energy");
}

void row(const UiState& ui, const char* label, const std::string& value, const char* help) {
    label_cell(label, help);
    ImGui::TableNextColumn();
    number_cell(ui.fonts, value);
}

void outcomes(const Session& session, const UiState& ui) {
    const Statistics& statistics = session.statistics();
    const ToiCounters& toi = statistics.toi();
    row(ui, "Hit", count_text(toi.hit), "TOI calls that found an impact.");
    row(ui, "Separated", count_text(toi.separated), "TOI calls whose shapes stay apart up to the end.");
    row(ui, "Overlapped", count_text(toi.overlapped),
        "TOI calls whose shapes overlap at the start. A smaller core of one shape is then searched.");
    row(ui, "Exhausted", count_text(toi.exhausted), "TOI calls that reached an iteration limit.");
    row(ui, "Impacts", fmt::format("{}", statistics.impacts()), "Impacts that were handled.");
    row(ui, "Time lost", number_text(1e3 * statistics.time_lost()) + " ms",
        "Simulated time that bodies lost by stopping at impacts, in total.");
    row(ui, "Tunnelled", fmt::format("{}", session.run().verdict_count(scene::VerdictKind::Tunnelled)),
        "Bodies that passed another in one step without a sampled touch, since step 0.");
    row(ui, "Out of budget", fmt::format("{}", statistics.exhausted_budgets()),
        "Impacts that were not solved in full, because the budget of a body or of its impact island was used "
        "up.");
    row(ui, "Deep starts", fmt::format("{}", statistics.deep_starts()),
        "Pairs that were not cast because the other shape contained the centroid at the start.");
}

void world_rows(const World& world, const StepReport& report, const UiState& ui) {
    const SleepCounts asleep = count_asleep(world);
    const int bodies = world.body_count();
    row(ui, "Bodies / awake", fmt::format("{} / {}", bodies, bodies - asleep.bodies),
        "Bodies of the world, and those that do not sleep. Static bodies count as awake.");
    if (world.settings().sleeping)
        row(ui, "Islands asleep", fmt::format("{}", asleep.islands),
            "Groups of touching or jointed bodies that sleep.");
    row(ui, "Joints", fmt::format("{}", world.joint_count()), "Joints of the world.");
    row(ui, "Pairs / touching", fmt::format("{} / {}", report.contacts, report.touching),
        "Pairs of shapes whose enlarged boxes overlap, and pairs with contact points.");
    row(ui, "Points / warm", fmt::format("{} / {}", report.manifold_points, report.warm_points),
        "Contact points, and those that started from an impulse of the previous step.");
    row(ui, "Deepest overlap", number_text(1e3 * world.max_penetration()) + " mm",
        "The deepest overlap of two shapes when contacts were last detected.");
    row(ui, "Kinetic energy", number_text(world.kinetic_energy()) + " J",
        "Energy of motion and rotation of all bodies.");
    row(ui, "Momentum", number_text(length(world.momentum())) + " kg·m/s",
        "Magnitude of the total momentum of all bodies.");
    row(ui, "Box tests", fmt::format("{}", report.broad.tests),
        "Box-box tests of the broad phase in the last step.");
}

}  // namespace

void statistics_panel(Session& session, UiState& ui, ToiInspector& toi) {
    const bool wide = ImGui::GetContentRegionAvail().x > three_column_width * ImGui::GetFontSize();
    ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {0.5f * ImGui::GetStyle().CellPadding.x, 1.0f});
    if (ImGui::BeginTable("statistics", wide ? 3 : 1, ImGuiTableFlags_SizingStretchProp)) {
        if (wide) {
            ImGui::TableSetupColumn("counters", ImGuiTableColumnFlags_WidthStretch, 19.6f);
            ImGui::TableSetupColumn("outcomes", ImGuiTableColumnFlags_WidthStretch, 10.0f);
            ImGui::TableSetupColumn("world", ImGuiTableColumnFlags_WidthStretch, 13.8f);
        }
        ImGui::TableNextColumn();
        call_table(session, ui, toi);
        energy_plot(session.statistics().energy());
        ImGui::TableNextColumn();
        if (begin_numbers("toi outcomes", 1, 4.5f)) {
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
