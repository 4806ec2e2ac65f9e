// SPDX-License-Identifier: MIT
// After 60 steps, each large benchmark scene has the hash in golden_hashes.txt, in every build.
#include "app/bench/toibox_engine.h"
#include "tests/determinism/bench_scenes.h"
#include "tests/determinism/golden.h"

namespace toibox::testing_support {
namespace {

class BenchGolden : public testing::TestWithParam<const bench::Scene*> {};

TEST_P(BenchGolden, MatchesTheGoldenHash) {
    const bench::Scene& scene = *GetParam();
    bench::ToiboxEngine engine(settings_of(scene));
    const bench::BeforeStep before_step = scene.build(engine);
    for (int step = 0; step < bench_golden_steps; ++step) {
        if (before_step) before_step(engine, step);
        ASSERT_TRUE(engine.step()) << "step " << step;
    }
    EXPECT_TRUE(is_golden(bench_label(scene), engine.hash()));
}

INSTANTIATE_TEST_SUITE_P(Scenes, BenchGolden, testing::ValuesIn(large_bench_scenes()), bench_name);

}  // namespace
}  // namespace toibox::testing_support
