// SPDX-License-Identifier: MIT
#include "app/window/shortcuts.h"

#include "app/panels/lesson_flow.h"
#include "app/panels/library/browser_entries.h"
#include "app/panels/panels.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

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
        step_back(session, ui, chord.shift ? shift_steps : 1);
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
            go_to_next_event(session, ui);
            break;
        case ',':
            go_to_previous_event(session, ui);
            break;
        case 'p':
            ui.search_popup.opens = true;
            break;
        case 'b':
            toggle_browser(session, ui);
            break;
        case 'z':
            if (chord.shift) {
                redo(session, ui);
            } else {
                undo(session, ui);
            }
            break;
        case 'y':
            redo(session, ui);
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
        case '7':
            flip(draw.swept_shapes);
            return true;
        case '8':
            flip(draw.ghosts);
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
            fit_selection(session, ui);
            return true;
        default:
            return false;
    }
}

/// Hides the panel if its tab is shown, else shows the tab.
template <class Tab>
void toggle_tab(UiState& ui, bool& shows_panel, Tab open, int& pending, Tab tab) {
    const bool shown = !ui.projector.is_on && shows_panel && open == tab;
    shows_panel = !shown;
    set_projector_mode(ui, false);
    pending = static_cast<int>(tab);
}

void toggle_bottom(UiState& ui, BottomTab tab) {
    toggle_tab(ui, ui.shows_bottom, ui.bottom, ui.pending_bottom_tab, tab);
}

/// Alt+1 … Alt+4 show one pane alone, or all again; Alt+0 shows all.
bool pane_key(const KeyChord& chord, UiState& ui) {
    if (!chord.alt || chord.key < character_key('0') || chord.key > character_key('4')) return false;
    const auto pane = static_cast<std::size_t>(chord.key) - static_cast<std::size_t>(character_key('0'));
    if (!ui.compare.is_active()) {
        show_refusal(ui, "Alt with a number shows one pane of a comparison (F7).");
    } else if (pane > ui.compare.panes.size()) {
        show_refusal(ui, "There is no pane " + std::to_string(pane) + ".");
    } else {
        ui.compare.alone = ui.compare.alone == pane ? 0 : pane;
    }
    return true;
}

/// Esc closes lists and cards. If none is open, it ends projector mode.
void cancel(UiState& ui, ShortcutEffects& effects) {
    effects.cancel = true;
    const bool has_card =
        ui.shows_key_overlay || ui.search_popup.is_open || !ui.problems.empty() || !ui.notice.empty();
    ui.shows_key_overlay = false;
    ui.problems.clear();
    ui.notice.clear();
    if (has_card) return;
    set_projector_mode(ui, false);
    ui.browser.is_open = false;
}

/// The key of a presenter that goes back: to the previous page of a lesson, or else to the start.
void page_up(Session& session, UiState& ui) {
    if (ui.lesson.is_open()) return go_to_previous_page(session, ui);
    restart(session, ui);
}

void view_key(const KeyChord& chord, Session& session, UiState& ui, ShortcutEffects& effects) {
    if (chord.key == character_key('+') || chord.key == character_key('=')) effects.zoom *= zoom_step;
    if (chord.key == character_key('-')) effects.zoom /= zoom_step;
    switch (chord.key) {
        case Key::Home:
            ui.fit_all = true;
            break;
        case Key::Tab:
            set_projector_mode(ui, !ui.projector.is_on);
            break;
        case Key::PageDown:
            effects.answers = true;
            break;
        case Key::PageUp:
            page_up(session, ui);
            break;
        case Key::F1:
            ui.shows_key_overlay = !ui.shows_key_overlay;
            break;
        case Key::F2:
            toggle_tab(ui, ui.shows_left, ui.left, ui.pending_left_tab, LeftTab::Lesson);
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
        case Key::F7:
            ui.compare.toggle = true;
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
            cancel(ui, effects);
            break;
        default:
            break;
    }
}

/// Keys that would answer the question of a page: they move in time or open a panel that measures. Whatever
/// else moves in time is taken back by update_lesson().
bool is_locked_key(const KeyChord& chord) {
    static constexpr std::array<Key, 11> locked{
        Key::Space, Key::Backspace, Key::Left, Key::Right,         Key::F3,           Key::F4,
        Key::F6,    Key::F7,        Key::F8,   character_key('.'), character_key(',')};
    static constexpr std::array<Key, 5> plain{character_key('p'), character_key('o'), character_key('r'),
                                              character_key('>'), character_key('<')};
    static constexpr std::array<Key, 2> with_control{character_key('z'), character_key('y')};
    const auto has = [&](const auto& keys) { return std::ranges::find(keys, chord.key) != keys.end(); };
    return has(locked) || (chord.ctrl ? has(with_control) : has(plain));
}

