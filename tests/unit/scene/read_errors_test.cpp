// SPDX-License-Identifier: MIT
#include "tests/unit/scene/document_support.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace toibox::scene {
namespace {

using namespace test;

TEST(SceneErrors, HaveAFormatThatEditorsParse) {
    // The example from the documentation, verbatim.
    const std::string text =
        "{ \"toibox\": 1,\n\n\n\n\"materials\": {\n  \"steel\": {\"density\":7850, \"restitutoin\":0.5}\n}}";
    const auto document = Document::parse(text, "scenes/wall.toi.json");
    ASSERT_FALSE(document);
    EXPECT_EQ(format(document.error()),
              "scenes/wall.toi.json:6:29: error: unknown key \"restitutoin\" in material \"steel\"\n"
              " 6 |   \"steel\": {\"density\":7850, \"restitutoin\":0.5}\n"
              "   |                             ^^^^^^^^^^^^^ did you mean \"restitution\"?\n"
              "   = at /materials/steel/restitutoin\n");
}

TEST(SceneErrors, MarkTheRightColumnsAfterTabsAndMultibyteCharacters) {
    const std::string text = "{\"toibox\":1,\n\t\"title\":\"\xc3\xa4\xc3\xb6\", \"tilte\":1}";
    const Diagnostics errors = errors_of(text);
    ASSERT_EQ(errors.size(), 1u);
    EXPECT_EQ(errors[0].line, 2);
    EXPECT_EQ(errors[0].column, 18);  // in bytes
    EXPECT_EQ(format(errors[0]),
              "test.toi.json:2:18: error: unknown key \"tilte\" in the scene\n"
              " 2 |  \"title\":\"\xc3\xa4\xc3\xb6\", \"tilte\":1}\n"
              "   |                ^^^^^^^ did you mean \"title\"?\n"
              "   = at /tilte\n");
}

TEST(SceneErrors, ShowAPartOfALongLine) {
    const std::string text =
        "{\"toibox\":1, \"tags\": [" + std::string(3000, ' ') + "7" + std::string(3000, ' ') + "]}";
    const Diagnostics errors = errors_of(text);
    ASSERT_EQ(errors.size(), 1u);
    EXPECT_EQ(errors[0].column, 3023);
    const std::string shown = format(errors[0]);
    EXPECT_LT(shown.size(), 500u);
    EXPECT_NE(shown.find(" 7 "), std::string::npos);
    // The marker is below the 7.
    const std::size_t line = shown.find('\n') + 1;
    const std::size_t next = shown.find('\n', line) + 1;
    EXPECT_EQ(shown.find('7', line) - line, shown.find('^', next) - next);
}

struct Case {
    std::string text;
    std::vector<std::string> expected;
};

void expect_errors(const std::vector<Case>& cases) {
    for (const Case& c : cases) {
        const std::string errors = format(errors_of(c.text));
        for (const std::string& expected : c.expected) {
            EXPECT_NE(errors.find(expected), std::string::npos)
                << "wanted: " << expected << "\nfor: " << c.text << "\ngot: " << errors;
        }
    }
}

TEST(SceneErrors, ReportTypesWithAHint) {
    expect_errors(
        {{with_world(R"("slop": "0.1")"),
          {"\"slop\" must be a number, got a string", "write 0.1 without quotes", "at /world/slop"}},
         {with_world(R"("gravity": [0])"), {"must be a pair [x, y], got an array of 1", "write [x, y]"}},
         {with_world(R"("warm_starting": 1)"), {"must be true or false, got a number"}},
         {with_world(R"("iterations": 2.5)"), {"must be a whole number, got 2.5"}},
         {with_world(R"("solver": null)"), {"must be a string, got null"}},
         {R"({"toibox": 1, "world": []})", {"world must be an object, got an array"}},
         {R"({"toibox": 1, "bodies": {}})", {"\"bodies\" must be an array, got an object"}},
         {R"({"toibox": 1, "bodies": [3]})", {"the body must be an object, got a number", "at /bodies/0"}},
         {R"([1])", {"the scene must be an object, got an array"}},
         {R"({})", {"the scene lacks \"toibox\""}},
         {with_body(R"("angle": "90 degrees")"), {"\"90 degrees\" is not an angle", "\"30deg\""}},
         {with_world(R"("step": "1/0")"), {"\"1/0\" is not a time in seconds", "1/60"}}});
}

TEST(SceneErrors, ReportRangesWithAHint) {
    expect_errors(
        {{with_world(R"("slop": -1)"), {"\"slop\" must be 0 to 1000, got -1", "write a length"}},
         {with_world(R"("step": 0)"), {"\"step\" must be 1e-06 to 1, got 0"}},
         {with_world(R"("substeps": 0)"), {"\"substeps\" must be 1 to 100, got 0"}},
         {with_world(R"("solver": "penalty", "continuous": "stop-at-impact")"),
          {"\"continuous\" must not be \"stop-at-impact\" with the solver \"penalty\"", "leave it out",
           "at /world/continuous"}},
         {with_world(R"("solver": "push-back", "continuous": "speculative")"),
          {"\"continuous\" must not be \"speculative\" with the solver \"push-back\"",
           "raise \"detection_substeps\" against tunnelling"}},
         {with_world(R"("tolerance": 0.1)"),
          {"\"tolerance\" must not exceed the target", "at most the target of 0.005 m"}},
         {with_world(R"("target": 2000, "gravity": [0, 2e6], "iterations": 1001)"),
          {"\"target\" must be 1e-06 to 1000, got 2000", "at /world/target",
           "\"gravity\" must be -1e+06 to 1e+06, got 2e+06", "at /world/gravity",
           "\"iterations\" must be 0 to 1000, got 1001", "at /world/iterations"}},
         {with_world(R"("seed": -1)"), {"\"seed\" must be a whole number from 0 to 18446744073709551615"}},
         {with_world(R"("duration": 1e9, "step": 1e-6)"), {"more than 2^31 steps"}},
         {with_shape(R"("type": "circle", "radius": 0)"), {"\"radius\" must be greater than 0, got 0"}},
         {with_shape(R"("type": "circle", "radius": -1)"), {"\"radius\" must be greater than 0, got -1"}},
         {with_shape(R"("type": "circle", "radius": 1e-60)"), {"\"radius\" must be greater than 0"}},
         {with_shape(R"("type": "circle", "radius": 1e39)"), {"\"radius\" is too large"}},
         {with_body(R"("position": [1e30, 0])"), {"element 0 of \"position\" is too large: 1e+30", ":1:"}},
         {with_body(R"("velocity": [0, -1e30])"), {"element 1 of \"velocity\" is too large: -1e+30"}},
         {with_shape(R"("type": "box", "size": [1, -2])"),
          {"element 1 of \"size\" must be greater than 0, got -2"}},
         {with_shape(R"("type": "circle", "radius": 1, "material": {"density": 0})"),
          {"\"density\" must be greater than 0"}},
         {with_shape(R"("type": "circle", "radius": 1, "material": {"restitution": 1.5})"),
          {"must be 0 to 1, got 1.5"}},
         {with_body(R"("type": "static", "velocity": [1, 0])"), {"body \"b\" is static and cannot move"}},
         {with_body(R"("type": "static", "continuous": "off")"),
          {"body \"b\" is not dynamic: only dynamic bodies are tested for impacts"}},
         {with_body(R"("type": "kinematic", "toi": "certified")"),
          {"body \"b\" is not dynamic: only dynamic bodies are tested for impacts"}},
         {with_body(R"("mass": {"mass": 1, "inertia": 1}, "continuous": "roll-back")"),
          {"\"roll-back\" applies to the whole world, not to one body", "set it under \"world\""}},
         {with_body(R"("mass": {"mass": 1, "inertia": 1}, "continuous": "stop")"), {"\"continuous\""}},
         {with_body(R"("position": [0, 0])"), {"body \"b\" is dynamic but has no mass"}},
         {with_body(R"("mass": {"mass": 0, "inertia": 1})"), {"\"mass\" must be greater than 0"}}});
}

TEST(SceneErrors, ReportInvalidShapes) {
    expect_errors(
        {{with_shape(R"("radius": 1)"), {"the shape lacks \"type\""}},
         {with_shape(R"("type": "circel", "radius": 1)"),
          {"unknown shape type \"circel\"", "did you mean \"circle\"?"}},
         {with_shape(R"("type": "circle")"), {"circle shape lacks \"radius\""}},
         {with_shape(R"("type": "circle", "radius": 1, "size": [1, 1])"),
          {"unknown key \"size\" in circle shape"}},
         {with_shape(R"("type": "circle", "radius": 1, "material": "gold")"),
          {"there is no material \"gold\""}},
         {with_shape(R"("type": "segment", "a": [1, 1], "b": [1, 1])"), {"both ends", "are the same point"}},
         {with_shape(R"("type": "polygon", "vertices": [[0,0],[2,0],[1,0.5],[2,2],[0,2]])"),
          {"at /bodies/b/shapes/0/vertices/", "convex"}},
         {with_shape(R"("type": "polygon", "vertices": [[0,0],[1,0]])"),
          {"must have at least 3 elements, got 2"}},
         {with_shape(R"("type": "polygon", "vertices": [[0,0],[1,0],[2,0]])"), {"/vertices"}},
         {with_shape(R"("type": "chain", "points": [[0,0],[1,0],[1,0]])"),
          {"point 2 of the chain is the same as point 1"}},
         {with_shape(R"("type": "concave", "points": [[0,0],[2,2],[2,0],[0,2]])"),
          {"must not cross itself"}}});
}

TEST(SceneErrors, ReportInvalidOutlinesAndHoles) {
    const auto plate = [](const std::string& holes) {
        return with_shape(R"("type": "concave", "points": [[0,0],[4,0],[4,4],[0,4]], "holes": [)" + holes +
                          "]");
    };
    expect_errors(
        {{with_shape(R"("type": "concave", "points": [[0,0],[4,0],[4,4],[3,4],[2,0],[1,4]])"),
          {"at /bodies/b/shapes/0/points/4", "vertex 4 touches the edge that begins at vertex 0",
           "under \"holes\""}},
         {plate("[[1,1],[2,1],[2,2]], [[5,1],[6,1],[6,2]]"),
          {"at /bodies/b/shapes/0/holes/1/0", "hole 1 is outside the outline", "inside the outline"}},
         {plate("[[3,3],[5,3],[3,3.5]]"), {"holes/0/0", "vertex 0 of hole 0 meets the outline"}},
         {plate("[[1,1],[2,1],[2,2]], [[1.5,0.5],[1.75,0.5],[1.75,3]]"),
          {"holes/1/1", "meets another hole", "as one"}},
         {plate("[[1,1],[3,1],[3,3],[1,3]], [[1.5,1.5],[2,1.5],[2,2]]"),
          {"holes/1/0", "is inside another hole"}},
         {plate("[[1,1],[2,1]]"), {"holes/0", "must have at least 3 elements"}},
         {plate("[[1,1],[2,1],[3,1]]"), {"holes/0/0", "of hole 0 enclose no area"}},
         {plate("3"), {"holes/0"}}});
    // A hole that lacks its own brackets is reported once.
    const Diagnostics flat = errors_of(plate("[1,1],[2,2],[1,2]"));
    ASSERT_EQ(flat.size(), 1u) << format(flat);
    EXPECT_EQ(flat[0].message, "element 0 of \"holes\" is a point, not an outline");
    EXPECT_EQ(flat[0].hint, "\"holes\" is a list of outlines: [[[x, y], ...], ...]");
    EXPECT_EQ(flat[0].pointer, "/bodies/b/shapes/0/holes/0");
}

TEST(SceneErrors, ReportInvalidPolygonsOfQueries) {
    const auto query = [](const std::string& vertices) {
        return R"({"toibox": 1, "queries": {"q": {"kind": "distance",
            "a": {"shape": {"type": "polygon", "vertices": [)" +
               vertices + R"(]}, "transform": {"p": [0, 0], "angle": 0}},
            "b": {"shape": {"type": "circle", "radius": 1}, "transform": {"p": [9, 0], "angle": 0}}}}})";
    };
    const std::string not_convex = "the polygon is not convex";
    expect_errors({
        // A pentagram: each corner turns left, and the outline goes around twice.
        {query("[0,1],[-0.59,-0.81],[0.95,0.31],[-0.95,0.31],[0.59,-0.81]"), {not_convex, "/shape/vertices"}},
        {query("[0,1],[0.59,-0.81],[-0.95,0.31],[0.95,0.31],[-0.59,-0.81]"), {not_convex}},
        // A square that is written twice.
        {query("[0,0],[1,0],[1,1],[0,1],[0,0],[1,0],[1,1],[0,1]"), {not_convex}},
        // A square with a spike: the outline reverses.
        {query("[0,0],[2,0],[1,0],[1,1],[0,1]"), {not_convex}},
        {query("[0,0],[2,2],[2,0],[0,2]"), {"the polygon has no area"}},
        {query("[0,0],[1,0],[2,0]"), {"the polygon has no area"}},
        {query("[0,0],[1e200,0],[0,1e200]"), {"is too far from the origin: 1e+200 m"}},
    });
    // Valid: either orientation, a corner on an edge, a duplicate corner.
    for (const char* good :
         {"[0,0],[1,0],[1,1],[0,1]", "[0,0],[0,1],[1,1],[1,0]", "[0,0],[0.5,0],[1,0],[1,0],[1,1],[0,1]"}) {
        EXPECT_EQ(format(errors_of(query(good))), "");
    }
}

