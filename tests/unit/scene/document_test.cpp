// SPDX-License-Identifier: MIT
#include "toibox/scene/document.h"

#include "tests/unit/scene/document_support.h"
#include "tests/unit/scene/scene_equality.h"

#include <filesystem>
#include <string>
#include <sys/stat.h>
#include <vector>

#include <gtest/gtest.h>

namespace toibox::scene {
namespace {

using namespace test;

std::vector<std::string> bundled_scenes() {
    std::vector<std::string> out = {everything_path};
    for (const auto& entry : std::filesystem::recursive_directory_iterator(source_dir + "/scenes")) {
        if (entry.path().string().ends_with(".toi.json")) out.push_back(entry.path().string());
    }
    return out;
}

constexpr std::string_view two_bodies = R"({
  "toibox": 1, "title": "Two", "tags": ["a", "b"], "x-keep": {"y": [1, null]},
  "world": {"continuous": "off"},
  "parameters": {"speed": {"value": 60, "min": 5, "max": 400, "sets": "/bodies/ball/velocity/0"}},
  "bodies": [{"id": "wall", "type": "static", "shapes": [{"type": "box", "size": [0.02, 4], "x-mark": 1}]},
             {"id": "ball", "velocity": [1, 2], "shapes": [{"type": "circle", "radius": 0.1}]}],
  "variants": {"toi": {"label": "Time of impact", "set": {"/world/continuous": "substep-at-impact"}},
               "fast": {"set": {"/parameters/speed/value": 300}},
               "turned": {"set": {"/bodies/ball/velocity/0": -7}}}
})";

TEST(Document, ReportsTitlePathTagsAndVariants) {
    const auto document = Document::parse(two_bodies, "two.toi.json");
    ASSERT_TRUE(document);
    EXPECT_EQ(document->title(), "Two");
    EXPECT_EQ(document->path(), "two.toi.json");
    EXPECT_EQ(document->tags(), (std::vector<std::string>{"a", "b"}));
    const std::vector<VariantEntry> variants = document->variants();
    ASSERT_EQ(variants.size(), 3u);
    EXPECT_EQ(variants[0].name, "toi");
    EXPECT_EQ(variants[0].label, "Time of impact");
    EXPECT_EQ(variants[0].differs, "continuous: substep-at-impact");
    EXPECT_EQ(variants[1].label, "fast");
}

TEST(Document, AppliesParametersThenVariantThenOverrides) {
    // The body itself has 1 m/s, the parameter sets 60, the variant 300, and the override 12.
    EXPECT_EQ(resolved(two_bodies).bodies[1].def.linear_velocity, (Vec2{60.0f, 2.0f}));
    EXPECT_EQ(resolved(two_bodies, "fast").bodies[1].def.linear_velocity.x, 300.0f);
    const std::vector<Document::Override> overrides = {{"/bodies/ball/velocity/0", "12"}};
    EXPECT_EQ(resolved(two_bodies, "fast", overrides).bodies[1].def.linear_velocity.x, 12.0f);
}

TEST(Document, KeepsAParameterAndItsTargetInSync) {
    EXPECT_EQ(resolved(two_bodies).parameters[0].value, 60.0);
    EXPECT_EQ(resolved(two_bodies, "fast").parameters[0].value, 300.0);
    EXPECT_EQ(resolved(two_bodies, "turned").parameters[0].value, -7.0);
    for (const char* pointer : {"/parameters/speed", "/parameters/speed/value"}) {
        const std::vector<Document::Override> overrides = {{pointer, "33"}};
        const Scene scene = resolved(two_bodies, {}, overrides);
        EXPECT_EQ(scene.parameters[0].value, 33.0) << pointer;
        EXPECT_EQ(scene.bodies[1].def.linear_velocity.x, 33.0f) << pointer;
    }
}

TEST(Document, AcceptsBareWordsInOverrides) {
    const std::vector<Document::Override> overrides = {{"/world/continuous", "stop-at-impact"},
                                                       {"/world/step", "1/240"},
                                                       {"/bodies/ball/angle", "90deg"},
                                                       {"/bodies/wall/position", "[1, 2]"},
                                                       {"/bodies/ball/bullet", "true"}};
    const Scene scene = resolved(two_bodies, {}, overrides);
    EXPECT_EQ(scene.settings.continuous, ContinuousPolicy::StopAtImpact);
    EXPECT_EQ(scene.step, 1.0 / 240.0);
    EXPECT_FLOAT_EQ(scene.bodies[1].def.angle, 1.5707963f);
    EXPECT_EQ(scene.bodies[0].def.position, (Vec2{1.0f, 2.0f}));
    EXPECT_TRUE(scene.bodies[1].def.bullet);
}

