// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/scene/run.h"

namespace toibox::scene {

/// The current state of a run, as claims read it.
class Run::CurrentState final : public EvaluationContext {
public:
    explicit CurrentState(const Run& run) : run_(run) {}

    [[nodiscard]] double quantity(const Quantity& quantity) const override;
    [[nodiscard]] double count(const Expression::Count& count) const override;
    [[nodiscard]] double rate(const Expression::Rate& rate) const override;
    [[nodiscard]] bool pairs_are(const Expression::Pairs& pairs) const override;
    [[nodiscard]] std::int64_t step() const override { return run_.state_.steps; }
    [[nodiscard]] std::int64_t step_of(double time) const override { return run_.scene_->step_of(time); }
    [[nodiscard]] double time() const override { return run_.time(); }

private:
    [[nodiscard]] double body(const Quantity& quantity) const;
    [[nodiscard]] double angle_between(const Quantity& quantity) const;
    [[nodiscard]] double joint(const Quantity& quantity) const;
    [[nodiscard]] double probe(const Quantity& quantity) const;
    [[nodiscard]] double world(Quantity::Kind kind) const;
    [[nodiscard]] double total(Quantity::Kind kind) const;
    [[nodiscard]] bool touch(const std::string& a, const std::string& b) const;

    const Run& run_;
};

}  // namespace toibox::scene
