// SPDX-License-Identifier: MIT
// Measures seeking: records a benchmark scene (default: moving_500), then seeks to random frames in the live
// history with its cached states, in the history read from the file, and in that history after all states
// were prefetched. Exit code 1 if a hash differs or the file cannot be written or read. Usage: replay_bench
// [--frames N] [--seeks N] [--threads N] [--scene NAME]
#include "toibox/core/result.h"
#include "toibox/core/rng.h"
#include "toibox/replay/history.h"
#include "toibox/replay/recording_file.h"
#include "toibox/replay/verify.h"

#include "app/bench/run.h"
#include "app/bench/toibox_engine.h"
#include "tests/support/temporary_folder.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <string>
#include <vector>

namespace {

using namespace toibox;

/// Error: why the benchmark failed.
using Outcome = Result<Unit, std::string>;

struct Options {
    int frames = 10'000;
    int seeks = 1'000;
    int threads = 1;
    std::string scene = "moving_500";
};

double milliseconds_since(std::chrono::steady_clock::time_point start_time) {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start_time).count();
}

/// Seeks to random frames and compares the hash of each state with the recorded hash. Error: some hashes
/// differ.
Outcome seek_randomly(replay::History& history, const char* title, int seeks) {
    Rng rng(1);
    std::vector<double> times;
    int wrong_hashes = 0;
    const auto bound = static_cast<std::uint32_t>(history.end() + 1);
    for (int i = 0; i < seeks; ++i) {
        const std::uint64_t frame = rng.below(bound);
        const auto start_time = std::chrono::steady_clock::now();
        history.seek({0, frame, 0});
        times.push_back(milliseconds_since(start_time));
        wrong_hashes += history.simulation().world().hash() == history.recording().hash(0, frame) ? 0 : 1;
    }
    std::sort(times.begin(), times.end());
    const auto quantile = [&](double fraction) {
        return times[static_cast<std::size_t>(fraction * static_cast<double>(times.size() - 1))];
    };
    fmt::print("{:<22} {} seeks: median {:.1f} ms, p99 {:.1f} ms, worst {:.1f} ms, {} wrong hashes\n", title,
               seeks, quantile(0.5), quantile(0.99), times.back(), wrong_hashes);
    if (wrong_hashes > 0) return Err{fmt::format("{}: {} of {} hashes differ", title, wrong_hashes, seeks)};
    return Unit{};
}

/// Measures stepping without a recording, then with a recording that is written to `path`.
Outcome record(replay::History& live, const Options& options, const std::string& path) {
    auto start_time = std::chrono::steady_clock::now();
    World world = live.simulation().world();
    for (int i = 0; i < options.frames; ++i)
        world.step(1.0f / 60.0f);
    const double stepping_time = milliseconds_since(start_time);
    start_time = std::chrono::steady_clock::now();
    auto writer = replay::RecordingWriter::create(path, live.recording());
    if (!writer) return Err{writer.error()};
    for (int i = 0; i < options.frames; ++i) {
        live.step();
        if (i % 60 == 0) writer->sync(live.recording());
    }
    const auto finished = writer->finish(live.recording());
    if (!finished) return finished;
    const double recording_time = milliseconds_since(start_time);
    const auto thousands = static_cast<double>(options.frames) / 1000.0;
    fmt::print("{}: {} bodies, {} contacts, {} frames, {} threads\n", options.scene,
               live.simulation().world().body_count(), live.simulation().world().contacts().size(),
               options.frames, options.threads);
    fmt::print("stepping {:.3f} ms per step, recording {:.3f} ms per step\n", stepping_time / options.frames,
               recording_time / options.frames);
    fmt::print("file {:.2f} MB per 1000 steps, {} keyframes; memory: {} states, {:.0f} MB, {} frames apart\n",
               1e-6 * static_cast<double>(std::filesystem::file_size(path)) / thousands,
               live.recording().branches[0].keyframes.size(), live.cached_state_count(),
               1e-6 * static_cast<double>(live.cached_bytes()), live.cached_state_spacing());
    return Unit{};
}

/// Seeks in a history that was read from a file, before and after all states are prefetched.
Outcome seek_in_file(replay::History history, int seeks) {
    if (const Outcome sought = seek_randomly(history, "from the file", seeks); !sought) return sought;
    const auto start_time = std::chrono::steady_clock::now();
    while (history.prefetch_states(64)) {
    }
    fmt::print("prefetched in {:.1f} s\n", 1e-3 * milliseconds_since(start_time));
    return seek_randomly(history, "file, prefetched", seeks);
}

Outcome measure(const Options& options) {
    const bench::Scene& scene = *bench::find_scene(options.scene);
    bench::ToiboxEngine engine(bench::settings_of(scene), {.threads = options.threads});
    bench::run_scene(scene, engine, 1, [](int) { return true; });
    const auto start = [&] { return std::make_unique<replay::WorldSimulation>(engine.world(), 1.0 / 60.0); };
    replay::Recording metadata;
    metadata.step = 1.0 / 60.0;
    replay::History live(start(), metadata);
    live.record_keyframes(true);

    const test::TemporaryFolder folder;
    const std::string path = folder.file("replay_bench.toirec");
    if (const Outcome recorded = record(live, options, path); !recorded) return recorded;
    if (const Outcome sought = seek_randomly(live, "live, from memory", options.seeks); !sought)
        return sought;
    auto start_time = std::chrono::steady_clock::now();
    auto read = replay::read_recording(path);
    if (!read) return Err{read.error().message};
    if (!read->damage.none()) return Err{fmt::format("the recording is damaged: {}", read->damage.what)};
    fmt::print("opened in {:.0f} ms\n", milliseconds_since(start_time));
    const Outcome sought = seek_in_file(replay::History::resume(start(), read->recording), options.seeks);
    if (!sought) return sought;
    start_time = std::chrono::steady_clock::now();
    const replay::VerifyResult result =
        replay::verify(read->recording, start(), 0, [](std::uint64_t, std::uint64_t) { return true; });
    fmt::print("verified in {:.1f} s: {}\n", 1e-3 * milliseconds_since(start_time),
               result.holds() ? "same hashes" : "DIVERGES");
    if (!result.holds()) return Err{fmt::format("the replay diverges at step {}", result.first_step)};
    return Unit{};
}

}  // namespace

int main(int argc, char** argv) {
    Options options;
    for (int i = 1; i + 1 < argc; i += 2) {
        const std::string name = argv[i];
        if (name == "--frames") options.frames = std::stoi(argv[i + 1]);
        if (name == "--seeks") options.seeks = std::stoi(argv[i + 1]);
        if (name == "--threads") options.threads = std::stoi(argv[i + 1]);
        if (name == "--scene") options.scene = argv[i + 1];
    }
    if (bench::find_scene(options.scene) == nullptr || options.frames < 1 || options.seeks < 1) {
        fmt::print(stderr, "replay_bench: unknown scene, or --frames or --seeks is less than 1\n");
        return 2;
    }
    const Outcome measured = measure(options);
    if (measured) return 0;
    fmt::print(stderr, "replay_bench: {}\n", measured.error());
    return 1;
}
