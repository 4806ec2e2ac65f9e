// SPDX-License-Identifier: MIT
#include "scene/json/json_value.h"

#include <algorithm>
#include <array>
#include <utility>

namespace toibox::scene {

const JsonMember* JsonValue::find(std::string_view key) const {
    const Object* members = object();
    if (members == nullptr) return nullptr;
    const auto found = std::find_if(members->begin(), members->end(),
                                    [&](const JsonMember& member) { return member.key == key; });
    return found == members->end() ? nullptr : &*found;
}

JsonMember* JsonValue::find(std::string_view key) {
    return const_cast<JsonMember*>(std::as_const(*this).find(key));
}

JsonValue* JsonValue::element(std::string_view id) {
    Array* items = array();
    if (items == nullptr) return nullptr;
    for (JsonValue& item : *items) {
        const std::string* own = id_of(item);
        if (own != nullptr && *own == id) return &item;
    }
    return nullptr;
}

std::string_view describe_type(const JsonValue& value) {
    static constexpr std::array<std::string_view, 6> names = {"null",     "true or false", "a number",
                                                              "a string", "an array",      "an object"};
    return names[value.data.index()];
}

const std::string* id_of(const JsonValue& element) {
    const JsonMember* id = element.find("id");
    return id == nullptr ? nullptr : id->value.string();
}

}  // namespace toibox::scene
