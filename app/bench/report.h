// SPDX-License-Identifier: MIT
#pragma once

#include "app/bench/run.h"

#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace toibox::bench {

/// The members of a JSON object, without braces.
///
/// Times in ms. `ms_total`: mean over runs of the total time. `ms_min_total`: sum over steps of the minimum
/// time of the runs; `stages`: the same per stage, `ms_step_stages`: per stage and step. `ms_step`:
/// distribution of the minimum times of steps. `bodies`, `joints` and `contacts`: at the end. Lists have the
/// values after 25, 50, 75 and 100 % of the steps; `penetration` and `joint_gap` in metres.
std::string json_members(const Measurement& measurement);

/// The texts of all samples, joined.
std::string join_samples(const Measurement& measurement, std::string_view separator,
                         const std::function<std::string(const WorldStats&)>& text);
std::string join_touching(const Measurement& measurement, std::string_view separator);
std::string join_overlaps(const Measurement& measurement, std::string_view separator);  ///< Millimetres.
std::string join_gaps(const Measurement& measurement, std::string_view separator);      ///< Millimetres.

/// CSV (RFC 4180) with one row per step and run: "scene,engine,run,step,ms", then ms per stage.
std::string csv_header(std::span<const std::string_view> stages);
std::string csv_rows(std::string_view scene, std::string_view engine, int run_index, const TimedRun& run);

}  // namespace toibox::bench
