// SPDX-License-Identifier: MIT
#include "app/cli/commands/sweep/parameter_grid.h"

#include "toibox/scene/parameter_sweep.h"

#include "app/cli/base/parse_number.h"

#include <fmt/format.h>
#include <limits>
#include <optional>

namespace toibox::app {

namespace {

constexpr std::string_view hint =
    "write POINTER=FROM:TO:COUNT, as in /bodies/ball/velocity/0=5:200:40, add :log for logarithmic "
    "spacing, or list values: POINTER=A,B,C";

/// A part of the argument and its position.
struct TextPiece {
    std::string_view text;
    std::size_t start = 0;  ///< Offset of the first character in the argument.
};

/// `offset`: position of the character, from 0.
std::string error_at(std::size_t offset, const std::string& reason) {
    return fmt::format("at character {}: {}", offset + 1, reason);
}

/// Splits the text at separators outside brackets and quotes.
std::vector<TextPiece> split(TextPiece input, char separator) {
    std::vector<TextPiece> pieces;
    std::size_t start = 0;
    int depth = 0;
    bool quoted = false;
    for (std::size_t i = 0; i < input.text.size(); ++i) {
        const char c = input.text[i];
        if (quoted && c == '\\') {
            ++i;
        } else if (c == '"') {
            quoted = !quoted;
        } else if (!quoted && (c == '[' || c == '{')) {
            ++depth;
        } else if (!quoted && (c == ']' || c == '}')) {
            --depth;
        } else if (!quoted && depth == 0 && c == separator) {
            pieces.push_back({input.text.substr(start, i - start), input.start + start});
            start = i + 1;
        }
    }
    pieces.push_back({input.text.substr(start), input.start + start});
    return pieces;
}

std::optional<double> parse_finite(std::string_view text) {
    constexpr double max = std::numeric_limits<double>::max();
    return parse_number<double>(text, -max, max);
}

Result<ParameterAxis, std::string> parse_range(std::string pointer, const std::vector<TextPiece>& parts) {
    if (parts.size() > 4) return Err{error_at(parts[4].start - 1, "a range has at most four parts")};
    const std::size_t end = parts.back().start + parts.back().text.size();
    if (parts.size() < 3) return Err{error_at(end, "COUNT is missing (FROM:TO:COUNT)")};
    scene::ParameterSweepEntry sweep;
    sweep.vary = std::move(pointer);
    for (std::size_t i = 0; i < 2; ++i) {
        const std::optional<double> value = parse_finite(parts[i].text);
        if (!value) {
            return Err{error_at(parts[i].start, fmt::format("{} must be a number, got \"{}\"",
                                                            i == 0 ? "FROM" : "TO", parts[i].text))};
        }
        (i == 0 ? sweep.from : sweep.to) = *value;
    }
    const std::optional<int> count = parse_number<int>(parts[2].text, 1, 1000000);
    if (!count) {
        return Err{error_at(
            parts[2].start,
            fmt::format("COUNT must be a whole number from 1 to 1000000, got \"{}\"", parts[2].text))};
    }
    sweep.count = *count;
    sweep.log = parts.size() == 4;
    if (sweep.log && parts[3].text != "log")
        return Err{error_at(parts[3].start,
                            fmt::format("only \"log\" may follow COUNT, got \"{}\"", parts[3].text))};
    // The quotient is positive also for two negative ends.
    if (sweep.log && !(sweep.from != 0.0 && sweep.to / sweep.from > 0.0)) {
        return Err{error_at(parts[0].start, "log needs two non-zero ends of the same sign")};
    }
    return axis_of(sweep);
}

Result<ParameterAxis, std::string> read_axis(std::string_view text) {
    const std::size_t equals = text.find('=');
    if (!text.starts_with('/')) return Err{error_at(0, "a pointer must begin with \"/\"")};
    if (equals == std::string_view::npos) return Err{error_at(text.size(), "\"=\" is missing")};
    const std::string pointer(text.substr(0, equals));
    const TextPiece values{text.substr(equals + 1), equals + 1};
    if (const std::vector<TextPiece> parts = split(values, ':'); parts.size() > 1)
        return parse_range(pointer, parts);
    ParameterAxis axis{pointer, {}};
    for (const TextPiece& value : split(values, ',')) {
        if (value.text.empty()) return Err{error_at(value.start, "a value is missing")};
        axis.values.emplace_back(value.text);
    }
    return axis;
}

}  // namespace

Result<ParameterAxis, std::string> parse_axis(std::string_view text) {
    Result<ParameterAxis, std::string> axis = read_axis(text);
    if (axis) return axis;
    return Err{fmt::format("\"{}\", {}; {}", text, axis.error(), hint)};
}

ParameterAxis axis_of(const scene::ParameterSweepEntry& sweep) {
    ParameterAxis axis{sweep.vary, {}};
    for (const double value : scene::sweep_values(sweep))
        axis.values.push_back(fmt::format("{}", value));
    return axis;
}

ParameterGrid::ParameterGrid(std::vector<std::string> variants, std::vector<ParameterAxis> axes)
    : variants_(std::move(variants)), axes_(std::move(axes)), size_(variants_.size()) {
    for (const ParameterAxis& axis : axes_)
        size_ = axis.values.size() > max_points / size_ ? max_points : size_ * axis.values.size();
}

ParameterGrid::Point ParameterGrid::at(std::size_t index) const {
    Point point;
    point.values.resize(axes_.size());
    for (std::size_t i = axes_.size(); i-- > 0;) {
        const std::vector<std::string>& values = axes_[i].values;
        point.values[i] = values[index % values.size()];
        index /= values.size();
    }
    point.variant = index;
    return point;
}

Result<Shard, std::string> parse_shard(std::string_view text) {
    const std::size_t slash = text.find('/');
    const auto error = [text] {
        return Err{fmt::format("must be I/N, part I of N parts (1-based), such as 2/8; got \"{}\"", text)};
    };
    if (slash == std::string_view::npos) return error();
    const auto count = parse_number<int>(text.substr(slash + 1), 1, 100000);
    if (!count) return error();
    const auto index = parse_number<int>(text.substr(0, slash), 1, *count);
    if (!index) return error();
    return Shard{static_cast<std::size_t>(*index), static_cast<std::size_t>(*count)};
}

}  // namespace toibox::app
