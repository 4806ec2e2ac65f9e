// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/result.h"
#include "toibox/scene/document.h"
#include "toibox/scene/verdict.h"

#include <cstddef>
#include <string>
#include <vector>

namespace toibox::app {

/// A crowd: the runs of a parameter sweep, each until its first verdict other than TimeLost or the end of the
/// duration. The runs are carried out one after another, some in each frame, in the order of the sweep.
class Crowd {
public:
    /// Error: a message for the user. The variant, or the sweep, does not exist.
    static Result<Crowd, std::string> start(const scene::Document& document, std::string variant,
                                            std::vector<scene::Document::Override> overrides,
                                            const std::string& sweep);

    /// Carries out at least one further run, and more until `seconds` of real time have passed. Does nothing
    /// after the last run.
    void advance(double seconds);

    [[nodiscard]] std::size_t size() const { return values_.size(); }
    /// The runs carried out so far.
    [[nodiscard]] std::size_t finished() const { return finished_; }
    [[nodiscard]] bool is_finished() const { return finished_ == values_.size(); }
    /// Of the finished runs: those with this verdict, with none, and those that could not be carried out.
    [[nodiscard]] std::size_t count(scene::VerdictKind kind) const;
    [[nodiscard]] std::size_t without_verdict() const { return without_verdict_; }
    [[nodiscard]] std::size_t failed() const { return failed_; }

private:
    Crowd(const scene::Document& document, std::string variant,
          std::vector<scene::Document::Override> overrides, const scene::ParameterSweepEntry& sweep);
    void run_next();

    scene::Document document_;
    std::string variant_;
    std::vector<scene::Document::Override> overrides_;
    std::string varied_;  ///< JSON Pointer.
    std::vector<double> values_;
    std::size_t finished_ = 0;
    std::vector<std::size_t> counts_;  ///< By VerdictKind.
    std::size_t without_verdict_ = 0;
    std::size_t failed_ = 0;
};

}  // namespace toibox::app
