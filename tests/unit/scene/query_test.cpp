// SPDX-License-Identifier: MIT
// The kinds of queries of a scene, and the overlap that remains where a method that ignores rotation stops.
#include "toibox/scene/query.h"

#include "toibox/scene/document.h"

#include <map>
#include <string>

#include <gtest/gtest.h>

namespace toibox::scene {
namespace {

const std::string box_text = R"({"type": "polygon", "vertices": [[-1, -1], [1, -1], [1, 1], [-1, 1]]})";
const std::string disc = R"({"type": "circle", "radius": 0.5})";

std::string placed(const std::string& shape, const std::string& p) {
    return R"({"shape": )" + shape + R"(, "transform": {"p": )" + p + R"(, "angle": 0}})";
}

std::map<std::string, double, std::less<>> answer_of(const std::string& query) {
    const auto document = Document::parse(R"({"toibox": 1, "queries": {"q": {)" + query + "}}}");
    EXPECT_TRUE(document) << (document ? "" : format(document.error()));
    if (!document) return {};
    const auto scene = document->resolve();
    std::map<std::string, double, std::less<>> fields;
    for (const auto& [name, value] : answer(scene->queries.at(0)))
        fields.emplace(name, value);
    return fields;
}

// The disc starts 2 m above the box. On its path of 4 m down, it is at the target distance of 0.25 m
// after 1.75 m.
TEST(SceneQuery, CastsAShapeAlongATranslation) {
    auto fields = answer_of(R"("kind": "shapecast", "a": )" + placed(box_text, "[0, 0]") + R"(, "b": )" +
                            placed(disc, "[0, 3.5]") + R"(, "translation": [0, -4], "target": 0.25)");
    EXPECT_EQ(fields["hit"], 1.0);
    EXPECT_NEAR(fields["t"], 0.4375, 1e-9);
    EXPECT_NEAR(fields["depth"], -0.25, 1e-9);
}

TEST(SceneQuery, MeasuresTheOverlapOfTwoShapes) {
    auto fields = answer_of(R"("kind": "overlap", "a": )" + placed(box_text, "[0, 0]") + R"(, "b": )" +
                            placed(disc, "[0, 1.25]"));
    EXPECT_EQ(fields["overlap"], 1.0);
    EXPECT_EQ(fields["depth"], 0.25);
    EXPECT_EQ(fields["normal.y"], 1.0);
    fields = answer_of(R"("kind": "overlap", "a": )" + placed(box_text, "[0, 0]") + R"(, "b": )" +
                       placed(disc, "[0, 2]"));
    EXPECT_EQ(fields["overlap"], 0.0);
    EXPECT_EQ(fields["depth"], 0.0);
}

TEST(SceneQuery, CastsARayAtAShape) {
    const std::string ray = R"("kind": "raycast", "shape": )" + box_text +
                            R"(, "transform": {"p": [1, 0], "angle": 0}, "to": [8, 0.5], "from": )";
    auto fields = answer_of(ray + "[-8, 0.5]");
    EXPECT_EQ(fields["hit"], 1.0);
    EXPECT_EQ(fields["fraction"], 0.5);
    EXPECT_EQ(fields["point.x"], 0.0);
    EXPECT_EQ(fields["normal.x"], -1.0);
    EXPECT_EQ(answer_of(ray + "[1, 0]")["hit"], 0.0) << "a start inside";
}

// A disc beside the box. At a distance of 1/64 m there is one contact point, midway between the surfaces. At
// 0.1 m there is none, except with a larger margin.
TEST(SceneQuery, FindsTheManifoldOfTwoShapes) {
    const std::string pair = R"("kind": "manifold", "a": )" + placed(box_text, "[0, 0]") + R"(, "b": )";
    auto fields = answer_of(pair + placed(disc, "[1.515625, 0.25]"));
    EXPECT_EQ(fields["points"], 1.0);
    EXPECT_EQ(fields["normal.x"], 1.0);
    EXPECT_EQ(fields["first.x"], 1.0078125);
    EXPECT_EQ(fields["first.y"], 0.25);
    EXPECT_EQ(fields["first.separation"], 0.015625);
    fields = answer_of(pair + placed(disc, "[1.6, 0.25]"));
    EXPECT_EQ(fields["points"], 0.0);
    EXPECT_EQ(fields["normal.x"], 0.0);
    EXPECT_EQ(answer_of(pair + placed(disc, "[1.6, 0.25]") + R"(, "margin": 0.2)")["points"], 1.0);
}

// A plank of 2 × 0.1 m falls flat onto the box and rotates by a quarter turn. The linear cast stops it flat,
// with its centre 0.1 m above the surface; with the full rotation it stands on end and reaches 1 m below its
// centre.
TEST(SceneQuery, ReportsTheDepthThatALinearCastLeaves) {
    const std::string plank =
        R"({"type": "polygon", "vertices": [[-1, -0.05], [1, -0.05], [1, 0.05], [-1, 0.05]]})";
    const std::string query =
        R"("kind": "toi", "target": 0.05, "a": {"shape": )" + box_text +
        R"(, "sweep": {"c1": [0, 0], "c2": [0, 0], "a1": 0, "a2": 0}}, "b": {"shape": )" + plank +
        R"(, "sweep": {"c1": [0, 3], "c2": [0, 0], "a1": 0, "a2": "0.25turn"}}, "method": )";
    EXPECT_NEAR(answer_of(query + "\"linear-cast\"")["depth"], 1.0 - 0.1, 1e-9);
    EXPECT_NEAR(answer_of(query + "\"conservative-advancement\"")["depth"], -0.05, 0.0125 + 1e-9);
}

TEST(SceneQuery, KeepsTheIdOfAnInvalidLine) {
    const auto bad = read_query_line(R"({"id": "k-1", "a": 3})", {});
    ASSERT_FALSE(bad);
    EXPECT_EQ(bad.error().id, "\"k-1\"");
    EXPECT_EQ(bad.error().message.rfind("column ", 0), 0u) << bad.error().message;
}

}  // namespace
}  // namespace toibox::scene
