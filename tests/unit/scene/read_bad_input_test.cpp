// SPDX-License-Identifier: MIT
// Invalid files must not crash the reader, make it hang or be read in part. Some files are so large that a
// quadratic algorithm would exceed the time limit of the test runner.
#include "tests/unit/scene/document_support.h"
#include "tests/unit/scene/scene_equality.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>

#include <gtest/gtest.h>

namespace toibox::scene {
namespace {

using namespace test;

/// Each error has a message, a location within the text (or none) and a short printed form.
void expect_valid_errors(const Diagnostics& errors, const std::string& text) {
    ASSERT_FALSE(errors.empty());
    ASSERT_LE(errors.size(), 20u);
    const auto lines = 1 + std::count(text.begin(), text.end(), '\n');
    for (const Diagnostic& error : errors) {
        EXPECT_FALSE(error.message.empty());
        EXPECT_GE(error.line, 0);
        EXPECT_LE(error.line, lines);
        EXPECT_LT(format(error).size(), 2000u);
    }
}

TEST(BadInput, AFileCutAtAnyByteIsRejected) {
    const std::string whole = contents(everything_path);
    const std::size_t end = whole.find_last_of('}');
    for (std::size_t length = 0; length <= end; ++length) {
        const std::string text = whole.substr(0, length);
        SCOPED_TRACE(length);
        expect_valid_errors(errors_of(text), text);
    }
    EXPECT_EQ(format(errors_of(whole.substr(0, end + 1))), "");
}

TEST(BadInput, AFileWithAnyByteChangedIsReadOrRejected) {
    // 4,000 copies of the file with one byte replaced, seed 11. Most are invalid. A copy that is still valid
    // must be the same scene after it is written and read again.
    const std::string whole = contents(everything_path);
    std::mt19937 random(11);
    int read = 0;
    for (int i = 0; i < 4000; ++i) {
        std::string text = whole;
        text[random() % text.size()] = static_cast<char>(random() % 256);
        const auto document = Document::parse(text);
        if (!document) {
            expect_valid_errors(document.error(), text);
            continue;
        }
        ++read;
        const auto again = Document::parse(document->write());
        ASSERT_TRUE(again) << format(again.error()) << "seed 11, change " << i;
        const auto before = document->resolve();
        const auto after = again->resolve();
        ASSERT_TRUE(before && after);
        EXPECT_EQ(difference(*before, *after), "") << "seed 11, change " << i;
    }
    EXPECT_GT(read, 50);
}

TEST(BadInput, SyntaxErrorsHaveALocationAndAHint) {
    struct Case {
        std::string text;
        int line;
        int column;
        std::string expected;
    };
    const std::vector<Case> cases = {
        {"", 1, 1, "a scene is an object"},
        {"{\"toibox\": 1,\n}", 2, 1, "remove the comma before it"},
        {"{\"toibox\": 1\n \"title\": 2}", 2, 2, "is a comma missing before it?"},
        {"{\"toibox\": NaN}", 1, 12, "JSON has no NaN and no infinity"},
        {"{\"toibox\": -Infinity}", 1, 13, "digit after '-'"},
        {"{\"toibox\": 1e400}", 1, 12, "the number 1e400 is too large"},
        {"{\"toibox\": -1e400}", 1, 12, "too large"},
        {"{toibox: 1}", 1, 2, "in double quotes"},
        {"{'toibox': 1}", 1, 2, "in double quotes"},
        {"{\"toibox\" 1}", 1, 11, "put a colon between"},
        {"{\"toibox\": 1,\n \"bodies\": [", 2, 13, "the [ on line 2 is not closed"},
        {"{\"title\": \"abc", 1, 11, "close the string"},
        {"{\"title\": \"\xff\xfe\"}", 1, 11, "save the file as UTF-8"},
        {"{\"toibox\": 1} x", 1, 15, "in double quotes"},
        {"{\"toibox\": 1} {}", 1, 15, "remove the rest"},
        {std::string("{\"toibox\": 1}\0{", 15), 1, 14, "zero"},
        {"{\"toibox\": 01}", 1, 12, "comma"},
    };
    for (const Case& c : cases) {
        const Diagnostics errors = errors_of(c.text);
        ASSERT_EQ(errors.size(), 1u) << c.text;
        EXPECT_EQ(errors[0].line, c.line) << format(errors);
        EXPECT_EQ(errors[0].column, c.column) << format(errors);
        EXPECT_NE(format(errors).find(c.expected), std::string::npos) << format(errors);
    }
}

TEST(BadInput, BinaryGarbageIsRejected) {
    std::mt19937 random(3);
    for (int i = 0; i < 300; ++i) {
        std::string text(random() % 2000, '\0');
        for (char& c : text) {
            c = static_cast<char>(random() % 256);
        }
        expect_valid_errors(errors_of(text), text);
    }
}

TEST(BadInput, DeepNestingIsRejectedImmediately) {
    for (const char* bracket : {"[", "{\"a\":"}) {
        std::string text;
        for (int i = 0; i < 500'000; ++i) {
            text += bracket;
        }
        const Diagnostics errors = errors_of(text);
        ASSERT_EQ(errors.size(), 1u);
        EXPECT_NE(errors[0].message.find("nested"), std::string::npos) << errors[0].message;
    }
}

TEST(BadInput, APolygonOfAMillionVerticesIsRejected) {
    std::string points;
    for (int i = 0; i < 1'000'000; ++i) {
        points += i == 0 ? "[0,0]" : ",[1,1]";
    }
    const Diagnostics errors = errors_of(with_shape(R"("type": "polygon", "vertices": [)" + points + "]"));
    ASSERT_EQ(errors.size(), 1u);
    EXPECT_NE(errors[0].message.find("at most 256 elements, got 1000000"), std::string::npos);
    EXPECT_LT(errors[0].source_line.size(), 1000u);
}

TEST(BadInput, ATextOfTooManyValuesIsRejected) {
    std::string text = "[";
    for (int i = 0; i < 4'100'000; ++i) {
        text += "1,";
    }
    const Diagnostics errors = errors_of(text);
    ASSERT_EQ(errors.size(), 1u);
    EXPECT_NE(errors[0].message.find("more than 4000000 values"), std::string::npos);
}

TEST(BadInput, TooManyCopiesAndInvalidGridsAreRejected) {
    const auto repeat = [](const std::string& keys) {
        return errors_of(with_body(R"("type": "static", "repeat": {)" + keys + "}"));
    };
    for (const char* keys :
         {R"("count": 1000000000, "step": [1, 0])", R"("count": [100000, 100000], "step": [[1, 0], [0, 1]])",
          R"("count": -1, "step": [1, 0])", R"("count": 2)", R"("count": [2, 2], "step": [1, 0])",
          R"("count": 2, "step": [[1, 0], [0, 1]])"}) {
        EXPECT_FALSE(repeat(keys).empty()) << keys;
    }
}

/// A body "chain" of `segments` segments, `copies` times.
std::string copied_chain(int segments, int copies) {
    std::string points = "[0,0]";
    for (int i = 1; i <= segments; ++i)
        points += ",[" + std::to_string(i) + ",0]";
    return R"({"id": "chain", "type": "static", "shapes": [{"type": "chain", "points": [)" + points +
           R"(]}], "repeat": {"count": )" + std::to_string(copies) + R"(, "step": [0, 1]}})";
}

TEST(BadInput, TooManyShapesAreRejectedBeforeTheyAreCreated) {
    // 1000 × 100,000 segments would take 17 GB; 401 × 500 are just above the limit.
    for (const auto& [segments, copies] : {std::pair{1000, 100'000}, std::pair{401, 500}}) {
        const Diagnostics errors =
            errors_of(R"({"toibox": 1, "bodies": [)" + copied_chain(segments, copies) + "]}");
        ASSERT_EQ(errors.size(), 1u);
        EXPECT_NE(errors[0].message.find("more than 200000 shapes"), std::string::npos) << errors[0].message;
        EXPECT_EQ(errors[0].pointer, "/bodies/chain/repeat");
    }
    EXPECT_EQ(resolved(R"({"toibox": 1, "bodies": [)" + copied_chain(400, 500) + "]}").bodies.size(), 500u);
}

TEST(BadInput, BodiesAndShapesAreCountedOverTheWholeScene) {
    // Spawned bodies count, too. Only the first body that exceeds the limit is reported.
    std::string spawns;
    for (int i = 0; i < 3; ++i) {
        spawns += std::string(i == 0 ? "" : ",") + R"({"at": )" + std::to_string(i) +
                  R"(, "do": "spawn", "body": {"id": "s)" + std::to_string(i) +
                  R"(", "type": "static", "repeat": {"count": 60000, "step": [0, 1]}}})";
    }
    const Diagnostics bodies = errors_of(R"({"toibox": 1, "timeline": [)" + spawns + "]}");
    ASSERT_EQ(bodies.size(), 1u) << format(bodies);
    EXPECT_NE(bodies[0].message.find("more than 100000 bodies"), std::string::npos) << bodies[0].message;
    EXPECT_EQ(bodies[0].pointer, "/timeline/1/body/repeat");
    const Diagnostics shapes =
        errors_of(R"({"toibox": 1, "bodies": [)" + copied_chain(400, 500) +
                  R"(, {"id": "one", "type": "static", "shapes": [{"type": "circle", "radius": 1}]}]})");
    ASSERT_EQ(shapes.size(), 1u) << format(shapes);
    EXPECT_EQ(shapes[0].pointer, "/bodies/one");
}

