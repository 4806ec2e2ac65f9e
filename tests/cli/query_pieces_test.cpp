// SPDX-License-Identifier: MIT
// `toibox query pieces`: its answers, compared as text, and errors for invalid lines.
#include "tests/cli/run_cli.h"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

using testing_support::contains;

struct Answer {
    int exit_code = -1;
    std::string line;
};

Answer pieces(const std::string& line, std::vector<const char*> options = {}) {
    const std::string file = testing::TempDir() + "toibox-query-pieces-" +
                             testing::UnitTest::GetInstance()->current_test_info()->name() + ".jsonl";
    std::ofstream(file, std::ios::binary) << line << '\n';
    std::vector<const char*> arguments{"query", "pieces", file.c_str()};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const testing_support::Outcome outcome = testing_support::run_cli(std::move(arguments));
    std::filesystem::remove(file);
    return {outcome.exit_code, outcome.out.substr(0, outcome.out.find('\n'))};
}

/// An L-shaped polygon of two convex pieces, with its corner at the origin and arms 2 m long and 1 m wide.
const std::string l_shape = R"({"type":"concave","points":[[0,0],[2,0],[2,1],[1,1],[1,2],[0,2]]})";
const std::string box = R"({"type":"box","size":[1,1]})";
const std::string at_origin = R"("transform":{"p":[0,0],"angle":0})";

std::string pair(const std::string& a, const std::string& b, const std::string& placement_b,
                 const std::string& more = "") {
    return R"({"id":1,"a":{"shape":)" + a + "," + at_origin + R"(},"b":{"shape":)" + b + "," + placement_b +
           "}" + more + "}";
}
std::string at(const std::string& position) {
    return R"("transform":{"p":)" + position + R"(,"angle":0})";
}

// The small box is between the arms of the L, 0.25 m from both. This box overlaps the bounding box of the
// whole L but not the bounding boxes of the pieces, so the nearest pieces are searched. Of two equally near
// pieces, the first is reported.
TEST(QueryPieces, MeasuresTheSeparationOfTwoBodies) {
    const Answer answer = pieces(pair(l_shape, box, at("[1.75,1.75]")));
    EXPECT_EQ(answer.exit_code, 0);
    EXPECT_EQ(
        answer.line,
        R"({"id":1,"overlapping":false,"depth":0,"separation":0.25,"point_a":[1.625,1],"point_b":[1.625,1.25],)"
        R"("normal":[0,1],"piece_a":0,"piece_b":0,"pieces":{"a":2,"b":1},"all_pairs":2,)"
        R"("tests":3,"visits":1,"pairs":0,"nearest":{"tests":3,"visits":3,"pairs":2}})");
}

// The box overlaps both arms by 0.25 m, so the nearest pieces are not searched.
TEST(QueryPieces, MeasuresTheDepthWithEveryBoundingVolume) {
    for (const char* volume : {"circle", "box", "oriented-box", "8-dop", "16-dop", "hull"}) {
        const Answer answer =
            pieces(pair(l_shape, box, at("[1.25,1.25]"), std::string(R"(,"volume":")") + volume + "\""));
        EXPECT_EQ(answer.exit_code, 0) << volume;
        EXPECT_TRUE(contains(answer.line, R"("overlapping":true,"depth":0.25,"separation":0,)"))
            << answer.line;
        EXPECT_TRUE(contains(answer.line, R"("nearest":{"tests":0,"visits":0,"pairs":0}})")) << answer.line;
    }
}

// The box starts 2 m from the L and moves 4 m in the step, so it comes within the target of 0.25 m at t
// = 1.75/4.
TEST(QueryPieces, FindsTheTimeOfImpact) {
    const Answer answer =
        pieces(pair(l_shape, box, R"("sweep":{"c1":[-2.5,0.5],"c2":[1.5,0.5],"a1":0,"a2":0})",
                    R"(,"target":0.25,"tolerance":0.0625)"),
               {"--trace"});
    EXPECT_EQ(answer.exit_code, 0);
    EXPECT_TRUE(contains(answer.line, R"({"id":1,"state":"hit","t":0.43)")) << answer.line;
    EXPECT_TRUE(contains(answer.line, R"("normal":[-1,0])")) << answer.line;
    EXPECT_TRUE(
        contains(answer.line, R"("pieces":{"a":2,"b":1},"all_pairs":2,"swept_tests":3,"toi_calls":)"));
    EXPECT_TRUE(contains(answer.line, R"("trace":[{"event":"circles","a":0,"b":0,"met":true,"t":)"));
    EXPECT_TRUE(contains(answer.line, R"({"event":"impact","a":)")) << answer.line;
    const Answer separated = pieces(pair(l_shape, box, R"("sweep":{"c1":[-9,0],"c2":[-8,0],"a1":0,"a2":3})"));
    EXPECT_EQ(separated.line, R"({"id":1,"state":"separated","t":1,"pieces":{"a":2,"b":1},"all_pairs":2,)"
                              R"("swept_tests":1,"toi_calls":0})");
}

TEST(QueryPieces, TracesTheVisitedNodes) {
    const Answer answer = pieces(pair(l_shape, box, at("[1.25,1.25]")), {"--trace"});
    EXPECT_TRUE(contains(answer.line, R"("trace":[{"event":"volumes","a":0,"b":0,"met":true},)"
                                      R"({"event":"volumes","a":1,"b":0,"met":true},)"
                                      R"({"event":"pieces","a":1,"b":0,"met":true,"separation":-0.25},)"))
        << answer.line;
}

// Each error has a place, a reason and a hint.
TEST(QueryPieces, RejectsInvalidLines) {
    const std::string crossed = R"({"type":"concave","points":[[0,0],[2,0],[2,1],[1,-1],[1,2],[0,2]]})";
    const std::string moving = R"("sweep":{"c1":[3,3],"c2":[1,1],"a1":0,"a2":0})";
    const std::pair<std::string, std::vector<const char*>> cases[] = {
        {pair(crossed, box, at_origin),
         {"crosses another edge", "must not cross itself", "/a/shape/points/0"}},
        {pair(l_shape, R"({"type":"chain","points":[[0,0],[1,0]]})", at_origin),
         {"queries do not support chains", "segment"}},
        {pair(l_shape, R"({"type":"hull","points":[[0,0],[1,0],[2,0]]})", at_origin), {"span an area"}},
        {pair(l_shape, box, at_origin, R"(,"volume":"boxx")"),
         {"unknown bounding volume", "did you mean", "/volume"}},
        {pair(l_shape, box, moving, R"(,"volume":"box")"), {"use circles", "remove", "/volume"}},
        {pair(l_shape, box, at_origin, R"(,"target":0.1)"), {"moving pieces", "sweep", "/target"}},
        {pair(l_shape, box, moving + "," + at_origin), {"has both", "remove one of them", "/b/transform"}},
        {pair(l_shape, box, R"("x-note":1)"), {"neither", R"(write \"transform\")", "/b)"}}};
    for (const auto& [line, parts] : cases) {
        const Answer answer = pieces(line);
        EXPECT_EQ(answer.exit_code, 1) << line;
        EXPECT_TRUE(contains(answer.line, R"("line":1,"error":"column )")) << answer.line;
        for (const char* part : parts)
            EXPECT_TRUE(contains(answer.line, part)) << part << " in " << answer.line;
    }
    EXPECT_EQ(pieces(pair(l_shape, box, at_origin), {"--method", "certified"}).exit_code, 2);
}

}  // namespace
}  // namespace toibox::app
