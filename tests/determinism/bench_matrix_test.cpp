// SPDX-License-Identifier: MIT
// Each large benchmark scene gives the same bits with one, two and four threads and with each instruction
// set: the golden hash after 60 steps, and with TOIBOX_SOAK=1 equal hashes throughout its run.
#include "app/bench/toibox_engine.h"
#include "tests/determinism/bench_scenes.h"
#include "tests/determinism/golden.h"
#include "tests/support/soak.h"

#include <vector>

namespace toibox::testing_support {
namespace {

class BenchMatrix : public testing::TestWithParam<const bench::Scene*> {};

/// The hashes after every tenth step of a run. The hash after bench_golden_steps steps must be the golden
/// one.
std::vector<std::uint64_t> sampled_hashes(const bench::Scene& scene, const Execution& execution) {
    constexpr int stride = 10;
    static_assert(bench_golden_steps % stride == 0);
    const int steps = is_soak_run() ? scene.steps : bench_golden_steps;
    bench::ToiboxEngine engine(settings_of(scene), execution);
    const bench::BeforeStep before_step = scene.build(engine);
    std::vector<std::uint64_t> hashes;
    for (int step = 0; step < steps; ++step) {
        if (before_step) before_step(engine, step);
        EXPECT_TRUE(engine.step()) << "step " << step;
        if ((step + 1) % stride == 0) hashes.push_back(engine.hash());
        if (step + 1 == bench_golden_steps) {
            EXPECT_TRUE(is_golden(bench_label(scene), engine.hash()));
        }
    }
    return hashes;
}

TEST_P(BenchMatrix, ThreadsAndInstructionSetsDoNotChangeResults) {
    const bench::Scene& scene = *GetParam();
    const std::vector<std::uint64_t> expected = sampled_hashes(scene, {.threads = 1, .isa = Isa::Scalar});
    for (const Isa isa : {Isa::Scalar, Isa::Sse2, Isa::Avx2}) {
        if (!is_available(isa)) continue;
        for (const int threads : {1, 2, 4}) {
            if (isa == Isa::Scalar && threads == 1) continue;
            SCOPED_TRACE(std::string(to_string(isa)) + ", " + std::to_string(threads) + " threads");
            ASSERT_EQ(sampled_hashes(scene, {.threads = threads, .isa = isa}), expected);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Scenes, BenchMatrix, testing::ValuesIn(large_bench_scenes()), bench_name);

}  // namespace
}  // namespace toibox::testing_support
