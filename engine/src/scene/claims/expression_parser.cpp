// SPDX-License-Identifier: MIT
// Recursive-descent parser of claims and expressions. Every rule returns immediately after the first error.

#include "toibox/scene/expression.h"
#include "toibox/scene/suggest.h"
#include "toibox/scene/tuning.h"

#include "scene/claims/claim_text.h"
#include "scene/claims/constant_value.h"
#include "scene/claims/quantity.h"

#include <array>
#include <cmath>
#include <fmt/format.h>
#include <optional>

namespace toibox::scene {

namespace {

using Node = Expression::Pointer;

class Parser {
public:
    /// `numbers_only`: operands are numbers, not quantities and functions.
    explicit Parser(std::string_view text, bool numbers_only = false)
        : in_(text), numbers_only_(numbers_only) {}

    Result<Claim, std::string> whole_claim() {
        Claim claim = parse_claim();
        in_.expect_end();
        if (in_.failed()) return Err{in_.error()};
        claim.slots = slots_;
        return claim;
    }

    Result<Quantity, std::string> whole_quantity() {
        const Node node = parse_primary();
        in_.expect_end();
        if (in_.failed()) return Err{in_.error()};
        const auto* quantity = std::get_if<Quantity>(&node->node);
        if (quantity == nullptr) return Err{std::string("at character 1: expected a quantity")};
        return *quantity;
    }

    Result<LeadingNumber, std::string> leading_number() {
        const Node node = parse_sum();
        if (in_.failed()) return Err{in_.error()};
        const double value = constant_value(*node).value_or(undefined);
        if (!std::isfinite(value)) return Err{std::string("the result is not a finite number")};
        return LeadingNumber{value, in_.next()};
    }

private:
    std::string parse_id() { return in_.name(true, "the id of a body"); }

    // --- expressions

    template <class T>
    Node make(T node) {
        if (++nodes_ > tuning::max_expression_nodes) {
            in_.fail_here(fmt::format("more than {} terms and operators", tuning::max_expression_nodes));
        }
        return std::make_shared<const Expression>(Expression{std::move(node), {}});
    }
    std::size_t next_slot() { return slots_++; }

    Node parse_sum() {
        Node left = parse_product();
        while (!in_.failed()) {
            if (!numbers_only_ && in_.starts_with("+-")) break;  // the tolerance
            if (in_.accept("+"))
                left = make(Expression::Binary{'+', left, parse_product()});
            else if (in_.accept("-"))
                left = make(Expression::Binary{'-', left, parse_product()});
            else
                break;
        }
        return left;
    }
    Node parse_product() {
        Node left = parse_factor();
        while (!in_.failed()) {
            if (in_.accept("*"))
                left = make(Expression::Binary{'*', left, parse_factor()});
            else if (in_.accept("/"))
                left = make(Expression::Binary{'/', left, parse_factor()});
            else
                break;
        }
        return left;
    }
    Node parse_factor() {
        const Depth depth(*this);
        if (in_.failed()) return {};
        if (in_.accept("-")) return make(Expression::Negative{parse_factor()});
        Node operand = parse_primary();
        if (numbers_only_ || !in_.accept("@")) return operand;
        const double time = parse_time();
        return make(Expression::At{operand, time, next_slot()});
    }
    double parse_time() {
        const std::size_t start = in_.next();
        double time = 0.0;
        if (in_.accept("(")) {
            const Node node = parse_sum();
            in_.expect(")");
            if (in_.failed()) return 0.0;
            const std::optional<double> value = constant_value(*node);
            if (!value) in_.fail(start, "the time after \"@\" must consist of numbers only");
            time = value.value_or(0.0);
        } else {
            time = in_.number();
        }
        if (!in_.failed() && !(time >= 0.0 && std::isfinite(time)))
            in_.fail(start, "the time after \"@\" must be at least 0");
        return time;
    }
    Node parse_primary() {
        const Depth depth(*this);
        if (in_.failed()) return {};
        const char next = in_.peek();
        if (is_digit(next) || next == '.') return make(Expression::Number{in_.number()});
        if (in_.accept("(")) {
            Node inner = parse_sum();
            in_.expect(")");
            return inner;
        }
        if (is_letter(next) && !numbers_only_) return parse_named();
        in_.fail_expected(numbers_only_ ? "a number or \"(\"" : "a number, a quantity or \"(\"");
        return {};
    }
    Node parse_named() {
        const std::size_t start = in_.next();
        const std::string name = in_.name(true, "a name");
        if (in_.peek() == '(') return parse_function(name, start);
        if (in_.peek() == '.') return parse_quantity_of(name);
        in_.fail(start,
                 name == "pairs"
                     ? std::string("\"pairs\" can only be compared: pairs == [[\"A\",\"B\"]]")
                     : fmt::format("\"{}\" alone is not a quantity: write {}.x, for example", name, name));
        return {};
    }
    Node parse_quantity_of(const std::string& subject) {
        in_.expect(".");
        std::size_t start = in_.next();
        if (subject == "query") return parse_answer(Quantity::Kind::Query, "the name of a query");
        if (subject == "probe") return parse_answer(Quantity::Kind::Probe, "the name of a probe");
        const bool of_joint = subject == "joint";
        std::string id;
        if (of_joint) {
            id = in_.name(true, "the id of a joint");
            in_.expect(".");
            start = in_.next();
        }
        const std::string field = in_.name(false, "the name of a quantity");
        if (in_.failed()) return {};
        const bool of_body = !is_subject(subject);
        if (of_body) id = subject;
        const QuantityName* row =
            find_quantity(of_body ? std::string_view() : std::string_view(subject), field);
        if (row != nullptr) return make(Quantity{row->kind, id, {}});
        in_.fail(start,
                 fmt::format("{} has no quantity \"{}\": {}",
                             of_body    ? "a body"
                             : of_joint ? "a joint"
                                        : subject,
                             field, suggestion(field, fields_of(of_body ? std::string_view() : subject))));
        return {};
    }
    Node parse_answer(Quantity::Kind kind, const std::string& what) {
        const std::string name = in_.name(true, what);
        in_.expect(".");
        std::string field = in_.name(false, "a field of the answer");
        while (!in_.failed() && in_.accept(".")) {
            field += '.';
            field += in_.name(false, "a field of the answer");
        }
        return make(Quantity{kind, name, field});
    }