TEST(SceneErrors, ReportUnknownChoices) {
    expect_errors({{with_world(R"("broad_phase": "quadtre")"),
                    {"unknown broad phase \"quadtre\"", "did you mean \"quadtree\"?"}},
                   {with_world(R"("continuous": "of")"),
                    {"unknown continuous policy \"of\"", "did you mean \"off\"?"}}});
}

TEST(SceneErrors, ReportOnlyANewerFormat) {
    const Diagnostics errors = errors_of(R"({"toibox": 2, "wrold": {}, "bodies": 3})");
    ASSERT_EQ(errors.size(), 1u);
    EXPECT_NE(errors[0].message.find("needs toibox ≥ 2"), std::string::npos);
    EXPECT_EQ(errors[0].pointer, "/toibox");
}

TEST(SceneErrors, ReportUnknownNames) {
    const std::string ball = R"("bodies": [{"id": "ball", "shapes": [{"type": "circle", "radius": 1}]}])";
    const auto scene = [&](const std::string& rest) {
        return R"({"toibox": 1, )" + ball + ", " + rest + "}";
    };
    expect_errors(
        {{scene(R"("timeline": [{"at": 0, "do": "remove", "on": "bal"}])"),
          {"there is no body \"bal\"", "did you mean \"ball\"?", "at /timeline/0/on"}},
         {scene(R"("timeline": [{"at": 0, "do": "remov", "on": "ball"}])"),
          {"unknown event \"remov\"", "did you mean \"remove\"?"}},
         {scene(R"("timeline": [{"do": "pause"}])"), {"the event lacks \"at\""}},
         {scene(R"("timeline": [{"at": 1, "do": "set", "set": {"/bodies/ball/spin": 1}}])"),
          {"an event cannot set \"/bodies/ball/spin\""}},
         {scene(R"("timeline": [{"at": 1, "do": "set", "set": {"/world/slp": 1}}])"),
          {"unknown key \"slp\" in world", "did you mean \"slop\"?"}},
         {scene(
              R"("timeline": [{"at": 1, "do": "remove", "on": "late"}, {"at": 2, "do": "spawn", "body": {"id": "late", "shapes": [{"type": "circle", "radius": 1}]}}])"),
          {"there is no body \"late\""}},
         {scene(R"("joints": [{"type": "revolute", "a": "ball", "b": "ball", "anchor": [0, 0]}])"),
          {"connects body \"ball\" to itself"}},
         {scene(R"("joints": [{"type": "distance", "a": "ball", "b": "ball", "anchor_a": [0, 0]}])"),
          {"joint lacks \"anchor_b\"", "write the point of the second body"}},
         {scene(
              R"("joints": [{"type": "wheel", "a": "ball", "b": "ball", "anchor": [0, 0], "limit": {"lower": 1, "upper": 0}, "motor": {"speeed": 1}}])"),
          {"\"upper\" must not be less than \"lower\"", "unknown key \"speeed\" in the motor",
           "did you mean \"speed\"?"}},
         {scene(
              R"("joints": [{"type": "revolute", "a": "ball", "b": "p-{i}", "anchor": [0, 0], "repeat": {"count": 2, "step": [1, 0]}}])"),
          {"there is no body \"p-0\", which copy 0 needs"}},
         {scene(R"("expect": [{"that": "ball.x < 1", "variant": "toy"}])"), {"there is no variant \"toy\""}},
         {scene(R"("expect": [{"that": "ball.x <"}])"), {"not a claim: ", "at /expect/0/that"}},
         {scene(R"("expect": [{"that": "ball.x < 1", "at": 1, "always": true}])"), {"more than one time"}},
         {scene(R"("variants": {"v": {"set": {"/bodies/bal/spin": 1}}})"),
          {"no element \"bal\" in /bodies", "did you mean \"ball\"?"}},
         {scene(R"("variants": {"v": {"set": {"/world/continuos": "off"}}})"),
          {"unknown key \"continuos\" in world", "did you mean \"continuous\"?"}},
         {scene(R"("variants": {"1v": {}})"), {"\"1v\" is not a valid name"}}});
}

