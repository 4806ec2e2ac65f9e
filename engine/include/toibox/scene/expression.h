// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/function_ref.h"
#include "toibox/scene/claim.h"
#include "toibox/scene/verdict.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace toibox::scene {

/// The language of claims: arithmetic on values read from a run. Operands are numbers, quantities of the
/// current state, and functions, some of which remember values from earlier states (memories).
///
///     CLAIM    := EXPR OP EXPR [ '+-' NUMBER [ '%' ] ]  |  'pairs' ('==' | '!=') '[' ['["A","B"]', …] ']'
///     EXPR     := TERM { ('+' | '-') TERM }
///     TERM     := FACTOR { ('*' | '/') FACTOR }
///     FACTOR   := '-' FACTOR  |  PRIMARY [ '@' TIME ]
///     PRIMARY  := NUMBER | QUANTITY | '(' EXPR ')' | FUNCTION
///     TIME     := NUMBER | '(' constant EXPR ')'                        seconds
///     FUNCTION := abs(EXPR) | max(EXPR) | min(EXPR) | peak(EXPR, K) | first(CLAIM) | rate(SWEEP, CLAIM)
///               | count(EVENT [, a [, b]]) | contact(a, b) | angle(a, b)
///     QUANTITY := ID.FIELD | world.FIELD | toi.FIELD | gjk.FIELD | broad.FIELD | query.NAME.FIELD
///               | probe.NAME.FIELD | joint.ID.FIELD
///
/// An id may contain '-', a field may not: `ball.x-wall.x` is a difference, `ball-x` one id. "+-" is always
/// the tolerance: write `a + -b` for a sum.

/// A number read from a state. NaN if it does not exist (an unknown or removed body).
struct Quantity {
    enum class Kind : std::uint8_t {
        BodyX,  ///< Position of the body's origin, m.
        BodyY,
        BodyAngle,  ///< Unwrapped, radians.
        BodyVx,     ///< Velocity of the centre of mass, m/s.
        BodyVy,
        BodySpeed,
        BodySpin,        ///< rad/s
        BodyKe,          ///< Kinetic energy, J.
        WorldEnergy,     ///< Kinetic and potential, J.
        WorldMomentum,   ///< Magnitude, kg·m/s.
        WorldMomentumX,  ///< Components along the axes.
        WorldMomentumY,
        WorldAngularMomentum,  ///< About the world's origin, kg·m²/s.
        WorldContacts,         ///< Pairs of shapes that touch, without sensors, as of the last detection.
        WorldPoints,           ///< Contact points of all manifolds, as of the last detection.
        WorldWarmPoints,       ///< Warm-started points, as of the last detection.
        WorldStopped,          ///< This and the next five: verdicts since the start; see VerdictKind.
        WorldTunnelled,
        WorldPushedThrough,
        WorldMissed,
        WorldLate,
        WorldGhostHits,
        WorldMaxPenetration,  ///< Deepest overlap, m, as of the last detection.
        WorldBodies,          ///< Live bodies.
        WorldAwake,           ///< Dynamic bodies that are not asleep.
        WorldTimeLost,        ///< Since the start, s.
        ToiCalls,             ///< This and the next six: since the start.
        ToiIterations,        ///< Of the main loop, all calls.
        ToiMaxIterations,     ///< Maximum in one call.
        ToiRootIterations,
        GjkCalls,
        GjkIterations,
        GjkMaxIterations,
        BroadPairs,  ///< Current pairs.
        BroadSwaps,  ///< Exchanges since the start.
        BroadTests,  ///< Box tests since the start.
        Contact,  ///< 1 if shapes (or sensors) of `id` and `other` touch, else 0; as of the last detection.
        Query,    ///< Field `other` of the result of query `id`.
        Probe,    ///< Field `other` of probe `id`.
        AngleBetween,  ///< Angle of body `id` minus that of body `other`, unwrapped, radians.
        JointForce,    ///< Magnitude of joint `id`'s force on its second body, mean over the last step, N.
        JointForceX,   ///< Components of that force.
        JointForceY,
        JointTorque,  ///< Torque of joint `id` on its second body, mean over the last step, N·m.
        JointAngle,   ///< Hinge: angle of b relative to a, minus the reference angle, unwrapped, radians.
        JointTranslation,  ///< Prismatic or wheel joint: translation of b's anchor along the axis, m.
        JointLength,       ///< Distance joint: distance between its anchors, m.
    };
    Kind kind = Kind::WorldEnergy;
    std::string id;
    std::string other;
};