    // --- functions

    Node parse_function(const std::string& name, std::size_t start) {
        static constexpr std::array<std::string_view, 9> functions{
            "abs", "max", "min", "peak", "angle", "first", "count", "rate", "contact"};
        in_.expect("(");
        Node node;
        if (name == "abs")
            node = make(Expression::Absolute{parse_sum()});
        else if (name == "max")
            node = make(Expression::Extreme{true, parse_sum(), next_slot()});
        else if (name == "min")
            node = make(Expression::Extreme{false, parse_sum(), next_slot()});
        else if (name == "peak")
            node = parse_peak();
        else if (name == "first")
            node = make(Expression::First{inner_claim(), next_slot()});
        else if (name == "rate")
            node = parse_rate();
        else if (name == "count")
            node = parse_count();
        else if (name == "contact")
            node = parse_pair(Quantity::Kind::Contact);
        else if (name == "angle")
            node = parse_pair(Quantity::Kind::AngleBetween);
        else
            in_.fail(start, fmt::format("unknown function \"{}\": {}", name, suggestion(name, functions)));
        in_.expect(")");
        return node;
    }
    Node parse_peak() {
        const Node operand = parse_sum();
        in_.expect(",");
        const std::size_t start = in_.next();
        const double k = in_.failed() ? 1.0 : in_.number();
        const bool is_ordinal = k >= 1.0 && k <= tuning::max_peak && k == std::floor(k);
        if (!in_.failed() && !is_ordinal) {
            in_.fail(start, fmt::format("the number of the peak must be a whole number from 1 to {}",
                                        tuning::max_peak));
        }
        return make(Expression::Peak{operand, is_ordinal ? static_cast<int>(k) : 1, next_slot()});
    }
    Node parse_rate() {
        const std::string sweep = in_.name(true, "the name of a sweep");
        in_.expect(",");
        // The memory slots of the inner claim belong to the runs of the sweep and start from 0.
        const std::size_t outer_slots = slots_;
        slots_ = 0;
        Claim claim = parse_claim();
        claim.slots = slots_;
        slots_ = outer_slots;
        return make(Expression::Rate{sweep, std::make_shared<const Claim>(std::move(claim))});
    }
    Node parse_count() {
        const std::span<const std::string_view> events = counted_event_names();
        const std::size_t start = in_.next();
        const std::string name = in_.name(false, "an event");
        Expression::Count count;
        std::size_t index = 0;
        while (index < events.size() && events[index] != name)
            ++index;
        if (index == events.size()) {
            in_.fail(start, fmt::format("unknown event \"{}\": {}", name, suggestion(name, events)));
        } else {
            count.event = static_cast<CountedEvent>(index);
        }
        if (in_.accept(",")) count.a = parse_id();
        if (!count.a.empty() && in_.accept(",")) count.b = parse_id();
        return make(std::move(count));
    }
    Node parse_pair(Quantity::Kind kind) {
        const std::string a = parse_id();
        in_.expect(",");
        const std::string b = in_.failed() ? std::string() : parse_id();
        return make(Quantity{kind, a, b});
    }

