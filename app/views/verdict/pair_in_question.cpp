// SPDX-License-Identifier: MIT
#include "app/views/verdict/pair_in_question.h"

#include "app/session/pair_order.h"

#include <algorithm>
#include <vector>

namespace toibox::app {

namespace {

std::optional<BodiesAB> ordered(const World& world, BodyHandle first, BodyHandle second) {
    const auto first_body = world.find(first);
    const auto second_body = world.find(second);
    if (!first_body || !second_body || first_body->shapes().empty() || second_body->shapes().empty())
        return std::nullopt;
    const auto [a, b] = ordered_pair(world, first, second);
    return BodiesAB{a, b};
}

/// The bodies of the verdicts, if all are about the same two.
std::optional<BodiesAB> bodies_of(const World& world, const std::vector<scene::Verdict>& verdicts) {
    if (verdicts.empty()) return std::nullopt;
    const scene::Verdict& first = verdicts.front();
    const bool is_one_pair = std::ranges::all_of(verdicts, [&](const scene::Verdict& verdict) {
        return std::minmax(verdict.body, verdict.other) == std::minmax(first.body, first.other);
    });
    return is_one_pair ? ordered(world, first.body, first.other) : std::nullopt;
}

/// The only two bodies with shapes.
std::optional<BodiesAB> only_two(const World& world) {
    std::vector<BodyHandle> bodies;
    for (const BodyHandle body : world.bodies()) {
        if (!world.find(body)->shapes().empty()) bodies.push_back(body);
        if (bodies.size() > 2) return std::nullopt;
    }
    return bodies.size() == 2 ? ordered(world, bodies[0], bodies[1]) : std::nullopt;
}

}  // namespace

std::optional<BodiesAB> bodies_in_question(const Session& session, const QuestionView& view) {
    if (view.shows_verdicts && !session.is_playing()) {
        if (const auto judged = bodies_of(session.world(), session.run().verdicts())) return judged;
    }
    const bool is_about_two = view.is_pane || session.run().scene().ending == scene::Ending::AtVerdict;
    return is_about_two ? only_two(session.world()) : std::nullopt;
}

}  // namespace toibox::app
