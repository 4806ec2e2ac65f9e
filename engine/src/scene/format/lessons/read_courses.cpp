// SPDX-License-Identifier: MIT
// Reads the courses file: the order in which pages of lessons are taught.
#include "toibox/io/atomic_file.h"
#include "toibox/scene/course.h"
#include "toibox/scene/document.h"
#include "toibox/scene/suggest.h"
#include "toibox/scene/tuning.h"

#include "scene/json/json_parse.h"
#include "scene/json/object_reader.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <utility>

namespace toibox::scene {

namespace {

constexpr int max_minutes = 1000;
constexpr std::size_t max_entries = 1000;  ///< Of each list.

/// What is checked beyond the file itself.
enum class Scope { File, Scenes };

class CoursesReader {
public:
    CoursesReader(DiagnosticSink& sink, const std::string& path, Scope scope)
        : sink_(sink), folder_(std::filesystem::path(path).parent_path()), scope_(scope) {}

    Courses read(const JsonValue& root) {
        Courses out;
        ObjectReader object(sink_, Cursor{&root, nullptr, {}, 0, {}}, "the courses file");
        std::string ignored;
        object.text("$schema", ignored);
        if (const auto version = object.require("toibox_courses", "write \"toibox_courses\": 1"))
            read_integer(sink_, *version, 1, 1);
        if (const auto courses = object.require("courses", "write the courses, \"courses\": [{ ... }]")) {
            const JsonValue::Array* items = read_array(sink_, *courses, 0, max_entries);
            for (std::size_t i = 0; items != nullptr && i < items->size(); ++i)
                out.courses.push_back(read_course(courses->item(i)));
        }
        object.finish();
        return out;
    }

private:
    Course read_course(const Cursor& at) {
        Course out;
        ObjectReader object(sink_, at, "the course");
        if (const auto id = object.require("id", "write an id, \"id\": \"tunnelling\"")) {
            out.id = read_id(sink_, *id).value_or("");
            if (!out.id.empty() && std::ranges::find(course_ids_, out.id) != course_ids_.end())
                sink_.error(*id, fmt::format("there are two courses \"{}\"", out.id), "rename one of them");
            course_ids_.push_back(out.id);
        }
        if (const auto title = object.require("title", "write the title of the course"))
            out.title = read_text(sink_, *title).value_or("");
        object.text("subtitle", out.subtitle);
        if (const auto chapters =
                object.require("chapters", "write the chapters, \"chapters\": [{\"title\": ...}]")) {
            const JsonValue::Array* items = read_array(sink_, *chapters, 1, max_entries);
            for (std::size_t i = 0; items != nullptr && i < items->size(); ++i)
                out.chapters.push_back(read_chapter(chapters->item(i)));
        }
        object.finish();
        return out;
    }

    CourseChapter read_chapter(const Cursor& at) {
        CourseChapter out;
        ObjectReader object(sink_, at, "the chapter");
        if (const auto title = object.require("title", "write the title of the chapter"))
            out.title = read_text(sink_, *title).value_or("");
        if (const auto pages =
                object.require("pages", "write the pages, \"pages\": [{\"scene\": ..., \"page\": ...}]")) {
            const JsonValue::Array* items = read_array(sink_, *pages, 1, max_entries);
            for (std::size_t i = 0; items != nullptr && i < items->size(); ++i)
                out.pages.push_back(read_page(pages->item(i)));
        }
        object.finish();
        return out;
    }

    CoursePage read_page(const Cursor& at) {
        CoursePage out;
        ObjectReader object(sink_, at, "the page");
        const auto scene =
            object.require("scene", "write the file, \"scene\": \"continuous/03-bullet.toi.json\"");
        if (scene) out.scene = read_text(sink_, *scene).value_or("");
        const auto page = object.require("page", "write the id of a page of the scene's lesson");
        if (page) out.page = read_id(sink_, *page).value_or("");
        object.integer("minutes", out.minutes, 0, max_minutes);
        object.text("idea", out.idea);
        if (const auto needs = object.find("needs")) {
            const JsonValue::Array* items = read_array(sink_, *needs, 0, max_entries);
            for (std::size_t i = 0; items != nullptr && i < items->size(); ++i)
                read_need(needs->item(i), out.needs);
        }
        object.finish();
        if (out.scene.empty() || out.page.empty()) return out;
        if (std::ranges::find(keys_, out.key()) != keys_.end())
            sink_.error(*page, fmt::format("the page {} is listed twice", out.key()),
                        "remove one of the two");
        keys_.push_back(out.key());
        if (scope_ == Scope::Scenes) check_scene(*scene, out);
        return out;
    }

