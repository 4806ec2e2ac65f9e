// SPDX-License-Identifier: MIT
// `toibox query`: the format of answers, which scripts rely on, and errors for invalid lines. Answers with
// exact numbers are compared as text.
#include "toibox/narrow/distance_method.h"
#include "toibox/scene/tuning.h"
#include "toibox/toi/toi.h"

#include "tests/cli/run_cli.h"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

using testing_support::contains;

struct Answers {
    int exit_code = -1;
    std::vector<std::string> lines;
    std::string err;
};

/// Writes `lines` to a file and runs `toibox query KIND FILE OPTIONS`.
Answers query(const std::string& kind, const std::string& lines, std::vector<const char*> options = {}) {
    const std::string file = testing::TempDir() + "toibox-query-" +
                             testing::UnitTest::GetInstance()->current_test_info()->name() + ".jsonl";
    std::ofstream(file, std::ios::binary) << lines;
    std::vector<const char*> arguments{"query", kind.c_str(), file.c_str()};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const testing_support::Outcome outcome = testing_support::run_cli(std::move(arguments));
    Answers answers{outcome.exit_code, {}, outcome.err};
    std::istringstream out(outcome.out);
    for (std::string line; std::getline(out, line);)
        answers.lines.push_back(line);
    std::filesystem::remove(file);
    return answers;
}

std::string swept(const std::string& shape, const std::string& sweep) {
    return R"({"shape":)" + shape + R"(,"sweep":)" + sweep + "}";
}
std::string placed(const std::string& shape, const std::string& position) {
    return R"({"shape":)" + shape + R"(,"transform":{"p":)" + position + R"(,"angle":0}})";
}
const std::string unit_box = R"({"type":"polygon","vertices":[[-1,-1],[1,-1],[1,1],[-1,1]]})";
const std::string clockwise_box = R"({"type":"polygon","vertices":[[-1,1],[1,1],[1,-1],[-1,-1]]})";
const std::string disc = R"({"type":"circle","radius":0.5})";
const std::string still = R"({"c1":[0,0],"c2":[0,0],"a1":0,"a2":0})";
const std::string falling = R"({"c1":[0,3.5],"c2":[0,-0.5],"a1":0,"a2":0})";

/// A query line: a disc falls 4 m in the step towards a box 2 m below. With a target of 0.25 m, t is 1.75/4.
std::string fall(const std::string& id, const std::string& more = R"("target":0.25,"tolerance":0.0625)") {
    return R"({"id":)" + id + R"(,"a":)" + swept(unit_box, still) + R"(,"b":)" + swept(disc, falling) + "," +
           more + "}";
}

