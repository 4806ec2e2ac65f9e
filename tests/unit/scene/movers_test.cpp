// SPDX-License-Identifier: MIT
// What a scene may say of wheel rays and walkers.
#include "tests/unit/scene/document_support.h"

#include <string>

namespace toibox::scene {
namespace {

using namespace test;

TEST(Movers, RefuseWhatTheyCannotMove) {
    const auto says = [](const std::string& part, const std::string& message) {
        const std::string text = R"({"toibox": 1,
            "bodies": [{"id": "free"}, {"id": "wall", "type": "static"}, {"id": "lift", "type": "kinematic"}], )" +
                                 part + "}";
        EXPECT_NE(format(errors_of(text)).find(message), std::string::npos) << format(errors_of(text));
    };
    const auto ray = [&](const std::string& keys, const std::string& message) {
        says(R"("wheel_rays": [{)" + keys + "}]", message);
    };
    ray(R"("body": "fre", "at": [0, 0], "length": 1)", R"(there is no body "fre")");
    ray(R"("body": "fre", "at": [0, 0], "length": 1)", R"(did you mean "free"?)");
    ray(R"("body": "wall", "at": [0, 0], "length": 1)",
        R"("wall" is static: a wheel ray pushes a dynamic body)");
    ray(R"("body": "lift", "at": [0, 0], "length": 1)", R"(give it "type": "dynamic", or name another body)");
    ray(R"("body": "free", "at": [0, 0], "length": 0)", R"("length" must be greater than 0)");
    ray(R"("body": "free", "at": [0, 0], "length": 1, "direction": [0, 0])", "the direction has no length");
    ray(R"("body": "free", "at": [0, 0], "length": 1, "frequency": -2)",
        R"("frequency" must be greater than 0)");
    ray(R"("body": "free", "at": [0, 0], "length": 1, "frequenzy": 2)", R"(did you mean "frequency"?)");
    ray(R"("body": "free", "length": 1)", "write where the ray begins");
    ray(R"("at": [0, 0], "length": 1)", R"(name the body, "body": "car")");
    says(R"("walkers": [{"body": "free"}])", R"("free" is dynamic: a walker moves a kinematic body)");
    says(R"("walkers": [{"body": "lift", "slides": 17}])", R"("slides" must be)");
    says(R"("walkers": [{"body": "lift", "skin": 0}])", R"("skin" must be greater than 0)");
    for (const char* slope : {"-0.1", "\"90deg\"", "\"-10deg\"", "2"}) {
        says(std::string(R"("walkers": [{"body": "lift", "max_slope": )") + slope + "}]",
             R"("max_slope" must be from 0 to 89 degrees)");
    }
    says(R"("walkers": [{"body": "lift", "carried": 1}])", "true or false");
    says(R"("walkers": [{"body": "lift"}, {"body": "lift"}])", R"("lift" has a walker already)");
    says(R"("walkers": [{"body": "left"}])", R"(did you mean "lift"?)");
    says(R"("walkers": [{"body": "late"}], "timeline": [{"at": 1, "do": "spawn", "body": {"id": "late"}}])",
         R"("late" is dynamic)");
}

}  // namespace
}  // namespace toibox::scene