    // --- claims

    std::shared_ptr<const Claim> inner_claim() { return std::make_shared<const Claim>(parse_claim()); }

    Claim parse_claim() {
        const Depth depth(*this);
        Claim claim;
        const std::size_t start = in_.next();
        if (in_.failed()) return claim;
        if (in_.starts_with_word("pairs")) {
            parse_pairs_claim(claim);
        } else {
            claim.left = parse_side();
            parse_operator(claim);
            claim.right = parse_side();
            if (in_.accept("+-")) parse_tolerance(claim);
            check_equality(claim, start);
        }
        claim.text = in_.text_since(start);
        return claim;
    }
    Node parse_side() {
        if (in_.failed()) return {};
        const std::size_t start = in_.next();
        const Node node = parse_sum();
        if (in_.failed()) return {};
        return std::make_shared<const Expression>(Expression{node->node, in_.text_since(start)});
    }
    void parse_operator(Claim& claim) {
        using Op = Claim::Op;
        if (in_.accept("<="))
            claim.op = Op::LessEqual;
        else if (in_.accept("<"))
            claim.op = Op::Less;
        else if (in_.accept(">="))
            claim.op = Op::GreaterEqual;
        else if (in_.accept(">"))
            claim.op = Op::Greater;
        else if (in_.accept("=="))
            claim.op = Op::Equal;
        else if (in_.accept("!="))
            claim.op = Op::NotEqual;
        else if (!in_.failed())
            in_.fail_expected("one of < <= == != >= >");
    }
    void parse_tolerance(Claim& claim) {
        claim.tolerance = in_.number();
        if (!in_.accept("%")) return;
        claim.relative = true;
        claim.tolerance /= 100.0;
    }
    void check_equality(const Claim& claim, std::size_t start) {
        if (in_.failed() || claim.op != Claim::Op::Equal || claim.tolerance > 0.0) return;
        if (is_whole(*claim.left) && is_whole(*claim.right)) return;
        in_.fail(start,
                 "== on a value that is not a whole number needs a tolerance above 0: add +- TOL or +- N%");
    }
    /// `pairs == [["A","B"]]` becomes pairs_are(…) == 1.
    void parse_pairs_claim(Claim& claim) {
        const std::size_t start = in_.next();
        in_.expect("pairs");
        parse_operator(claim);
        if (!in_.failed() && claim.op != Claim::Op::Equal && claim.op != Claim::Op::NotEqual) {
            in_.fail(start, "pairs can only be compared with == and !=");
        }
        Expression::Pairs pairs;
        in_.expect("[");
        if (in_.peek() != ']') {
            do {
                in_.expect("[");
                const std::string a = parse_quoted_id();
                in_.expect(",");
                const std::string b = parse_quoted_id();
                in_.expect("]");
                pairs.pairs.emplace_back(a < b ? a : b, a < b ? b : a);
            } while (in_.accept(","));
        }
        in_.expect("]");
        claim.left = std::make_shared<const Expression>(Expression{std::move(pairs), "pairs"});
        claim.right =
            std::make_shared<const Expression>(Expression{Expression::Number{1.0}, "the listed pairs"});
    }
    std::string parse_quoted_id() {
        in_.expect("\"");
        if (in_.failed()) return {};
        std::string id = parse_id();
        in_.expect("\"");
        return id;
    }

    /// Bounds the recursion: the input is untrusted.
    class Depth {
    public:
        explicit Depth(Parser& parser) : parser_(parser) {
            if (++parser_.depth_ > tuning::max_expression_depth) parser_.in_.fail_here("nested too deeply");
        }
        ~Depth() { --parser_.depth_; }
        Depth(const Depth&) = delete;
        Depth& operator=(const Depth&) = delete;

    private:
        Parser& parser_;
    };

    ClaimText in_;
    bool numbers_only_;
    std::size_t slots_ = 0;
    std::size_t nodes_ = 0;
    int depth_ = 0;
};

}  // namespace

Result<Claim, std::string> parse_claim(std::string_view text) {
    return Parser(text).whole_claim();
}

Result<Quantity, std::string> parse_quantity(std::string_view text) {
    return Parser(text).whole_quantity();
}

Result<LeadingNumber, std::string> parse_leading_number(std::string_view text) {
    return Parser(text, true).leading_number();
}

}  // namespace toibox::scene