// Joints that the engine would reject are reported at their location in the file, together with other errors.
TEST(SceneErrors, ReportInvalidJoints) {
    const auto scene = [](const std::string& joint) {
        return R"({"toibox": 1, "bodies": [{"id": "wall", "type": "static"}, {"id": "lift", "type": "kinematic"},
            {"id": "ball", "mass": {"mass": 1, "inertia": 1}}], "joints": [{)" +
               joint + R"(}], "typo": 1})";
    };
    expect_errors(
        {{scene(R"("type": "weld", "a": "wall", "b": "lift", "anchor": [0, 0])"),
          {"test.toi.json:2:", "\"wall\" is static and \"lift\" is kinematic: a joint needs a dynamic body",
           "\"type\": \"dynamic\"", "at /joints/0/b\n", "unknown key \"typo\""}},
         {scene(R"("id": "pull", "type": "mouse", "body": "wall", "point": [0, 0], "target": [0, 1])"),
          {"\"wall\" is static: a mouse joint needs a dynamic body", "at /joints/pull/body\n", "\"typo\""}},
         {scene(R"("type": "prismatic", "a": "wall", "b": "ball", "anchor": [0, 0], "axis": [0, 0])"),
          {"test.toi.json:2:", "\"axis\" has no direction", "write [0, 1]", "at /joints/0/axis\n",
           "\"typo\""}},
         {scene(R"("type": "wheel", "a": "wall", "b": "lift", "anchor": [0, 0], "axis": [0, 0])"),
          {"\"axis\" has no direction", "\"lift\" is kinematic"}},
         {scene(R"("type": "distance", "a": "wall", "b": "ball", "anchor_a": [1, 2], "anchor_b": [1, 2])"),
          {"test.toi.json:2:", "shorter than a micrometre", "write \"length\"", "at /joints/0/anchor_b\n"}},
         {scene(R"("type": "distance", "a": "wall", "b": "ball", "anchor_a": [1, 2], "anchor_b": [1, 3],
                   "length": 1e-7)"),
          {"shorter than a micrometre", "at /joints/0/length\n"}},
         {scene(R"("type": "weld", "a": "wall", "b": "l-{i}", "anchor": [0, 0], "repeat": {"count": 2}},
                   {"type": "weld", "a": "wall", "b": "wall", "anchor": [0, 0])"),
          {"there is no body \"l-0\"", "connects body \"wall\" to itself"}}});
    EXPECT_EQ(errors_of(scene(R"("type": "distance", "a": "wall", "b": "ball", "anchor_a": [1, 2],
                                 "anchor_b": [1, 2], "length": 1)"))
                  .size(),
              1u)
        << "a length of its own";
}

TEST(SceneErrors, AreReportedInFileOrderUpToTwenty) {
    std::string text = "{\"toibox\": 1, \"expect\": 1,\n\"world\": {\"slop\": -1,\n\"target\": -1}";
    EXPECT_EQ(errors_of(text + "}").size(), 3u);
    text += ",\n\"bodies\": [";
    for (int i = 0; i < 100; ++i) {
        text += std::string(i == 0 ? "" : ",\n") + "{\"id\": \"b" + std::to_string(i) + "\", \"typ\": 1}";
    }
    const Diagnostics errors = errors_of(text + "]}");
    ASSERT_EQ(errors.size(), 20u);
    for (std::size_t i = 1; i < errors.size(); ++i) {
        EXPECT_LE(errors[i - 1].line, errors[i].line);
    }
    EXPECT_EQ(errors[0].line, 1);
}

TEST(SceneErrors, OfAVariantAreReportedOnLoadAtTheirLocation) {
    const Diagnostics errors =
        errors_of("{\"toibox\": 1,\n\"variants\": {\"v\": {\"set\":\n{\"/world/slop\": -1}}}}");
    ASSERT_EQ(errors.size(), 1u);
    EXPECT_EQ(errors[0].line, 3);
    EXPECT_EQ(errors[0].pointer, "/world/slop");
}

TEST(SceneErrors, AllowIgnoredKeysEverywhere) {
    std::string text = contents(everything_path);
    // Insert an ignored key at the front of every object.
    for (std::size_t i = text.find('{'); i != std::string::npos; i = text.find('{', i + 1)) {
        const std::size_t next = text.find_first_not_of(" \n", i + 1);
        // Skip braces in ids ("{i}") and empty objects.
        if (text[next] == '"') text.insert(i + 1, "\"x-a\": [1], \"//\": \"note\", ");
    }
    EXPECT_EQ(format(errors_of(text)), "");
}

// Names in claims are checked even if the file has other errors. A name is not reported as missing if its
// entry could not be read.
TEST(SceneErrors, ReportUnknownNamesInClaimsBesidesOtherErrors) {
    const auto scene = [](const std::string& body, const std::string& that) {
        return R"({"toibox": 1, "bodies": [{"id": "wall"}, {)" + body +
               R"(}], "queries": {"hit": {"kind": "toy"}},
            "sweeps": {"phases": 3}, "expect": [{"that": ")" +
               that + "\"}]}";
    };
    const auto reports_claim = [&](const std::string& body, const std::string& that) {
        const std::string found = format(errors_of(scene(body, that)));
        EXPECT_NE(found.find("\"toy\""), std::string::npos) << found;
        return found.find("the claim names") != std::string::npos;
    };
    const std::string good = R"("id": "ball")";
    EXPECT_TRUE(reports_claim(good, "bal.x < 0"));
    EXPECT_TRUE(reports_claim(R"("id": "ball", "colour": 1)", "bal.x < 0"));
    EXPECT_TRUE(reports_claim(good, "query.miss.t < 1"));
    EXPECT_TRUE(reports_claim(good, "count(begin, ball, bal) < 1"));
    EXPECT_FALSE(reports_claim(good, "ball.x < wall.x"));
    EXPECT_FALSE(reports_claim(R"("id": "ball", "shapes": 3)", "ball.x < 0"));
    EXPECT_FALSE(reports_claim(R"("id": "ball", "repeat": {"count": "x"})", "ball-0.x < 0"));
    EXPECT_FALSE(reports_claim(good, "query.hit.t < 1"));
    EXPECT_FALSE(reports_claim(good, "rate(phases, ball.x < 0) < 1"));
}

}  // namespace
}  // namespace toibox::scene
