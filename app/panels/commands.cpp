// SPDX-License-Identifier: MIT
#include "app/panels/commands.h"

#include "app/panels/lesson_flow.h"
#include "app/panels/panels.h"
#include "app/panels/widgets/widgets.h"

#include <array>

namespace toibox::app {

namespace {

template <bool UiState::* flag>
void flip(Session&, UiState& ui) {
    ui.*flag = !(ui.*flag);
}

/// Panels by their command-line names.
struct PanelId {
    char name[12];
};
template <PanelId id>
void show(Session&, UiState& ui) {
    show_panel(ui, id.name);
}

/// A shortcut whose effect belongs to the window.
struct ChordText {
    char text[12];
};
template <ChordText chord>
void press(Session&, UiState& ui) {
    if (const auto parsed = parse_chord(chord.text)) ui.requested_keys.push_back(*parsed);
}

template <ThemeKind theme>
void set_theme(Session&, UiState& ui) {
    ui.theme = theme;
}

constexpr std::array all_commands{
    Command{Icon::NextEvent, "Go to the next event", "Ctrl+.", press<{"Ctrl+."}>,
            "contact, impact or verdict, such as tunnelled"},
    Command{Icon::PreviousEvent, "Go to the previous event", "Ctrl+,", press<{"Ctrl+,"}>,
            "contact, impact or verdict"},
    Command{Icon::Columns, "Compare variants side by side", "F7", press<{"F7"}>,
            "the same shot in two panes; or end the comparison"},
    Command{Icon::Restart, "Restart the scene", "R", restart, "with its view"},
    Command{Icon::Play, "Play or pause", "Space", press<{"Space"}>},
    Command{Icon::Step, "One step", ".", press<{"."}>},
    Command{Icon::StepBack, "One step back", ",", press<{","}>},
    Command{Icon::Step, "Ten steps", "Shift+.", press<{"Shift+."}>},
    Command{Icon::StepBack, "Ten steps back", "Shift+,", press<{"Shift+,"}>},
    Command{Icon::Settings, "Continuous collision on or off", "T", toggle_continuous},
    Command{Icon::Settings, "Warm starting on or off", "W", toggle_warm_starting},
    Command{Icon::Settings, "Stop at impacts on or off", "", toggle_stop_at_impacts, stop_at_impacts_help},
    Command{Icon::Restart, "Reset settings to scene defaults", "",
            [](Session& session, UiState&) { session.reset_settings(); }},
    Command{Icon::StepBack, "Undo", "Ctrl+Z", undo, "go back to before the last action"},
    Command{Icon::Step, "Redo", "Ctrl+Shift+Z", redo},
    Command{Icon::Tick, "Set a bookmark", "M", press<{"M"}>},
    Command{Icon::Rows, "Start a branch", "Shift+B", press<{"Shift+B"}>},
    Command{Icon::Close, "End the loop", "", [](Session& session, UiState&) { session.end_loop(); },
            "of the timeline"},
    Command{Icon::Record, "Record to a file, or stop recording", "Ctrl+R", toggle_recording},
    Command{Icon::Step, "Next step of the method", "→", press<{"Right"}>, "in the GJK and TOI tabs"},
    Command{Icon::StepBack, "Previous step of the method", "←", press<{"Left"}>, "in the GJK and TOI tabs"},
    Command{Icon::Step, "Last step of the method", "Shift+→", press<{"Shift+Right"}>,
            "in the GJK and TOI tabs"},
    Command{Icon::StepBack, "First step of the method", "Shift+←", press<{"Shift+Left"}>,
            "in the GJK and TOI tabs"},
    Command{Icon::Maximise, "Fit everything", "Home", press<{"Home"}>, "or the scene's view"},
    Command{Icon::Maximise, "Fit the selection", "F", press<{"F"}>},
    Command{Icon::Search, "Zoom in", "+", press<{"+"}>},
    Command{Icon::Search, "Zoom out", "−", press<{"-"}>},
    Command{Icon::PanelLeft, "Show or hide the left panel", "", flip<&UiState::shows_left>},
    Command{Icon::PanelBottom, "Show or hide the bottom panel", "", flip<&UiState::shows_bottom>},
    Command{Icon::PanelRight, "Show or hide the right panel", "", flip<&UiState::shows_right>},
    Command{Icon::PanelLeft, "Show the list of scenes", "", show<{"scenes"}>},
    Command{Icon::Book, "Show the lesson", "F2", show<{"lesson"}>},
    Command{Icon::Book, "Browse courses and scenes", "Ctrl+B", toggle_browser},
    Command{Icon::Book, "Start the course", "", start_course, "or the lesson of the open scene"},
    Command{Icon::Close, "End the lesson", "", end_lesson},
    Command{Icon::Tick, "Take a vote", "", toggle_vote, "count hands for each choice of the page"},
    Command{Icon::PanelRight, "Show the settings", "", show<{"settings"}>},
    Command{Icon::PanelRight, "Show the drawing options", "", show<{"draw"}>},
    Command{Icon::PanelRight, "Show the parameter sweep", "", show<{"sweep"}>},
    Command{Icon::PanelBottom, "Show statistics", "F3", show<{"statistics"}>},
    Command{Icon::PanelBottom, "Show GJK and distance", "F4", show<{"gjk"}>},
    Command{Icon::PanelBottom, "Show time of impact", "F6", show<{"toi"}>},
    Command{Icon::PanelBottom, "Show the broad phase", "F8", show<{"broad"}>},
    Command{Icon::PanelBottom, "Show the comparison", "", show<{"compare"}>},
    Command{Icon::PanelBottom, "Show contacts", "", show<{"contacts"}>},
    Command{Icon::PanelBottom, "Show the profile", "", show<{"profile"}>},
    Command{Icon::PanelBottom, "Show the log", "", show<{"log"}>},
    Command{Icon::Columns, "Show pane 1 alone", "Alt+1", press<{"Alt+1"}>},
    Command{Icon::Columns, "Show pane 2 alone", "Alt+2", press<{"Alt+2"}>},
    Command{Icon::Columns, "Show pane 3 alone", "Alt+3", press<{"Alt+3"}>},
    Command{Icon::Columns, "Show pane 4 alone", "Alt+4", press<{"Alt+4"}>},
    Command{Icon::FourPanes, "Show all panes", "Alt+0", press<{"Alt+0"}>},
    Command{Icon::Maximise, "Projector mode", "Tab", toggle_projector_mode, "world and question in large"},
    Command{Icon::Maximise, "Full screen", "F11", press<{"F11"}>},
    Command{Icon::Export, "Save a picture of the window", "F12", press<{"F12"}>},
    Command{Icon::Settings, "Dark theme", "", set_theme<ThemeKind::Dark>},
    Command{Icon::Settings, "Light theme", "", set_theme<ThemeKind::Light>},
    Command{Icon::Settings, "Projector theme", "", set_theme<ThemeKind::Projector>},
    Command{Icon::Book, "Open the next scene", "]", press<{"]"}>},
    Command{Icon::Book, "Open the previous scene", "[", press<{"["}>},
    Command{Icon::Restart, "Reload the scene from disk", "", reload_scene},
    Command{Icon::Tick, "Answer the question", "Page Down", press<{"PageDown"}>,
            "press its primary button, else play or pause"},
    Command{Icon::Info, "Show all keys", "F1", flip<&UiState::shows_key_overlay>},
    Command{Icon::Close, "Quit", "Ctrl+Q", [](Session&, UiState& ui) { ui.quit = true; }},
};

}  // namespace

std::span<const Command> commands() {
    return all_commands;
}

}  // namespace toibox::app