TEST(QueryCommand, PrintsATimeOfImpactInTheDocumentedFormat) {
    const Answers outcome = query("toi", fall("1"), {"--method", "bilateral-advancement"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    ASSERT_EQ(outcome.lines.size(), 1u);
    EXPECT_EQ(outcome.lines[0],
              R"({"id":1,"state":"hit","t":0.4375,"distance":0.25,)"
              R"("iterations":{"outer":2,"push_back":1,"root":1,"gjk":2},"point":[0,1.125],"normal":[0,1]})");
}

// t is 1 for "separated" and 0 for "overlapped". Each answer has the id of its input line.
TEST(QueryCommand, AnswersInOrderWithEveryMethod) {
    const std::string separated = R"({"id":"far","a":)" + swept(unit_box, still) + R"(,"b":)" +
                                  swept(disc, R"({"c1":[9,9],"c2":[9,8],"a1":0,"a2":0})") + "}";
    const std::string inside = R"({"a":)" + swept(unit_box, still) + R"(,"b":)" + swept(disc, still) + "}";
    for (const ToiPromises& method : toi_methods()) {
        const Answers outcome = query("toi", separated + "\n" + inside + "\n\n" + fall("3") + "\n",
                                      {"--method", method.name.data()});
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        ASSERT_EQ(outcome.lines.size(), 3u) << method.name;
        EXPECT_TRUE(contains(outcome.lines[0], R"({"id":"far","state":"separated","t":1,)")) << method.name;
        EXPECT_TRUE(contains(outcome.lines[1], R"({"id":null,"state":"overlapped","t":0,"distance":0,)"));
        EXPECT_TRUE(contains(outcome.lines[2], R"({"id":3,"state":"hit",)")) << method.name;
    }
}

TEST(QueryCommand, AcceptsBothWindings) {
    const Answers outcome = query(
        "toi", fall("1") + "\n" + [] {
            std::string clockwise = fall("1");
            return clockwise.replace(clockwise.find(unit_box), unit_box.size(), clockwise_box);
        }());
    ASSERT_EQ(outcome.lines.size(), 2u);
    EXPECT_EQ(outcome.lines[0], outcome.lines[1]);
}

// The trace has the iterates of the root finder and ends with the result.
TEST(QueryCommand, TracesInOrderOfExecution) {
    const Answers outcome = query("toi", fall("1"), {"--method", "bilateral-advancement", "--trace"});
    ASSERT_EQ(outcome.lines.size(), 1u);
    const std::string& line = outcome.lines[0];
    std::size_t at =
        line.find(R"("trace":[{"event":"outer","outer":0,"t":0,"distance":2,"feature":"face-a")");
    for (const char* next :
         {R"({"event":"axis",)", R"({"event":"deepest",)", R"({"event":"root-bracket",)",
          R"({"event":"root-iterate","outer":0,"push_back":0,"t":0.4375,"s":0.25,"rule":"false-position")",
          R"({"event":"outer","outer":1,)",
          R"({"event":"end","outer":1,"state":"hit","t":0.4375,"distance":0.25}]})"}) {
        const std::size_t found = line.find(next, at);
        ASSERT_NE(found, std::string::npos) << next << " in " << line;
        at = found;
    }
}

// A box and a polygon with the same vertices give the same answer, also for a box that is rotated and
// off-centre.
TEST(QueryCommand, AcceptsTheBoxesOfScenes) {
    const auto distance = [](const std::string& shape) {
        return query("distance",
                     R"({"a":)" + placed(shape, "[0,0]") + R"(,"b":)" + placed(disc, "[4,0.3]") + "}")
            .lines;
    };
    EXPECT_EQ(distance(R"({"type":"box","size":[2,2]})"), distance(unit_box));
    EXPECT_EQ(distance(R"({"type":"box","size":[4,2],"center":[1,0],"angle":"90deg"})").at(0).substr(0, 30),
              distance(R"({"type":"polygon","vertices":[[0,-2],[2,-2],[2,2],[0,2]]})").at(0).substr(0, 30));
    const auto invalid = distance(R"({"type":"box","size":[2,0]})");
    EXPECT_TRUE(contains(invalid.at(0), "greater than 0")) << invalid.at(0);
}

TEST(QueryCommand, ExamplesOfTheHelpAreValid) {
    const testing_support::Outcome help = testing_support::run_cli({"query", "toi", "--help"});
    EXPECT_EQ(help.exit_code, 0);
    std::istringstream text(help.out);
    int examples = 0;
    for (std::string line; std::getline(text, line);) {
        const std::size_t brace = line.find("  {\"");
        if (brace == std::string::npos) continue;
        const std::size_t word = line.find_first_not_of(' ');
        const std::string kind = line.substr(word, line.find(' ', word) - word);
        const Answers answer = query(kind, line.substr(brace + 2) + "\n");
        EXPECT_EQ(answer.exit_code, 0) << line;
        ++examples;
    }
    EXPECT_EQ(examples, 7) << help.out;
}

// A disc 0.5 m above a box, and a disc with its centre 0.5 m inside. Only what the method computes is
// printed.
TEST(QueryCommand, MeasuresDistancesWithEveryMethod) {
    const auto line = [](const std::string& position) {
        return R"({"a":)" + placed(unit_box, "[0,0]") + R"(,"b":)" + placed(disc, position) + "}\n";
    };
    for (const DistanceMethodInfo& row : distance_methods()) {
        const Answers outcome =
            query("distance", line("[0,2]") + line("[0,0.5]"), {"--method", row.name.data(), "--trace"});
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        ASSERT_EQ(outcome.lines.size(), 2u) << row.name;
        EXPECT_TRUE(contains(outcome.lines[0], R"("state":"apart")")) << outcome.lines[0];
        EXPECT_EQ(contains(outcome.lines[0], R"("separation":0.5,)"), row.gives_distance) << outcome.lines[0];
        EXPECT_EQ(contains(outcome.lines[0], R"("point_a":[0,1],"point_b":[0,1.5])"), row.gives_points);
        EXPECT_TRUE(contains(outcome.lines[1], R"("state":"overlapping")")) << outcome.lines[1];
        EXPECT_EQ(contains(outcome.lines[1], R"("separation":-1,)"), row.gives_depth) << outcome.lines[1];
        EXPECT_TRUE(contains(outcome.lines[1], R"("trace":[{"event":")")) << outcome.lines[1];
    }
    const Answers unknown = query("distance", line("[0,2]"), {"--method", "certified"});
    EXPECT_EQ(unknown.exit_code, 2);
    EXPECT_TRUE(contains(unknown.err, R"(unknown distance method "certified")")) << unknown.err;
}

// Brute force counts the feature pairs that it tests: each vertex of the box with the point of the disc, and
// the point with each edge of the box.
TEST(QueryCommand, CountsFeaturePairs) {
    const Answers outcome = query("toi", fall("1"), {"--method", "brute-force"});
    ASSERT_EQ(outcome.lines.size(), 1u);
    EXPECT_TRUE(contains(outcome.lines[0], R"("feature_pairs":8})")) << outcome.lines[0];
}

// At 1000 m from the origin, a distance of 1e-8 m is below the resolution of float.
TEST(QueryCommand, ComputesInDouble) {
    const std::string line =
        R"({"a":)" + placed(unit_box, "[1000,0]") + R"(,"b":)" + placed(unit_box, "[1002.00000001,0]") + "}";
    const Answers outcome = query("distance", line);
    ASSERT_EQ(outcome.lines.size(), 1u);
    EXPECT_TRUE(contains(outcome.lines[0], R"({"id":null,"distance":1.0000)")) << outcome.lines[0];
    EXPECT_TRUE(contains(outcome.lines[0], "e-08,\"point_a\":[1001,")) << outcome.lines[0];
}

TEST(QueryCommand, CastsShapesAndTestsOverlaps) {
    const std::string cast = R"({"id":1,"a":)" + placed(unit_box, "[0,0]") + R"(,"b":)" +
                             placed(disc, "[0,3.5]") + R"(,"translation":[0,-4],"target":0.25})";
    const Answers casts = query("shapecast", cast);
    ASSERT_EQ(casts.lines.size(), 1u) << casts.err;
    EXPECT_TRUE(contains(casts.lines[0], R"("state":"hit","t":0.4375,"distance":0.25,)")) << casts.lines[0];
    const std::string overlapping =
        R"({"id":1,"a":)" + placed(unit_box, "[0,0]") + R"(,"b":)" + placed(disc, "[0,1.25]") + "}";
    const Answers overlaps = query("overlap", overlapping);
    ASSERT_EQ(overlaps.lines.size(), 1u) << overlaps.err;
    EXPECT_EQ(overlaps.lines[0], R"({"id":1,"overlap":true,"depth":0.25,"normal":[0,1]})");
}

TEST(QueryCommand, PrintsTheDepthAlongADirection) {
    const std::string pair =
        R"({"id":1,"a":)" + placed(unit_box, "[0,0]") + R"(,"b":)" + placed(disc, "[0,1.25]");
    const Answers answers =
        query("overlap", pair + R"(,"along":[0,-3]})" + "\n" + pair + R"(,"along":[0,0]})");
    ASSERT_EQ(answers.lines.size(), 2u) << answers.err;
    EXPECT_EQ(answers.lines[0], R"({"id":1,"overlap":true,"depth":0.25,"normal":[0,1],"depth_along":0.25})");
    EXPECT_TRUE(contains(answers.lines[1], "has no direction")) << answers.lines[1];
    EXPECT_EQ(answers.exit_code, 1);
}

TEST(QueryCommand, CastsRays) {
    const std::string ray =
        R"("shape":)" + unit_box + R"(,"transform":{"p":[1,0],"angle":0},"to":[8,0.5],"from":)";
    const Answers outcome =
        query("raycast", R"({"id":1,)" + ray + "[-8,0.5]}\n{\"id\":2," + ray + "[1,0]}\n");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    ASSERT_EQ(outcome.lines.size(), 2u);
    EXPECT_EQ(outcome.lines[0], R"({"id":1,"hit":true,"fraction":0.5,"point":[0,0.5],"normal":[-1,0]})");
    EXPECT_EQ(outcome.lines[1], R"({"id":2,"hit":false,"fraction":1,"point":[8,0.5],"normal":[0,0]})");
}

// The answer to an invalid line is an error with line number, column, reason and hint. Answers stay in order.
TEST(QueryCommand, ReportsInvalidLinesInOrder) {
    const std::string star =
        R"({"id":"s","a":)" +
        swept(R"({"type":"polygon","vertices":[[0,0],[2,0],[1,1],[2,2],[0,2]]})", still) + R"(,"b":)" +
        swept(disc, still) + "}";
    const Answers outcome =
        query("toi", "{\n" + star + "\n" + fall("3") + "\n" + fall("4", R"("targt":1)") + "\n" + fall("[5]") +
                         "\n" + fall("6", R"("target":0.1,"tolerance":0.2)") + "\n7\n");
    EXPECT_EQ(outcome.exit_code, 1);
    ASSERT_EQ(outcome.lines.size(), 7u);
    EXPECT_TRUE(contains(outcome.lines[0], R"({"id":null,"line":1,"error":"column )")) << outcome.lines[0];
    EXPECT_TRUE(contains(outcome.lines[1], R"({"id":"s","line":2,"error":"column )")) << outcome.lines[1];
    EXPECT_TRUE(contains(outcome.lines[1], "not convex")) << outcome.lines[1];
    EXPECT_TRUE(contains(outcome.lines[2], R"({"id":3,"state":"hit")"));
    EXPECT_TRUE(contains(outcome.lines[3], R"(did you mean \"target\"?)")) << outcome.lines[3];
    EXPECT_TRUE(contains(outcome.lines[4], R"("line":5)")) << outcome.lines[4];
    EXPECT_TRUE(contains(outcome.lines[5], "must not exceed the target")) << outcome.lines[5];
    EXPECT_TRUE(contains(outcome.lines[6], R"({"id":null,"line":7,"error":)")) << outcome.lines[6];
    EXPECT_EQ(outcome.err, "6 invalid lines\n");
}

// Numbers that would overflow are rejected, so that answers are finite.
TEST(QueryCommand, RejectsNumbersThatWouldOverflow) {
    const std::string far = R"({"c1":[1e200,0],"c2":[0,0],"a1":0,"a2":0})";
    const std::string huge = R"({"type":"circle","radius":1e200})";
    const Answers outcome =
        query("toi", R"({"id":1,"a":)" + swept(disc, far) + R"(,"b":)" + swept(disc, still) + "}\n" +
                         R"({"id":2,"a":)" + swept(huge, still) + R"(,"b":)" + swept(disc, still) + "}");
    EXPECT_EQ(outcome.exit_code, 1);
    ASSERT_EQ(outcome.lines.size(), 2u);
    EXPECT_TRUE(
        contains(outcome.lines[0], R"(\"c1\" is too far from the origin: 1e+200 m; stay within 1e+16 m)"))
        << outcome.lines[0];
    EXPECT_TRUE(contains(outcome.lines[1], R"(\"radius\" must be greater than 0 and at most 1e+16)"))
        << outcome.lines[1];
}

// Two boxes of 2 m side by side with a gap of 1/64 m, the right one 0.5 m higher. The facing sides overlap
// for y in [−0.5, 1]; the points are midway between the sides. Feature ids: at the upper point the side plane
// at the end of A's edge 1 clips B's edge 3, 1 + 3·2⁸ + 2·2¹⁶; the lower point is B's vertex 0.
TEST(QueryCommand, PrintsManifolds) {
    const std::string line =
        R"({"id":1,"a":)" + placed(unit_box, "[0,0]") + R"(,"b":)" + placed(unit_box, "[2.015625,0.5]") + "}";
    const Answers outcome = query("manifold", line);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    ASSERT_EQ(outcome.lines.size(), 1u);
    EXPECT_EQ(outcome.lines[0],
              R"({"id":1,"normal":[1,0],"points":[{"point":[1.0078125,1],"separation":0.015625,"id":131841},)"
              R"({"point":[1.0078125,-0.5],"separation":0.015625,"id":1}]})");
}

// A pair farther apart than the margin has no points and no normal. With a wider margin, the pair has both;
// the feature ids do not depend on the distance from the origin.
TEST(QueryCommand, ManifoldsRespectTheMargin) {
    const auto line = [](const std::string& position_a, const std::string& position_b,
                         const std::string& more) {
        return R"({"a":)" + placed(unit_box, position_a) + R"(,"b":)" + placed(disc, position_b) + more + "}";
    };
    const Answers outcome = query("manifold", line("[0,0]", "[0,1.75]", "") + "\n" +
                                                  line("[0,0]", "[0,1.75]", R"(,"margin":0.5)") + "\n" +
                                                  line("[1e6,0]", "[1e6,1.75]", R"(,"margin":0.5)"));
    ASSERT_EQ(outcome.lines.size(), 3u) << outcome.err;
    EXPECT_EQ(outcome.lines[0], R"({"id":null,"normal":[0,0],"points":[]})");
    EXPECT_TRUE(
        contains(outcome.lines[1], R"("normal":[0,1],"points":[{"point":[0,1.125],"separation":0.25,"id":)"));
    const std::string id = outcome.lines[1].substr(outcome.lines[1].find("\"separation\""));
    EXPECT_TRUE(contains(outcome.lines[2], R"("point":[1000000,1.125],)" + id)) << outcome.lines[2];
}

// Manifolds need shapes that are valid in a world.
TEST(QueryCommand, ManifoldsRejectInvalidShapes) {
    const std::string point = R"({"type":"capsule","a":[1,1],"b":[1,1],"radius":0.5})";
    const std::string giant = R"({"type":"circle","radius":1e7})";
    for (const std::string& shape : {point, giant}) {
        const Answers outcome = query(
            "manifold", R"({"a":)" + placed(unit_box, "[0,0]") + R"(,"b":)" + placed(shape, "[0,0]") + "}");
        EXPECT_EQ(outcome.exit_code, 1);
        ASSERT_EQ(outcome.lines.size(), 1u);
        EXPECT_TRUE(contains(outcome.lines[0], R"("line":1,"error":"column )")) << outcome.lines[0];
        EXPECT_TRUE(contains(outcome.lines[0], "(at /b)")) << outcome.lines[0];
    }
}

// The answer to a line that is too long is an error; the next line is answered.
TEST(QueryCommand, RejectsALineThatIsTooLong) {
    const std::string filler(scene::tuning::max_query_line, ' ');
    const Answers outcome = query("toi", filler + fall("1") + "\n" + fall("2"));
    EXPECT_EQ(outcome.exit_code, 1);
    ASSERT_EQ(outcome.lines.size(), 2u);
    EXPECT_EQ(outcome.lines[0], R"({"id":null,"line":1,"error":"the line is longer than 1048576 bytes"})");
    EXPECT_TRUE(contains(outcome.lines[1], R"({"id":2,"state":"hit")"));
}

// An option that the kind of query does not use is an error. On the command line, nothing is answered; in an
// input line, only that line gets an error.
TEST(QueryCommand, RejectsOptionsOfOtherKinds) {
    const std::string pair = R"("a":)" + placed(unit_box, "[0,0]") + R"(,"b":)" + placed(disc, "[0,3]");
    for (const char* kind : {"overlap", "raycast", "manifold"}) {
        for (const std::vector<const char*>& option :
             {std::vector<const char*>{"--method", "certified"}, {"--trace"}}) {
            const Answers outcome = query(kind, "{" + pair + "}", option);
            EXPECT_EQ(outcome.exit_code, 2) << kind;
            EXPECT_TRUE(outcome.lines.empty());
            const std::string reason = option.size() == 2
                                           ? ": only toi, shapecast and distance use a method\n"
                                           : ": only toi, shapecast, distance and pieces can be traced\n";
            EXPECT_EQ(outcome.err,
                      std::string("toibox: query ") + kind + " does not accept " + option[0] + reason);
        }
    }
    for (const char* kind : {"distance", "overlap", "raycast", "manifold"}) {
        const Answers outcome = query(kind, "{" + pair + "}", {"--root-finder", "brent"});
        EXPECT_EQ(outcome.exit_code, 2) << kind;
        EXPECT_EQ(outcome.err,
                  std::string("toibox: query ") + kind +
                      " does not accept --root-finder: only toi and shapecast use a root finder\n");
    }
    const Answers line = query("distance", "{" + pair + "}\n{" + pair + R"(,"method":"certified"})");
    EXPECT_EQ(line.exit_code, 1);
    ASSERT_EQ(line.lines.size(), 2u);
    EXPECT_TRUE(contains(line.lines[0], R"("distance":1.5,)")) << line.lines[0];
    EXPECT_TRUE(contains(line.lines[1], R"("line":2,"error":"column )")) << line.lines[1];
    EXPECT_TRUE(contains(line.lines[1], R"(method)")) << line.lines[1];
}

TEST(QueryCommand, RejectsUnknownNames) {
    const Answers kind = query("distanc", "");
    EXPECT_EQ(kind.exit_code, 2);
    EXPECT_EQ(kind.err, "toibox: unknown query \"distanc\": did you mean \"distance\"?\n");
    const Answers method = query("toi", "", {"--method", "brute"});
    EXPECT_EQ(method.exit_code, 2);
    EXPECT_EQ(method.err, "toibox: unknown method \"brute\": did you mean \"brute-force\"?\n");
    const Answers finder = query("toi", "", {"--root-finder", "newtn"});
    EXPECT_EQ(finder.exit_code, 2);
    EXPECT_TRUE(contains(finder.err, "did you mean \"newton\"?")) << finder.err;
}

}  // namespace
}  // namespace toibox::app
