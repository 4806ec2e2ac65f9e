// SPDX-License-Identifier: MIT

// Measures the cost and accuracy of time-of-impact methods and of b2TimeOfImpact of Box2D 2.4.1. All
// contenders take turns on the same queries, and the fastest turn counts; ratios are more meaningful than
// nanoseconds. Inputs are converted before the clock starts. The results of each engine are judged by the
// target, tolerance and sweep of that engine.

#include "tests/support/toi_queries.h"
#include "tests/support/toi_verdict.h"

#include <algorithm>
#include <array>
#include <box2d/b2_time_of_impact.h>
#include <box2d/box2d.h>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace toibox;
using toi_queries::Query;

struct Arguments {
    int queries = 1000;
    int turns = 20;
    bool check_results = true;
    bool json = false;
};

// ---- Box2D

/// A query in Box2D's types. Box2D's target assumes polygons with skins, so circles may overlap the shape
/// that they hit.
struct Box2dQuery {
    std::vector<b2Vec2> a;
    std::vector<b2Vec2> b;
    b2TOIInput input;
};

b2Vec2 to_box2d(Vec2d v) {
    return {static_cast<float>(v.x), static_cast<float>(v.y)};
}
void fill(b2DistanceProxy& proxy, std::vector<b2Vec2>& vertices, const std::vector<Vec2d>& points,
          double radius) {
    for (const Vec2d& p : points)
        vertices.push_back(to_box2d(p));
    proxy.m_vertices = vertices.data();
    proxy.m_count = static_cast<int>(vertices.size());
    proxy.m_radius = radius > 0.0 ? static_cast<float>(radius) : b2_polygonRadius;
}
b2Sweep to_box2d(const Sweep& sweep, double angle) {
    b2Sweep result;
    result.localCenter = to_box2d(sweep.local_center);
    result.c0 = to_box2d(sweep.c0);
    result.c = to_box2d(sweep.c1);
    result.a0 = static_cast<float>(angle);
    result.a = static_cast<float>(angle + sweep.delta_angle);
    result.alpha0 = 0.0f;
    return result;
}
std::unique_ptr<Box2dQuery> to_box2d(const Query& q) {
    auto query = std::make_unique<Box2dQuery>();
    fill(query->input.proxyA, query->a, q.a, q.radius_a);
    fill(query->input.proxyB, query->b, q.b, q.radius_b);
    query->input.sweepA = to_box2d(q.sweep_a, q.angle_a);
    query->input.sweepB = to_box2d(q.sweep_b, q.angle_b);
    query->input.tMax = 1.0f;
    return query;
}
judge::Contract contract_of(const Box2dQuery& q) {
    const float radii = q.input.proxyA.m_radius + q.input.proxyB.m_radius;
    const float target = std::max(b2_linearSlop, radii - 3.0f * b2_linearSlop);
    const double tolerance = static_cast<double>(0.25f * b2_linearSlop);
    const double target_double = static_cast<double>(target);
    return {target_double, tolerance, target_double - tolerance, 0.05 * tolerance};
}
judge::Answer answer_of(const b2TOIOutput& output) {
    switch (output.state) {
        case b2TOIOutput::e_separated:
            return {ToiState::Separated, 1.0};
        case b2TOIOutput::e_touching:
            return {ToiState::Hit, static_cast<double>(output.t)};
        case b2TOIOutput::e_overlapped:
            return {ToiState::Overlapped, 0.0};
        default:
            return {ToiState::Exhausted, 0.0};
    }
}

// ---- What is measured

struct WorkSet {
    std::vector<Query> queries;
    std::vector<ToiInput> inputs;
    std::vector<std::unique_ptr<Box2dQuery>> box2d_queries;
};
struct Score {
    judge::Tally tally;
    double nanoseconds = std::numeric_limits<double>::infinity();  ///< Time per query in the fastest turn.
    double gjk = 0.0;                                              ///< GJK calls of all queries.
    int max_gjk_calls = 0;
};
constexpr std::array<ToiMethod, 3> methods{ToiMethod::Certified, ToiMethod::BilateralAdvancement,
                                           ToiMethod::ConservativeAdvancement};
