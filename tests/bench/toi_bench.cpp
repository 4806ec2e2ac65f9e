// SPDX-License-Identifier: MIT

// The time of impact: what each method costs a query and what its answers are worth, beside b2TimeOfImpact of
// Box2D 2.4.1. All take turns in one process on the same queries, and the least of the turns counts: ratios
// are worth more than nanoseconds. The input of each engine is made before the clock starts. Every answer is
// judged by the rules of its own engine: a target and a tolerance for a surface, and for a motion its sweep.

#include "tests/support/toi_judge.h"
#include "tests/support/toi_queries.h"

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
    bool judged = true;
    bool json = false;
};

// ---- Box2D

/// Its circles may sink into what they hit: the target is meant for the skins of polygons.
struct PeerQuery {
    std::vector<b2Vec2> a;
    std::vector<b2Vec2> b;
    b2TOIInput input;
};

b2Vec2 peer(Vec2d v) {
    return {static_cast<float>(v.x), static_cast<float>(v.y)};
}
void fill(b2DistanceProxy& proxy, std::vector<b2Vec2>& store, const std::vector<Vec2d>& points,
          double radius) {
    for (const Vec2d& p : points)
        store.push_back(peer(p));
    proxy.m_vertices = store.data();
    proxy.m_count = static_cast<int>(store.size());
    proxy.m_radius = radius > 0.0 ? static_cast<float>(radius) : b2_polygonRadius;
}
b2Sweep peer(const Sweep& sweep, double angle) {
    b2Sweep result;
    result.localCenter = peer(sweep.local_center);
    result.c0 = peer(sweep.c0);
    result.c = peer(sweep.c1);
    result.a0 = static_cast<float>(angle);
    result.a = static_cast<float>(angle + sweep.delta_angle);
    result.alpha0 = 0.0f;
    return result;
}
std::unique_ptr<PeerQuery> peer(const Query& q) {
    auto made = std::make_unique<PeerQuery>();
    fill(made->input.proxyA, made->a, q.a, q.radius_a);
    fill(made->input.proxyB, made->b, q.b, q.radius_b);
    made->input.sweepA = peer(q.sweep_a, q.angle_a);
    made->input.sweepB = peer(q.sweep_b, q.angle_b);
    made->input.tMax = 1.0f;
    return made;
}
judge::Contract contract_of(const PeerQuery& q) {
    const float radii = q.input.proxyA.m_radius + q.input.proxyB.m_radius;
    const float target = std::max(b2_linearSlop, radii - 3.0f * b2_linearSlop);
    const double tolerance = static_cast<double>(0.25f * b2_linearSlop);
    const double wide = static_cast<double>(target);
    return {wide, tolerance, wide - tolerance, 0.05 * tolerance};
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

struct Work {
    std::vector<Query> queries;
    std::vector<ToiInput> inputs;
    std::vector<std::unique_ptr<PeerQuery>> peers;
};
struct Score {
    judge::Tally tally;
    double nanoseconds = std::numeric_limits<double>::infinity();  ///< A query, least of the turns.
    double gjk = 0.0;                                              ///< Calls, mean and greatest.
    int max_gjk_calls = 0;
};
constexpr std::array<ToiMethod, 3> methods{ToiMethod::Certified, ToiMethod::BilateralAdvancement,
                                           ToiMethod::ConservativeAdvancement};
constexpr std::size_t peer_index = methods.size();
constexpr std::array<std::string_view, 4> names{"certified", "bilateral", "conservative", "Box2D 2.4.1"};
using Scores = std::array<Score, names.size()>;

double checksum = 0.0;

ToiOptions options_for(ToiMethod method, const Query& q) {
    ToiOptions options = q.options;
    if (method == ToiMethod::ConservativeAdvancement) options.max_iterations = 100000;
    return options;
}

void run(std::size_t engine, const Work& work) {
    if (engine == peer_index) {
        for (const auto& q : work.peers) {
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

void judge_answers(std::size_t engine, const Work& work, Score& score) {
    for (std::size_t i = 0; i < work.queries.size(); ++i) {
        const Query& q = work.queries[i];
        const truth::Moving pair(work.inputs[i]);
        const double radii = q.radius_a + q.radius_b;
        if (engine == peer_index) {
            b2TOIOutput output;
            b2TimeOfImpact(&output, &work.peers[i]->input);
            const judge::Answer answer = answer_of(output);
            const judge::Contract contract = contract_of(*work.peers[i]);
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

Work make_work(toi_queries::Kind kind, int count) {
    Work work;
    work.queries.reserve(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) {
        work.queries.push_back(toi_queries::query(kind, static_cast<std::uint64_t>(i)));
        work.inputs.push_back(work.queries.back().input());
        work.peers.push_back(peer(work.queries.back()));
    }
    return work;
}

Scores measure(const Work& work, const Arguments& arguments) {
    Scores scores;
    if (arguments.judged) {
        for (std::size_t engine = 0; engine < names.size(); ++engine)
            judge_answers(engine, work, scores[engine]);
    }
    for (int turn = 0; turn < arguments.turns; ++turn) {
        for (std::size_t engine = 0; engine < names.size(); ++engine) {
            using Clock = std::chrono::steady_clock;
            const Clock::time_point start = Clock::now();
            run(engine, work);
            const double taken = std::chrono::duration<double, std::nano>(Clock::now() - start).count();
            const double each = taken / static_cast<double>(work.inputs.size());
            scores[engine].nanoseconds = std::min(scores[engine].nanoseconds, each);
        }
    }
    return scores;
}

// ---- Output

double ratio(const Score& score, const Scores& all) {
    return score.nanoseconds / all[peer_index].nanoseconds;
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
                "late", "early", "false", "failed", "resid.", "gjk", "most", "ns", "ratio");
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

void add(Scores& all, const Scores& some) {
    for (std::size_t engine = 0; engine < all.size(); ++engine) {
        Score& sum = all[engine];
        const double before = sum.nanoseconds < 1e300 ? sum.nanoseconds : 0.0;
        sum.tally.add(some[engine].tally);
        sum.gjk += some[engine].gjk;
        sum.max_gjk_calls = std::max(sum.max_gjk_calls, some[engine].max_gjk_calls);
        sum.nanoseconds =
            before + some[engine].nanoseconds / static_cast<double>(std::size(toi_queries::kinds));
    }
}

int number(const char* text) {
    int value = 0;
    std::from_chars(text, text + std::strlen(text), value);
    return value > 0 ? value : 1;
}

}  // namespace

int main(int argc, char** argv) {
    Arguments arguments;
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        if (word == "--json") {
            arguments.json = true;
        } else if (word == "--unjudged") {
            arguments.judged = false;
        } else if (word == "--queries" && i + 1 < argc) {
            arguments.queries = number(argv[++i]);
        } else if (word == "--turns" && i + 1 < argc) {
            arguments.turns = number(argv[++i]);
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
