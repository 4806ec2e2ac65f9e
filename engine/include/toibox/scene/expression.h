// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/function_ref.h"
#include "toibox/scene/expectation.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace toibox::scene {

/// The language of claims: arithmetic over what can be read off a run. Three kinds of leaf: numbers, the
/// quantities of the present state, and memories, which look back over the states seen so far.
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

/// A number that a state has. A value that is not there (an unknown or removed body) is NaN.
struct Quantity {
    enum class Kind : std::uint8_t {
        BodyX,  ///< Of the body's origin, m.
        BodyY,
        BodyAngle,  ///< Unwrapped, radians.
        BodyVx,     ///< Of the centre of mass, m/s.
        BodyVy,
        BodySpeed,
        BodySpin,        ///< rad/s
        BodyKe,          ///< Kinetic energy, J.
        WorldEnergy,     ///< Kinetic and potential, J.
        WorldMomentum,   ///< Its length, kg·m/s.
        WorldMomentumX,  ///< Its parts, along the axes.
        WorldMomentumY,
        WorldAngularMomentum,  ///< About the world's origin, kg·m²/s.
        WorldContacts,         ///< Pairs of shapes that touch, as of the last detection.
        WorldPoints,           ///< Of all manifolds, as of the last detection.
        WorldWarmPoints,       ///< Those that took over an impulse of the step before.
        WorldTunnelled,        ///< Crossings without contact so far: see TunnellingProbe.
        WorldMaxPenetration,   ///< m, as of the last detection.
        WorldBodies,           ///< Alive.
        WorldAwake,            ///< Dynamic bodies that are not asleep.
        WorldTimeLost,         ///< s, so far.
        ToiCalls,              ///< This and the next: since the start.
        ToiIterations,         ///< Outer iterations of all calls.
        ToiMaxIterations,      ///< Of one call.
        ToiRootIterations,
        GjkCalls,
        GjkIterations,
        GjkMaxIterations,
        BroadPairs,  ///< At present.
        BroadSwaps,  ///< Since the start.
        BroadTests,
        Contact,       ///< 1 if bodies `id` and `other` touch, else 0; as of the last detection.
        Query,         ///< Field `other` of the answer of query `id`.
        Probe,         ///< Field `other` of probe `id`.
        AngleBetween,  ///< Angle of body `id` less that of body `other`, unwrapped, radians.
        JointForce,    ///< Of joint `id` on its second body, mean of the last step: its length, N …
        JointForceX,   ///< … and its parts.
        JointForceY,
        JointTorque,       ///< The same, N·m.
        JointAngle,        ///< Of a hinge: of b against a, turns counted, radians.
        JointTranslation,  ///< Of a slide or wheel: how far b's anchor has slid along the axis, m.
        JointLength,       ///< Of a distance joint: between its anchors, m.
    };
    Kind kind = Kind::WorldEnergy;
    std::string id;
    std::string other;
};

enum class CountedEvent : std::uint8_t { Begin, End, Impact, Tunnelled, TimeLost };

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
    /// Greatest or least value over states 0 … now.
    struct Extreme {
        bool greatest = true;
        Pointer operand;
        std::size_t slot = 0;
    };
    /// Value at the state that `time` falls on; NaN before.
    struct At {
        Pointer operand;
        double time = 0.0;
        std::size_t slot = 0;
    };
    /// Value at the k-th local maximum, from 1: a state that is higher than the one before, and falls next. A
    /// plateau counts once; the first and the last state do not count. NaN until it has been passed.
    struct Peak {
        Pointer operand;
        int k = 1;
        std::size_t slot = 0;
    };
    /// Time of the first state at which the claim holds; NaN before.
    struct First {
        std::shared_ptr<const Claim> claim;
        std::size_t slot = 0;
    };
    /// Events so far. Without ids: all; with one: those of that body; with two: those of that pair, in either
    /// order.
    struct Count {
        CountedEvent event = CountedEvent::Begin;
        std::string a;
        std::string b;
    };
    /// Share of a sweep's runs in which the claim holds at their last state.
    struct Rate {
        std::string sweep;
        std::shared_ptr<const Claim> claim;
    };
    /// 1 if the pairs of bodies in the broad phase are exactly these, else 0.
    struct Pairs {
        std::vector<std::pair<std::string, std::string>> pairs;
    };

    std::variant<Number, Quantity, Negative, Binary, Absolute, Extreme, At, Peak, First, Count, Rate, Pairs>
        node;
    std::string text;  ///< As written; only of the two sides of a claim.
};

/// What an expression looks at: one state of a run.
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

/// What a memory keeps between states: one for each slot of a claim.
struct ExpressionMemory {
    bool seen = false;
    double value = 0.0;   ///< Of the memory, once `seen`.
    double last = 0.0;    ///< Peak: the operand at the state before …
    bool rising = false;  ///< … and whether it was still climbing there.
    bool started = false;
    int found = 0;
};

/// The value at this state. To be called once for each state, from 0 on: it feeds the memories.
/// Requires: memory.size() ≥ the slots of the claim (asserted).
double evaluate(const Expression& expression, const EvaluationContext& context,
                std::span<ExpressionMemory> memory);

/// Whether a claim holds at this state. False if a side is NaN, whatever the operator.
struct Comparison {
    bool holds = false;
    double left = 0.0;
    double right = 0.0;
};
Comparison evaluate(const Claim& claim, const EvaluationContext& context, std::span<ExpressionMemory> memory);

/// Reads a quantity alone: "ball.x", "toi.calls", "contact(a, b)".
Result<Quantity, std::string> parse_quantity(std::string_view text);

/// Whether the value is a whole number by its nature: such sides may be compared with == and no tolerance.
bool is_whole(const Expression& expression);

/// Calls for each node, claims inside first() and rate() included.
void for_each_node(const Claim& claim, FunctionRef<void(const Expression&)> visit);

std::string_view to_string(Claim::Op op);
std::string_view to_string(Claim::When when);

}  // namespace toibox::scene
