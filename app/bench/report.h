// SPDX-License-Identifier: MIT
#pragma once

#include "app/bench/run.h"

#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace toibox::bench {

/// A measurement as members of a JSON object, without braces.
///
/// Times are in ms. `ms_total`: mean over runs of the total time. `ms_min_total`: for each step the fastest
/// of all runs, summed over the steps. `stages`: this sum for each stage. `ms_step_stages`: this sum for each
/// stage, divided by the number of steps. `ms_step`: statistics of the fastest times of the steps.
/// `bodies`, `joints` and `contacts`: numbers at the end. `touching`, `penetration` and `joint_gap` (metres):
/// values after 25, 50, 75 and 100 % of the steps.
std::string json_members(const Measurement& measurement);

/// Calls `text` for each sample and joins the results.
std::string join_samples(const Measurement& measurement, std::string_view separator,
                         const std::function<std::string(const WorldStats&)>& text);
std::string join_touching(const Measurement& measurement, std::string_view separator);
std::string join_overlaps(const Measurement& measurement, std::string_view separator);  ///< Millimetres.
std::string join_gaps(const Measurement& measurement, std::string_view separator);      ///< Millimetres.

/// CSV (RFC 4180) with one row per step and run: "scene,engine,run,step,ms", then ms per stage.
std::string csv_header(std::span<const std::string_view> stages);
std::string csv_rows(std::string_view scene, std::string_view engine, int run_index, const TimedRun& run);

}  // namespace toibox::bench
