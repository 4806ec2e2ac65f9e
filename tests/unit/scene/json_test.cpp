// SPDX-License-Identifier: MIT
#include "scene/json/json_parse.h"
#include "scene/json/json_pointer.h"
#include "scene/json/write_json.h"

#include <cmath>
#include <cstring>
#include <random>
#include <string>

#include <gtest/gtest.h>

namespace toibox::scene {
namespace {

/// The text of a span.
std::string marked(const std::string& text, SourceSpan span) {
    return text.substr(span.offset, span.width);
}

const JsonValue& at(const JsonValue& root, std::string_view pointer) {
    const JsonValue* found = value_at(root, pointer);
    EXPECT_NE(found, nullptr) << pointer;
    static const JsonValue nothing;
    return found == nullptr ? nothing : *found;
}

TEST(JsonTree, RecordsTheSpanOfEachKeyAndValue) {
    // Comments, escapes and odd spacing must not shift the spans.
    const std::string text =
        "// \"no\"\n{ \"a\\\\\" : \"x\\\"y\\\\\", /* { */ \"b\":[ -1.5e3 ,true,\tnull, {}],\n\"c\": 12}";
    const auto tree = parse_json(text);
    ASSERT_TRUE(tree) << tree.error().message;
    const JsonMember* a = tree->find("a\\");
    ASSERT_NE(a, nullptr);
    EXPECT_EQ(marked(text, a->key_span), "\"a\\\\\"");
    EXPECT_EQ(marked(text, a->value.span), "\"x\\\"y\\\\\"");
    EXPECT_EQ(marked(text, at(*tree, "/b").span), "[");
    EXPECT_EQ(marked(text, at(*tree, "/b/0").span), "-1.5e3");
    EXPECT_EQ(marked(text, at(*tree, "/b/1").span), "true");
    EXPECT_EQ(marked(text, at(*tree, "/b/2").span), "null");
    EXPECT_EQ(marked(text, at(*tree, "/b/3").span), "{");
    EXPECT_EQ(marked(text, at(*tree, "/c").span), "12");
    EXPECT_EQ(marked(text, tree->find("c")->key_span), "\"c\"");
}

TEST(JsonTree, Keeps64BitIntegersExactly) {
    const auto tree = parse_json("[18446744073709551615, -9223372036854775808, 0, 1.0]");
    ASSERT_TRUE(tree);
    const JsonValue::Array& items = *tree->array();
    EXPECT_EQ(items[0].number()->magnitude, 18446744073709551615u);
    EXPECT_EQ(items[1].number()->magnitude, 9223372036854775808u);
    EXPECT_TRUE(items[1].number()->is_negative);
    EXPECT_TRUE(items[2].number()->is_integer);
    EXPECT_FALSE(items[3].number()->is_integer);
}

TEST(JsonTree, ReportsBothLocationsOfADuplicateKey) {
    const std::string text = "{\"a\": 1,\n \"b\": 2,\n \"a\": 3}";
    const auto tree = parse_json(text);
    ASSERT_FALSE(tree);
    EXPECT_EQ(tree.error().message, "duplicate key \"a\"");
    EXPECT_EQ(tree.error().span.offset, text.rfind("\"a\""));
    EXPECT_NE(tree.error().hint.find("line 1"), std::string::npos);
}

TEST(JsonTree, AllowsTheCommentKeyTwice) {
    EXPECT_TRUE(parse_json("{\"//\": 1, \"//\": 2}"));
}

TEST(JsonTree, FindsDuplicatesAmongManyKeysQuickly) {
    // A quadratic search would take minutes over 200,000 keys.
    std::string text = "{";
    for (int i = 0; i < 200'000; ++i) {
        text += "\"k" + std::to_string(i) + "\":0,";
    }
    EXPECT_FALSE(parse_json(text + "\"k0\":0}"));
}

TEST(JsonWriter, WritesShortestNumbersThatReadBackExactly) {
    // 20,000 doubles: a few chosen ones, including a subnormal and both zeros, and random bits (seed 5).
    std::mt19937_64 random(5);
    JsonValue::Array items;
    std::vector<double> values = {0.0, -0.0, 5e-324, 1.7976931348623157e308, 0.1, 1e21, 123456789.0};
    while (values.size() < 20'000) {
        const std::uint64_t bits = random();
        double value = 0.0;
        std::memcpy(&value, &bits, sizeof value);
        if (std::isfinite(value)) values.push_back(value);
    }
    for (const double value : values) {
        items.emplace_back(JsonNumber{value, 0, false, std::signbit(value)}, SourceSpan{});
    }
    const auto back = parse_json(write_json(JsonValue(std::move(items), SourceSpan{})));
    ASSERT_TRUE(back) << back.error().message;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double read = (*back->array())[i].number()->value;
        ASSERT_EQ(std::memcmp(&read, &values[i], sizeof read), 0) << values[i];
    }
}

TEST(JsonWriter, KeepsStringsWithAnyCharacter) {
    const std::string odd =
        "quote \" backslash \\ tab \t line \n bell \x07 umlaut \xc3\xa4 smile \xf0\x9f\x99\x82";
    const auto back = parse_json(write_json(JsonValue(odd, SourceSpan{})));
    ASSERT_TRUE(back);
    EXPECT_EQ(*back->string(), odd);
}

TEST(JsonPointer, ResolvesElementsByIdAndByIndex) {
    auto tree =
        parse_json(R"({"bodies": [{"id": "a", "v": [1, 2]}, {"id": "0", "v": [3, 4]}], "a/b": {"~": 5}})");
    ASSERT_TRUE(tree);
    EXPECT_EQ(at(*tree, "/bodies/a/v/1").number()->value, 2.0);
    EXPECT_EQ(at(*tree, "/bodies/1/v/0").number()->value, 3.0);
    // An element with the id "0" takes precedence over the element with index 0.
    EXPECT_EQ(at(*tree, "/bodies/0/v/0").number()->value, 3.0);
    EXPECT_EQ(at(*tree, "/a~1b/~0").number()->value, 5.0);
}

TEST(JsonPointer, CreatesMembersButNoElements) {
    auto tree = parse_json(R"({"bodies": [{"id": "ball"}]})");
    ASSERT_TRUE(tree);
    const JsonValue seven(JsonNumber{7.0, 7, true, false}, SourceSpan{});
    EXPECT_TRUE(set_at(*tree, "/world/slop", seven));
    EXPECT_EQ(at(*tree, "/world/slop").number()->value, 7.0);
    const auto missing = set_at(*tree, "/bodies/bal/spin", seven);
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().message, "no element \"bal\" in /bodies");
    EXPECT_EQ(missing.error().hint, "did you mean \"ball\"?");
    EXPECT_FALSE(set_at(*tree, "/bodies/ball/id/x", seven));
    EXPECT_FALSE(set_at(*tree, "world", seven));
    EXPECT_FALSE(set_at(*tree, "/a~2", seven));
}

}  // namespace
}  // namespace toibox::scene
