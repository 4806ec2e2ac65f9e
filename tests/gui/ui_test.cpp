// SPDX-License-Identifier: MIT
#include "app/platform/input.h"
#include "app/platform/scripting/ui_player.h"
#include "app/render/icons.h"
#include "tests/gui/offscreen.h"

#include <set>
#include <string>
#include <string_view>

#include <SDL.h>

namespace toibox::app {
namespace {

/// A small window with widgets. Scripts can read the state of the widgets.
class Ui : public test::Offscreen {
protected:
    struct State {
        bool paused = false;
        float hertz = 60.0f;
        char name[64] = "";
        int menu = 0;
        bool right_clicked = false;
        float wheel = 0.0f;
        std::string shortcuts;
        std::string dropped;
        int frames = 0;
    };

    void widgets() {
        ImGui::SetNextWindowPos({20.0f, 20.0f});
        ImGui::SetNextWindowSize({400.0f, 300.0f});
        ImGui::Begin("Panel");
        ImGui::Checkbox("paused", &state_.paused);
        name_widget("paused");
        ImGui::SliderFloat("hertz", &state_.hertz, 0.0f, 120.0f);
        name_widget("hertz");
        ImGui::InputText("name", state_.name, sizeof state_.name);
        name_widget("name");
        ImGui::Button("menu");
        if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(0)) state_.menu = 2;
        if (ImGui::IsItemClicked(1)) state_.right_clicked = true;
        name_widget("menu");
        ImGui::End();
    }

    std::string value(std::string_view key) {
        if (key == "paused") return state_.paused ? "true" : "false";
        if (key == "hertz") return std::to_string(state_.hertz);
        if (key == "name") return state_.name;
        if (key == "menu") return std::to_string(state_.menu);
        if (key == "right") return state_.right_clicked ? "true" : "false";
        if (key == "wheel") return std::to_string(state_.wheel);
        if (key == "frames") return std::to_string(state_.frames);
        if (key == "dropped") return state_.dropped;
        if (key == "shortcuts") return state_.shortcuts;
        if (key == "ball.x") return "1.5";
        if (key == "joint.arm.angle") return "-7";
        return {};
    }

    /// Plays a script to its end, at most 500 frames, and returns its failures.
    std::vector<std::string> play(std::string_view text) {
        auto script = UiScript::parse(text);
        EXPECT_TRUE(script);
        ImGuiLayer layer(*window_);
        UiPlayer player(*std::move(script));
        WidgetRects rects;
        Input input;
        for (int frame = 0; frame < 500 && !player.done(); ++frame) {
            player.advance(rects, [&](std::string_view key) { return value(key); });
            input.begin_frame();
            SDL_Event event;
            while (SDL_PollEvent(&event) != 0) {
                layer.process_event(event);
                input.handle(event, layer.wants_text());
            }
            for (const KeyPress& press : input.frame().keys)
                state_.shortcuts += to_string(press.chord) + ";";
            state_.wheel += input.frame().wheel;
            for (const std::string& file : input.frame().dropped_files)
                state_.dropped += file;
            ++state_.frames;
            for (const std::string& line : player.take_output())
                output_.push_back(line);
            layer.new_frame({.fixed = true, .mouse = player.mouse()});
            rects.begin_frame();
            set_widget_rects(&rects);
            widgets();
            renderer_->begin_frame(window_->pixels(), rgb(0x202020));
            layer.render();
            if (player.take_screenshot()) picture_ = read_picture(window_->gl(), window_->pixels());
        }
        EXPECT_TRUE(player.done());
        return player.failures();
    }

