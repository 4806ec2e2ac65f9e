// SPDX-License-Identifier: MIT
// Evaluates claims by one traversal of the tree per state of a run. The traversal also updates the memories,
// so no history is needed: a maximum stores one number, a peak three.

#include "toibox/scene/expression.h"

#include "toibox/core/assert.h"

#include "scene/claims/quantity.h"

#include <cmath>

namespace toibox::scene {

namespace {

class Evaluation {
public:
    Evaluation(const EvaluationContext& context, std::span<ExpressionMemory> memory)
        : context_(context), memory_(memory) {}

    double value(const Expression& expression) { return std::visit(*this, expression.node); }

    double operator()(const Expression::Number& n) const { return n.value; }
    double operator()(const Quantity& n) const { return context_.quantity(n); }
    double operator()(const Expression::Negative& n) { return -value(*n.operand); }
    double operator()(const Expression::Absolute& n) { return std::abs(value(*n.operand)); }
    double operator()(const Expression::Count& n) const { return context_.count(n); }
    double operator()(const Expression::Rate& n) const { return context_.rate(n); }
    double operator()(const Expression::Pairs& n) const { return context_.pairs_are(n) ? 1.0 : 0.0; }

    double operator()(const Expression::Binary& n) {
        const double left = value(*n.left);
        const double right = value(*n.right);
        switch (n.op) {
            case '+':
                return left + right;
            case '-':
                return left - right;
            case '*':
                return left * right;
            default:
                return left / right;
        }
    }
    double operator()(const Expression::Extreme& n) {
        const double now = value(*n.operand);
        ExpressionMemory& memory = slot(n.slot);
        const bool is_better = n.is_max ? now > memory.value : now < memory.value;
        if (!std::isnan(now) && (!memory.seen || is_better)) {
            memory.seen = true;
            memory.value = now;
        }
        return remembered(memory);
    }
    double operator()(const Expression::At& n) {
        const double now = value(*n.operand);
        ExpressionMemory& memory = slot(n.slot);
        if (!memory.seen && context_.step() == context_.step_of(n.time)) {
            memory.seen = true;
            memory.value = now;
        }
        return remembered(memory);
    }
    double operator()(const Expression::Peak& n) {
        const double now = value(*n.operand);
        ExpressionMemory& memory = slot(n.slot);
        if (memory.started && memory.rising && now < memory.last) {
            memory.rising = false;
            if (++memory.found == n.k) {
                memory.seen = true;
                memory.value = memory.last;
            }
        }
        if (memory.started && now > memory.last) memory.rising = true;
        memory.started = true;
        memory.last = now;
        return remembered(memory);
    }
    double operator()(const Expression::First& n) {
        const bool holds = comparison(*n.claim).holds;
        ExpressionMemory& memory = slot(n.slot);
        if (holds && !memory.seen) {
            memory.seen = true;
            memory.value = context_.time();
        }
        return remembered(memory);
    }

    Comparison comparison(const Claim& claim) {
        const double left = value(*claim.left);
        const double right = value(*claim.right);
        return {holds(claim, left, right), left, right};
    }

private:
    ExpressionMemory& slot(std::size_t index) {
        TOIBOX_ASSERT(index < memory_.size());
        return memory_[index];
    }
    static double remembered(const ExpressionMemory& memory) {
        return memory.seen ? memory.value : undefined;
    }

    static bool holds(const Claim& claim, double left, double right) {
        if (std::isnan(left) || std::isnan(right)) return false;
        const double tolerance = claim.relative ? claim.tolerance * std::abs(right) : claim.tolerance;
        switch (claim.op) {
            case Claim::Op::Less:
                return left < right + tolerance;
            case Claim::Op::LessEqual:
                return left <= right + tolerance;
            case Claim::Op::Equal:
                return left == right || std::abs(left - right) <= tolerance;
            case Claim::Op::NotEqual:
                return left != right && std::abs(left - right) > tolerance;
            case Claim::Op::GreaterEqual:
                return left >= right - tolerance;
            case Claim::Op::Greater:
                return left > right - tolerance;
        }
        return false;
    }

    const EvaluationContext& context_;
    std::span<ExpressionMemory> memory_;
};

void visit_nodes(const Expression& expression, FunctionRef<void(const Expression&)> visit);

struct VisitChildren {
    const FunctionRef<void(const Expression&)>& visit;

    void operator()(const Expression::Negative& n) const { visit_nodes(*n.operand, visit); }
    void operator()(const Expression::Absolute& n) const { visit_nodes(*n.operand, visit); }
    void operator()(const Expression::Extreme& n) const { visit_nodes(*n.operand, visit); }
    void operator()(const Expression::At& n) const { visit_nodes(*n.operand, visit); }
    void operator()(const Expression::Peak& n) const { visit_nodes(*n.operand, visit); }
    void operator()(const Expression::Binary& n) const {
        visit_nodes(*n.left, visit);
        visit_nodes(*n.right, visit);
    }
    void operator()(const Expression::First& n) const { for_each_node(*n.claim, visit); }
    void operator()(const Expression::Rate& n) const { for_each_node(*n.claim, visit); }
    void operator()(const auto&) const {}
};

void visit_nodes(const Expression& expression, FunctionRef<void(const Expression&)> visit) {
    visit(expression);
    std::visit(VisitChildren{visit}, expression.node);
}

}  // namespace

double evaluate(const Expression& expression, const EvaluationContext& context,
                std::span<ExpressionMemory> memory) {
    return Evaluation(context, memory).value(expression);
}

Comparison evaluate(const Claim& claim, const EvaluationContext& context,
                    std::span<ExpressionMemory> memory) {
    return Evaluation(context, memory).comparison(claim);
}

void for_each_node(const Claim& claim, FunctionRef<void(const Expression&)> visit) {
    visit_nodes(*claim.left, visit);
    visit_nodes(*claim.right, visit);
}

bool is_whole(const Expression& expression) {
    struct Whole {
        bool operator()(const Expression::Number& n) const { return n.value == std::floor(n.value); }
        bool operator()(const Quantity& n) const { return is_whole(n); }
        bool operator()(const Expression::Negative& n) const { return is_whole(*n.operand); }
        bool operator()(const Expression::Absolute& n) const { return is_whole(*n.operand); }
        bool operator()(const Expression::Extreme& n) const { return is_whole(*n.operand); }
        bool operator()(const Expression::At& n) const { return is_whole(*n.operand); }
        bool operator()(const Expression::Peak& n) const { return is_whole(*n.operand); }
        bool operator()(const Expression::Binary& n) const {
            return n.op != '/' && is_whole(*n.left) && is_whole(*n.right);
        }
        bool operator()(const Expression::First&) const { return false; }
        bool operator()(const Expression::Rate&) const { return false; }
        bool operator()(const Expression::Count&) const { return true; }
        bool operator()(const Expression::Pairs&) const { return true; }
    };
    return std::visit(Whole{}, expression.node);
}

std::string_view to_string(Claim::Op op) {
    switch (op) {
        case Claim::Op::Less:
            return "<";
        case Claim::Op::LessEqual:
            return "<=";
        case Claim::Op::Equal:
            return "==";
        case Claim::Op::NotEqual:
            return "!=";
        case Claim::Op::GreaterEqual:
            return ">=";
        case Claim::Op::Greater:
            return ">";
    }
    return "?";
}

std::string_view to_string(Claim::When when) {
    switch (when) {
        case Claim::When::At:
            return "at";
        case Claim::When::Always:
            return "always";
        case Claim::When::Eventually:
            return "eventually";
        case Claim::When::Never:
            return "never";
    }
    return "?";
}

}  // namespace toibox::scene
