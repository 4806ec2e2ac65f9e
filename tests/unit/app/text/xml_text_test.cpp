// SPDX-License-Identifier: MIT
#include "app/text/xml_text.h"

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

TEST(XmlText, EscapesMarkupAndLineBreaks) {
    EXPECT_EQ(xml_text("a<b>&\"c\"'\n\t\r"), "a&lt;b&gt;&amp;&quot;c&quot;&apos;&#10;&#9;&#13;");
    EXPECT_EQ(xml_text("g\xc3\xbc\xf0\x9f\x99\x82"), "g\xc3\xbc\xf0\x9f\x99\x82");
    EXPECT_EQ(xml_text(""), "");
}

TEST(XmlText, ReplacesCharactersThatXmlCannotContain) {
    const std::string replacement = "\xEF\xBF\xBD";
    for (const std::string_view bad : {"\x01", "\x1b", "\xff", "\xef\xbf\xbe", "\xef\xbf\xbf", "\xc2"})
        EXPECT_EQ(xml_text(bad), replacement);
    EXPECT_EQ(xml_text(std::string_view("\0", 1)), replacement);
    EXPECT_EQ(xml_text("\xed\xa0\x80"), replacement + replacement + replacement)
        << "an encoded surrogate is three invalid bytes";
    EXPECT_EQ(xml_text("\x7f\xc2\x85\xef\xbf\xbd"), "\x7f\xc2\x85\xef\xbf\xbd") << "allowed";
}

}  // namespace
}  // namespace toibox::app
