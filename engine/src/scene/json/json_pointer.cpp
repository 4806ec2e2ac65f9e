// SPDX-License-Identifier: MIT
#include "scene/json/json_pointer.h"

#include "toibox/scene/suggest.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <fmt/format.h>
#include <optional>
#include <system_error>
#include <utility>

namespace toibox::scene {

namespace {

std::optional<std::size_t> as_index(std::string_view token) {
    std::size_t index = 0;
    const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), index);
    if (error != std::errc{} || end != token.data() + token.size()) return std::nullopt;
    return index;
}

JsonValue* step_into(JsonValue& at, const std::string& token) {
    if (JsonMember* member = at.find(token)) return &member->value;
    if (JsonValue* element = at.element(token)) return element;
    JsonValue::Array* items = at.array();
    const std::optional<std::size_t> index = as_index(token);
    return items != nullptr && index && *index < items->size() ? &(*items)[*index] : nullptr;
}

PointerError unresolved_error(const JsonValue& at, std::string_view token, std::string_view path) {
    if (const JsonValue::Array* items = at.array()) {
        std::vector<std::string_view> ids;
        for (const JsonValue& item : *items) {
            if (const std::string* id = id_of(item)) ids.push_back(*id);
        }
        std::string hint = suggestion(token, ids);
        if (hint.empty()) hint = fmt::format("the array has {} elements, numbered from 0", items->size());
        return {fmt::format("no element \"{}\" in {}", token, path), std::move(hint)};
    }
    return {fmt::format("cannot set a value below {}, which is {}", path, describe_type(at)),
            "a pointer must lead through objects and arrays, for example /bodies/ball/velocity/0"};
}

}  // namespace

Result<std::vector<std::string>, PointerError> split_pointer(std::string_view pointer) {
    if (pointer.empty() || pointer.front() != '/') {
        return Err{PointerError{fmt::format("\"{}\" is not a JSON Pointer", pointer),
                                "a pointer starts with /, for example /bodies/ball/velocity/0"}};
    }
    std::vector<std::string> tokens;
    for (std::size_t i = 0; i < pointer.size(); ++i) {
        const char c = pointer[i];
        if (c == '/') {
            tokens.emplace_back();
        } else if (c != '~') {
            tokens.back() += c;
        } else if (i + 1 < pointer.size() && (pointer[i + 1] == '0' || pointer[i + 1] == '1')) {
            tokens.back() += pointer[++i] == '0' ? '~' : '/';
        } else {
            return Err{PointerError{fmt::format("\"{}\" is not a JSON Pointer", pointer),
                                    "write ~0 for ~ and ~1 for /"}};
        }
    }
    return tokens;
}

Result<Unit, PointerError> set_at(JsonValue& root, std::string_view pointer, const JsonValue& value) {
    auto tokens = split_pointer(pointer);
    if (!tokens) return Err{std::move(tokens).error()};
    JsonValue* at = &root;
    std::string path;
    for (const std::string& token : *tokens) {
        JsonValue* next = step_into(*at, token);
        if (next == nullptr && at->object() != nullptr) {
            at->object()->push_back({token, value.span, JsonValue(JsonValue::Object{}, value.span)});
            next = &at->object()->back().value;
        }
        if (next == nullptr) return Err{unresolved_error(*at, token, path.empty() ? "the scene" : path)};
        at = next;
        path += "/" + token;
    }
    *at = value;
    return Unit{};
}

bool is_ambiguous(const JsonValue& root, std::string_view pointer) {
    const auto tokens = split_pointer(pointer);
    if (!tokens) return false;
    const JsonValue* at = &root;
    for (const std::string& token : *tokens) {
        if (const JsonValue::Array* items = at->array()) {
            const auto has_id = [&](const JsonValue& item) {
                const std::string* id = id_of(item);
                return id != nullptr && *id == token;
            };
            if (std::ranges::count_if(*items, has_id) > 1) return true;
        }
        at = step_into(const_cast<JsonValue&>(*at), token);
        if (at == nullptr) return false;
    }
    return false;
}

const JsonValue* value_at(const JsonValue& root, std::string_view pointer) {
    const auto tokens = split_pointer(pointer);
    if (!tokens) return nullptr;
    const JsonValue* at = &root;
    for (const std::string& token : *tokens) {
        at = step_into(const_cast<JsonValue&>(*at), token);
        if (at == nullptr) return nullptr;
    }
    return at;
}

}  // namespace toibox::scene
