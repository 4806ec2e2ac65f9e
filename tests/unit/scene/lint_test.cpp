// SPDX-License-Identifier: MIT
#include "tests/unit/scene/document_support.h"

#include <string>

#include <gtest/gtest.h>

namespace toibox::scene {
namespace {

using namespace test;

std::string lints(const std::string& text) {
    const auto document = Document::parse(text, "test.toi.json");
    EXPECT_TRUE(document) << format(document ? Diagnostics{} : document.error());
    return document ? format(document->lint()) : std::string();
}

/// A ball with a radius of 0.1 m that flies at a wall of thickness `width`; at 60 m/s it moves 1 m per step.
/// `setting`: another key of the world with its value.
std::string bullet(const std::string& continuous, const std::string& width, const std::string& velocity,
                   const std::string& setting = R"("solver": "soft-step")") {
    return R"({"toibox": 1, "world": {"gravity": [0, 0], "continuous": ")" + continuous + "\", " + setting +
           R"(},
        "bodies": [{"id": "wall", "type": "static", "shapes": [{"type": "box", "size": [)" +
           width + R"(, 4]}]}, {"id": "ball", "position": [-5.5, 0], "velocity": )" + velocity +
           R"(, "shapes": [{"type": "circle", "radius": 0.1}]}]})";
}

TEST(Lint, PredictsTunnelling) {
    const std::string found = lints(bullet("off", "0.02", "[60, 0]"));
    EXPECT_NE(
        found.find(
            "warning: body \"ball\" may tunnel through \"wall\": it moves 1 m per step, both together are "
            "0.22 m thick"),
        std::string::npos)
        << found;
    EXPECT_NE(found.find("= at /bodies/ball"), std::string::npos) << found;
}

TEST(Lint, GivesTheMotionPerDetectionSubstep) {
    const std::string found = lints(bullet("off", "0.02", "[60, 0]", R"("detection_substeps": 2)"));
    EXPECT_NE(found.find("it moves 0.5 m per detection sub-step, both together"), std::string::npos) << found;
}

TEST(Lint, PredictsNoTunnellingWhereThereIsNone) {
    EXPECT_EQ(lints(bullet("substep-at-impact", "0.02", "[60, 0]")), "");
    EXPECT_EQ(lints(bullet("off", "0.9", "[60, 0]")), "") << "thick enough";
    EXPECT_EQ(lints(bullet("off", "0.02", "[-60, 0]")), "") << "flies away";
    EXPECT_EQ(lints(bullet("off", "0.02", "[60, 60]")), "") << "flies past";
}

// At 1 m per step and a combined thickness of 0.22 m, five detection sub-steps are needed. Settings that the
// solver rejects are not suggested.
TEST(Lint, SuggestsOnlySettingsThatTheSolverAccepts) {
    const auto with_solver = [](const std::string& solver, const std::string& velocity) {
        return lints(bullet("off", "0.02", velocity, R"("solver": ")" + solver + '"'));
    };
    EXPECT_NE(with_solver("soft-step", "[60, 0]").find("set \"continuous\" to \"substep-at-impact\""),
              std::string::npos);
    for (const std::string solver : {"penalty", "push-back"}) {
        const std::string found = with_solver(solver, "[60, 0]");
        EXPECT_NE(found.find("raise \"detection_substeps\" to 5 or more"), std::string::npos) << found;
        EXPECT_EQ(found.find("substep-at-impact"), std::string::npos) << found;
        const std::string fast = with_solver(solver, "[60000, 0]");
        EXPECT_EQ(fast.find("detection_substeps"), std::string::npos) << "the maximum is 1000:  " << fast;
        EXPECT_NE(fast.find("choose a solver that handles impacts"), std::string::npos) << fast;
    }
}

TEST(Lint, NamesTheVariantOfAWarning) {
    std::string text = bullet("substep-at-impact", "0.02", "[60, 0]");
    text.insert(text.rfind('}'), R"(, "variants": {"discrete": {"set": {"/world/continuous": "off"}}})");
    EXPECT_NE(lints(text).find("variant \"discrete\": body \"ball\" may tunnel"), std::string::npos);
}

// Variants with a different speed or step length do not repeat the warning.
TEST(Lint, ReportsTheTunnellingOfABodyOnce) {
    std::string text = bullet("off", "0.02", "[60, 0]");
    text.insert(text.rfind('}'), R"(, "variants": {"fast": {"set": {"/bodies/ball/velocity/0": 200}},
        "long": {"set": {"/world/step": 0.05}}})");
    const std::string found = lints(text);
    const std::size_t first = found.find("may tunnel");
    EXPECT_NE(first, std::string::npos);
    EXPECT_EQ(found.find("may tunnel", first + 1), std::string::npos) << found;
}

TEST(Lint, WarnsOfAnIntegratorThatSoftStepIgnores) {
    const auto world = [](const std::string& settings) {
        return lints(R"({"toibox": 1, "world": {)" + settings + R"(}, "bodies": []})");
    };
    const std::string found = world(R"("solver": "soft-step", "integrator": "rk4")");
    EXPECT_NE(found.find("\"soft-step\" ignores the integrator \"rk4\""), std::string::npos) << found;
    EXPECT_EQ(world(R"("solver": "soft-step", "integrator": "semi-implicit-euler")"), "");
    EXPECT_EQ(world(R"("solver": "sequential-impulses", "integrator": "rk4")"), "");
}

TEST(Lint, FindsInitialOverlap) {
    // Two unit boxes side by side that overlap by 0.1 m, touch exactly, or overlap by less than the slop.
    const auto pair = [](const std::string& x) {
        return R"({"toibox": 1, "bodies": [{"id": "a", "shapes": [{"type": "box", "size": [1, 1]}]},
            {"id": "b", "position": [)" +
               x + R"(, 0], "shapes": [{"type": "box", "size": [1, 1]}]}]})";
    };
    EXPECT_NE(lints(pair("0.9")).find("bodies \"a\" and \"b\" overlap by 0.1 m at the start"),
              std::string::npos)
        << lints(pair("0.9"));
    EXPECT_EQ(lints(pair("1")), "");
    EXPECT_EQ(lints(pair("0.996")), "");
}

TEST(Lint, AllowsOverlapThatCannotCollide) {
    const std::string box = R"([{"type": "box", "size": [1, 1], "filter": {"group": -1}}])";
    EXPECT_EQ(lints(R"({"toibox": 1, "bodies": [{"id": "a", "shapes": )" + box +
                    R"(}, {"id": "b", "shapes": )" + box + "}]}"),
              "");
    // Two planks that overlap where they are pinned together.
    EXPECT_EQ(lints(R"({"toibox": 1, "bodies": [{"id": "a", "shapes": [{"type": "box", "size": [1, 1]}]},
        {"id": "b", "position": [0.5, 0], "shapes": [{"type": "box", "size": [1, 1]}]}],
        "joints": [{"type": "revolute", "a": "a", "b": "b", "anchor": [0.25, 0]}]})"),
              "");
}

// If a body's own policy takes effect, the lint predicts no tunnelling. A body's own policy is ignored, which
// the lint reports, if the world's policy applies to all bodies or the solver does not handle impacts.
TEST(Lint, RespectsPerBodyPolicies) {
    const auto scene = [](const std::string& world, const std::string& own_policy) {
        return R"({"toibox": 1, "world": {"gravity": [0, 0], )" + world + R"(}, "bodies": [
            {"id": "wall", "type": "static", "shapes": [{"type": "box", "size": [0.1, 4]}]},
            {"id": "ball", "position": [-3, 0], "velocity": [60, 0], "continuous": ")" +
               own_policy + R"(", "shapes": [{"type": "circle", "radius": 0.1}]}]})";
    };
    EXPECT_EQ(lints(scene(R"("continuous": "off")", "stop-at-impact")), "");
    EXPECT_EQ(lints(scene(R"("continuous": "stop-at-impact")", "off")), "") << "its own choice";
    EXPECT_NE(lints(scene(R"("continuous": "roll-back")", "off")).find("which \"roll-back\" ignores"),
              std::string::npos);
    EXPECT_NE(lints(scene(R"("solver": "penalty", "penalty_stiffness": 1)", "stop-at-impact"))
                  .find("which \"penalty\" ignores"),
              std::string::npos);
}

// For a ball of 1 kg at 60 Hz, k h² = 27.8 kg exceeds 4 m; with four sub-steps it does not.
TEST(Lint, WarnsOfPenaltySpringsThatAreTooStiff) {
    const auto ball = [](const std::string& world) {
        return R"({"toibox": 1, "world": {)" + world + R"(}, "bodies": [{"id": "ball",
            "shapes": [{"type": "circle", "radius": 0.1}], "mass": {"mass": 1, "inertia": 0.005}}]})";
    };
    const std::string stiff = R"("penalty_stiffness": 1e5, "penalty_damping": 0)";
    const std::string found = lints(ball(R"("solver": "penalty", "substeps": 1, )" + stiff));
    EXPECT_NE(found.find("body \"ball\" of 1 kg will be thrown off by contacts"), std::string::npos) << found;
    EXPECT_NE(found.find("nothing below 6.94 kg comes to rest"), std::string::npos) << found;
    EXPECT_EQ(lints(ball(R"("solver": "penalty", "substeps": 4, )" + stiff)), "");
    EXPECT_EQ(lints(ball(R"("substeps": 1, )" + stiff)).find("thrown off"), std::string::npos)
        << "another solver";
    EXPECT_EQ(lints(ball(R"("solver": "penalty", "substeps": 1)")), "") << "the defaults";
}

