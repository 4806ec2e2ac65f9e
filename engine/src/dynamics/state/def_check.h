// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/world.h"

#include <initializer_list>
#include <optional>
#include <string_view>

namespace toibox {

/// Checks of untrusted data: the first invalid field, or nullopt. Handles are checked by the world.
std::optional<DefError> check(const BodyDef& def);
std::optional<DefError> check(const ContinuousOverride& choice);
std::optional<DefError> check(const Shape& shape);
std::optional<DefError> check(const Material& material);
std::optional<DefError> check(const ShapeDef& def);
std::optional<DefError> check(const ExplosionDef& def);
/// The numbers of a joint, not its bodies (joint_check.cpp).
std::optional<DefError> check(const Joint& joint);

/// Single values, for commands. `field` is the name in the error; a coordinate or velocity must be finite and
/// within ±tuning::coordinate_limit.
std::optional<DefError> check_number(std::string_view field, float value);
std::optional<DefError> check_vector(std::string_view field, Vec2 value);
std::optional<DefError> check_not_negative(std::string_view field, float value);
std::optional<DefError> check_body_type(BodyType type);

/// The first check that failed.
std::optional<DefError> first_of(std::initializer_list<std::optional<DefError>> checks);

/// The error for a null or stale handle.
template <class Tag>
DefError dead_handle(const char* field, Handle<Tag> handle) {
    return {field, handle.is_null() ? "is null" : "is not alive"};
}

/// The handle, or a null handle and the error in `refusal`.
template <class AnyHandle>
AnyHandle value_or_refusal(const Result<AnyHandle, DefError>& result, std::optional<DefError>& refusal) {
    if (result) return *result;
    refusal = result.error();
    return {};
}

}  // namespace toibox