/// 1 … 9 choose an answer, S skips the question. Until the reveal, 1 … 9 do nothing else: a second press must
/// not switch an overlay.
bool lesson_key(const KeyChord& chord, Session& session, UiState& ui) {
    if (chord.alt) return false;
    const bool is_digit = chord.key >= character_key('1') && chord.key <= character_key('9');
    const bool is_before_reveal =
        open_page_of(session, ui) != nullptr && ui.lesson.stage != PageStage::Revealed;
    if (!is_locked(session, ui)) return is_digit && is_before_reveal;
    if (chord.key == character_key('s')) {
        ui.lesson.choice.reset();
        run_page(session, ui);
        return true;
    }
    if (!is_digit) return false;
    choose_answer(session, ui,
                  static_cast<std::size_t>(chord.key) - static_cast<std::size_t>(character_key('1')));
    return true;
}

/// Keys while the browser is open. It also gets the keys of its search field, where Left and Right move the
/// cursor if there is a text.
void browser_key(const KeyChord& chord, bool is_typed, Session& session, UiState& ui,
                 ShortcutEffects& effects) {
    if (chord.ctrl) {
        const bool is_allowed = chord.key == character_key('q') || chord.key == character_key('b') ||
                                (chord.key == character_key('p') && !is_typed);
        if (is_allowed) control_key(chord, session, ui);
        return;
    }
    const bool moves_cursor = is_typed && !ui.browser.text.empty();
    switch (chord.key) {
        case Key::Escape:
            cancel(ui, effects);
            break;
        case Key::Enter:
            start_chosen(session, ui);
            break;
        case Key::Up:
        case Key::Down:
            move_choice(ui.browser, 0, chord.key == Key::Down ? 1 : -1);
            break;
        case Key::Left:
        case Key::Right:
            if (!moves_cursor) move_choice(ui.browser, chord.key == Key::Right ? 1 : -1, 0);
            break;
        case Key::F11:
            effects.full_screen = true;
            break;
        case Key::F12:
            effects.picture = true;
            break;
        default:
            break;
    }
}

void apply_key(const KeyPress& press, Session& session, UiState& ui, ShortcutEffects& effects) {
    const KeyChord& chord = press.chord;
    if (is_locked(session, ui) && is_locked_key(chord)) return show_refusal(ui, lock_text);
    if (chord.ctrl) return control_key(chord, session, ui);
    if (pane_key(chord, ui)) return;
    if (!press.repeat && lesson_key(chord, session, ui)) return;
    if (time_key(chord, session, ui)) return;
    const bool printable_key = static_cast<int>(chord.key) < 128;
    if (printable_key && !press.repeat && (draw_key(chord, ui.draw) || toggle_key(chord, session, ui)))
        return;
    // The main loop rewinds while the key is held.
    if (chord.key == Key::Backspace && !press.repeat && session.history().frame() == 0)
        return show_refusal(ui, "Cannot rewind: this is the first frame.");
    const bool may_repeat = chord.key == character_key('+') || chord.key == character_key('=') ||
                            chord.key == character_key('-') || chord.key == Key::Left ||
                            chord.key == Key::Right;
    if (!press.repeat || may_repeat) view_key(chord, session, ui, effects);
}

}  // namespace

ShortcutEffects apply_shortcuts(const FrameInput& input, Session& session, UiState& ui) {
    ShortcutEffects effects;
    std::vector<KeyPress> keys = input.keys;
    for (const KeyChord& chord : std::exchange(ui.requested_keys, {}))
        keys.push_back({chord, false});
    const bool browses = ui.browser.is_open && !ui.search_popup.is_open;
    for (const KeyPress& press : browses ? input.text_field_keys : std::vector<KeyPress>{})
        browser_key(press.chord, true, session, ui, effects);
    for (const KeyPress& press : keys) {
        if (browses && ui.browser.is_open) {
            browser_key(press.chord, false, session, ui, effects);
            continue;
        }
        const std::string refusal = std::exchange(ui.refusal, {});
        apply_key(press, session, ui, effects);
        if (ui.refusal.empty() && ui.notice == refusal) ui.notice.clear();
    }
    return effects;
}

}  // namespace toibox::app
