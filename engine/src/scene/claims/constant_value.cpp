// SPDX-License-Identifier: MIT
#include "scene/claims/constant_value.h"

namespace toibox::scene {

namespace {

struct ConstantFolder {
    std::optional<double> operator()(const Expression::Number& n) const { return n.value; }
    std::optional<double> operator()(const Expression::Negative& n) const {
        const std::optional<double> value = constant_value(*n.operand);
        return value ? std::optional(-*value) : std::nullopt;
    }
    std::optional<double> operator()(const Expression::Binary& n) const {
        const std::optional<double> left = constant_value(*n.left);
        const std::optional<double> right = constant_value(*n.right);
        if (!left || !right) return std::nullopt;
        switch (n.op) {
            case '+':
                return *left + *right;
            case '-':
                return *left - *right;
            case '*':
                return *left * *right;
            default:
                return *left / *right;
        }
    }
    std::optional<double> operator()(const auto&) const { return std::nullopt; }
};

}  // namespace

std::optional<double> constant_value(const Expression& expression) {
    return std::visit(ConstantFolder{}, expression.node);
}

}  // namespace toibox::scene