// All bodies would be thrown off. There is one warning, at the first body.
TEST(Lint, NamesAllBodiesThatPenaltySpringsThrowOff) {
    const auto balls = [](int count) {
        std::string bodies;
        for (int i = 0; i < count; ++i) {
            bodies += (i > 0 ? ", " : "") + (R"({"id": "b)" + std::to_string(i)) + R"(", "position": [)" +
                      std::to_string(i) + R"(, 0], "shapes": [{"type": "circle", "radius": 0.1}],
                      "mass": {"mass": 1, "inertia": 0.005}})";
        }
        return lints(R"({"toibox": 1, "world": {"solver": "penalty", "substeps": 1, "penalty_stiffness": 1e5},
            "bodies": [)" +
                     bodies + "]}");
    };
    EXPECT_NE(balls(2).find("bodies \"b0\" of 1 kg and \"b1\" of 1 kg will be thrown off by contacts"),
              std::string::npos)
        << balls(2);
    const std::string many = balls(8);
    EXPECT_NE(many.find("\"b4\" of 1 kg and 3 more will be thrown off"), std::string::npos) << many;
    EXPECT_EQ(many.find("thrown off"), many.rfind("thrown off")) << many;
}

// Claims about times after the end would always be reported as not reached.
TEST(Lint, WarnsOfClaimsThatAreNeverReached) {
    const auto claim = [](const std::string& keys, const std::string& more = "") {
        return lints(
            R"({"toibox": 1, "world": {"step": 0.1, "duration": 2}, "bodies": [{"id": "ball", "type": "static"}],
            "variants": {"long": {"set": {"/world/duration": 9}}}, "expect": [{)" +
            keys + "}]" + more + "}");
    };
    const std::string late = claim(R"("that": "ball.x < 1", "at": 5)");
    EXPECT_NE(late.find("the claim is about t = 5 s, but the scene ends at 2 s"), std::string::npos) << late;
    EXPECT_NE(late.find("= at /expect/0/at"), std::string::npos) << late;
    EXPECT_NE(claim(R"("that": "ball.x@5 < 1", "always": true)").find("= at /expect/0/that"),
              std::string::npos);
    EXPECT_EQ(claim(R"("that": "ball.x < 1", "at": 2)"), "");
    EXPECT_EQ(claim(R"("that": "ball.x@1 < 1")"), "");
    EXPECT_EQ(claim(R"("that": "ball.x < 1", "at": 5, "variant": "long")"), "") << "it runs for 9 s";
}

TEST(Lint, WarnsOfEventsAfterTheEnd) {
    const auto event = [](const std::string& at, const std::string& keys) {
        return lints(R"({"toibox": 1, "world": {"step": 0.1, "duration": 2}, "bodies": [{"id": "ball",
            "type": "static"}], "variants": {"long": {"set": {"/world/duration": 9}}},
            "timeline": [{"at": )" +
                     at + R"(, "do": )" + keys + "}]}");
    };
    for (const std::string keys :
         {R"("remove", "on": "ball")", R"("pause")", R"("assert", "that": "ball.x < 1")"}) {
        const std::string late = event("5", keys);
        EXPECT_NE(
            late.find("test.toi.json:3:33: warning: the event at 5 s is after the end of the scene, 2 s"),
            std::string::npos)
            << late;
        EXPECT_NE(late.find("increase \"duration\""), std::string::npos) << late;
        EXPECT_NE(late.find("= at /timeline/0/at"), std::string::npos) << late;
        EXPECT_EQ(late.find("warning"), late.rfind("warning")) << "once: " << late;
        EXPECT_EQ(event("2", keys), "");
    }
    EXPECT_NE(event("1", R"("assert", "that": "ball.x@5 < 1")").find("the claim is about t = 5 s"),
              std::string::npos);
}

