// SPDX-License-Identifier: MIT
// The language of claims: parsing, locations of errors, and values over a series of states.

#include "toibox/scene/expression.h"

#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace toibox::scene {
namespace {

/// A simulated series of states: in state k ball.y is values[k], ball.x is 3, and each count is k.
class Series : public EvaluationContext {
public:
    explicit Series(std::vector<double> values, double step = 0.25)
        : values_(std::move(values)), step_(step) {}

    void go_to(std::size_t state) { state_ = state; }
    [[nodiscard]] std::size_t states() const { return values_.size(); }

    [[nodiscard]] double quantity(const Quantity& q) const override {
        if (q.kind == Quantity::Kind::BodyY) return values_[state_];
        if (q.kind == Quantity::Kind::BodyX) return 3.0;
        return std::numeric_limits<double>::quiet_NaN();
    }
    [[nodiscard]] double count(const Expression::Count&) const override {
        return static_cast<double>(state_);
    }
    [[nodiscard]] double rate(const Expression::Rate&) const override { return 0.25; }
    [[nodiscard]] bool pairs_are(const Expression::Pairs& pairs) const override {
        return pairs.pairs == std::vector<std::pair<std::string, std::string>>{{"A", "C"}};
    }
    [[nodiscard]] std::int64_t step() const override { return static_cast<std::int64_t>(state_); }
    [[nodiscard]] std::int64_t step_of(double time) const override {
        return static_cast<std::int64_t>(std::floor(time / step_ + 0.5));
    }
    [[nodiscard]] double time() const override { return static_cast<double>(state_) * step_; }

private:
    std::vector<double> values_;
    double step_;
    std::size_t state_ = 0;
};

Claim claim_of(const std::string& text) {
    Result<Claim, std::string> parsed = parse_claim(text);
    EXPECT_TRUE(parsed) << text << ": " << (parsed ? "" : parsed.error());
    return parsed ? *parsed : *parse_claim("0 < 1");
}

/// The comparison at the last state of the series.
Comparison at_end(const std::string& text, Series series) {
    const Claim claim = claim_of(text);
    std::vector<ExpressionMemory> memory(claim.slots);
    Comparison last;
    for (std::size_t k = 0; k < series.states(); ++k) {
        series.go_to(k);
        last = evaluate(claim, series, memory);
    }
    return last;
}

/// The left side of `EXPR < 0`, at the last state.
double value(const std::string& expression, const Series& series = Series({0.0})) {
    return at_end(expression + " < 0", series).left;
}

std::string error_of(const std::string& text) {
    const Result<Claim, std::string> parsed = parse_claim(text);
    return parsed ? "no error" : parsed.error();
}

TEST(Expression, FollowsTheRulesOfArithmetic) {
    EXPECT_DOUBLE_EQ(value("1 + 2 * 3"), 7.0);
    EXPECT_DOUBLE_EQ(value("(1 + 2) * 3"), 9.0);
    EXPECT_DOUBLE_EQ(value("7 - 2 - 1"), 4.0);
    EXPECT_DOUBLE_EQ(value("8 / 2 / 2"), 2.0);
    EXPECT_DOUBLE_EQ(value("-2 * -3"), 6.0);
    EXPECT_DOUBLE_EQ(value("- - 2"), 2.0);
    EXPECT_DOUBLE_EQ(value("abs(1 - 3)"), 2.0);
    EXPECT_DOUBLE_EQ(value("1.5e-3"), 0.0015);
    EXPECT_DOUBLE_EQ(value(".5"), 0.5);
}

TEST(Expression, ReadsAHyphenAfterAFieldAsAMinus) {
    EXPECT_DOUBLE_EQ(value("ball.x-1"), 2.0);
    EXPECT_DOUBLE_EQ(value("ball.x-ball.x"), 0.0);
    // Before the dot, a hyphen belongs to the id.
    const Claim claim = claim_of("big-ball.x < 0");
    EXPECT_EQ(std::get<Quantity>(claim.left->node).id, "big-ball");
}

TEST(Expression, ComparesWithEveryOperator) {
    const auto holds = [](const std::string& text) { return at_end(text, Series({0.0})).holds; };
    EXPECT_TRUE(holds("1 < 2"));
    EXPECT_FALSE(holds("2 < 2"));
    EXPECT_TRUE(holds("2 <= 2"));
    EXPECT_TRUE(holds("2 == 2"));
    EXPECT_FALSE(holds("2 != 2"));
    EXPECT_TRUE(holds("2 >= 2"));
    EXPECT_FALSE(holds("2 > 2"));
    EXPECT_TRUE(holds("2 > 1"));
}

TEST(Expression, AppliesTolerances) {
    const auto holds = [](const std::string& text) { return at_end(text, Series({0.0})).holds; };
    EXPECT_TRUE(holds("ball.x == 3.05 +- 0.1"));
    EXPECT_FALSE(holds("ball.x == 3.2 +- 0.1"));
    EXPECT_TRUE(holds("ball.x == 2.8 +- 10%"));
    EXPECT_FALSE(holds("ball.x == 2.7 +- 10%"));
    EXPECT_TRUE(holds("ball.x == -3 +- 200%"));
    EXPECT_TRUE(holds("ball.x < 2.95 +- 0.1"));
    EXPECT_FALSE(holds("ball.x < 2.85 +- 0.1"));
    EXPECT_TRUE(holds("ball.x >= 3.05 +- 0.1"));
    EXPECT_FALSE(holds("ball.x >= 3.15 +- 0.1"));
    EXPECT_FALSE(holds("ball.x != 3.05 +- 0.1"));
}

TEST(Expression, RemembersExtremes) {
    const Series series({1.0, 5.0, -2.0, 3.0});
    EXPECT_DOUBLE_EQ(value("max(ball.y)", series), 5.0);
    EXPECT_DOUBLE_EQ(value("min(ball.y)", series), -2.0);
    EXPECT_DOUBLE_EQ(value("max(ball.y) - min(ball.y)", series), 7.0);
    EXPECT_DOUBLE_EQ(value("max(abs(ball.y - 2))", series), 4.0);
}

TEST(Expression, ReadsAValueAtATime) {
    // The step is 0.25 s. Times are rounded half up: 0.37 s to state 1, 0.375 s to state 2.
    const Series series({10.0, 11.0, 12.0, 13.0});
    EXPECT_DOUBLE_EQ(value("ball.y@0", series), 10.0);
    EXPECT_DOUBLE_EQ(value("ball.y@0.37", series), 11.0);
    EXPECT_DOUBLE_EQ(value("ball.y@0.375", series), 12.0);
    EXPECT_DOUBLE_EQ(value("ball.y@(3/4)", series), 13.0);
    EXPECT_DOUBLE_EQ(value("-ball.y@0.25", series), -11.0);
    EXPECT_TRUE(std::isnan(value("ball.y@1", series))) << "not reached yet";
}

TEST(Expression, CountsPeaksFromOne) {
    // The peaks are 3, the plateau 4 4, and 2; the first and the last value do not count.
    const Series series({9.0, 1.0, 3.0, 0.0, 4.0, 4.0, 1.0, 2.0, 0.0, 8.0});
    EXPECT_DOUBLE_EQ(value("peak(ball.y, 1)", series), 3.0);
    EXPECT_DOUBLE_EQ(value("peak(ball.y, 2)", series), 4.0);
    EXPECT_DOUBLE_EQ(value("peak(ball.y, 3)", series), 2.0);
    EXPECT_TRUE(std::isnan(value("peak(ball.y, 4)", series)));
}

TEST(Expression, FindsTheFirstTimeOfAClaim) {
    const Series series({0.0, 1.0, 2.0, 1.0, 5.0});
    EXPECT_DOUBLE_EQ(value("first(ball.y > 1.5)", series), 0.5);
    EXPECT_DOUBLE_EQ(value("first(max(ball.y) >= 5)", series), 1.0);
    EXPECT_TRUE(std::isnan(value("first(ball.y > 7)", series)));
}

TEST(Expression, ReadsCountsRatesAndPairs) {
    EXPECT_DOUBLE_EQ(value("count(begin)", Series({0.0, 0.0, 0.0})), 2.0);
    EXPECT_DOUBLE_EQ(value("rate(phases, ball.y@0 < 1)"), 0.25);
    EXPECT_TRUE(at_end(R"(pairs == [["C", "A"]])", Series({0.0})).holds);
    EXPECT_FALSE(at_end(R"(pairs == [["A","B"],["A","C"]])", Series({0.0})).holds);
    EXPECT_FALSE(at_end(R"(pairs == [])", Series({0.0})).holds);
    EXPECT_TRUE(at_end(R"(pairs != [])", Series({0.0})).holds);
    const Claim claim = claim_of("count(tunnelled, ball, wall-2) == 0");
    const auto& count = std::get<Expression::Count>(claim.left->node);
    EXPECT_EQ(count.event, CountedEvent::Tunnelled);
    EXPECT_EQ(count.a, "ball");
    EXPECT_EQ(count.b, "wall-2");
}

TEST(Expression, IsFalseWithoutAValueForEveryOperator) {
    for (const std::string op : {"<", "<=", "!=", ">=", ">"}) {
        EXPECT_FALSE(at_end("gone.vx " + op + " 0", Series({0.0})).holds) << op;
    }
    EXPECT_FALSE(at_end("gone.vx == 0 +- 1", Series({0.0})).holds);
}

TEST(Expression, ReadsEveryQuantityOfTheFormat) {
    for (const std::string name : {"id.x",
                                   "id.y",
                                   "id.angle",
                                   "id.vx",
                                   "id.vy",
                                   "id.speed",
                                   "id.spin",
                                   "id.ke",
                                   "world.energy",
                                   "world.momentum",
                                   "world.momentum_x",
                                   "world.momentum_y",
                                   "world.angular_momentum",
                                   "world.contacts",
                                   "world.points",
                                   "world.warm_points",
                                   "world.tunnelled",
                                   "world.max_penetration",
                                   "world.bodies",
                                   "world.awake",
                                   "world.time_lost",
                                   "toi.calls",
                                   "toi.iterations",
                                   "toi.max_iterations",
                                   "toi.root_iterations",
                                   "gjk.calls",
                                   "gjk.iterations",
                                   "gjk.max_iterations",
                                   "broad.pairs",
                                   "broad.swaps",
                                   "broad.tests",
                                   "contact(a, b-1)",
                                   "angle(a, b-1)",
                                   "joint.pin-2.force",
                                   "joint.pin-2.force_x",
                                   "joint.pin-2.force_y",
                                   "joint.pin-2.torque",
                                   "joint.pin-2.angle",
                                   "joint.pin-2.translation",
                                   "joint.pin-2.length",
                                   "probe.gap.normal.x",
                                   "query.hit.iterations.root",
                                   "query.hit.t"}) {
        const Result<Quantity, std::string> parsed = parse_quantity(name);
        EXPECT_TRUE(parsed) << name << ": " << (parsed ? "" : parsed.error());
    }
    EXPECT_EQ(parse_quantity("query.hit.iterations.root")->other, "iterations.root");
    EXPECT_FALSE(parse_quantity("ball.x + 1"));
    EXPECT_FALSE(parse_quantity("3"));
    EXPECT_FALSE(parse_quantity(""));
}

TEST(Expression, RequiresATolerance) {
    EXPECT_NE(error_of("ball.x == 3").find("tolerance"), std::string::npos);
    EXPECT_NE(error_of("toi.calls / 2 == 1").find("tolerance"), std::string::npos);
    EXPECT_NE(error_of("toi.calls == 1.5").find("tolerance"), std::string::npos);
    EXPECT_NE(error_of("first(ball.x == 3) < 1").find("tolerance"), std::string::npos);
    for (const std::string whole : {"toi.calls == 2", "count(begin) - 1 == 2", "max(world.contacts) == 3",
                                    "contact(a, b) == 1", "query.q.iterations.outer == 2", "ball.x != 3"}) {
        EXPECT_TRUE(parse_claim(whole)) << whole;
    }
}

TEST(Expression, ReportsErrorsWithTheirLocation) {
    EXPECT_EQ(error_of(""), "at character 1: expected a number, a quantity or \"(\", found the end");
    EXPECT_EQ(error_of("ball.x"), "at character 7: expected one of < <= == != >= >, found the end");
    EXPECT_EQ(error_of("ball.x < "),
              "at character 10: expected a number, a quantity or \"(\", found the end");
    EXPECT_EQ(error_of("ball.x < 1 2"), "at character 12: expected the end of the claim, found \"2\"");
    EXPECT_EQ(error_of("(ball.x < 1"), "at character 9: expected \")\", found \"<\"");
    EXPECT_EQ(error_of("ball < 1"),
              "at character 1: \"ball\" alone is not a quantity: write ball.x, for example");
    EXPECT_EQ(error_of("1 < maxx(ball.x)"),
              "at character 5: unknown function \"maxx\": did you mean \"max\"?");
    EXPECT_EQ(error_of("ball.sped < 1"),
              "at character 6: a body has no quantity \"sped\": did you mean \"speed\"?");
    EXPECT_EQ(error_of("world.enrgy < 1"),
              "at character 7: world has no quantity \"enrgy\": did you mean \"energy\"?");
    EXPECT_EQ(error_of("count(begn) == 1"),
              "at character 7: unknown event \"begn\": did you mean \"begin\"?");
    EXPECT_EQ(error_of("ball.x@-1 < 0").substr(0, 14), "at character 8");
    EXPECT_EQ(error_of("ball.x@(ball.y) < 0").substr(0, 14), "at character 8");
    EXPECT_EQ(error_of("peak(ball.y, 0) < 0").substr(0, 15), "at character 14");
    EXPECT_EQ(error_of("peak(ball.y, 1.5) < 0").substr(0, 15), "at character 14");
    EXPECT_EQ(error_of("1e999 < 0"), "at character 1: the number is out of range");
    EXPECT_EQ(error_of("pairs < [[\"A\",\"B\"]]").substr(0, 14), "at character 1");
    EXPECT_EQ(error_of("1 < nan"),
              "at character 5: \"nan\" alone is not a quantity: write nan.x, for example");
}

TEST(Expression, RejectsDeepNesting) {
    // A hundred thousand parentheses would overflow the stack of a parser without a limit.
    const std::string parentheses = std::string(100'000, '(') + "1" + std::string(100'000, ')') + " < 2";
    EXPECT_NE(error_of(parentheses).find("nested too deeply"), std::string::npos);
    EXPECT_NE(error_of(std::string(100'000, '-') + "1 < 2").find("nested too deeply"), std::string::npos);
    std::string firsts;
    for (int i = 0; i < 10'000; ++i)
        firsts += "first(";
    EXPECT_NE(error_of(firsts).find("nested too deeply"), std::string::npos);
}

TEST(Expression, RejectsTooManyTerms) {
    // Without parentheses, too, each term makes the tree one level deeper, and every traversal recurses.
    const auto chain = [](const std::string& link, int links) {
        std::string text = "1";
        for (int i = 0; i < links; ++i)
            text += link;
        return text + " < 2";
    };
    for (const char* link : {"+1", "-1", "*1", "/1", "+ball.x", "+ -1"}) {
        EXPECT_NE(error_of(chain(link, 200'000)).find("more than 1000 terms and operators"),
                  std::string::npos)
            << link;
    }
    // 500 numbers, 499 sums and the right side make 1000. With one more term the error is after the sum.
    EXPECT_TRUE(parse_claim(chain("+1", 499))) << error_of(chain("+1", 499));
    EXPECT_EQ(error_of(chain("+1", 500)).find("at character 1003: "), 0u) << error_of(chain("+1", 500));
    EXPECT_NE(
        error_of("rate(s, " + chain("+1", 200'000) + ") < 1").find("more than 1000 terms and operators"),
        std::string::npos);
}

TEST(Expression, SurvivesEveryPrefixOfAClaim) {
    const std::string text =
        R"(abs(max(ball.x)) - peak(ball.y, 2)@(1/60) + count(begin, a, b) <= first(contact(a, b) == 1) +- 5%)";
    for (std::size_t length = 0; length < text.size(); ++length) {
        const Result<Claim, std::string> parsed = parse_claim(std::string_view(text).substr(0, length));
        if (parsed) continue;
        EXPECT_TRUE(parsed.error().starts_with("at character ")) << parsed.error();
    }
    EXPECT_TRUE(parse_claim(text)) << error_of(text);
}

TEST(Expression, NumbersTheSlotsOfASweepClaimFromZero) {
    const Claim claim = claim_of("max(ball.y) + rate(phases, max(ball.y) > 1) < 2");
    EXPECT_EQ(claim.slots, 1u);
    const auto& sum = std::get<Expression::Binary>(claim.left->node);
    EXPECT_EQ(std::get<Expression::Rate>(sum.right->node).claim->slots, 1u);
}

TEST(LeadingNumber, IsAnExpressionOfNumbersBeforeTheRestOfTheText) {
    const auto value = [](std::string_view text) {
        const auto number = parse_leading_number(text);
        EXPECT_TRUE(number) << text << ": " << number.error();
        return number ? number->value : 0.0;
    };
    EXPECT_EQ(value("120"), 120.0);
    EXPECT_EQ(value("2*60"), 120.0);
    EXPECT_DOUBLE_EQ(value(" -(1 + 2) * 1.5e-1 "), -0.45);
    EXPECT_EQ(value("1/8"), 0.125);
    EXPECT_EQ(value("2 +-3"), -1.0) << "there is no tolerance";
    const auto with_unit = parse_leading_number("1/120  s");
    ASSERT_TRUE(with_unit);
    EXPECT_EQ(with_unit->value, 1.0 / 120.0);
    EXPECT_EQ(with_unit->end, 7u);
    EXPECT_EQ(parse_leading_number("2 @ 3")->end, 2u);
}

TEST(LeadingNumber, ErrorsSayWhere) {
    EXPECT_EQ(parse_leading_number("2**60").error(),
              "at character 3: expected a number or \"(\", found \"*\"");
    EXPECT_EQ(parse_leading_number("(1 + 2").error(), "at character 7: expected \")\", found the end");
    EXPECT_EQ(parse_leading_number("fast").error(),
              "at character 1: expected a number or \"(\", found \"fast\"");
    EXPECT_EQ(parse_leading_number("").error(), "at character 1: expected a number or \"(\", found the end");
    EXPECT_EQ(parse_leading_number("2 * ball.x").error(),
              "at character 5: expected a number or \"(\", found \"ball.x\"");
    EXPECT_EQ(parse_leading_number("1/0").error(), "the result is not a finite number");
    EXPECT_EQ(parse_leading_number("1e999").error(), "at character 1: the number is out of range");
}

}  // namespace
}  // namespace toibox::scene
