// SPDX-License-Identifier: MIT
#pragma once

#include "tests/unit/scene/document_support.h"

#include <string>
#include <utility>
#include <vector>

namespace toibox::scene::test {

inline std::string one_shape(const std::string& type) {
    return with_shape(R"("type": ")" + type + R"(", $)");
}
inline std::string one_event(const std::string& kind) {
    return R"({"toibox": 1, "timeline": [{"at": 0, "do": ")" + kind + R"(", $}]})";
}
inline std::string with_joint(const std::string& type, const std::string& rest) {
    return R"({"toibox": 1, "joints": [{"type": ")" + type + R"(", )" + rest + "}]}";
}
inline std::string one_query(const std::string& kind, const std::string& rest) {
    return R"({"toibox": 1, "queries": {"q": {"kind": ")" + kind + R"(", )" + rest + "}}}";
}

/// Definitions of the schema, each with a scene that has "$" in place of its keys.
using SceneTemplates = std::vector<std::pair<std::string, std::string>>;

inline SceneTemplates world_templates() {
    return {
        {"", R"({"toibox": 1, $})"},
        {"/definitions/world", with_world("$")},
        {"/definitions/material", R"({"toibox": 1, "materials": {"m": {$}}})"},
        {"/definitions/emitter", R"({"toibox": 1, "emitters": [{$}]})"},
        {"/definitions/emitter_jitter", R"({"toibox": 1, "emitters": [{"jitter": {$}}]})"},
        {"/definitions/wind", R"({"toibox": 1, "winds": [{$}]})"},
        {"/definitions/wheel_ray", R"({"toibox": 1, "wheel_rays": [{$}]})"},
        {"/definitions/walker", R"({"toibox": 1, "walkers": [{$}]})"},
        {"/definitions/parameter", R"({"toibox": 1, "parameters": {"p": {$}}})"},
        {"/definitions/variant", R"({"toibox": 1, "variants": {"v": {$}}})"},
        {"/definitions/lesson", R"({"toibox": 1, "lesson": {$}})"},
        {"/definitions/page", one_page("$")},
        {"/definitions/page_choice", one_page(R"("choices": [{$}, {}])")},
        {"/definitions/page_set_up", one_page(R"("set_up": {$})")},
        {"/definitions/page_reveal", one_page(R"("reveal": {$})")},
        {"/definitions/page_mark", one_mark("$")},
        {"/definitions/page_chart", one_page(R"("reveal": {"chart": {$}})")},
        {"/definitions/page_series", one_page(R"("reveal": {"chart": {"x": [0, 1], "series": [{$}]}})")},
        {"/definitions/view", R"({"toibox": 1, "view": {$}})"},
        {"/definitions/next", R"({"toibox": 1, "next": {$}})"},
        {"/definitions/claim", R"({"toibox": 1, "expect": [{$}]})"},
        {"/definitions/probe", R"({"toibox": 1, "probes": {"p": {$}}})"},
        {"/definitions/sweep", R"({"toibox": 1, "sweeps": {"s": {$}}})"},
        {"/definitions/curve", R"({"toibox": 1, "curves": {"c": {$}}})"},
        {"/definitions/curve_point", R"({"toibox": 1, "curves": {"c": {"points": [{$}]}}})"},
    };
}

inline SceneTemplates body_templates() {
    SceneTemplates out = {
        {"/definitions/body", with_body("$")},
        {"/definitions/repeat", with_body(R"("repeat": {$})")},
        {"/definitions/jitter", with_body(R"("repeat": {"jitter": {$}})")},
        {"/definitions/mass", with_body(R"("mass": {$})")},
        {"/definitions/damping", with_body(R"("damping": {$})")},
        {"/definitions/filter", with_shape(R"("type": "circle", "radius": 1, "filter": {$})")},
    };
    for (const std::string type :
         {"circle", "capsule", "box", "polygon", "segment", "chain", "hull", "concave"}) {
        out.emplace_back("/definitions/" + type, one_shape(type));
    }
    return out;
}

inline SceneTemplates joint_templates() {
    SceneTemplates out = {
        {"/definitions/angle_limit", with_joint("revolute", R"("limit": {$})")},
        {"/definitions/angle_spring", with_joint("revolute", R"("spring": {$})")},
        {"/definitions/length_limit", with_joint("distance", R"("limit": {$})")},
        {"/definitions/length_spring", with_joint("wheel", R"("spring": {$})")},
        {"/definitions/joint_motor", with_joint("prismatic", R"("motor": {$})")},
    };
    for (const std::string type : {"revolute", "distance", "prismatic", "weld", "wheel", "motor", "mouse"}) {
        out.emplace_back("/definitions/" + type, with_joint(type, "$"));
    }
    return out;
}

inline SceneTemplates query_templates() {
    SceneTemplates out = {
        {"/definitions/side_of_pieces", one_query("pieces", R"("a": {$})")},
        {"/definitions/moving_side", one_query("toi", R"("a": {$})")},
        {"/definitions/placed_side", one_query("distance", R"("a": {$})")},
        {"/definitions/motion", one_query("toi", R"("a": {"sweep": {$}})")},
        {"/definitions/place", one_query("distance", R"("a": {"transform": {$}})")},
    };
    for (const std::string kind :
         {"toi", "distance", "shapecast", "overlap", "raycast", "manifold", "pieces"}) {
        out.emplace_back("/definitions/query_" + kind, one_query(kind, "$"));
    }
    const auto with_query_shape = [](const std::string& kind, const std::string& type) {
        return one_query(kind, R"("a": {"shape": {"type": ")" + type + R"(", $}})");
    };
    for (const std::string type : {"circle", "capsule", "segment", "polygon"}) {
        out.emplace_back("/definitions/query_" + type, with_query_shape("toi", type));
    }
    for (const std::string type : {"concave", "hull"}) {
        out.emplace_back("/definitions/query_" + type, with_query_shape("pieces", type));
    }
    return out;
}

inline SceneTemplates event_templates() {
    SceneTemplates out;
    for (const std::string kind :
         {"spawn", "remove", "impulse", "force", "set_velocity", "set", "camera", "annotate", "slow_motion",
          "pause", "assert", "explode", "teleport", "set_joint"}) {
        out.emplace_back("/definitions/event_" + kind, one_event(kind));
    }
    return out;
}

}  // namespace toibox::scene::test