constexpr std::size_t box2d_index = methods.size();
constexpr std::array<std::string_view, 4> names{"certified", "bilateral", "conservative", "Box2D 2.4.1"};
using Scores = std::array<Score, names.size()>;

double checksum = 0.0;  // used for the exit code, so that the compiler cannot remove the work

ToiOptions options_for(ToiMethod method, const Query& q) {
    ToiOptions options = q.options;
    if (method == ToiMethod::ConservativeAdvancement) options.max_iterations = 100000;
    return options;
}

void run(std::size_t engine, const WorkSet& work) {
    if (engine == box2d_index) {
        for (const auto& q : work.box2d_queries) {
            b2TOIOutput output;
            b2TimeOfImpact(&output, &q->input);
            checksum += static_cast<double>(output.t);
        }
        return;
    }
    for (std::size_t i = 0; i < work.inputs.size(); ++i) {
        checksum +=
            time_of_impact(methods[engine], work.inputs[i], options_for(methods[engine], work.queries[i])).t;
    }
}

void judge_answers(std::size_t engine, const WorkSet& work, Score& score) {
    for (std::size_t i = 0; i < work.queries.size(); ++i) {
        const Query& q = work.queries[i];
        const truth::MovingPair pair(work.inputs[i]);
        const double radii = q.radius_a + q.radius_b;
        if (engine == box2d_index) {
            b2TOIOutput output;
            b2TimeOfImpact(&output, &work.box2d_queries[i]->input);
            const judge::Answer answer = answer_of(output);
            const judge::Contract contract = contract_of(*work.box2d_queries[i]);
            score.tally.add(judge::judge_answer(pair, radii, contract, answer), answer, contract.tolerance);
            continue;
        }
        const ToiOptions options = options_for(methods[engine], q);
        const ToiResult result = time_of_impact(methods[engine], work.inputs[i], options);
        const double target = options.target + radii;
        const bool strict = promises(methods[engine]).never_late;
        const judge::Contract contract{target, options.tolerance,
                                       strict ? target : target - options.tolerance,
                                       1e-6 * options.tolerance};
        const judge::Answer answer{result.state, result.t};
        score.tally.add(judge::judge_answer(pair, radii, contract, answer), answer, options.tolerance);
        score.gjk += result.iterations.gjk;
        score.max_gjk_calls = std::max(score.max_gjk_calls, result.iterations.gjk);
    }
}

WorkSet make_work(toi_queries::Kind kind, int count) {
    WorkSet work;
    work.queries.reserve(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) {
        work.queries.push_back(toi_queries::query(kind, static_cast<std::uint64_t>(i)));
        work.inputs.push_back(work.queries.back().input());
        work.box2d_queries.push_back(to_box2d(work.queries.back()));
    }
    return work;
}

Scores measure(const WorkSet& work, const Arguments& arguments) {
    Scores scores;
    if (arguments.check_results) {
        for (std::size_t engine = 0; engine < names.size(); ++engine)
            judge_answers(engine, work, scores[engine]);
    }
    for (int turn = 0; turn < arguments.turns; ++turn) {
        for (std::size_t engine = 0; engine < names.size(); ++engine) {
            using Clock = std::chrono::steady_clock;
            const Clock::time_point start = Clock::now();
            run(engine, work);
            const double elapsed = std::chrono::duration<double, std::nano>(Clock::now() - start).count();
            const double per_query = elapsed / static_cast<double>(work.inputs.size());
            scores[engine].nanoseconds = std::min(scores[engine].nanoseconds, per_query);
        }
    }
    return scores;
}

// ---- Output

double ratio(const Score& score, const Scores& all) {
    return score.nanoseconds / all[box2d_index].nanoseconds;
}

