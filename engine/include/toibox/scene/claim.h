// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/result.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace toibox::scene {

struct Expression;  // scene/expression.h: the parsed tree

/// A claim of a scene, EXPR OP EXPR [+- TOL | +- N%], and when it must hold. Run evaluates it.
struct Claim {
    enum class When : std::uint8_t { At, Always, Eventually, Never };
    enum class Op : std::uint8_t { Less, LessEqual, Equal, NotEqual, GreaterEqual, Greater };

    std::string text;  ///< As written.
    std::string why;
    std::string pointer;
    When when = When::At;
    double at = 0.0;  ///< Seconds, for At.
    Op op = Op::Equal;
    double tolerance = 0.0;  ///< Relaxes each comparison (a < b + tolerance); tightens NotEqual.
    bool relative = false;   ///< `tolerance` is a fraction of the right side.
    /// The claim of a wrong choice of a lesson: it passes if it does not hold.
    bool must_fail = false;
    std::shared_ptr<const Expression> left;
    std::shared_ptr<const Expression> right;
    std::size_t slots = 0;  ///< ExpressionMemory slots that the two sides need.
};

/// Reads `EXPR OP EXPR [+- TOL | +- N%]`; the caller fills in `when`, `at`, `why` and `pointer`.
/// Error: a sentence without a full stop that names the position of the error, from 1:
/// "at character 8: expected a number, a quantity or \"(\"".
Result<Claim, std::string> parse_claim(std::string_view text);

struct ClaimOutcome {
    enum class Status : std::uint8_t { Pending, Passed, Failed, NotReached };
    Status status = Status::Pending;
    double left = 0.0;  ///< Values of the two sides when the claim was decided.
    double right = 0.0;
    std::int64_t step = -1;  ///< The state that decided the claim; -1 while it is pending.
    std::string detail;      ///< "ball.x is 1.18, which is not < 0 (step 60, t 1 s)"
};

}  // namespace toibox::scene