enum class CountedEvent : std::uint8_t {
    Begin,
    End,
    Impact,
    TimeLost,  ///< Impacts that lost time.
    // Verdicts: see VerdictKind.
    Stopped,
    Tunnelled,
    PushedThrough,
    Missed,
    Late,
    GhostHit,
};
/// The verdict that an event or a quantity counts; nullopt if it counts none.
std::optional<VerdictKind> verdict_of(CountedEvent event);
std::optional<VerdictKind> verdict_of(Quantity::Kind kind);

struct Expression {
    using Pointer = std::shared_ptr<const Expression>;

    struct Number {
        double value = 0.0;
    };
    struct Negative {
        Pointer operand;
    };
    struct Binary {
        char op = '+';  ///< + - * /
        Pointer left;
        Pointer right;
    };
    struct Absolute {
        Pointer operand;
    };
    /// Maximum or minimum over states 0 … now.
    struct Extreme {
        bool is_max = true;
        Pointer operand;
        std::size_t slot = 0;
    };
    /// Value in the state nearest to `time`; NaN before that state.
    struct At {
        Pointer operand;
        double time = 0.0;
        std::size_t slot = 0;
    };
    /// Value at the k-th local maximum, k from 1. A plateau counts once; the first and the last state do not
    /// count. NaN until the maximum has passed.
    struct Peak {
        Pointer operand;
        int k = 1;
        std::size_t slot = 0;
    };
    /// Time of the first state in which the claim holds; NaN before that state.
    struct First {
        std::shared_ptr<const Claim> claim;
        std::size_t slot = 0;
    };
    /// Number of events since the start: all (no names), those of body `a`, or those of `a` and `b` in either
    /// order.
    struct Count {
        CountedEvent event = CountedEvent::Begin;
        std::string a;
        std::string b;
    };
    /// Fraction of a parameter sweep's runs in which the claim holds in the last state.
    struct Rate {
        std::string sweep;
        std::shared_ptr<const Claim> claim;
    };
    /// 1 if the body pairs in the broad phase are exactly these, else 0.
    struct Pairs {
        std::vector<std::pair<std::string, std::string>> pairs;
    };

    std::variant<Number, Quantity, Negative, Binary, Absolute, Extreme, At, Peak, First, Count, Rate, Pairs>
        node;
    std::string text;  ///< As written; set only for the two sides of a claim.
};

/// The values that an expression can read: one state of a run.
class EvaluationContext {
public:
    virtual ~EvaluationContext() = default;
    [[nodiscard]] virtual double quantity(const Quantity& quantity) const = 0;
    [[nodiscard]] virtual double count(const Expression::Count& count) const = 0;
    [[nodiscard]] virtual double rate(const Expression::Rate& rate) const = 0;
    [[nodiscard]] virtual bool pairs_are(const Expression::Pairs& pairs) const = 0;
    [[nodiscard]] virtual std::int64_t step() const = 0;
    [[nodiscard]] virtual std::int64_t step_of(double time) const = 0;
    [[nodiscard]] virtual double time() const = 0;
};

/// What one memory slot of a claim stores between states.
struct ExpressionMemory {
    bool seen = false;     ///< Whether `value` is valid.
    double value = 0.0;    ///< What the function returns.
    double last = 0.0;     ///< Peak: the operand in the previous state.
    bool rising = false;   ///< Peak: whether the operand rose the last time it changed.
    bool started = false;  ///< Peak: whether there was a previous state.
    int found = 0;         ///< Peak: number of local maxima so far.
};

/// The value in the context's state. Call it once per state, from state 0 on: it updates the memories.
/// Requires: memory.size() ≥ the slots of the claim (asserted).
double evaluate(const Expression& expression, const EvaluationContext& context,
                std::span<ExpressionMemory> memory);

/// Whether a claim holds in one state. False if a side is NaN, whatever the operator.
struct Comparison {
    bool holds = false;
    double left = 0.0;
    double right = 0.0;
};
Comparison evaluate(const Claim& claim, const EvaluationContext& context, std::span<ExpressionMemory> memory);

/// Parses a single quantity: "ball.x", "toi.calls", "contact(a, b)".
Result<Quantity, std::string> parse_quantity(std::string_view text);

/// A number at the start of a text.
struct LeadingNumber {
    double value = 0.0;
    std::size_t end = 0;  ///< Offset of the text after it and white space, such as a unit.
};
/// Evaluates the EXPR of numbers at the start of the text: "2 * 60 Hz" is 120, and "Hz" follows. Error: as of
/// parse_claim, or that the result is not finite.
Result<LeadingNumber, std::string> parse_leading_number(std::string_view text);

/// Whether the value is always a whole number. Only then may it be compared by == without a tolerance.
bool is_whole(const Expression& expression);

/// Visits every node, including those of claims inside first() and rate().
void for_each_node(const Claim& claim, FunctionRef<void(const Expression&)> visit);

std::string_view to_string(Claim::Op op);
std::string_view to_string(Claim::When when);

}  // namespace toibox::scene
