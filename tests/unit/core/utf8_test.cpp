// SPDX-License-Identifier: MIT
#include "toibox/core/utf8.h"

#include <gtest/gtest.h>

namespace toibox {
namespace {

TEST(Utf8, ReturnsTheLengthOfEveryCharacter) {
    EXPECT_EQ(utf8_length("a\xff"), 1u);
    EXPECT_EQ(utf8_length("\xc2\x80"), 2u);
    EXPECT_EQ(utf8_length("\xe0\xa0\x80"), 3u) << "U+0800";
    EXPECT_EQ(utf8_length("\xed\x9f\xbf"), 3u) << "just before the surrogates";
    EXPECT_EQ(utf8_length("\xee\x80\x80"), 3u) << "just after the surrogates";
    EXPECT_EQ(utf8_length("\xf0\x90\x80\x80"), 4u) << "U+10000";
    EXPECT_EQ(utf8_length("\xf4\x8f\xbf\xbf"), 4u) << "U+10FFFF";
}

TEST(Utf8, RejectsInvalidSequences) {
    for (const std::string_view bad :
         {"\x80", "\xc2", "\xc2z", "\xc0\x80", "\xe2\x82", "\xff", "\xf8\x80\x80\x80"})
        EXPECT_EQ(utf8_length(bad), 0u) << bad;
    EXPECT_EQ(utf8_length("\xe0\x9f\xbf"), 0u) << "overlong";
    EXPECT_EQ(utf8_length("\xf0\x8f\xbf\xbf"), 0u) << "overlong";
    EXPECT_EQ(utf8_length("\xed\xa0\x80"), 0u) << "a surrogate";
    EXPECT_EQ(utf8_length("\xf4\x90\x80\x80"), 0u) << "above U+10FFFF";
}

TEST(Utf8, PrintableTextCannotControlATerminal) {
    const Printable shown = printable("a\tb\x1b[2J\r\x7f\xc2\x9b\xffü");
    EXPECT_EQ(shown.text, "a b?[2J????ü") << "a C1 control is two bytes";
    EXPECT_EQ(printable("\xc2\x9b").text, "?");
}

}  // namespace
}  // namespace toibox