TEST(BadInput, HugeNumbersInShapesAreRejectedOrRead) {
    // These numbers are finite as floats, but their squares are not.
    for (const char* shape : {R"("type": "circle", "radius": 3e38)", R"("type": "box", "size": [3e38, 3e38])",
                              R"("type": "polygon", "vertices": [[0,0],[3e38,0],[0,3e38]])",
                              R"("type": "hull", "points": [[0,0],[3e38,0],[0,3e38]])",
                              R"("type": "concave", "points": [[0,0],[3e38,0],[0,3e38]])",
                              R"("type": "capsule", "a": [0,0], "b": [3e38,0], "radius": 1e-30)"}) {
        const auto document = Document::parse(with_shape(shape));
        if (document) {
            static_cast<void>(document->lint());
        } else {
            expect_valid_errors(document.error(), with_shape(shape));
        }
    }
}

TEST(BadInput, UnreadableFilesAreReported) {
    const TemporaryFolder folder;
    const auto expect_error = [](const std::string& path, const char* expected) {
        const auto document = Document::load(path);
        ASSERT_FALSE(document);
        EXPECT_NE(format(document.error()).find(expected), std::string::npos) << format(document.error());
        EXPECT_NE(format(document.error()).find(path), std::string::npos);
    };
    expect_error(folder.file("none.toi.json"), "No such file or directory");
    expect_error(folder.file(""), "Is a directory");
    const std::string big = folder.file("big.toi.json");
    std::ofstream(big).close();
    std::filesystem::resize_file(big, (std::uintmax_t{64} << 20) + 1);
    expect_error(big, "more than 67108864 bytes");
}

}  // namespace
}  // namespace toibox::scene
