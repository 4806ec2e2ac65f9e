// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/geometry/hull.h"
#include "toibox/geometry/shape.h"
#include "toibox/math/vec2.h"

#include <array>
#include <cstddef>
#include <vector>

/// The scenes of the stability tests as plain data, so that several engines can run the same scenes. Card
/// house, arch and mass ratios are from Box2D's public samples.
namespace toibox::testing_support {

struct PileBody {
    Vec2 position;
    Shape shape;
    float angle = 0.0f;
    float density = 1.0f;
    float friction = 0.6f;
};

/// Dynamic bodies on a floor whose top is at y = 0. The last body is a topmost one.
using PileBodies = std::vector<PileBody>;

/// Boxes of half size h in rows of base, base − 1, …, 1, each box above the seam between two.
inline PileBodies pyramid(int base, float h) {
    PileBodies bodies;
    for (int row = 0; row < base; ++row) {
        for (int j = row; j < base; ++j) {
            const float x = static_cast<float>(row + 1) * h + 2.0f * static_cast<float>(j - row) * h;
            bodies.push_back(
                {.position = {x - h * static_cast<float>(base), static_cast<float>(2 * row + 1) * h},
                 .shape = make_box({h, h})});
        }
    }
    return bodies;
}

/// Unit boxes on top of each other, shifted by `shift` alternately to the right and left.
inline PileBodies stack(int count, float shift = 0.0f) {
    PileBodies bodies;
    for (int i = 0; i < count; ++i) {
        bodies.push_back({.position = {i % 2 == 0 ? shift : -shift, 0.5f + static_cast<float>(i)},
                          .shape = make_box({0.5f, 0.5f}),
                          .friction = 0.3f});
    }
    return bodies;
}

/// Discs of radius 0.5, each exactly above the previous one.
inline PileBodies column_of_discs(int count) {
    PileBodies bodies;
    for (int i = 0; i < count; ++i) {
        bodies.push_back({.position = {0.0f, 0.5f + static_cast<float>(i)},
                          .shape = Circle{.center = {}, .radius = 0.5f},
                          .friction = 0.3f});
    }
    return bodies;
}

/// Five storeys of cards, 40 cm high and 2 mm thick. Pairs of cards lean on each other at 25° from the
/// vertical, and flat cards lie between the storeys.
inline PileBodies card_house() {
    constexpr float half_height = 0.2f;
    constexpr float lean = 0.436332313f;
    constexpr float flat = 1.570796327f;
    PileBodies bodies;
    const auto add = [&](Vec2 position, float angle) {
        bodies.push_back({.position = position,
                          .shape = make_box({0.001f, half_height}),
                          .angle = angle,
                          .friction = 0.7f});
    };
    float y = half_height - 0.02f;
    for (int storey = 0; storey < 5; ++storey) {
        const int pairs = 5 - storey;
        float x = 0.175f * static_cast<float>(storey);
        for (int i = 0; i < pairs; ++i) {
            if (i != pairs - 1) add({x + 0.25f, y + half_height - 0.015f}, flat);
            add({x, y}, -lean);
            x += 0.175f;
            add({x, y}, lean);
            x += 0.175f;
        }
        y += 2.0f * half_height - 0.03f;
    }
    return bodies;
}

/// An arch of seventeen stones along a catenary, 12 m wide, with four planks on the keystone.
inline PileBodies arch() {
    // Inner and outer corners of one side, at four times the size of the arch.
    constexpr std::array<Vec2, 9> inner{{{16.0f, 0.0f},
                                         {14.93803712795643f, 5.133601056842984f},
                                         {13.79871746027416f, 10.24928069555078f},
                                         {12.56252963284711f, 15.34107019122473f},
                                         {11.20040987372525f, 20.39856541571217f},
                                         {9.66521217819836f, 25.40369899225096f},
                                         {7.87179930638133f, 30.3179337000085f},
                                         {5.635199558196225f, 35.03820717801641f},
                                         {2.405937953536585f, 39.09554102558315f}}};
    constexpr std::array<Vec2, 9> outer{{{24.0f, 0.0f},
                                         {22.33619528222415f, 6.02299846205841f},
                                         {20.54936888969905f, 12.00964361211476f},
                                         {18.60854610798073f, 17.9470321677465f},
                                         {16.46769273811807f, 23.81367936585418f},
                                         {14.05325025774858f, 29.57079353071012f},
                                         {11.23551045834022f, 35.13775818285372f},
                                         {7.752568160730571f, 40.30450679009583f},
                                         {3.016931552701656f, 44.28891593799322f}}};
    const auto corner_at = [](Vec2 corner, float side) {
        return Vec2{0.25f * side * corner.x, 0.25f * corner.y};
    };
    PileBodies bodies;
    const auto add_stone = [&](const std::array<Vec2, 4>& corners) {
        bodies.push_back({.position = {}, .shape = make_polygon(corners).value()});
    };
    for (const float side : {1.0f, -1.0f}) {
        for (std::size_t i = 0; i + 1 < inner.size(); ++i) {
            add_stone({corner_at(inner[i], side), corner_at(outer[i], side), corner_at(outer[i + 1], side),
                       corner_at(inner[i + 1], side)});
        }
    }
    add_stone({corner_at(inner[8], 1.0f), corner_at(outer[8], 1.0f), corner_at(outer[8], -1.0f),
               corner_at(inner[8], -1.0f)});
    for (int i = 0; i < 4; ++i) {
        bodies.push_back({.position = {0.0f, 0.5f + 0.25f * outer[8].y + static_cast<float>(i)},
                          .shape = make_box({2.0f, 0.5f})});
    }
    return bodies;
}

/// Three pyramids of ten rows of 2 m boxes. The top boxes are 100, 200 and 300 times as heavy as the others
/// and fall 2 m.
inline PileBodies heavy_tops() {
    PileBodies bodies;
    for (int index = 0; index < 3; ++index) {
        float y = 1.0f;
        for (int count = 10; count > 0; --count, y += 2.0f) {
            const float left = 22.0f * static_cast<float>(index) - 20.0f - static_cast<float>(count);
            for (int i = 0; i < count; ++i) {
                bodies.push_back(
                    {.position = {left + 2.0f * static_cast<float>(i), count == 1 ? y + 2.0f : y},
                     .shape = make_box({1.0f, 1.0f}),
                     .density = count == 1 ? 100.0f * static_cast<float>(index + 1) : 1.0f});
            }
        }
    }
    return bodies;
}

/// A 20 m box that falls 15 m onto two unit boxes under its ends.
inline PileBodies giant_on_boxes() {
    return {{.position = {-9.0f, 0.5f}, .shape = make_box({0.5f, 0.5f})},
            {.position = {9.0f, 0.5f}, .shape = make_box({0.5f, 0.5f})},
            {.position = {0.0f, 26.0f}, .shape = make_box({10.0f, 10.0f})}};
}

/// A 20 m box that falls 2.5 m onto the tips of two triangles, which start half a metre above the floor.
inline PileBodies giant_on_triangles() {
    constexpr std::array<Vec2, 3> corners{{{-0.5f, 0.0f}, {0.5f, 0.0f}, {0.0f, 1.0f}}};
    const Shape triangle = make_polygon(corners).value();
    return {{.position = {-9.0f, 0.5f}, .shape = triangle},
            {.position = {9.0f, 0.5f}, .shape = triangle},
            {.position = {0.0f, 14.0f}, .shape = make_box({10.0f, 10.0f})}};
}

/// A unit box under a unit box of `ratio` times its density.
inline PileBodies heavy_on_light(float ratio) {
    return {{.position = {0.0f, 0.5f}, .shape = make_box({0.5f, 0.5f})},
            {.position = {0.0f, 1.5f}, .shape = make_box({0.5f, 0.5f}), .density = ratio}};
}

/// A contracted pyramid of unit boxes: neighbours overlap by the fraction `overlap` of their side.
inline PileBodies overlapping(int base, float overlap) {
    const float half = 0.5f * (1.0f - overlap);
    PileBodies bodies;
    for (int row = 0; row < base; ++row) {
        for (int j = row; j < base; ++j) {
            const float x = half * static_cast<float>(row - base) + 2.0f * half * static_cast<float>(j - row);
            bodies.push_back({.position = {x, 0.5f + 2.0f * half * static_cast<float>(row)},
                              .shape = make_box({0.5f, 0.5f})});
        }
    }
    return bodies;
}

}  // namespace toibox::testing_support