// The default max_force of a motor is 0. An event keeps the values of the joint and of earlier events.
TEST(Lint, WarnsOfMotorsWithoutForce) {
    const auto door = [](const std::string& motor, const std::string& timeline = "") {
        return lints(R"({"toibox": 1, "bodies": [{"id": "post", "type": "static"},
            {"id": "door", "shapes": [{"type": "box", "size": [2, 1]}]}], "joints": [{"id": "hinge",
            "type": "revolute", "a": "post", "b": "door", "anchor": [0, 0], "motor": )" +
                     motor + R"(}], "timeline": [)" + timeline + "]}");
    };
    const auto event = [](const std::string& at, const std::string& motor) {
        return R"({"do": "set_joint", "joint": "hinge", "at": )" + at + R"(, "motor": )" + motor + "}";
    };
    const std::string found = door(R"({"speed": 2})");
    EXPECT_NE(found.find("warning: the motor of joint \"hinge\" has no effect: its speed is 2, but its "
                         "\"max_force\" is 0"),
              std::string::npos)
        << found;
    EXPECT_NE(found.find("write \"max_force\": 100, for example"), std::string::npos) << found;
    EXPECT_NE(found.find("= at /joints/hinge/motor"), std::string::npos) << found;
    EXPECT_NE(found.find("test.toi.json:3:"), std::string::npos) << found;
    EXPECT_EQ(door(R"({"speed": 2, "max_force": 9})"), "");
    EXPECT_EQ(door(R"({"speed": 0})"), "") << "a released brake";
    EXPECT_EQ(door(R"({"speed": 2, "enabled": false})"), "");

    const std::string set = door("{}", event("1", R"({"speed": 2})"));
    EXPECT_NE(set.find("the motor of the event has no effect: its speed is 2"), std::string::npos) << set;
    EXPECT_NE(set.find("= at /timeline/0/motor"), std::string::npos) << set;
    EXPECT_EQ(door(R"({"max_force": 9})", event("1", R"({"speed": 2})")), "");
    EXPECT_EQ(door("{}", event("2", R"({"speed": 2})") + "," + event("1", R"({"max_force": 9})")), "");
    EXPECT_NE(door(R"({"max_force": 9, "speed": 2})", event("1", R"({"max_force": 0})")), "");
}

