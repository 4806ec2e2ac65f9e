// SPDX-License-Identifier: MIT
#include "toibox/scene/course.h"

#include "tests/unit/scene/document_support.h"

#include <cstdlib>
#include <sys/wait.h>

#include <gtest/gtest.h>

namespace toibox::scene {
namespace {

using namespace test;

const std::string courses_path = source_dir + "/scenes/courses.json";

/// A courses file with one chapter that has these pages.
std::string with_pages(const std::string& pages) {
    return R"({"toibox_courses": 1, "courses": [{"id": "c", "title": "C", "chapters": [
        {"title": "One", "pages": [)" +
           pages + "]}]}]}";
}

Diagnostics errors_of_courses(const std::string& text) {
    const auto courses = parse_courses(text, "courses.json");
    return courses ? Diagnostics{} : courses.error();
}

/// The only error of a text.
Diagnostic only_error(const std::string& text) {
    const Diagnostics errors = errors_of_courses(text);
    EXPECT_EQ(errors.size(), 1u) << format(errors);
    return errors.empty() ? Diagnostic{} : errors.front();
}

TEST(Courses, BundledCoursesHaveTheirPagesAndMinutes) {
    const auto courses = load_courses(courses_path);
    ASSERT_TRUE(courses) << format(courses.error());
    ASSERT_EQ(courses->courses.size(), 3u);
    const Course& tunnelling = courses->courses.front();
    EXPECT_EQ(tunnelling.id, "tunnelling");
    EXPECT_EQ(tunnelling.page_count(), 20u);
    EXPECT_EQ(tunnelling.minutes(), 90);
    EXPECT_EQ(courses->courses[1].page_count(), 14u);
    EXPECT_EQ(courses->courses[1].minutes(), 90);
    EXPECT_EQ(courses->courses[2].page_count(), 15u);
    EXPECT_EQ(courses->courses[2].minutes(), 84);
    EXPECT_EQ(tunnelling.chapters.front().title, "The problem");
    EXPECT_EQ(tunnelling.chapters.front().minutes(), 26);
}

TEST(Courses, BundledCoursesNameScenesThatExist) {
    EXPECT_EQ(format(lint_courses(courses_path)), "");
}

TEST(Courses, ReadsPages) {
    const auto courses = parse_courses(with_pages(
        R"({"scene": "a.toi.json", "page": "first", "minutes": 3, "idea": "An idea", "x-note": 1},
           {"scene": "a.toi.json", "page": "second", "needs": ["a.toi.json#first"]})"));
    ASSERT_TRUE(courses) << format(courses.error());
    const CoursePage* second = courses->find_page("a.toi.json#second");
    ASSERT_NE(second, nullptr);
    EXPECT_EQ(second->minutes, 0);
    EXPECT_EQ(second->needs, std::vector<std::string>{"a.toi.json#first"});
    EXPECT_EQ(courses->find_page("a.toi.json#first")->idea, "An idea");
    EXPECT_EQ(courses->find_page("a.toi.json#third"), nullptr);
}

TEST(Courses, ReportsUnknownKeysWithASuggestion) {
    const Diagnostic error = only_error(with_pages(R"({"scene": "a.toi.json", "page": "p", "minuets": 3})"));
    EXPECT_EQ(error.message, "unknown key \"minuets\" in the page");
    EXPECT_EQ(error.hint, "did you mean \"minutes\"?");
    EXPECT_EQ(error.pointer, "/courses/c/chapters/0/pages/0/minuets");
    EXPECT_EQ(error.line, 2);
}

TEST(Courses, ReportsMissingKeysWithWhatToWrite) {
    EXPECT_EQ(only_error(R"({"courses": []})").hint, "write \"toibox_courses\": 1");
    EXPECT_EQ(only_error(R"({"toibox_courses": 1})").hint, "write the courses, \"courses\": [{ ... }]");
    EXPECT_EQ(only_error(with_pages(R"({"scene": "a.toi.json"})")).hint,
              "write the id of a page of the scene's lesson");
    EXPECT_NE(only_error(R"({"toibox_courses": 2, "courses": []})").message.find("must be 1"),
              std::string::npos);
}

TEST(Courses, APageNeedsOnlyPagesBeforeIt) {
    const Diagnostic later = only_error(with_pages(
        R"({"scene": "a.toi.json", "page": "first", "needs": ["a.toi.json#second"]},
           {"scene": "a.toi.json", "page": "second"})"));
    EXPECT_EQ(later.message, "no page \"a.toi.json#second\" comes before this one");
    const Diagnostic misspelt = only_error(with_pages(
        R"({"scene": "a.toi.json", "page": "first"},
           {"scene": "a.toi.json", "page": "second", "needs": ["a.toi.json#frist"]})"));
    EXPECT_EQ(misspelt.hint, "did you mean \"a.toi.json#first\"?");
}

TEST(Courses, ReportsPagesAndCoursesThatAreListedTwice) {
    EXPECT_EQ(only_error(
                  with_pages(R"({"scene": "a.toi.json", "page": "p"}, {"scene": "a.toi.json", "page": "p"})"))
                  .message,
              "the page a.toi.json#p is listed twice");
    const std::string course =
        R"({"id": "c", "title": "C", "chapters": [{"title": "T", "pages": [{"scene": "S", "page": "p"}]}]})";
    std::string other = course;
    other.replace(other.find("\"p\""), 3, "\"q\"");
    EXPECT_EQ(only_error(R"({"toibox_courses": 1, "courses": [)" + course + "," + other + "]}").message,
              "there are two courses \"c\"");
}

TEST(Courses, LintReportsScenesThatCannotBeOpenedOnce) {
    const TemporaryFolder folder;
    std::ofstream(folder.file("good.toi.json")) << R"({"toibox": 1, "lesson": {"pages": [{"id": "p"}]}})";
    std::ofstream(folder.file("courses.json")) << with_pages(
        R"({"scene": "gone.toi.json", "page": "p"}, {"scene": "gone.toi.json", "page": "q"},
           {"scene": "good.toi.json", "page": "p"})");
    EXPECT_TRUE(load_courses(folder.file("courses.json")));
    const Diagnostics errors = lint_courses(folder.file("courses.json"));
    ASSERT_EQ(errors.size(), 1u) << format(errors);
    EXPECT_EQ(errors.front().message, "cannot open " + folder.file("gone.toi.json"));
    EXPECT_EQ(errors.front().pointer, "/courses/c/chapters/0/pages/0/scene");
}

TEST(Courses, LintReportsPagesThatTheLessonLacks) {
    const TemporaryFolder folder;
    std::ofstream(folder.file("good.toi.json"))
        << R"({"toibox": 1, "lesson": {"pages": [{"id": "first"}, {"id": "second"}]}})";
    std::ofstream(folder.file("courses.json")) << with_pages(
        R"({"scene": "good.toi.json", "page": "second"}, {"scene": "good.toi.json", "page": "frist"})");
    const Diagnostics errors = lint_courses(folder.file("courses.json"));
    ASSERT_EQ(errors.size(), 1u) << format(errors);
    EXPECT_EQ(errors.front().message, "the scene has no page \"frist\"");
    EXPECT_EQ(errors.front().hint, "did you mean \"first\"?");
}

/// Whether the schema for editors accepts each text; empty without the Python module.
std::string accepted_by_schema(const std::vector<std::string>& texts) {
    const TemporaryFolder folder;
    std::ofstream in(folder.file("in"));
    for (std::string text : texts) {
        for (char& letter : text)
            letter = letter == '\n' ? ' ' : letter;
        in << text << '\n';
    }
    in.close();
    const std::string command = "python3 " + source_dir + "/tests/unit/scene/validate_schema.py " +
                                source_dir + "/scenes/schema/courses-1.schema.json < " + folder.file("in") +
                                " > " + folder.file("out");
    const int status = std::system(command.c_str());
    if (WEXITSTATUS(status) == 77) return {};
    EXPECT_EQ(WEXITSTATUS(status), 0);
    return contents(folder.file("out"));
}

TEST(Courses, SchemaAndReaderAcceptTheSameFiles) {
    const std::vector<std::string> texts = {
        contents(courses_path),
        with_pages(R"({"scene": "a.toi.json", "page": "p", "//": "note"})"),
        with_pages(""),
        with_pages(R"({"scene": "a.toi.json", "page": "p", "minutes": -1})"),
        with_pages(R"({"scene": "a.toi.json", "page": "p", "minutes": 1.5})"),
        with_pages(R"({"scene": "a.toi.json", "page": "not an id"})"),
        with_pages(R"({"scene": "a.toi.json", "page": "p", "idea": 1})"),
        with_pages(R"({"scene": "a.toi.json", "page": "p", "other": 1})"),
        with_pages(R"({"page": "p"})"),
        R"({"toibox_courses": 1, "courses": [], "other": 1})",
        R"({"toibox_courses": 1, "courses": [{"id": "c", "chapters": []}]})",
        R"({"toibox_courses": 2, "courses": []})",
        R"({"courses": []})",
    };
    const std::string accepted = accepted_by_schema(texts);
    if (accepted.empty()) GTEST_SKIP() << "the Python module jsonschema is not installed";
    std::string expected;
    for (const std::string& text : texts)
        expected += parse_courses(text) ? "1\n" : "0\n";
    EXPECT_EQ(accepted, expected);
    EXPECT_EQ(expected.substr(0, 6), "1\n1\n0\n");
}

}  // namespace
}  // namespace toibox::scene
