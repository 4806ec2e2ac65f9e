// SPDX-License-Identifier: MIT
#include "app/platform/scripting/ui_script.h"

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

TEST(UiScript, ReadsEveryCommand) {
    const auto script = UiScript::parse(
        "# opens a scene\n"
        "click play\n"
        "click viewport double\n"
        "\n"
        "drag viewport 10 -20.5 right\n"
        "move viewport 1 2\r\n"
        "wheel -1.5\n"
        "key Ctrl+Shift+Z\n"
        "text two words\n"
        "wait 3\n"
        "expect ball.x >= 1.5\n"
        "screenshot /tmp/a picture.png\n");
    ASSERT_TRUE(script) << script.error();
    ASSERT_EQ(script->commands.size(), 10u);
    EXPECT_EQ(script->commands[0].args, (std::vector<std::string>{"play"}));
    EXPECT_EQ(script->commands[2].args, (std::vector<std::string>{"viewport", "10", "-20.5", "right"}));
    EXPECT_EQ(script->commands[6].args, (std::vector<std::string>{"two words"}));
    EXPECT_EQ(script->commands[9].args, (std::vector<std::string>{"/tmp/a picture.png"}));
    EXPECT_EQ(script->commands[9].line, 12);
}

TEST(UiScript, QuotesGroupANameWithSpaces) {
    const auto script = UiScript::parse("press \"body ball 1\" right\nexpect a = \"b\nclick \"\"");
    // An empty name is an error. A quote mark without a second one belongs to a word.
    EXPECT_EQ(script.error(), "line 3: click needs an argument, got \"\"");
    const auto good = UiScript::parse("press \"body ball 1\" right\nrelease\nexpect a = \"b");
    ASSERT_TRUE(good) << good.error();
    EXPECT_EQ(good->commands[0].args, (std::vector<std::string>{"body ball 1", "right"}));
    EXPECT_EQ(good->commands[2].args, (std::vector<std::string>{"a", "=", "\"b"}));
}

TEST(UiScript, HasMouseOnlyWithAMouseCommand) {
    EXPECT_FALSE(UiScript::parse("await a = 1\ntell b\nkey r\ndrop c\nscreenshot d")->has_mouse());
    for (const char* text : {"click a", "press a", "move a", "drag a 1 2", "wheel 1"})
        EXPECT_TRUE(UiScript::parse(text)->has_mouse()) << text;
}

TEST(UiScript, ErrorsNameTheLineAndTheCause) {
    const auto error = [](const char* text) { return UiScript::parse(text).error(); };
    EXPECT_EQ(error("\nclck play"), "line 2: unknown command \"clck\"");
    EXPECT_EQ(error("click"), "line 1: click needs an argument, got \"\"");
    EXPECT_EQ(error("drag viewport 1 up"), "line 1: drag needs a number, got \"up\"");
    EXPECT_EQ(error("key Hyper+Q"), "line 1: key needs a key, got \"Hyper+Q\"");
    EXPECT_EQ(error("click play sideways"), "line 1: click needs a button, got \"sideways\"");
    EXPECT_EQ(error("wait 3 4"), "line 1: wait has too many arguments: \"4\"");
    EXPECT_EQ(error("expect a is b"), "line 1: expect needs one of = != < <= > >=, got \"is\"");
}

TEST(UiScript, ComparesNumbersByValueAndWordsAsText) {
    EXPECT_TRUE(ui_compare("10", ">", "9"));
    EXPECT_TRUE(ui_compare("1.0", "=", "1"));
    EXPECT_TRUE(ui_compare("true", "=", "true"));
    EXPECT_TRUE(ui_compare("true", "!=", "false"));
    EXPECT_FALSE(ui_compare("", "=", "true"));
    EXPECT_TRUE(ui_compare("-3", "<=", "-3"));
    EXPECT_FALSE(ui_compare("1", "~", "1"));
}

}  // namespace
}  // namespace toibox::app