TEST(Lint, WarnsOfMassRatiosAboveAThousand) {
    const auto pair = [](const std::string& kg, const std::string& solver = "soft-step") {
        return R"({"toibox": 1, "world": {"solver": ")" + solver + R"("}, "bodies": [
            {"id": "light", "shapes": [{"type": "circle", "radius": 0.1}], "mass": {"mass": 1, "inertia": 1}},
            {"id": "heavy", "position": [5, 0], "shapes": [{"type": "circle", "radius": 0.1}],
             "mass": {"mass": )" +
               kg + R"(, "inertia": 1}}]})";
    };
    EXPECT_NE(lints(pair("1001")).find("body \"heavy\" has 1e+03 times the mass of \"light\""),
              std::string::npos)
        << lints(pair("1001"));
    EXPECT_EQ(lints(pair("1000")), "");
    EXPECT_TRUE(lints(pair("1001")).find("or raise \"substeps\"") != std::string::npos);
    EXPECT_TRUE(lints(pair("1001", "sequential-impulses")).find("or raise \"iterations\"") !=
                std::string::npos);
}

TEST(Lint, WarnsOfBodiesThatAreSmallForTheSubsteps) {
    const auto die = [](const std::string& world, const std::string& edge) {
        return R"({"toibox": 1, "world": {"gravity": [0, -10], )" + world +
               R"(}, "bodies": [{"id": "die", "shapes": [{"type": "box", "size": [)" + edge + ", " + edge +
               "]}]}]}";
    };
    // The minimum size is 160 g h²: 160 · 10 / 240² is 27.8 mm.
    const std::string soft = lints(die(R"("substeps": 4)", "0.016"));
    EXPECT_NE(soft.find("body \"die\" is 0.016 m thick"), std::string::npos) << soft;
    EXPECT_NE(soft.find("sinks by up to 9 %"), std::string::npos) << soft;
    EXPECT_NE(soft.find("raise \"substeps\" to 6"), std::string::npos) << soft;
    EXPECT_EQ(lints(die(R"("substeps": 6)", "0.016")), "");
    EXPECT_EQ(lints(die(R"("substeps": 4)", "0.0278")), "");
    EXPECT_NE(lints(die(R"("substeps": 4, "contact_stiffness": 0.5)", "0.09")), "");
    const std::string tiny = lints(die(R"("substeps": 4)", "0.00002"));
    EXPECT_NE(tiny.find("stacked, they sink into each other"), std::string::npos) << tiny;
    EXPECT_NE(tiny.find("raise \"substeps\" to 100 and divide \"step\" by 2, or make"), std::string::npos)
        << tiny;
    // The minimum size is 70 g h²: 70 · 10 / 60² is 194 mm.
    const std::string rigid = lints(die(R"("solver": "sequential-impulses", "substeps": 1)", "0.19"));
    EXPECT_NE(rigid.find("a stack of them may fall over"), std::string::npos) << rigid;
    EXPECT_EQ(lints(die(R"("solver": "sequential-impulses", "substeps": 2)", "0.19")), "");
}

// The lint uses the minimum thickness over all directions, and the body's gravity_scale.
TEST(Lint, WarnsOfThinBodiesInAnyOrientation) {
    const auto plate = [](const std::string& body) {
        return lints(R"({"toibox": 1, "world": {"gravity": [0, -10]}, "bodies": [{"id": "plate", )" + body +
                     "}]}");
    };
    const std::string flat = plate(R"("shapes": [{"type": "box", "size": [1, 0.005]}])");
    EXPECT_NE(flat.find("\"plate\" is 0.005 m thick"), std::string::npos) << flat;
    const std::string tilted = plate(R"("angle": 0.7, "shapes": [{"type": "box", "size": [1, 0.005]}])");
    EXPECT_NE(tilted.find("\"plate\" is 0.005 m thick"), std::string::npos) << tilted;
    const std::string box = R"("shapes": [{"type": "box", "size": [0.03, 0.03]}])";
    EXPECT_EQ(plate(box), "");
    EXPECT_NE(plate(R"("gravity_scale": -2, )" + box), "");
    EXPECT_EQ(plate(R"("gravity_scale": 0, "shapes": [{"type": "box", "size": [1, 0.005]}])"), "");
}

TEST(Lint, WarnsOfMergedVertices) {
    // A square with a point at the midpoint of an edge.
    const std::string found =
        lints(with_shape(R"("type": "polygon", "vertices": [[0,0],[1,0],[2,0],[2,2],[0,2]])"));
    EXPECT_NE(found.find("1 of 5 vertices were merged"), std::string::npos) << found;
    EXPECT_NE(found.find("= at /bodies/b/shapes/0/vertices"), std::string::npos) << found;
}

TEST(Lint, WarnsOfATargetBelowTheResolutionOfPositions) {
    // Floats between 65536 and 131072 are 1/128 m apart: four of them are 31 mm.
    const auto far = [](const std::string& target) {
        return R"({"toibox": 1, "world": {"target": )" + target +
               R"(}, "bodies": [{"id": "b", "position": [100000, 0], "shapes": [{"type": "circle", "radius": 1}]}]})";
    };
    EXPECT_NE(lints(far("0.031")).find("less than 4 float ulps (0.0312 m) at body \"b\""), std::string::npos)
        << lints(far("0.031"));
    EXPECT_EQ(lints(far("0.0313")), "");
}

}  // namespace
}  // namespace toibox::scene
