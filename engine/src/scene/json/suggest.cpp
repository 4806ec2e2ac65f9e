// SPDX-License-Identifier: MIT
// "Did you mean" hints by minimum edit distance; an exchange of two neighbouring letters is one edit. Source:
// F. Damerau, "A technique for computer detection and correction of spelling errors", Comm. ACM 7(3), 1964
// (restricted form).

#include "toibox/scene/suggest.h"

#include <algorithm>
#include <cstddef>
#include <fmt/format.h>
#include <vector>

namespace toibox::scene {

namespace {

constexpr std::size_t max_word_length = 64;  // bounds the quadratic cost; longer words are not typos

std::size_t edit_distance(std::string_view a, std::string_view b) {
    const std::size_t columns = b.size() + 1;
    std::vector<std::size_t> table((a.size() + 1) * columns);
    const auto cell = [&](std::size_t i, std::size_t j) -> std::size_t& { return table[i * columns + j]; };
    for (std::size_t i = 0; i <= a.size(); ++i) {
        for (std::size_t j = 0; j <= b.size(); ++j) {
            if (i == 0 || j == 0) {
                cell(i, j) = i + j;
                continue;
            }
            const std::size_t replaced = cell(i - 1, j - 1) + (a[i - 1] == b[j - 1] ? 0 : 1);
            cell(i, j) = std::min({replaced, cell(i - 1, j) + 1, cell(i, j - 1) + 1});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                cell(i, j) = std::min(cell(i, j), cell(i - 2, j - 2) + 1);
            }
        }
    }
    return table.back();
}

/// Whether one of the words contains the other: "velocity_iterations" contains "iterations".
bool contains_other(std::string_view a, std::string_view b) {
    const std::string_view inner = a.size() < b.size() ? a : b;
    const std::string_view outer = a.size() < b.size() ? b : a;
    return inner.size() >= 3 && outer.find(inner) != std::string_view::npos;
}

}  // namespace

std::string_view closest_name(std::string_view wrong, std::span<const std::string_view> known) {
    if (wrong.empty() || wrong.size() > max_word_length) return {};
    std::string_view best;
    std::size_t best_distance = std::max<std::size_t>(1, wrong.size() / 3) + 1;
    for (const std::string_view name : known) {
        if (name.size() > max_word_length) continue;
        const std::size_t distance = edit_distance(wrong, name);
        if (distance < best_distance) {
            best = name;
            best_distance = distance;
        }
    }
    if (!best.empty()) return best;
    const auto containing = std::find_if(known.begin(), known.end(),
                                         [&](std::string_view name) { return contains_other(wrong, name); });
    return containing == known.end() ? std::string_view{} : *containing;
}

std::string join(std::span<const std::string_view> names) {
    return fmt::format("{}", fmt::join(names.begin(), names.end(), ", "));
}

std::string suggestion(std::string_view wrong, std::span<const std::string_view> known) {
    const std::string_view closest = closest_name(wrong, known);
    if (!closest.empty()) return fmt::format("did you mean \"{}\"?", closest);
    if (known.empty()) return {};
    return fmt::format("one of: {}", join(known));
}

}  // namespace toibox::scene
