// SPDX-License-Identifier: MIT
#include "app/bench/report.h"

#include <fmt/format.h>

namespace toibox::bench {

namespace {

/// One number per stage as JSON members, such as "pairs":0.4051.
std::string join_stages(const Measurement& measurement, const std::vector<double>& values) {
    std::string out;
    for (std::size_t i = 0; i < values.size(); ++i)
        out += fmt::format("{}\"{}\":{:.4f}", i == 0 ? "" : ",", measurement.stage_names[i], values[i]);
    return out;
}

}  // namespace

std::string json_members(const Measurement& measurement) {
    const TimeDistribution times = time_distribution(measurement.step_times);
    const std::string stages = join_stages(measurement, measurement.stage_totals());
    const std::string stages_of_step = join_stages(measurement, measurement.stage_means());
    const std::string penetration = join_samples(
        measurement, ",", [](const WorldStats& stats) { return fmt::format("{:.6f}", stats.penetration); });
    const std::string joint_gap = join_samples(
        measurement, ",", [](const WorldStats& stats) { return fmt::format("{:.6f}", stats.joint_gap); });
    const WorldStats& end = measurement.samples.back();
    return fmt::format("\"steps\":{},\"repeat\":{},\"ms_total\":{:.4f},\"ms_min_total\":{:.4f},",
                       measurement.step_times.size(), measurement.runs, measurement.mean_total,
                       measurement.minimum_total()) +
           fmt::format(
               "\"ms_step\":{{\"mean\":{:.5f},\"median\":{:.5f},\"min\":{:.5f},\"p99\":{:.5f},\"max\":{:.5f}}"
               "},",
               times.mean, times.median, times.min, times.p99, times.max) +
           fmt::format(
               "\"stages\":{{{}}},\"ms_step_stages\":{{{}}},\"bodies\":{},\"joints\":{},\"contacts\":{},",
               stages, stages_of_step, end.bodies, end.joints, end.contacts) +
           fmt::format("\"touching\":[{}],\"penetration\":[{}],\"joint_gap\":[{}]",
                       join_touching(measurement, ","), penetration, joint_gap);
}

std::string join_samples(const Measurement& measurement, std::string_view separator,
                         const std::function<std::string(const WorldStats&)>& text) {
    std::string joined;
    for (const WorldStats& stats : measurement.samples) {
        if (!joined.empty()) joined += separator;
        joined += text(stats);
    }
    return joined;
}

std::string join_touching(const Measurement& measurement, std::string_view separator) {
    return join_samples(measurement, separator,
                        [](const WorldStats& stats) { return fmt::format("{}", stats.touching); });
}

std::string join_overlaps(const Measurement& measurement, std::string_view separator) {
    return join_samples(measurement, separator, [](const WorldStats& stats) {
        return fmt::format("{:.1f}", 1e3 * stats.penetration);
    });
}

std::string join_gaps(const Measurement& measurement, std::string_view separator) {
    return join_samples(measurement, separator,
                        [](const WorldStats& stats) { return fmt::format("{:.1f}", 1e3 * stats.joint_gap); });
}

std::string csv_header(std::span<const std::string_view> stages) {
    std::string text = "scene,engine,run,step,ms";
    for (const std::string_view stage : stages)
        text += fmt::format(",{}", stage);
    return text + "\r\n";
}

std::string csv_rows(std::string_view scene, std::string_view engine, int run_index, const TimedRun& run) {
    std::string text;
    const std::size_t stages = run.stage_names.size();
    for (std::size_t k = 0; k < run.step_times.size(); ++k) {
        text += fmt::format("{},{},{},{},{:.6f}", scene, engine, run_index, k, run.step_times[k]);
        for (std::size_t i = 0; i < stages; ++i)
            text += fmt::format(",{:.6f}", run.stage_times[k * stages + i]);
        text += "\r\n";
    }
    return text;
}

}  // namespace toibox::bench
