// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/world.h"

#include <initializer_list>
#include <optional>
#include <string_view>

namespace toibox {

/// Checks of untrusted data. Each returns the first invalid field, or nullopt. World checks handles.
std::optional<DefError> check(const BodyDef& def);
std::optional<DefError> check(const ContinuousOverride& choice);
std::optional<DefError> check(const Shape& shape);
std::optional<DefError> check(const Material& material);
std::optional<DefError> check(const ShapeDef& def);
std::optional<DefError> check(const ExplosionDef& def);
/// Checks the numbers of a joint, not its bodies (joint_check.cpp).
std::optional<DefError> check(const Joint& joint);

/// Checks of single values, for commands. `field`: name in the error. Numbers must be finite and within
/// ±tuning::coordinate_limit.
std::optional<DefError> check_number(std::string_view field, float value);
std::optional<DefError> check_vector(std::string_view field, Vec2 value);
std::optional<DefError> check_not_negative(std::string_view field, float value);
std::optional<DefError> check_body_type(BodyType type);

/// The first error in `checks`, or nullopt.
std::optional<DefError> first_of(std::initializer_list<std::optional<DefError>> checks);

/// The error for a null or stale handle.
template <class Tag>
DefError dead_handle(const char* field, Handle<Tag> handle) {
    return {field, handle.is_null() ? "is null" : "is not alive"};
}

/// The handle; on error, a null handle, and the error is stored in `refusal`.
template <class AnyHandle>
AnyHandle handle_or_null(const Result<AnyHandle, DefError>& result, std::optional<DefError>& refusal) {
    if (result) return *result;
    refusal = result.error();
    return {};
}

}  // namespace toibox
