// SPDX-License-Identifier: MIT
// Errors in definitions of wheel rays and walkers.
#include "tests/unit/scene/document_support.h"

#include <string>

namespace toibox::scene {
namespace {

using namespace test;

TEST(Movers, RejectInvalidDefinitions) {
    const auto expect_error = [](const std::string& section, const std::string& message) {
        const std::string text = R"({"toibox": 1,
            "bodies": [{"id": "free"}, {"id": "wall", "type": "static"}, {"id": "lift", "type": "kinematic"}], )" +
                                 section + "}";
        EXPECT_NE(format(errors_of(text)).find(message), std::string::npos) << format(errors_of(text));
    };
    const auto ray = [&](const std::string& keys, const std::string& message) {
        expect_error(R"("wheel_rays": [{)" + keys + "}]", message);
    };
    ray(R"("body": "fre", "at": [0, 0], "length": 1)", R"(there is no body "fre")");
    ray(R"("body": "fre", "at": [0, 0], "length": 1)", R"(did you mean "free"?)");
    ray(R"("body": "wall", "at": [0, 0], "length": 1)",
        R"("wall" is static: a wheel ray pushes a dynamic body)");
    ray(R"("body": "lift", "at": [0, 0], "length": 1)", R"(give it "type": "dynamic", or name another body)");
    ray(R"("body": "free", "at": [0, 0], "length": 0)", R"("length" must be greater than 0)");
    ray(R"("body": "free", "at": [0, 0], "length": 1, "direction": [0, 0])",
        R"("direction" has zero length)");
    ray(R"("body": "free", "at": [0, 0], "length": 1, "frequency": -2)",
        R"("frequency" must be greater than 0)");
    ray(R"("body": "free", "at": [0, 0], "length": 1, "frequenzy": 2)", R"(did you mean "frequency"?)");
    ray(R"("body": "free", "length": 1)", "write the origin of the ray");
    ray(R"("at": [0, 0], "length": 1)", R"(name the body, "body": "car")");
    expect_error(R"("walkers": [{"body": "free"}])", R"("free" is dynamic: a walker moves a kinematic body)");
    expect_error(R"("walkers": [{"body": "lift", "slides": 17}])", R"("slides" must be)");
    expect_error(R"("walkers": [{"body": "lift", "skin": 0}])", R"("skin" must be greater than 0)");
    for (const char* slope : {"-0.1", "\"90deg\"", "\"-10deg\"", "2"}) {
        expect_error(std::string(R"("walkers": [{"body": "lift", "max_slope": )") + slope + "}]",
                     R"("max_slope" must be from 0 to 89 degrees)");
    }
    expect_error(R"("walkers": [{"body": "lift", "carried": 1}])", "true or false");
    expect_error(R"("walkers": [{"body": "lift"}, {"body": "lift"}])", R"("lift" already has a walker)");
    expect_error(R"("walkers": [{"body": "left"}])", R"(did you mean "lift"?)");
    expect_error(
        R"("walkers": [{"body": "late"}], "timeline": [{"at": 1, "do": "spawn", "body": {"id": "late"}}])",
        R"("late" is dynamic)");
}

}  // namespace
}  // namespace toibox::scene
