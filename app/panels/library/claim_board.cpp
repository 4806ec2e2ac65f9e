// SPDX-License-Identifier: MIT
#include "app/panels/library/claim_board.h"

#include "toibox/core/hash.h"
#include "toibox/io/atomic_file.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <sstream>
#include <utility>

namespace toibox::app {

namespace {

constexpr std::size_t max_scene_bytes = std::size_t{16} << 20;
constexpr std::size_t max_saved_failures = 10;  ///< Of each file.

std::string hash_of(std::initializer_list<std::string_view> texts) {
    Hasher hash;
    for (const std::string_view text : texts)
        hash.add(text);
    return fmt::format("{:016x}", hash.value());
}

std::string key_of(std::string_view scene) {
    return "claims." + hash_of({scene});
}

std::int64_t now() {
    return std::chrono::duration_cast<std::chrono::seconds>(
               std::chrono::system_clock::now().time_since_epoch())
        .count();
}

std::string without_separators(std::string text) {
    std::ranges::replace_if(text, [](char c) { return c == '\t' || c == '\n'; }, ' ');
    return text;
}

/// One line with content, time and counts, then one line for each failed claim.
std::string to_text(const std::string& content, const CheckedClaims& checked) {
    const ClaimResult& result = checked.result;
    std::string text =
        fmt::format("{} {} {} {} {}", content, checked.time, result.passed, result.failed, result.aborted);
    for (std::size_t i = 0; i < result.failures.size() && i < max_saved_failures; ++i) {
        const FailedClaim& failure = result.failures[i];
        text += fmt::format("\n{}\t{}\t{}", without_separators(failure.variant),
                            without_separators(failure.claim), without_separators(failure.detail));
    }
    return text;
}

/// nullopt if the text is damaged or belongs to other content.
std::optional<CheckedClaims> from_text(const std::string& text, const std::string& content) {
    std::istringstream lines(text);
    std::string line;
    std::getline(lines, line);
    std::istringstream head(line);
    std::string saved_content;
    CheckedClaims out;
    head >> saved_content >> out.time >> out.result.passed >> out.result.failed >> out.result.aborted;
    if (!head || saved_content != content) return std::nullopt;
    while (std::getline(lines, line)) {
        std::istringstream parts(line);
        FailedClaim failure;
        std::getline(parts, failure.variant, '\t');
        std::getline(parts, failure.claim, '\t');
        std::getline(parts, failure.detail);
        out.result.failures.push_back(std::move(failure));
    }
    return out;
}

}  // namespace

ClaimBoard::ClaimBoard(std::string path, std::string build)
    : saved_(SettingsStore::load(std::move(path))), build_(std::move(build)) {}

void ClaimBoard::request(const std::vector<std::string>& scenes) {
    queue_.clear();
    if (current_) queue_.push_back(current_->scene);
    for (const std::string& scene : scenes) {
        if (!checked_.contains(scene) && std::ranges::find(queue_, scene) == queue_.end())
            queue_.push_back(scene);
    }
}

void ClaimBoard::advance(double seconds) {
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + std::chrono::duration<double>(seconds);
    const auto left = [&] { return std::chrono::duration<double>(end - Clock::now()).count(); };
    do {
        if (queue_.empty()) return;
        if (!current_) {
            start_next();
            continue;
        }
        current_->check.advance(left());
        if (!current_->check.is_finished()) continue;
        const Current done = *std::exchange(current_, std::nullopt);
        finish(done.scene, done.content, {.result = done.check.result(), .time = now()});
    } while (left() > 0.0);
}

void ClaimBoard::start_next() {
    const std::string scene = queue_.front();
    const Result<std::string, std::string> text = io::read_file(scene, max_scene_bytes);
    const std::string content = text ? hash_of({*text, build_}) : std::string("unreadable");
    if (auto saved = from_text(saved_.text(key_of(scene)), content)) return show(scene, *std::move(saved));
    auto document = text ? scene::Document::parse(*text, scene)
                         : Result<scene::Document, scene::Diagnostics>(Err{scene::Diagnostics{}});
    if (document) {
        current_.emplace(Current{scene, content, ClaimCheck(*document)});
        return;
    }
    CheckedClaims broken{.result = {}, .time = now()};
    broken.result.aborted = 1;
    broken.result.failures.push_back({"base", {}, "the file has errors"});
    finish(scene, content, std::move(broken));
}

void ClaimBoard::finish(const std::string& scene, const std::string& content, CheckedClaims checked) {
    saved_.set(key_of(scene), to_text(content, checked));
    // At once: the browser may be closed before all are checked. A failure only costs the check of the next
    // run.
    static_cast<void>(saved_.save());
    show(scene, std::move(checked));
}

void ClaimBoard::show(const std::string& scene, CheckedClaims checked) {
    checked_.insert_or_assign(scene, std::move(checked));
    std::erase(queue_, scene);
}

void ClaimBoard::forget() {
    checked_.clear();
    current_.reset();
    queue_.clear();
}

const CheckedClaims* ClaimBoard::find(std::string_view scene) const {
    const auto found = checked_.find(scene);
    return found == checked_.end() ? nullptr : &found->second;
}

std::string age_text(std::int64_t seconds) {
    if (seconds < 60) return "just now";
    if (seconds < 60 * 60) return fmt::format("{} min ago", seconds / 60);
    if (seconds < 24 * 60 * 60) return fmt::format("{} h ago", seconds / (60 * 60));
    const std::int64_t days = seconds / (24 * 60 * 60);
    return fmt::format("{} {} ago", days, days == 1 ? "day" : "days");
}

}  // namespace toibox::app
