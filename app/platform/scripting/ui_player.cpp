// SPDX-License-Identifier: MIT
#include "app/platform/scripting/ui_player.h"

#include "toibox/core/utf8.h"

#include "app/platform/input.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

#include <SDL.h>

namespace toibox::app {
namespace {

constexpr int max_frames_to_appear = 30;  ///< How long to wait for a widget or value, for example in a popup.
constexpr int max_await_frames = 3600;    ///< A minute at 60 Hz.
constexpr int drag_steps = 8;             ///< Frames in which a drag moves the mouse.

int button_named(std::string_view name) {
    return name == "right" ? 1 : name == "middle" ? 2 : 0;
}

void push_key(const KeyChord& chord, bool down) {
    SDL_Event event{};
    event.type = down ? SDL_KEYDOWN : SDL_KEYUP;
    event.key.state = down ? SDL_PRESSED : SDL_RELEASED;
    event.key.keysym.sym = sdl_keycode(chord.key);
    event.key.keysym.scancode = SDL_GetScancodeFromKey(event.key.keysym.sym);
    const int modifiers =
        (chord.ctrl ? KMOD_LCTRL : 0) | (chord.shift ? KMOD_LSHIFT : 0) | (chord.alt ? KMOD_LALT : 0);
    event.key.keysym.mod = static_cast<Uint16>(modifiers);
    // The ImGui backend reads the modifiers from the state of SDL, not from the event.
    SDL_SetModState(down ? static_cast<SDL_Keymod>(modifiers) : KMOD_NONE);
    SDL_PushEvent(&event);
}

void push_text(std::string_view letter) {
    SDL_Event event{};
    event.type = SDL_TEXTINPUT;
    letter.copy(event.text.text, sizeof event.text.text - 1);
    SDL_PushEvent(&event);
}

void push_drop(const std::string& file) {
    SDL_Event event{};
    event.type = SDL_DROPFILE;
    event.drop.file = SDL_strdup(file.c_str());  // freed by Input::handle
    SDL_PushEvent(&event);
}

void push_wheel(float notches) {
    SDL_Event event{};
    event.type = SDL_MOUSEWHEEL;
    event.wheel.preciseY = notches;
    event.wheel.y = static_cast<Sint32>(notches);
    SDL_PushEvent(&event);
}

float number(const std::string& text) {
    return std::strtof(text.c_str(), nullptr);
}

}  // namespace

void UiPlayer::fail(const UiCommand& command, const std::string& message) {
    failures_.push_back("line " + std::to_string(command.line) + ": " + message);
}

bool UiPlayer::done() const {
    return next_ >= script_.commands.size() && pending_.empty() && !screenshot_;
}

std::optional<std::string> UiPlayer::take_screenshot() {
    return std::exchange(screenshot_, std::nullopt);
}

void UiPlayer::advance(const WidgetRects& rects, UiQuery query) {
    if (pending_.empty() && next_ < script_.commands.size()) begin(script_.commands[next_], rects, query);
    if (pending_.empty()) return;
    const Transition transition = std::move(pending_.front());
    pending_.pop_front();
    transition();
}

void UiPlayer::pause(float frames) {
    for (int i = 0; static_cast<float>(i) < frames; ++i)
        pending_.emplace_back([] {});
}

void UiPlayer::press(int button) {
    pending_.emplace_back([this, button] { mouse_.down[button] = true; });
    pause(1.0f);
}

void UiPlayer::release_all() {
    pending_.emplace_back([this] { mouse_.down[0] = mouse_.down[1] = mouse_.down[2] = false; });
    pause(1.0f);
}

void UiPlayer::click(int button, int times) {
    for (int i = 0; i < times; ++i) {
        pending_.emplace_back([this, button] { mouse_.down[button] = true; });
        pending_.emplace_back([this, button] { mouse_.down[button] = false; });
    }
    pause(1.0f);  // the release takes effect in this frame
}

void UiPlayer::move_by(float dx, float dy) {
    pending_.emplace_back([this, dx, dy] {
        mouse_.x += dx;
        mouse_.y += dy;
    });
}

void UiPlayer::drag(float dx, float dy, int button) {
    pending_.emplace_back([this, button] { mouse_.down[button] = true; });
    for (int i = 0; i < drag_steps; ++i)
        move_by(dx / drag_steps, dy / drag_steps);
    pending_.emplace_back([this, button] { mouse_.down[button] = false; });
    pause(1.0f);
}

void UiPlayer::press_key(const std::string& chord_name) {
    const KeyChord chord = *parse_chord(chord_name);
    pending_.emplace_back([chord] { push_key(chord, true); });
    pending_.emplace_back([chord] { push_key(chord, false); });
}

void UiPlayer::type(std::string_view text) {
    while (!text.empty()) {
        const std::size_t length = std::max<std::size_t>(utf8_length(text), 1);
        pending_.emplace_back([letter = std::string(text.substr(0, length))] { push_text(letter); });
        text.remove_prefix(length);
    }
}

bool UiPlayer::times_out() {
    if (frames_left_ == 0) frames_left_ = max_frames_to_appear;
    if (--frames_left_ > 0) return false;
    ++next_;
    return true;
}

std::optional<UiRect> UiPlayer::find(const UiCommand& command, const WidgetRects& rects) {
    const auto rect = rects.find(command.args[0]);
    if (!rect) {
        if (!times_out()) return std::nullopt;
        fail(command, "there is no widget \"" + command.args[0] + "\"");
        return std::nullopt;
    }
    frames_left_ = 0;
    return rect;
}

bool UiPlayer::move_mouse_to(const UiCommand& command, const WidgetRects& rects) {
    const auto rect = find(command, rects);
    if (!rect) return false;
    const float x = rect->x + 0.5f * rect->width;
    const float y = rect->y + 0.5f * rect->height;
    pending_.emplace_back([this, x, y] {
        mouse_.x = x;
        mouse_.y = y;
    });
    return true;
}

void UiPlayer::tell(const UiCommand& command, const WidgetRects& rects, UiQuery query) {
    const std::string& name = command.args[0];
    const auto rect = rects.find(name);
    if (!rect) {
        if (std::string value = query(name); !value.empty()) {
            frames_left_ = 0;
            ++next_;
            output_.push_back(name + ' ' + value);
        } else if (times_out()) {
            fail(command, "there is no widget or value \"" + name + "\"");
        }
        return;
    }
    frames_left_ = 0;
    ++next_;
    std::string line = name;
    for (const float value : {rect->x, rect->y, rect->width, rect->height}) {
        line += ' ';
        line += std::to_string(std::lround(value));
    }
    output_.push_back(std::move(line));
}

void UiPlayer::expect(const UiCommand& command, UiQuery query) {
    const std::vector<std::string>& args = command.args;
    const std::string value = query(args[0]);
    if (ui_compare(value, args[1], args[2])) return;
    fail(command, "expected " + args[0] + " " + args[1] + " " + args[2] + ", got " +
                      (value.empty() ? "an unknown key" : value));
}

void UiPlayer::await(const UiCommand& command, UiQuery query) {
    if (frames_left_ == 0) frames_left_ = max_await_frames;
    const bool holds = ui_compare(query(command.args[0]), command.args[1], command.args[2]);
    if (!holds && --frames_left_ > 0) return;
    frames_left_ = 0;
    ++next_;
    if (!holds) expect(command, query);
}

void UiPlayer::begin(const UiCommand& command, const WidgetRects& rects, UiQuery query) {
    using Kind = UiCommand::Kind;
    const bool needs_widget = command.kind == Kind::Click || command.kind == Kind::Press ||
                              command.kind == Kind::Move || command.kind == Kind::Drag;
    if (needs_widget && !move_mouse_to(command, rects)) return;
    if (command.kind == Kind::Await) return await(command, query);
    if (command.kind == Kind::Tell) return tell(command, rects, query);
    ++next_;
    const std::vector<std::string>& args = command.args;
    const auto button = [&args](std::size_t i) { return args.size() > i ? button_named(args[i]) : 0; };
    switch (command.kind) {
        case Kind::Click: {
            const bool is_double = args.size() > 1 && args[1] == "double";
            click(button(1), is_double ? 2 : 1);
            break;
        }
        case Kind::Press:
            press(button(1));
            break;
        case Kind::Release:
            release_all();
            break;
        case Kind::Move:
            if (args.size() >= 3) move_by(number(args[1]), number(args[2]));
            break;
        case Kind::Drag:
            drag(number(args[1]), number(args[2]), button(3));
            break;
        case Kind::Wheel:
            pending_.emplace_back([notches = number(args[0])] { push_wheel(notches); });
            break;
        case Kind::Key:
            press_key(args[0]);
            break;
        case Kind::Text:
            type(args[0]);
            break;
        case Kind::Wait:
            pause(number(args[0]));
            break;
        case Kind::Drop:
            pending_.emplace_back([file = args[0]] { push_drop(file); });
            break;
        case Kind::Expect:
            expect(command, query);
            break;
        case Kind::Await:
        case Kind::Tell:
            break;
        case Kind::Screenshot:
            screenshot_ = args[0];
            break;
    }
}

}  // namespace toibox::app
