// SPDX-License-Identifier: MIT
#include "app/window/shortcuts.h"

#include "app/panels/panels.h"

namespace toibox::app {

namespace {

constexpr int shift_steps = 10;
constexpr float zoom_step = 1.25f;

bool time_key(const KeyChord& chord, Session& session, UiState& ui) {
    if (chord.key == Key::Space || chord.key == character_key('p')) {
        session.set_playing(!session.is_playing());
    } else if (chord.key == character_key('.') || chord.key == character_key('o') ||
               chord.key == character_key('>')) {
        const int steps = chord.shift ? shift_steps : 1;
        for (int i = 0; i < steps; ++i)
            session.step_once();
    } else if (chord.key == character_key(',') || chord.key == character_key('<')) {
        for (int i = 0; i < (chord.shift ? shift_steps : 1); ++i)
            session.step_back();
    } else if (chord.key == character_key('r')) {
        restart(session, ui);
    } else if (chord.key == character_key('m')) {
        session.add_bookmark();
    } else if (chord.key == character_key('b') && chord.shift) {
        session.branch();
    } else {
        return false;
    }
    return true;
}

void control_key(const KeyChord& chord, Session& session, UiState& ui) {
    switch (static_cast<char>(chord.key)) {
        case 'q':
            ui.quit = true;
            break;
        case 'r':
            toggle_recording(session, ui);
            break;
        case '.':
            if (!session.go_to_next_event())
                show_notice(ui, "No contact or impact in the next ten simulated seconds");
            break;
        case 'z':
            if (chord.shift) {
                session.redo();
            } else {
                session.undo();
            }
            break;
        case 'y':
            session.redo();
            break;
        default:
            break;
    }
}

bool draw_key(const KeyChord& chord, DrawChoices& draw) {
    const auto flip = [](bool& value) { value = !value; };
    switch (static_cast<char>(chord.key)) {
        case '1':
            flip(draw.world.shapes);
            return true;
        case '2':
            flip(draw.world.boxes);
            return true;
        case '3':
            flip(draw.world.contacts);
            return true;
        case '4':
            flip(draw.world.normals);
            return true;
        case '5':
            flip(draw.world.normal_impulses);
            draw.world.friction_impulses = draw.world.normal_impulses;
            return true;
        case '6':
            flip(draw.world.feature_ids);
            return true;
        case '9':
            flip(draw.world.velocities);
            return true;
        case '0':
            flip(draw.grid);
            return true;
        default:
            return false;
    }
}

bool toggle_key(const KeyChord& chord, Session& session, UiState& ui) {
    switch (static_cast<char>(chord.key)) {
        case '[':
            open_adjacent_scene(session, ui, -1);
            return true;
        case ']':
            open_adjacent_scene(session, ui, +1);
            return true;
        case 't':
            toggle_continuous(session, ui);
            return true;
        case 'w':
            toggle_warm_starting(session, ui);
            return true;
        case 'f':
            ui.fit_selection = true;
            return true;
        default:
            return false;
    }
}

/// Hides the bottom panel if the tab is shown, else shows the tab.
void toggle_bottom(UiState& ui, BottomTab tab) {
    const bool shown = ui.shows_panels && ui.shows_bottom && ui.bottom == tab;
    ui.shows_bottom = !shown;
    ui.shows_panels = ui.shows_panels || !shown;
    ui.pending_bottom_tab = static_cast<int>(tab);
}

void view_key(const KeyChord& chord, UiState& ui, ShortcutEffects& effects) {
    if (chord.key == character_key('+') || chord.key == character_key('=')) effects.zoom *= zoom_step;
    if (chord.key == character_key('-')) effects.zoom /= zoom_step;
    switch (chord.key) {
        case Key::Home:
            ui.fit_all = true;
            break;
        case Key::Tab:
            ui.shows_panels = !ui.shows_panels;
            break;
        case Key::F1:
            ui.shows_key_overlay = !ui.shows_key_overlay;
            break;
        case Key::F3:
            toggle_bottom(ui, BottomTab::Statistics);
            break;
        case Key::F4:
            toggle_bottom(ui, BottomTab::Gjk);
            break;
        case Key::F6:
            toggle_bottom(ui, BottomTab::Toi);
            break;
        case Key::F8:
            toggle_bottom(ui, BottomTab::Broad);
            break;
        case Key::Left:
        case Key::Right:
            effects.trace_steps += chord.key == Key::Right ? 1 : -1;
            effects.goes_to_trace_end = chord.shift;
            break;
        case Key::F11:
            effects.full_screen = true;
            break;
        case Key::F12:
            effects.picture = true;
            break;
        case Key::Escape:
            effects.cancel = true;
            ui.shows_key_overlay = false;
            ui.problems.clear();
            ui.notice.clear();
            break;
        default:
            break;
    }
}

}  // namespace

ShortcutEffects apply_shortcuts(const FrameInput& input, Session& session, UiState& ui) {
    ShortcutEffects effects;
    for (const KeyPress& press : input.keys) {
        const KeyChord& chord = press.chord;
        if (chord.ctrl) {
            control_key(chord, session, ui);
            continue;
        }
        if (time_key(chord, session, ui)) continue;
        const bool printable_key = static_cast<int>(chord.key) < 128;
        if (printable_key && !press.repeat && (draw_key(chord, ui.draw) || toggle_key(chord, session, ui)))
            continue;
        view_key(chord, ui, effects);
    }
    return effects;
}

}  // namespace toibox::app
