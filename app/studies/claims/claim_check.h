// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/scene/document.h"
#include "toibox/scene/parameter_sweep.h"

#include "app/studies/claims/variant_run.h"

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace toibox::app {

/// A claim that does not hold, or why a variant could not be run to its end.
struct FailedClaim {
    std::string variant;  ///< "base" for the scene itself.
    std::string claim;    ///< As written; empty: the variant.
    std::string detail;

    friend bool operator==(const FailedClaim&, const FailedClaim&) = default;
};

/// Outcomes of all claims of a scene and its variants.
struct ClaimResult {
    int passed = 0;
    int failed = 0;   ///< Claims that failed or were not reached.
    int aborted = 0;  ///< Variants that could not be run to their end.
    std::vector<FailedClaim> failures;

    [[nodiscard]] int total() const { return passed + failed; }
    [[nodiscard]] bool good() const { return failed + aborted == 0; }
    friend bool operator==(const ClaimResult&, const ClaimResult&) = default;
};

/// Checks the claims of a scene and of each variant, as `toibox test` does, some steps in each frame.
class ClaimCheck {
public:
    explicit ClaimCheck(const scene::Document& document);

    /// Carries out at least one step, and more until `seconds` of real time have passed. Does nothing after
    /// the end.
    void advance(double seconds);
    [[nodiscard]] bool is_finished() const { return next_variant_ == variants_.size() && !run_; }
    /// Complete once the check is finished.
    [[nodiscard]] const ClaimResult& result() const { return result_; }

private:
    /// Sweep and text of a claim inside rate().
    using RateKey = std::pair<std::string, std::string>;
    using Rates = std::map<RateKey, double>;

    void advance_once();
    void start_variant();
    void finish_variant();
    void report(const std::string& claim, const std::string& detail);

    scene::Document document_;
    std::vector<std::string> variants_;  ///< As the document names them; the first is empty.
    std::size_t next_variant_ = 0;       ///< Index of the variant that starts next.
    std::string variant_;                ///< Of the current run, "base" for the scene itself.
    std::optional<VariantRun> run_;
    /// Rates that the claims of the current run read; they are measured before it starts to step.
    std::shared_ptr<Rates> rates_;
    std::vector<scene::RateMeasurement> unmeasured_;
    std::vector<RateKey> unmeasured_keys_;
    ClaimResult result_;
};

}  // namespace toibox::app