void print(std::string_view category, const Scores& scores) {
    for (std::size_t engine = 0; engine < scores.size(); ++engine) {
        const Score& s = scores[engine];
        const judge::Tally& t = s.tally;
        const double gjk = t.queries > 0 ? s.gjk / t.queries : 0.0;
        std::printf("%-21s %-13s %8d %7d %6d %6d %6d %6d %7.3f %6.2f %6d %8.0f %6.2f\n",
                    engine == 0 ? category.data() : "", names[engine].data(), t.touches, t.missed, t.late,
                    t.early, t.false_hits, t.failed, t.residual, gjk, s.max_gjk_calls, s.nanoseconds,
                    ratio(s, scores));
    }
}
void print_header() {
    std::printf("%-21s %-13s %8s %7s %6s %6s %6s %6s %7s %6s %6s %8s %6s\n", "", "", "touches", "missed",
                "late", "early", "false", "failed", "resid.", "gjk", "max", "ns", "ratio");
}
void print_json(std::string_view category, const Scores& scores, bool last) {
    std::printf("  {\"category\": \"%s\", \"engines\": [\n", category.data());
    for (std::size_t engine = 0; engine < scores.size(); ++engine) {
        const Score& s = scores[engine];
        const judge::Tally& t = s.tally;
        std::printf(
            "    {\"name\": \"%s\", \"queries\": %d, \"touches\": %d, \"missed\": %d, \"late\": %d, "
            "\"early\": %d, \"false\": %d, \"failed\": %d, \"residual\": %.6f, \"gjk\": %.4f, "
            "\"most_gjk\": %d, \"ns\": %.1f, \"ratio\": %.4f}%s\n",
            names[engine].data(), t.queries, t.touches, t.missed, t.late, t.early, t.false_hits, t.failed,
            t.residual, t.queries > 0 ? s.gjk / t.queries : 0.0, s.max_gjk_calls, s.nanoseconds,
            ratio(s, scores), engine + 1 < scores.size() ? "," : "");
    }
    std::printf("  ]}%s\n", last ? "" : ",");
}

void add(Scores& all, const Scores& scores) {
    for (std::size_t engine = 0; engine < all.size(); ++engine) {
        Score& sum = all[engine];
        const double previous = sum.nanoseconds < 1e300 ? sum.nanoseconds : 0.0;
        sum.tally.add(scores[engine].tally);
        sum.gjk += scores[engine].gjk;
        sum.max_gjk_calls = std::max(sum.max_gjk_calls, scores[engine].max_gjk_calls);
        sum.nanoseconds =
            previous + scores[engine].nanoseconds / static_cast<double>(std::size(toi_queries::kinds));
    }
}

/// The number that the text represents; 1 if the text is not a number ≥ 1.
int number_of(const char* text) {
    int value = 0;
    std::from_chars(text, text + std::strlen(text), value);
    return value > 0 ? value : 1;
}

}  // namespace

int main(int argc, char** argv) {
    Arguments arguments;
    for (int i = 1; i < argc; ++i) {
        const std::string_view argument = argv[i];
        if (argument == "--json") {
            arguments.json = true;
        } else if (argument == "--unjudged") {
            arguments.check_results = false;
        } else if (argument == "--queries" && i + 1 < argc) {
            arguments.queries = number_of(argv[++i]);
        } else if (argument == "--turns" && i + 1 < argc) {
            arguments.turns = number_of(argv[++i]);
        } else {
            std::fprintf(stderr, "usage: toi_bench [--queries N] [--turns N] [--unjudged] [--json]\n");
            return 2;
        }
    }
    Scores all;
    if (arguments.json) {
        std::printf("[\n");
    } else {
        print_header();
    }
    for (const toi_queries::KindInfo& kind : toi_queries::kinds) {
        const Scores scores = measure(make_work(kind.kind, arguments.queries), arguments);
        arguments.json ? print_json(kind.name, scores, false) : print(kind.name, scores);
        add(all, scores);
    }
    if (arguments.json) {
        print_json("all", all, true);
        std::printf("]\n");
    } else {
        print("all", all);
    }
    return checksum < 0.0 ? 1 : 0;
}
