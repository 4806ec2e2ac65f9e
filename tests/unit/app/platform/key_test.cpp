// SPDX-License-Identifier: MIT
#include "app/platform/key.h"

#include "app/platform/input.h"

#include <SDL.h>
#include <gtest/gtest.h>

namespace toibox::app {
namespace {

TEST(KeyChord, RoundTripsThroughText) {
    for (const char* text :
         {"Ctrl+Shift+Z", "F11", "[", ".", "Space", "Ctrl+.", "+", "Ctrl++", "Del", "Home", "Alt+F4"}) {
        const auto chord = parse_chord(text);
        ASSERT_TRUE(chord) << text;
        EXPECT_EQ(to_string(*chord), text);
    }
}

TEST(KeyChord, IgnoresTheCaseOfLetters) {
    EXPECT_EQ(parse_chord("ctrl+p"), parse_chord("CTRL+P"));
}

TEST(KeyChord, RejectsUnknownNames) {
    for (const char* text : {"", "Ctrl+", "Super+A", "F13", "Spacebar", "ab"}) {
        EXPECT_FALSE(parse_chord(text)) << text;
    }
}

TEST(Key, RoundTripsThroughSdl) {
    for (int code = 0; code < 300; ++code) {
        const Key key = static_cast<Key>(code);
        const bool is_known = (code >= 32 && code < 127) || (key >= Key::Left && key <= Key::F12);
        if (is_known) {
            EXPECT_EQ(key_from_sdl(sdl_keycode(key)), key) << code;
        }
    }
}

SDL_Event key_down(SDL_Keycode code, int modifiers = 0) {
    SDL_Event event{};
    event.type = SDL_KEYDOWN;
    event.key.keysym.sym = code;
    event.key.keysym.mod = static_cast<Uint16>(modifiers);
    return event;
}

TEST(Input, ReportsKeysWithTheirModifiers) {
    Input input;
    input.handle(key_down(SDLK_z, KMOD_LCTRL | KMOD_RSHIFT), false);
    ASSERT_EQ(input.frame().keys.size(), 1u);
    EXPECT_EQ(input.frame().keys[0].chord, *parse_chord("Ctrl+Shift+Z"));
}

TEST(Input, LeavesTheKeyboardToATextField) {
    Input input;
    input.handle(key_down(SDLK_p), true);
    EXPECT_TRUE(input.frame().keys.empty());
    EXPECT_FALSE(input.held(character_key('p')));
}

TEST(Input, ReleasesHeldKeysWhenFocusIsLost) {
    // After Alt+Tab, the release of a key that is down goes to another window.
    Input input;
    input.handle(key_down(SDLK_BACKSPACE), false);
    EXPECT_TRUE(input.held(Key::Backspace));
    SDL_Event lost{};
    lost.type = SDL_WINDOWEVENT;
    lost.window.event = SDL_WINDOWEVENT_FOCUS_LOST;
    input.handle(lost, false);
    EXPECT_FALSE(input.held(Key::Backspace));
}

TEST(Input, AccumulatesFractionalWheelSteps) {
    Input input;
    SDL_Event event{};
    event.type = SDL_MOUSEWHEEL;
    event.wheel.preciseY = 0.25f;
    input.handle(event, false);
    input.handle(event, false);
    EXPECT_FLOAT_EQ(input.frame().wheel, 0.5f);
    input.begin_frame();
    EXPECT_EQ(input.frame().wheel, 0.0f);
}

}  // namespace
}  // namespace toibox::app
