// SPDX-License-Identifier: MIT
#include "app/panels/library/browser_entries.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <tuple>
#include <utility>

namespace toibox::app {

namespace {

constexpr std::size_t max_opened = 50;
constexpr std::size_t max_recent = 12;

std::string path_of(const BrowserState& browser, const scene::CoursePage& page) {
    return (std::filesystem::path(browser.folder) / page.scene).lexically_normal().string();
}

const SceneListing* find_scene(const std::vector<SceneListing>& scenes, const std::string& path) {
    const auto found = std::ranges::find(scenes, path, &SceneListing::path);
    return found == scenes.end() ? nullptr : &*found;
}

std::vector<const SceneListing*> scenes_of_collection(const BrowserState& browser,
                                                      const std::vector<SceneListing>& scenes,
                                                      Shelf::Kind kind) {
    std::vector<const SceneListing*> out;
    if (kind == Shelf::Kind::Recent) {
        for (const std::string& path : browser.opened) {
            const SceneListing* scene = find_scene(scenes, path);
            if (scene == nullptr) scene = find_scene(browser.own, path);
            if (scene != nullptr && out.size() < max_recent) out.push_back(scene);
        }
        return out;
    }
    for (const SceneListing& scene : kind == Shelf::Kind::Own ? browser.own : scenes) {
        if (kind != Shelf::Kind::Show || scene.chapter == "show") out.push_back(&scene);
    }
    return out;
}

/// The chapters of a course.
std::vector<BrowserGroup> groups_of_course(const BrowserState& browser,
                                           const std::vector<SceneListing>& scenes,
                                           const scene::Course& course) {
    std::vector<BrowserGroup> groups;
    std::map<std::string, int> parts;
    int number = 0;
    for (const scene::CourseChapter& chapter : course.chapters) {
        BrowserGroup& group = groups.emplace_back();
        group.title = fmt::format("{} {}", groups.size(), chapter.title);
        group.minutes = chapter.minutes();
        for (const scene::CoursePage& page : chapter.pages) {
            ++number;
            const SceneListing* scene = scene_of(browser, scenes, page);
            if (scene == nullptr) continue;
            group.entries.push_back({.key = page.key(),
                                     .scene = scene,
                                     .page = &page,
                                     .number = std::to_string(number),
                                     .part = ++parts[page.scene]});
        }
    }
    for (BrowserGroup& group : groups) {
        for (BrowserEntry& entry : group.entries)
            entry.parts = parts[entry.page->scene];
    }
    return groups;
}

BrowserEntry entry_of(const SceneListing& scene) {
    return {.key = scene.path, .scene = &scene, .number = lesson_number(scene)};
}

/// A collection, divided by folder if it holds all scenes.
std::vector<BrowserGroup> groups_of_collection(const BrowserState& browser,
                                               const std::vector<SceneListing>& scenes, const Shelf& shelf) {
    std::vector<BrowserGroup> groups;
    for (const SceneListing* scene : scenes_of_collection(browser, scenes, shelf.kind)) {
        const std::string title = shelf.kind == Shelf::Kind::All ? scene->chapter : shelf.title;
        auto group = std::ranges::find(groups, title, &BrowserGroup::title);
        if (group == groups.end()) {
            groups.emplace_back().title = title;
            group = groups.end() - 1;
        }
        group->entries.push_back(entry_of(*scene));
    }
    return groups;
}

std::vector<BrowserGroup> groups_of_shelf(const BrowserState& browser,
                                          const std::vector<SceneListing>& scenes) {
    const std::vector<Shelf> shelves = shelves_of(browser, scenes);
    const Shelf& shelf = shelves[std::min(browser.shelf, shelves.size() - 1)];
    return shelf.course != nullptr ? groups_of_course(browser, scenes, *shelf.course)
                                   : groups_of_collection(browser, scenes, shelf);
}

bool is_wanted(const BrowserState& browser, const SceneListing& scene) {
    const bool has_tag =
        browser.tag.empty() || std::ranges::find(scene.tags, browser.tag) != scene.tags.end();
    return has_tag && matches(scene, browser.text);
}

Shelf collection(const BrowserState& browser, const std::vector<SceneListing>& scenes, Shelf shelf) {
    shelf.count = std::to_string(scenes_of_collection(browser, scenes, shelf.kind).size());
    return shelf;
}

}  // namespace

std::vector<Shelf> shelves_of(const BrowserState& browser, const std::vector<SceneListing>& scenes) {
    std::vector<Shelf> shelves;
    for (const scene::Course& course : browser.courses.courses) {
        std::size_t done = 0;
        for (const scene::CourseChapter& chapter : course.chapters) {
            done += static_cast<std::size_t>(std::ranges::count_if(
                chapter.pages, [&](const scene::CoursePage& page) { return is_done(browser, page); }));
        }
        shelves.push_back({.kind = Shelf::Kind::Course,
                           .icon = Icon::Book,
                           .title = course.title,
                           .detail = fmt::format("{} pages · {} min", course.page_count(), course.minutes()),
                           .count = done == 0 ? std::string() : fmt::format("{} done", done),
                           .course = &course});
    }
    using Kind = Shelf::Kind;
    const auto add = [&](Kind kind, Icon icon, const char* title) {
        shelves.push_back(collection(
            browser, scenes, {.kind = kind, .icon = icon, .title = title, .detail = {}, .count = {}}));
    };
    add(Kind::Show, Icon::Star, "Show scenes");
    add(Kind::Recent, Icon::Late, "Recent");
    add(Kind::Own, Icon::File, "My scenes");
    add(Kind::All, Icon::Grid, "All scenes");
    return shelves;
}

std::vector<BrowserGroup> browser_groups(const BrowserState& browser,
                                         const std::vector<SceneListing>& scenes) {
    std::vector<BrowserGroup> groups = groups_of_shelf(browser, scenes);
    BrowserGroup others{.title = "Other scenes", .minutes = 0, .entries = {}};
    if (!browser.text.empty()) {
        for (const SceneListing& scene : scenes) {
            const bool is_on_shelf = std::ranges::any_of(groups, [&](const BrowserGroup& group) {
                return std::ranges::find(group.entries, &scene, &BrowserEntry::scene) != group.entries.end();
            });
            if (!is_on_shelf) others.entries.push_back(entry_of(scene));
        }
    }
    groups.push_back(std::move(others));
    for (BrowserGroup& group : groups)
        std::erase_if(group.entries,
                      [&](const BrowserEntry& entry) { return !is_wanted(browser, *entry.scene); });
    std::erase_if(groups, [](const BrowserGroup& group) { return group.entries.empty(); });
    return groups;
}

std::vector<std::string> tags_of_shelf(const BrowserState& browser, const std::vector<SceneListing>& scenes) {
    std::map<std::string, int> counts;
    std::vector<std::string> tags;
    for (const BrowserGroup& group : groups_of_shelf(browser, scenes)) {
        for (const BrowserEntry& entry : group.entries) {
            if (entry.part > 1) continue;  // a scene counts once
            for (const std::string& tag : entry.scene->tags) {
                if (++counts[tag] == 1) tags.push_back(tag);
            }
        }
    }
    std::ranges::sort(tags, {}, [&](const std::string& tag) { return std::pair(-counts[tag], tag); });
    return tags;
}

std::optional<BrowserEntry> find_entry(std::span<const BrowserGroup> groups, std::string_view key) {
    for (const BrowserGroup& group : groups) {
        const auto found = std::ranges::find(group.entries, key, &BrowserEntry::key);
        if (found != group.entries.end()) return *found;
    }
    return std::nullopt;
}

const SceneListing* scene_of(const BrowserState& browser, const std::vector<SceneListing>& scenes,
                             const scene::CoursePage& page) {
    return find_scene(scenes, path_of(browser, page));
}

std::string page_number(const scene::Courses& courses, std::string_view key) {
    for (const scene::Course& course : courses.courses) {
        int number = 0;
        for (const scene::CourseChapter& chapter : course.chapters) {
            for (const scene::CoursePage& page : chapter.pages) {
                ++number;
                if (page.key() == key) return std::to_string(number);
            }
        }
    }
    return {};
}

bool is_done(const BrowserState& browser, const scene::CoursePage& page) {
    return browser.progress.contains(page.key());
}

void order_by_course(std::vector<SceneListing>& scenes, const BrowserState& browser) {
    std::map<std::string, std::size_t> places;
    for (const scene::Course& course : browser.courses.courses) {
        for (const scene::CourseChapter& chapter : course.chapters) {
            for (const scene::CoursePage& page : chapter.pages)
                places.emplace(path_of(browser, page), places.size());
        }
        for (SceneListing& scene : scenes) {
            if (scene.course.empty() && places.contains(scene.path)) scene.course = course.title;
        }
    }
    std::ranges::sort(scenes, {}, [&](const SceneListing& scene) {
        const auto place = places.find(scene.path);
        return std::tuple(place == places.end() ? places.size() : place->second, scene.chapter, scene.name);
    });
}

void remember_opened(BrowserState& browser, const std::string& path) {
    std::erase(browser.opened, path);
    browser.opened.insert(browser.opened.begin(), path);
    if (browser.opened.size() > max_opened) browser.opened.resize(max_opened);
}

void move_choice(BrowserState& browser, int columns, int rows) {
    if (browser.rows.empty()) return;
    browser.scrolls_to_chosen = true;
    for (std::size_t row = 0; row < browser.rows.size(); ++row) {
        const auto found = std::ranges::find(browser.rows[row], browser.chosen);
        if (found == browser.rows[row].end()) continue;
        auto x = static_cast<int>(found - browser.rows[row].begin()) + columns;
        auto y = static_cast<int>(row) + rows;
        const int last_row = static_cast<int>(browser.rows.size()) - 1;
        // Left and Right go on in the next row.
        if (x < 0 && y > 0) x = static_cast<int>(browser.rows[static_cast<std::size_t>(--y)].size()) - 1;
        y = std::clamp(y, 0, last_row);
        if (columns > 0 && x == static_cast<int>(browser.rows[static_cast<std::size_t>(y)].size()) &&
            y < last_row) {
            ++y;
            x = 0;
        }
        const std::vector<std::string>& target = browser.rows[static_cast<std::size_t>(y)];
        x = std::clamp(x, 0, static_cast<int>(target.size()) - 1);
        browser.chosen = target[static_cast<std::size_t>(x)];
        return;
    }
    browser.chosen = browser.rows.front().front();
}

}  // namespace toibox::app
