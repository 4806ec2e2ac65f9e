// SPDX-License-Identifier: MIT
#include "app/platform/input.h"

#include <array>

#include <SDL.h>

namespace toibox::app {
namespace {

struct KeyPair {
    Key key;
    SDL_Keycode code;
};
constexpr std::array<KeyPair, 18> pairs{{
    {Key::Left, SDLK_LEFT},
    {Key::Right, SDLK_RIGHT},
    {Key::Up, SDLK_UP},
    {Key::Down, SDLK_DOWN},
    {Key::Home, SDLK_HOME},
    {Key::End, SDLK_END},
    {Key::PageUp, SDLK_PAGEUP},
    {Key::PageDown, SDLK_PAGEDOWN},
    {Key::Insert, SDLK_INSERT},
    {Key::Delete, SDLK_DELETE},
    {Key::Backspace, SDLK_BACKSPACE},
    {Key::Tab, SDLK_TAB},
    {Key::Enter, SDLK_RETURN},
    {Key::Escape, SDLK_ESCAPE},
    // Numeric keypad.
    {Key::Enter, SDLK_KP_ENTER},
    {character_key('+'), SDLK_KP_PLUS},
    {character_key('-'), SDLK_KP_MINUS},
    {character_key('.'), SDLK_KP_PERIOD},
}};

KeyChord chord_of(const SDL_Keysym& symbol) {
    return {.key = key_from_sdl(symbol.sym),
            .ctrl = (symbol.mod & (KMOD_CTRL | KMOD_GUI)) != 0,
            .shift = (symbol.mod & KMOD_SHIFT) != 0,
            // Right Alt is AltGr on many keyboards, where it types '[' or ']'.
            .alt = (symbol.mod & KMOD_LALT) != 0};
}

}  // namespace

std::int32_t sdl_keycode(Key key) {
    // A printable key is its own keycode. The keypad entries of `pairs` serve only key_from_sdl.
    if (key < Key::Left) return static_cast<std::int32_t>(key);
    for (const KeyPair& pair : pairs) {
        if (pair.key == key) return pair.code;
    }
    return SDLK_F1 + (static_cast<int>(key) - static_cast<int>(Key::F1));
}

Key key_from_sdl(std::int32_t keycode) {
    for (const KeyPair& pair : pairs) {
        if (pair.code == keycode) return pair.key;
    }
    if (keycode >= SDLK_F1 && keycode <= SDLK_F12) {
        return static_cast<Key>(static_cast<int>(Key::F1) + (keycode - SDLK_F1));
    }
    const bool is_printable = keycode >= 32 && keycode < 127;
    return is_printable ? character_key(static_cast<char>(keycode)) : Key::None;
}

void Input::handle(const SDL_Event& event, bool want_text) {
    switch (event.type) {
        case SDL_KEYDOWN: {
            const KeyChord chord = chord_of(event.key.keysym);
            if (chord.key == Key::None) break;
            if (want_text) {
                frame_.text_field_keys.push_back({chord, event.key.repeat != 0});
                break;
            }
            held_.insert(chord.key);
            frame_.keys.push_back({chord, event.key.repeat != 0});
            break;
        }
        case SDL_KEYUP:
            held_.erase(key_from_sdl(event.key.keysym.sym));
            break;
        case SDL_MOUSEWHEEL:
            frame_.wheel += event.wheel.direction == SDL_MOUSEWHEEL_FLIPPED ? -event.wheel.preciseY
                                                                            : event.wheel.preciseY;
            break;
        case SDL_DROPFILE:
            frame_.dropped_files.emplace_back(event.drop.file);
            SDL_free(event.drop.file);
            break;
        case SDL_WINDOWEVENT:
            // SDL does not report keys that are released in another window.
            if (event.window.event == SDL_WINDOWEVENT_FOCUS_LOST) held_.clear();
            if (event.window.event == SDL_WINDOWEVENT_CLOSE) frame_.quit = true;
            break;
        case SDL_QUIT:
            frame_.quit = true;
            break;
        default:
            break;
    }
}

}  // namespace toibox::app
