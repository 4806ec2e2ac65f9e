// SPDX-License-Identifier: MIT
#include "app/session/scene_library.h"

#include "tests/support/bullet_scene.h"

#include <filesystem>

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

/// A folder with two chapters, which have three scenes, a broken scene, and a file that is not a scene.
class SceneLibrary : public testing::Test {
protected:
    SceneLibrary() {
        for (const char* chapter : {"chapter-a", "chapter-b"})
            std::filesystem::create_directory(folder_.path() / chapter);
        folder_.write("chapter-b/02-two.toi.json", test::bullet_scene());
        folder_.write("chapter-b/01-one.toi.json",
                      R"({"toibox": 1, "title": "Ένα – Pyramid", "bodies": []})");
        folder_.write("chapter-a/03-bullet.toi.json", test::bullet_scene());
        folder_.write("chapter-a/04-broken.toi.json", "{");
        folder_.write("chapter-a/notes.json", "{}");
    }
    test::TemporaryFolder folder_;
};

TEST_F(SceneLibrary, ListsByChapterAndNameWithTitleAndGoal) {
    const auto scenes = list_scenes(folder_.path().string());
    ASSERT_EQ(scenes.size(), 4u);
    EXPECT_EQ(scenes[0].name, "03-bullet");
    EXPECT_EQ(scenes[0].chapter, "chapter-a");
    EXPECT_EQ(scenes[0].title, "Bullet");
    EXPECT_EQ(scenes[0].goal, "A fast ball and a thin wall.");
    EXPECT_FALSE(scenes[0].has_errors);
    EXPECT_EQ(scenes[1].name, "04-broken");
    EXPECT_EQ(scenes[1].title, "04-broken");
    EXPECT_TRUE(scenes[1].has_errors);
    EXPECT_EQ(scenes[2].name, "01-one");
    EXPECT_EQ(scenes[3].name, "02-two");
    EXPECT_TRUE(list_scenes(folder_.file("missing")).empty());
}

TEST_F(SceneLibrary, ASceneWithoutTitleHasTheNameOfItsFile) {
    folder_.write("chapter-a/05-plain.toi.json", R"({"toibox": 1, "bodies": []})");
    const auto scenes = list_scenes(folder_.path().string());
    ASSERT_EQ(scenes.size(), 5u);
    EXPECT_EQ(scenes[2].title, "05-plain");
    EXPECT_FALSE(scenes[2].has_errors);
}

TEST_F(SceneLibrary, TakesTheLessonNumberFromTheFileName) {
    const auto number = [](const char* name) {
        return lesson_number(
            {.path = {}, .chapter = {}, .name = name, .title = {}, .goal = {}, .lesson = {}});
    };
    EXPECT_EQ(number("03-bullet"), "3");
    EXPECT_EQ(number("44a-pyramid"), "44a");
    EXPECT_EQ(number("00-playground"), "0");
    EXPECT_EQ(number("20"), "20");
    EXPECT_EQ(number("my-scene"), "");
    EXPECT_EQ(number(""), "");
}

TEST_F(SceneLibrary, NormalisesTheFolderPath) {
    const std::string indirect_path = folder_.path().string() + "/chapter-a/..";
    EXPECT_EQ(list_scenes(indirect_path)[0].path, list_scenes(folder_.path().string())[0].path);
}

TEST_F(SceneLibrary, FindsScenesThatContainAllWordsInAnyField) {
    const auto scenes = list_scenes(folder_.path().string());
    EXPECT_EQ(matching_scenes(scenes, "").size(), 4u);
    EXPECT_EQ(matching_scenes(scenes, "  THIN wall ").size(), 2u);
    EXPECT_EQ(matching_scenes(scenes, "thin chapter-b").size(), 1u);
    EXPECT_EQ(matching_scenes(scenes, "pyra").size(), 1u);
    EXPECT_EQ(matching_scenes(scenes, "pyramid bullet").size(), 0u);
}

TEST_F(SceneLibrary, FindsScenesByTheTextsOfTheirLesson) {
    folder_.write("chapter-a/05-lesson.toi.json", R"({"toibox": 1, "title": "Lesson", "bodies": [],
        "lesson": {"pages": [{"id": "p", "text": "The ball tunnels.", "ask": "Why?",
        "choices": [{"text": "a", "right": true}, {"text": "b"}]}]}})");
    const auto found = matching_scenes(list_scenes(folder_.path().string()), "tunnels why");
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].title, "Lesson");
}

TEST_F(SceneLibrary, FindsScenesByTagsAndListsTextsWithoutMarks) {
    folder_.write("chapter-a/05-tags.toi.json",
                  R"({"toibox": 1, "title": "Tags", "bodies": [], "tags": ["pendulum"],
        "lesson": {"summary": "A *fast* ball", "pages": [{"id": "p", "text": "One\n\n- **two**"}]}})");
    const auto found = matching_scenes(list_scenes(folder_.path().string()), "PENDULUM");
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].tags, std::vector<std::string>{"pendulum"});
    EXPECT_EQ(found[0].goal, "A fast ball");
    EXPECT_TRUE(found[0].lesson.starts_with("One  • two")) << found[0].lesson;
}

TEST_F(SceneLibrary, OpensTheBulletByDefaultOrElseTheFirstScene) {
    auto scenes = list_scenes(folder_.path().string());
    EXPECT_NE(default_scene_path(scenes).find("03-bullet"), std::string::npos);
    scenes.erase(scenes.begin());
    EXPECT_EQ(default_scene_path(scenes), scenes.front().path);
    EXPECT_EQ(default_scene_path({}), "");
}

TEST_F(SceneLibrary, FindsInstalledScenesBesideTheProgram) {
    std::filesystem::create_directories(folder_.path() / "share/toibox/scenes");
    std::filesystem::create_directories(folder_.path() / "bin");
    EXPECT_EQ(scenes_folder(folder_.file("bin/toibox")), folder_.file("share/toibox/scenes"));
    EXPECT_TRUE(std::filesystem::is_directory(scenes_folder(folder_.file("elsewhere/bin/toibox"))));
}

}  // namespace
}  // namespace toibox::app
