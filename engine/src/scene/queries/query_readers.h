// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/scene/query.h"

#include "scene/json/object_reader.h"

#include <optional>
#include <string_view>
#include <vector>

// Shared readers of queries. They report errors and then return nullopt or an empty list.
namespace toibox::scene {

/// A point or vector within the limits of queries.
std::optional<Vec2d> read_query_vec2(DiagnosticSink& sink, const Cursor& at);
std::optional<Vec2d> required_vec2(ObjectReader& object, std::string_view key);

/// A convex shape.
std::optional<QueryShape> read_query_shape(DiagnosticSink& sink, const Cursor& at);
/// The convex pieces of a shape; concave shapes, which have several, only if `takes_concave`.
std::vector<QueryShape> read_query_pieces(DiagnosticSink& sink, const Cursor& at, bool takes_concave);

}  // namespace toibox::scene
