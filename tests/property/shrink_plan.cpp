// SPDX-License-Identifier: MIT
#include "tests/property/shrink_plan.h"

#include "toibox/geometry/hull.h"

#include "dynamics/snapshot/command_fields.h"

#include <utility>

namespace toibox::testing_support {
namespace {

class Shrinker {
public:
    Shrinker(WorldPlan plan, FunctionRef<bool(const WorldPlan&)> fails, int budget)
        : plan_(std::move(plan)), fails_(fails), budget_(budget) {}

    WorldPlan run() {
        do {
            shrank_ = false;
            drop_bodies();
            drop_joints();
            drop_parts();
            simplify(plan_.settings, [](WorldPlan& plan) -> WorldSettings& { return plan.settings; });
            simplify_plan();
            for (std::size_t i = 0; i < plan_.bodies.size(); ++i)
                simplify_body(i);
            for (std::size_t i = 0; i < plan_.joints.size(); ++i)
                simplify_joint(i);
        } while (shrank_ && budget_ > 0);
        return plan_;
    }

private:
    /// Replaces the plan by the candidate if that still fails.
    bool accept_if_failing(const WorldPlan& candidate) {
        if (budget_-- <= 0 || !has_valid_start(candidate) || !fails_(candidate)) return false;
        plan_ = candidate;
        shrank_ = true;
        return true;
    }
    /// Applies `change` to the plan if that makes a difference and the plan still fails.
    template <class Change>
    void attempt(Change change) {
        WorldPlan candidate = plan_;
        change(candidate);
        if (to_cpp_code(candidate) != to_cpp_code(plan_)) accept_if_failing(candidate);
    }

    // Elements are dropped from the end, so that the indices of the remaining ones stay valid.
    void drop_bodies() {
        for (std::size_t i = plan_.bodies.size(); i-- > 0;)
            accept_if_failing(without_body(plan_, i));
    }
    void drop_joints() {
        for (std::size_t i = plan_.joints.size(); i-- > 0;)
            accept_if_failing(without_joint(plan_, i));
    }
    void drop_parts() {
        for (std::size_t i = 0; i < plan_.bodies.size(); ++i) {
            for (std::size_t part = plan_.bodies[i].parts.size(); part-- > 0;) {
                attempt([&](WorldPlan& plan) {
                    auto& parts = plan.bodies[i].parts;
                    if (parts.size() > 1) parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(part));
                });
            }
        }
    }

    /// Sets each member of a struct to its default, except gravity and friction, of which 0 is the simplest
    /// value. `get` returns the struct of a plan.
    template <class T, class Get>
    void simplify(const T&, Get get) {
        FieldsOf<T>::list.for_each([&](const auto& field) {
            if (field.name == "gravity" || field.name == "friction") return;
            attempt([&](WorldPlan& plan) { get(plan).*field.member = T{}.*field.member; });
        });
    }

    void simplify_plan() {
        attempt([](WorldPlan& plan) { plan.settings.gravity = {}; });
        attempt([](WorldPlan& plan) { plan.noise = 0.0f; });
        attempt([](WorldPlan& plan) { plan.dt = 1.0f / 60.0f; });
        attempt([](WorldPlan& plan) { plan.steps /= 2; });
        attempt([](WorldPlan& plan) { --plan.steps; });
    }
    void simplify_body(std::size_t i) {
        const BodyDef def = plan_.bodies[i].def;
        simplify(def, [i](WorldPlan& plan) -> BodyDef& { return plan.bodies[i].def; });
        for (std::size_t part = 0; part < plan_.bodies[i].parts.size(); ++part) {
            const auto part_of = [i, part](WorldPlan& plan) -> PlannedPart& {
                return plan.bodies[i].parts[part];
            };
            const Shape disc = Circle{.radius = 0.5f};
            const Shape box = make_box({0.5f, 0.5f});
            attempt([&](WorldPlan& plan) { part_of(plan).shape = disc; });
            if (!(part_of(plan_).shape == disc)) attempt([&](WorldPlan& plan) { part_of(plan).shape = box; });
            simplify(Material{}, [&](WorldPlan& plan) -> Material& { return part_of(plan).def.material; });
            attempt([&](WorldPlan& plan) { part_of(plan).def.material.friction = 0.0f; });
            attempt([&](WorldPlan& plan) { part_of(plan).def.sensor = false; });
        }
    }
    void simplify_joint(std::size_t i) {
        const JointDef kind = plan_.joints[i].def;  // a copy, because attempts replace the plan
        std::visit(
            [&]<class Def>(const Def& def) {
                simplify(def, [i](WorldPlan& plan) -> Def& { return std::get<Def>(plan.joints[i].def); });
            },
            kind);
    }

    WorldPlan plan_;
    FunctionRef<bool(const WorldPlan&)> fails_;
    int budget_;
    bool shrank_ = false;
};

}  // namespace

WorldPlan shrink(const WorldPlan& plan, FunctionRef<bool(const WorldPlan&)> fails, int budget) {
    return Shrinker(plan, fails, budget).run();
}

}  // namespace toibox::testing_support