    /// A page needs pages that come before it, in this course or an earlier one.
    void read_need(const Cursor& at, std::vector<std::string>& needs) {
        const std::optional<std::string> key = read_text(sink_, at);
        if (!key) return;
        if (std::ranges::find(keys_, *key) == keys_.end()) {
            const std::vector<std::string_view> known(keys_.begin(), keys_.end());
            sink_.error(at, fmt::format("no page \"{}\" comes before this one", *key),
                        suggestion(*key, known));
        }
        needs.push_back(*key);
    }

    /// Reports a scene that cannot be opened, once, and a page that the scene does not have.
    void check_scene(const Cursor& at, const CoursePage& page) {
        const auto [checked, is_new] = pages_of_scene_.try_emplace(page.scene);
        if (is_new) {
            const std::string path = (folder_ / page.scene).string();
            const Result<Document, Diagnostics> document = Document::load(path);
            if (!document)
                sink_.error(at, fmt::format("cannot open {}", path), document.error().front().message);
            const auto scene =
                document ? document->resolve() : Result<Scene, Diagnostics>(Err{Diagnostics{}});
            if (!scene) return;
            checked->second.emplace();
            for (const Page& known : scene->lesson)
                checked->second->push_back(known.id);
        }
        if (!checked->second || std::ranges::find(*checked->second, page.page) != checked->second->end())
            return;
        const std::vector<std::string_view> known(checked->second->begin(), checked->second->end());
        sink_.error(at, fmt::format("the scene has no page \"{}\"", page.page), suggestion(page.page, known));
    }

    DiagnosticSink& sink_;
    std::filesystem::path folder_;
    Scope scope_;
    std::vector<std::string> course_ids_;
    std::vector<std::string> keys_;  ///< Of the pages so far.
    /// Ids of the pages of the scenes checked so far; nullopt: the scene cannot be opened.
    std::map<std::string, std::optional<std::vector<std::string>>> pages_of_scene_;
};

struct ReadCourses {
    Courses courses;
    Diagnostics errors;
};

ReadCourses read_text_of_courses(std::string_view text, std::string path, Scope scope) {
    const SourceText source(std::move(path), std::string(text));
    const auto root = parse_json(source.text());
    if (!root) {
        const JsonError& error = root.error();
        Diagnostic diagnostic = source.at(error.span, Diagnostic::Severity::Error, error.message);
        diagnostic.hint = error.hint;
        return {.courses = {}, .errors = {std::move(diagnostic)}};
    }
    DiagnosticSink sink(source);
    ReadCourses out;
    out.courses = CoursesReader(sink, source.path(), scope).read(*root);
    out.errors = sink.take_errors();
    return out;
}

ReadCourses read_file_of_courses(const std::string& path, Scope scope) {
    auto text = io::read_file(path, tuning::max_file_size);
    if (text) return read_text_of_courses(*text, path, scope);
    Diagnostic diagnostic;
    diagnostic.file = path;
    diagnostic.message = std::move(text).error();
    return {.courses = {}, .errors = {std::move(diagnostic)}};
}

Result<Courses, Diagnostics> result_of(ReadCourses read) {
    if (!read.errors.empty()) return Err{std::move(read.errors)};
    return std::move(read.courses);
}

}  // namespace

int CourseChapter::minutes() const {
    int sum = 0;
    for (const CoursePage& page : pages)
        sum += page.minutes;
    return sum;
}

int Course::minutes() const {
    int sum = 0;
    for (const CourseChapter& chapter : chapters)
        sum += chapter.minutes();
    return sum;
}

std::size_t Course::page_count() const {
    std::size_t count = 0;
    for (const CourseChapter& chapter : chapters)
        count += chapter.pages.size();
    return count;
}

const CoursePage* Courses::find_page(std::string_view key) const {
    for (const Course& course : courses) {
        for (const CourseChapter& chapter : course.chapters) {
            for (const CoursePage& page : chapter.pages) {
                if (page.key() == key) return &page;
            }
        }
    }
    return nullptr;
}

Result<Courses, Diagnostics> load_courses(const std::string& path) {
    return result_of(read_file_of_courses(path, Scope::File));
}

Result<Courses, Diagnostics> parse_courses(std::string_view text, std::string path) {
    return result_of(read_text_of_courses(text, std::move(path), Scope::File));
}

Diagnostics lint_courses(const std::string& path) {
    return read_file_of_courses(path, Scope::Scenes).errors;
}

}  // namespace toibox::scene