    State state_;
    Picture picture_;
    std::vector<std::string> output_;
};

using Strings = std::vector<std::string>;

TEST_F(Ui, ClicksByName) {
    EXPECT_EQ(
        play(
            "expect paused = false\nclick paused\nexpect paused = true\nclick paused\nexpect paused = false"),
        Strings{});
}

TEST_F(Ui, DragsASlider) {
    EXPECT_EQ(play("click hertz\nexpect hertz > 50\nexpect hertz < 70\ndrag hertz 80 0\nexpect hertz > 90"),
              Strings{});
}

TEST_F(Ui, SendsDoubleAndRightClicks) {
    EXPECT_EQ(play("click menu double\nexpect menu = 2\nexpect right = false\nclick menu right\nexpect right "
                   "= true"),
              Strings{});
}

// The parser trims lines, so the script cannot expect the trailing space of "ω ": this check must fail.
TEST_F(Ui, TypesIntoAFieldWithoutFiringShortcuts) {
    EXPECT_EQ(
        play("key P\nclick name\ntext ω p\nkey Backspace\nkey r\nexpect name = ω \nexpect shortcuts = P;"),
        (Strings{"line 6: expected name = ω, got ω "}));
    EXPECT_EQ(std::string(state_.name), "ω ");
    EXPECT_EQ(state_.shortcuts, "P;");
}

TEST_F(Ui, SendsShortcutsAndTheWheel) {
    EXPECT_EQ(play("key Ctrl+Shift+Z\nkey F11\nwheel -1.5\nwait 1\nexpect shortcuts = Ctrl+Shift+Z;F11;\n"
                   "expect wheel = -1.5"),
              Strings{});
}

TEST_F(Ui, ReportsFailedCommands) {
    EXPECT_EQ(play("expect paused = true\nclick nowhere\nexpect nothing = 1"),
              (Strings{"line 1: expected paused = true, got false", "line 2: there is no widget \"nowhere\"",
                       "line 3: expected nothing = 1, got an unknown key"}));
}

TEST_F(Ui, HoldsAButtonBetweenPressAndRelease) {
    // The slider follows the mouse only until the button is released.
    EXPECT_EQ(
        play("press hertz\nmove hertz 80 0\nwait 1\nexpect hertz > 90\nrelease\nmove hertz -80 0\nwait 1\n"
             "expect hertz > 90"),
        Strings{});
}

TEST_F(Ui, AwaitsAValueAndPrintsAWidgetRect) {
    EXPECT_EQ(
        play("await frames > 20\nexpect frames < 30\ntell paused\ndrop a file.json\nwait 1\nexpect dropped = "
             "a file.json"),
        Strings{});
    ASSERT_EQ(output_.size(), 1u);
    EXPECT_TRUE(output_[0].starts_with("paused 32 ")) << output_[0];
}

// `tell` reads a name that is not a widget as a key. It fails if the name is neither.
TEST_F(Ui, TellPrintsAValue) {
    EXPECT_EQ(play("tell ball.x\ntell \"joint.arm.angle\"\ntell right"), Strings{});
    EXPECT_EQ(output_, (Strings{"ball.x 1.5", "joint.arm.angle -7", "right false"}));
    EXPECT_EQ(play("tell ball.q"), Strings{"line 1: there is no widget or value \"ball.q\""});
}

TEST_F(Ui, RecordsWidgetNamesOnlyWhenRequested) {
    ImGuiLayer layer(*window_);
    EXPECT_FALSE(wants_widget_names());
    name_widget("body", "ball");  // has no effect
    WidgetRects rects;
    set_widget_rects(&rects);
    EXPECT_TRUE(wants_widget_names());
    layer.new_frame({.fixed = true});
    ImGui::Begin("Panel");
    ImGui::Button("OK");
    name_widget("button", "OK");
    ImGui::End();
    layer.render();
    EXPECT_TRUE(rects.find("button OK"));
    set_widget_rects(nullptr);
}

TEST_F(Ui, AwaitTimesOut) {
    UiPlayer player(*UiScript::parse("await value = 1"));
    for (int frame = 0; frame < 4000 && !player.done(); ++frame)
        player.advance({}, [](std::string_view) { return std::string("0"); });
    EXPECT_TRUE(player.done());
    EXPECT_EQ(player.failures(), Strings{"line 1: expected value = 1, got 0"});
}

TEST_F(Ui, TakesAPictureOfTheFrame) {
    play("wait 2\nscreenshot any");
    ASSERT_EQ(picture_.width, width);
    // One pixel beside the panel and one in the panel.
    EXPECT_EQ(picture_.at(600, 400), rgb(0x202020));
    EXPECT_EQ(picture_.at(400, 300), palette_of(ThemeKind::Dark).panel);
}

TEST_F(Ui, RebuildsFontsWhenTheScaleChanges) {
    ImGuiLayer layer(*window_);
    const auto frame = [&] {
        layer.new_frame({.fixed = true});
        ImGui::Begin("Panel");
        const float size = ImGui::GetFontSize();
        ImGui::End();
        layer.render();
        return size;
    };
    // The size of a font is the height of a line of Inter: 1.21 times 13.
    EXPECT_EQ(frame(), 16.0f);
    layer.set_look(ThemeKind::Light, 1.5f);
    EXPECT_EQ(frame(), 24.0f);
    EXPECT_EQ(ImGui::GetStyle().ItemSpacing.x, 12.0f);
    layer.set_look(ThemeKind::Projector, 2.0f);
    EXPECT_EQ(frame(), 39.0f);
    EXPECT_EQ(layer.fonts().heading->FontSize, 106.0f);
    layer.set_look(ThemeKind::Dark, 1.25f);  // the same scale of panels as the projector theme at 1
    EXPECT_EQ(layer.scale(), 1.25f);
    EXPECT_EQ(frame(), 20.0f);
    EXPECT_EQ(layer.fonts().heading->FontSize, 26.0f);
    layer.set_look(ThemeKind::Projector, 1.0f);
    EXPECT_EQ(frame(), 20.0f);
    EXPECT_EQ(layer.fonts().heading->FontSize, 53.0f);
    layer.set_look(ThemeKind::Dark, 1.0f);
    EXPECT_EQ(frame(), 16.0f);
}

TEST_F(Ui, FontHasSymbolsAndAccentedLetters) {
    ImGuiLayer layer(*window_);
    layer.new_frame({.fixed = true});
    constexpr std::u16string_view symbols = u"·²×°−–ωμλΣ∞≤≥≈→↑↺•▶✓✗⚠čš";
    for (const char16_t symbol : symbols) {
        EXPECT_NE(layer.fonts().body->FindGlyphNoFallback(symbol), nullptr)
            << std::hex << static_cast<int>(symbol);
    }
    for (const char16_t symbol : std::u16string_view(u"−·×±²µ°ₙΔ≠≤≥→…–“”’")) {
        EXPECT_NE(layer.fonts().small->FindGlyphNoFallback(symbol), nullptr)
            << std::hex << static_cast<int>(symbol);
    }
    ImGui::EndFrame();
}

// Lines at the border of the grid may reach half their width over it.
TEST_F(Ui, EveryIconIsDrawnInItsSquareAndDiffersFromAllOthers) {
    ImGuiLayer layer(*window_);
    layer.new_frame({.fixed = true});
    std::set<std::vector<float>> shapes;
    for (int icon = 0; icon <= static_cast<int>(Icon::Last); ++icon) {
        ImDrawList list(ImGui::GetDrawListSharedData());
        list._ResetForNewFrame();
        draw_icon(list, static_cast<Icon>(icon), {10.0f, 20.0f}, 32.0f, IM_COL32_WHITE);
        std::vector<float> shape;
        for (const ImDrawVert& vertex : list.VtxBuffer) {
            EXPECT_NEAR(vertex.pos.x, 26.0f, 18.5f) << icon;
            EXPECT_NEAR(vertex.pos.y, 36.0f, 18.5f) << icon;
            shape.insert(shape.end(), {vertex.pos.x, vertex.pos.y});
        }
        EXPECT_FALSE(shape.empty()) << icon;
        // A cross that closes a part of the window and one that marks an error are the same picture.
        if (static_cast<Icon>(icon) != Icon::Cross) {
            EXPECT_TRUE(shapes.insert(shape).second) << icon;
        }
    }
    ImGui::EndFrame();
}

// In Inter, a 1 is narrower than a 0.
TEST_F(Ui, DigitsOfAFontHaveEqualWidths) {
    ImGuiLayer layer(*window_);
    layer.new_frame({.fixed = true});
    const Fonts& fonts = layer.fonts();
    for (const ImFont* font : {fonts.body, fonts.bold, fonts.small, fonts.label, fonts.label_bold, fonts.card,
                               fonts.name, fonts.heading, fonts.title, fonts.mono}) {
        const float width = font->CalcTextSizeA(font->FontSize, FLT_MAX, 0.0f, "0000000000").x;
        EXPECT_EQ(font->CalcTextSizeA(font->FontSize, FLT_MAX, 0.0f, "0123456789").x, width);
        for (ImWchar digit = '0'; digit <= '9'; ++digit) {
            const ImFontGlyph& glyph = *font->FindGlyph(digit);
            EXPECT_EQ(glyph.AdvanceX, 0.1f * width) << static_cast<char>(digit);
            // The digit stays about in the middle of its width.
            EXPECT_NEAR(glyph.X0, glyph.AdvanceX - glyph.X1, 0.15f * font->FontSize)
                << static_cast<char>(digit);
        }
    }
    ImGui::EndFrame();
}

}  // namespace
}  // namespace toibox::app
