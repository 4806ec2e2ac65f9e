// SPDX-License-Identifier: MIT
#pragma once

#include "app/bench/run.h"

#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace toibox::bench {

/// The members of a JSON object, without its braces. Times in ms: `ms_total` is the mean of the runs' totals,
/// `ms_min_total` the sum over steps of the least time of the runs, `stages` likewise, `ms_step_stages` a
/// step of it, `ms_step` how the least times are spread. `bodies`, `joints` and `contacts` are those of the
/// end; lists hold the figures at a quarter, a half, three quarters and the end, `penetration` and
/// `joint_gap` in metres.
std::string json_members(const Measurement& measurement);

/// A value of each sample, joined.
std::string join_samples(const Measurement& measurement, std::string_view separator,
                         const std::function<std::string(const WorldStats&)>& text);
std::string join_touching(const Measurement& measurement, std::string_view separator);
std::string join_overlaps(const Measurement& measurement, std::string_view separator);  ///< Millimetres.
std::string join_gaps(const Measurement& measurement, std::string_view separator);      ///< Millimetres.

/// A table of the time of each step of each run, RFC 4180: "scene,engine,run,step,ms", then ms a stage.
std::string csv_header(std::span<const std::string_view> stages);
std::string csv_rows(std::string_view scene, std::string_view engine, int number, const TimedRun& run);

}  // namespace toibox::bench
