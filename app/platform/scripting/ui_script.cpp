// SPDX-License-Identifier: MIT
#include "app/platform/scripting/ui_script.h"

#include "app/platform/key.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <utility>

namespace toibox::app {
namespace {

/// Syntax of a command. `args` has one letter per argument: w word, n number, o operator, k chord, b button,
/// * the rest of the line. Arguments after | are optional.
struct CommandSyntax {
    std::string_view name;
    UiCommand::Kind kind;
    std::string_view args;
};
constexpr std::array<CommandSyntax, 14> script_commands{{
    {"click", UiCommand::Kind::Click, "w|b"},
    {"press", UiCommand::Kind::Press, "w|b"},
    {"release", UiCommand::Kind::Release, ""},
    {"move", UiCommand::Kind::Move, "w|nn"},
    {"drag", UiCommand::Kind::Drag, "wnn|b"},
    {"wheel", UiCommand::Kind::Wheel, "n"},
    {"key", UiCommand::Kind::Key, "k"},
    {"text", UiCommand::Kind::Text, "*"},
    {"drop", UiCommand::Kind::Drop, "*"},
    {"wait", UiCommand::Kind::Wait, "n"},
    {"expect", UiCommand::Kind::Expect, "wo*"},
    {"await", UiCommand::Kind::Await, "wo*"},
    {"tell", UiCommand::Kind::Tell, "w"},
    {"screenshot", UiCommand::Kind::Screenshot, "*"},
}};

constexpr std::array<std::string_view, 6> operators{"=", "!=", "<", "<=", ">", ">="};

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view blanks = " \t\r";
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::string_view take_word(std::string_view& rest) {
    rest = trimmed(rest);
    if (const std::size_t quote = rest.find('"', 1);
        rest.starts_with('"') && quote != std::string_view::npos) {
        const std::string_view word = rest.substr(1, quote - 1);
        rest = trimmed(rest.substr(quote + 1));
        return word;
    }
    const std::size_t end = std::min(rest.find_first_of(" \t"), rest.size());
    const std::string_view word = rest.substr(0, end);
    rest = trimmed(rest.substr(end));
    return word;
}

std::optional<double> number(std::string_view text) {
    double value = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

bool is_valid_argument(char type, std::string_view word) {
    switch (type) {
        case 'n':
            return number(word).has_value();
        case 'o':
            return std::find(operators.begin(), operators.end(), word) != operators.end();
        case 'k':
            return parse_chord(word).has_value();
        case 'b':
            return word == "left" || word == "right" || word == "middle" || word == "double";
        default:
            return !word.empty();
    }
}

/// Fills `args`. Returns an error such as "needs a number, got \"x\""; nullopt if there is none.
std::optional<std::string> read_args(std::string_view types, std::string_view rest,
                                     std::vector<std::string>& args) {
    bool optional = false;
    for (const char type : types) {
        if (type == '|') {
            optional = true;
            continue;
        }
        if (optional && rest.empty()) return std::nullopt;
        const std::string_view word = type == '*' ? std::exchange(rest, {}) : take_word(rest);
        if (!is_valid_argument(type, word)) {
            const std::string_view expected = type == 'n'   ? "a number"
                                              : type == 'o' ? "one of = != < <= > >="
                                              : type == 'k' ? "a key"
                                              : type == 'b' ? "a button"
                                                            : "an argument";
            return "needs " + std::string(expected) + ", got \"" + std::string(word) + "\"";
        }
        args.emplace_back(word);
    }
    if (!rest.empty()) return "has too many arguments: \"" + std::string(rest) + "\"";
    return std::nullopt;
}

}  // namespace

Result<UiScript, std::string> UiScript::parse(std::string_view text) {
    UiScript script;
    int line = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view rest = trimmed(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        ++line;
        if (rest.empty() || rest.front() == '#') continue;
        const std::string_view name = take_word(rest);
        const auto syntax = std::find_if(script_commands.begin(), script_commands.end(),
                                         [&](const CommandSyntax& entry) { return entry.name == name; });
        const std::string location = "line " + std::to_string(line) + ": ";
        if (syntax == script_commands.end())
            return Err{location + "unknown command \"" + std::string(name) + "\""};
        UiCommand command{syntax->kind, line, {}};
        if (const auto error = read_args(syntax->args, rest, command.args)) {
            return Err{location + std::string(name) + " " + *error};
        }
        script.commands.push_back(std::move(command));
    }
    return script;
}

bool UiScript::has_mouse() const {
    using Kind = UiCommand::Kind;
    return std::any_of(commands.begin(), commands.end(), [](const UiCommand& command) {
        return command.kind == Kind::Click || command.kind == Kind::Press || command.kind == Kind::Move ||
               command.kind == Kind::Drag || command.kind == Kind::Wheel;
    });
}

bool ui_compare(std::string_view left, std::string_view op, std::string_view right) {
    const auto a = number(left);
    const auto b = number(right);
    const bool numbers = a.has_value() && b.has_value();
    const bool equal = numbers ? *a == *b : left == right;
    const bool less = numbers ? *a < *b : left < right;
    if (op == "=") return equal;
    if (op == "!=") return !equal;
    if (op == "<") return less;
    if (op == "<=") return less || equal;
    if (op == ">") return numbers ? *a > *b : left > right;
    if (op == ">=") return numbers ? *a >= *b : left >= right;
    return false;
}

}  // namespace toibox::app
