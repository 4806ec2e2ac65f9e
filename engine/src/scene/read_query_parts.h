// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/scene/query.h"

#include "reading.h"

#include <optional>
#include <string_view>
#include <vector>

/// What the readers of pair experiments share. All report what is wrong, and give nothing then.
namespace toibox::scene {

/// A point or a way that arithmetic in double can cope with.
std::optional<Vec2d> read_query_vec2(DiagnosticSink& sink, const Cursor& at);
std::optional<Vec2d> required_vec2(ObjectReader& object, std::string_view key);

/// A convex shape.
std::optional<QueryShape> read_query_shape(DiagnosticSink& sink, const Cursor& at);
/// The convex pieces of a shape: of a concave one, where those are taken, several.
std::vector<QueryShape> read_query_pieces(DiagnosticSink& sink, const Cursor& at, bool takes_concave);

}  // namespace toibox::scene
