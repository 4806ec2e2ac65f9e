// SPDX-License-Identifier: MIT
#include "app/platform/settings_store.h"

#include "toibox/io/atomic_file.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <utility>

#include <SDL.h>

namespace toibox::app {
namespace {

constexpr std::size_t max_file_bytes = 1u << 20u;

bool is_key(std::string_view key) {
    return !key.empty() && std::all_of(key.begin(), key.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '_' || c == '-';
    });
}

std::string escape(std::string_view value) {
    std::string out;
    for (const char c : value) {
        if (c == '\\') {
            out += "\\\\";
        } else if (c == '\n') {
            out += "\\n";
        } else if (c == '\r') {
            out += "\\r";
        } else if (c == '\0') {
            out += "\\0";
        } else {
            out += c;
        }
    }
    return out;
}

std::optional<std::string> unescape(std::string_view value) {
    std::string out;
    for (std::size_t i = 0; i < value.size(); ++i) {
        if (value[i] == '\0') return std::nullopt;
        if (value[i] != '\\') {
            out += value[i];
            continue;
        }
        if (++i == value.size()) return std::nullopt;
        switch (value[i]) {
            case '\\':
                out += '\\';
                break;
            case 'n':
                out += '\n';
                break;
            case 'r':
                out += '\r';
                break;
            case '0':
                out += '\0';
                break;
            default:
                return std::nullopt;
        }
    }
    return out;
}

template <class Number>
std::optional<Number> parse(std::string_view text) {
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

template <class Number>
std::string write(Number value) {
    char buffer[32];
    const auto result = std::to_chars(buffer, buffer + sizeof buffer, value);
    return {buffer, result.ptr};
}

}  // namespace

std::string SettingsStore::default_path() {
    char* folder = SDL_GetPrefPath("", "toibox");
    if (folder == nullptr) return {};
    std::string path = std::string(folder) + "settings.txt";
    SDL_free(folder);
    return path;
}

SettingsStore SettingsStore::load(std::string path) {
    SettingsStore store;
    store.path_ = std::move(path);
    if (store.path_.empty()) return store;
    const auto text = io::read_file(store.path_, max_file_bytes);
    if (!text) return store;
    std::string_view rest = *text;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        const std::string_view line = rest.substr(0, end);
        // A last line without a newline is ignored: the file was truncated, perhaps in the middle of a value.
        const bool is_complete = end < rest.size();
        rest.remove_prefix(is_complete ? end + 1 : end);
        if (line.empty() || line.front() == '#') continue;
        const std::size_t equals = line.find('=');
        const bool has_key = equals != std::string_view::npos && is_key(line.substr(0, equals));
        auto value = has_key && is_complete ? unescape(line.substr(equals + 1)) : std::nullopt;
        if (value) {
            store.values_.insert_or_assign(std::string(line.substr(0, equals)), *std::move(value));
        } else {
            ++store.lines_ignored_;
        }
    }
    return store;
}

bool SettingsStore::has(std::string_view key) const {
    return values_.find(key) != values_.end();
}

std::string SettingsStore::text(std::string_view key, std::string fallback) const {
    const auto found = values_.find(key);
    return found != values_.end() ? found->second : std::move(fallback);
}

float SettingsStore::number(std::string_view key, float fallback, float min, float max) const {
    const auto value = parse<float>(text(key));
    return value && std::isfinite(*value) ? std::clamp(*value, min, max) : fallback;
}

int SettingsStore::integer(std::string_view key, int fallback, int min, int max) const {
    const auto value = parse<int>(text(key));
    return value ? std::clamp(*value, min, max) : fallback;
}

bool SettingsStore::flag(std::string_view key, bool fallback) const {
    const std::string value = text(key);
    return value == "true" || (value != "false" && fallback);
}

void SettingsStore::set(std::string_view key, std::string_view value) {
    TOIBOX_ASSERT(is_key(key));
    const auto found = values_.find(key);
    if (found != values_.end() && found->second == value) return;
    values_.insert_or_assign(std::string(key), std::string(value));
    dirty_ = true;
}

void SettingsStore::set(std::string_view key, float value) {
    set(key, std::string_view(write(value)));
}
void SettingsStore::set(std::string_view key, int value) {
    set(key, std::string_view(write(value)));
}
void SettingsStore::set(std::string_view key, bool value) {
    set(key, std::string_view(value ? "true" : "false"));
}

void SettingsStore::erase(std::string_view key) {
    const auto found = values_.find(key);
    if (found == values_.end()) return;
    values_.erase(found);
    dirty_ = true;
}

Result<Unit, std::string> SettingsStore::save() {
    if (!dirty_ || path_.empty()) return Unit{};
    std::string text = "# toibox settings. Unreadable lines are ignored.\n";
    for (const auto& [key, value] : values_) {
        text += key + "=" + escape(value) + "\n";
    }
    auto written = io::write_file_atomically(path_, text);
    dirty_ = !written.has_value();
    return written;
}

}  // namespace toibox::app