TEST(Document, LocatesPointersInTheFile) {
    const auto document = Document::parse(
        "{\"toibox\": 1,\n  \"bodies\": [{\"id\": \"ball\", \"type\": \"static\"}],\n"
        "  \"expect\": [{\"that\": \"ball.x >= 0\"},\n    {\"that\": \"ball.y >= 0\"}]}");
    ASSERT_TRUE(document) << format(document.error());
    const Scene scene = *document->resolve();
    const auto first = document->locate(scene.expect[0].pointer);
    ASSERT_TRUE(first);
    EXPECT_EQ(std::pair(first->line, first->column), std::pair(3, 14));
    const auto second = document->locate(scene.expect[1].pointer);
    ASSERT_TRUE(second);
    EXPECT_EQ(std::pair(second->line, second->column), std::pair(4, 5));
    EXPECT_FALSE(document->locate("/expect/2"));
    EXPECT_FALSE(document->locate("/bodies/bal"));
}

TEST(Document, RejectsInvalidOverrides) {
    const auto document = Document::parse(two_bodies, "two.toi.json");
    ASSERT_TRUE(document);
    struct Case {
        Document::Override override;
        const char* text;
    };
    const std::vector<Case> cases = {{{"/bodies/bal/spin", "1"}, "did you mean \"ball\"?"},
                                     {{"/world/solvr", "penalty"}, "did you mean \"solver\"?"},
                                     {{"world/step", "1"}, "is not a JSON Pointer"},
                                     {{"/world/step", "[1"}, "override /world/step=[1"},
                                     {{"/world/slop", "-1"}, "at /world/slop"},
                                     {{"/parameters/speed", "1000"}, "must be 5 to 400, got 1000"}};
    for (const Case& c : cases) {
        const std::vector<Document::Override> overrides = {c.override};
        const auto scene = document->resolve({}, overrides);
        ASSERT_FALSE(scene) << c.override.first;
        EXPECT_NE(format(scene.error()).find(c.text), std::string::npos) << format(scene.error());
    }
    const auto scene = document->resolve("tio");
    ASSERT_FALSE(scene);
    EXPECT_NE(format(scene.error()).find("did you mean \"toi\"?"), std::string::npos);
}

TEST(Document, WritesTextThatReadsBackAsTheSameScene) {
    for (const std::string& path : bundled_scenes()) {
        SCOPED_TRACE(path);
        const auto document = Document::load(path);
        ASSERT_TRUE(document) << format(document.error());
        const std::string text = document->write();
        const auto again = Document::parse(text, path);
        ASSERT_TRUE(again) << format(again.error()) << text;
        // The text is canonical: writing it again does not change it.
        EXPECT_EQ(again->write(), text);
        std::vector<std::string> names = {""};
        for (const VariantEntry& variant : document->variants()) {
            names.push_back(variant.name);
        }
        for (const std::string& name : names) {
            const auto before = document->resolve(name);
            const auto after = again->resolve(name);
            ASSERT_TRUE(before && after) << name;
            EXPECT_EQ(difference(*before, *after), "") << name;
        }
    }
}

TEST(Document, KeepsIgnoredKeys) {
    const auto document = Document::parse(two_bodies);
    ASSERT_TRUE(document);
    const std::string text = document->write();
    EXPECT_NE(text.find(R"("x-keep": {"y": [1, null]})"), std::string::npos) << text;
    EXPECT_NE(text.find(R"("x-mark": 1)"), std::string::npos) << text;
}

TEST(Document, SavesAWholeFileOrNothing) {
    const TemporaryFolder folder;
    const auto document = Document::parse(two_bodies);
    ASSERT_TRUE(document);
    const std::string path = folder.file("saved.toi.json");
    ASSERT_TRUE(document->save(path));
    EXPECT_EQ(contents(path), document->write());

    // Saving keeps permissions and links, and leaves no temporary file.
    ASSERT_EQ(::chmod(path.c_str(), 0640), 0);
    const std::string link = folder.file("link.toi.json");
    std::filesystem::create_symlink(path, link);
    ASSERT_TRUE(document->save(link));
    EXPECT_TRUE(std::filesystem::is_symlink(link));
    EXPECT_EQ(static_cast<int>(std::filesystem::status(path).permissions()), 0640);
    std::size_t files = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder.file(""))) {
        ++files;
    }
    EXPECT_EQ(files, 2u);

    const auto failed = document->save(folder.file("no/such/folder.toi.json"));
    ASSERT_FALSE(failed);
    EXPECT_NE(failed.error()[0].message.find("No such file or directory"), std::string::npos);
    EXPECT_FALSE(document->save(folder.file("")));
}

}  // namespace
}  // namespace toibox::scene
