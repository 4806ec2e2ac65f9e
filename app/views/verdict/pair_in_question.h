// SPDX-License-Identifier: MIT
#pragma once

#include "app/session/session.h"

#include <optional>

namespace toibox::app {

/// Two bodies that a view is about. A is drawn blue and B orange, whatever colours the scene gives them.
struct BodiesAB {
    BodyHandle a;
    BodyHandle b;
};

/// The view for which the bodies are asked.
struct QuestionView {
    bool is_pane = false;         ///< A pane of a comparison.
    bool shows_verdicts = false;  ///< While playback is paused.
};

/// The bodies in question: those of the verdicts that the view shows, if these are all about the same two;
/// else the only two bodies with shapes, if the scene ends at its verdict or in a comparison. nullopt: the
/// view is not about two bodies. A and B as in ordered_pair().
std::optional<BodiesAB> bodies_in_question(const Session& session, const QuestionView& view);

}  // namespace toibox::app
