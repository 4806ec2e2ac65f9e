// SPDX-License-Identifier: MIT
#include "tests/property/world_laws.h"

#include "toibox/dynamics/state_hash.h"
#include "toibox/dynamics/state_io.h"

#include "tests/property/law_checker.h"

#include <array>
#include <map>
#include <utility>

namespace toibox::testing_support {
namespace {

void record_touch(const World& world, ShapeHandle shape, int impacts, StepOutcome& outcome) {
    const std::optional<ShapeView> view = world.find(shape);
    if (!view) return;
    outcome.body_contacts[view->body.index].is_touching = true;
    outcome.body_contacts[view->body.index].impacts += impacts;
}

void record_events(const World& world, StepOutcome& outcome) {
    const auto record = [&](const auto& events, int impacts) {
        for (const auto& event : events) {
            record_touch(world, event.a, impacts, outcome);
            record_touch(world, event.b, impacts, outcome);
        }
    };
    record(world.events().begin, 0);
    record(world.events().end, 0);
    record(world.events().hit, 0);
    record(world.events().impact, 1);
    for (const Contact& contact : world.contacts()) {
        if (contact.response == ContactResponse::Sense || contact.count == 0) continue;
        for (const std::uint32_t body : {contact.body_a, contact.body_b}) {
            outcome.body_contacts[body].has_points = true;
            if (contact.touching) outcome.body_contacts[body].is_touching = true;
        }
        for (std::uint8_t i = 0; i < contact.count; ++i)
            outcome.had_overlap = outcome.had_overlap || contact.points[i].separation <= 0.0f;
    }
}

/// The pairs of shapes that touch according to the events. A pair may begin and end several times in a step.
class ContactEventTracker {
public:
    void update(const World& world) {
        for (const ContactEvent& event : world.events().begin)
            ++touching_[pair_of(event)];
        for (const ContactEvent& event : world.events().end)
            --touching_[pair_of(event)];
    }
    /// Describes the first pair whose contacts and events disagree; empty if there is none.
    std::string difference(const World& world) const {
        std::map<Pair, int> counts = touching_;
        for (const Contact& contact : world.contacts())
            counts[{contact.shape_a, contact.shape_b}] -= contact.touching ? 1 : 0;
        // The end event of a shape that crossed a sensor within the step comes in the next step.
        for (const ContactEvent& event : world.state().pairs.ended)
            --counts[pair_of(event)];
        for (const auto& [pair, count] : counts) {
            if (count == 0) continue;
            return "shapes " + std::to_string(pair.first) + " and " + std::to_string(pair.second) +
                   (count > 0 ? " do not touch, without an end event" : " touch without a begin event");
        }
        return {};
    }

private:
    using Pair = std::pair<std::uint32_t, std::uint32_t>;
    static Pair pair_of(const ContactEvent& event) { return {event.a.index, event.b.index}; }

    std::map<Pair, int> touching_;
};

/// Completes a step, even if the world stops at each impact.
StepOutcome advance(World& world, float dt, ContactEventTracker& events) {
    StepOutcome outcome;
    outcome.body_contacts.resize(static_cast<std::size_t>(world.body_count()));
    for (;;) {
        const StepReport report = world.step(dt);
        outcome.non_finite = outcome.non_finite || report.non_finite;
        outcome.time_lost += report.time_lost;
        record_events(world, outcome);
        events.update(world);
        if (report.complete) return outcome;
    }
}
void advance_unchecked(World& world, float dt) {
    while (!world.step(dt).complete) {
    }
}

/// A second world that makes the same steps in another way, and must stay bit-identical to the first.
class MirrorWorld {
public:
    explicit MirrorWorld(const WorldPlan& plan) : plan_(plan) {
        Rng rng(plan.seed, 1);
        kind_ = static_cast<Kind>(rng.below(kinds));
        if (kind_ <= Kind::Rewound) start_step_ = static_cast<int>(rng.below(300));
    }
    /// Call after each step of the first world. Returns false if the worlds differ.
    bool follow(const World& world, int step) {
        if (step < start_step_) return true;
        if (step == start_step_) {
            start_from(world);
        } else {
            advance_unchecked(*world_, plan_.dt_of(step));
        }
        const bool is_last = step + 1 == plan_.steps;
        if ((step % 10 == 0 || is_last) && world_->hash() != world.hash()) return false;
        return !is_last || deep_hash(world_->state()) == deep_hash(world.state());
    }
    [[nodiscard]] std::string_view name() const {
        constexpr std::array<std::string_view, kinds> names{"a copy",
                                                            "a world read from bytes",
                                                            "a rewound world",
                                                            "a world with four threads",
                                                            "a world with SSE2",
                                                            "a world with scalar lanes"};
        return names[static_cast<std::size_t>(kind_)];
    }

private:
    enum class Kind : std::uint8_t { Copy, Bytes, Rewound, Threads, Sse2, Scalar };
    static constexpr std::uint32_t kinds = 6;

    void start_from(const World& world) {
        world_ = world;
        if (kind_ == Kind::Bytes) world_ = read_state(write_state(world.state())).value();
        if (kind_ == Kind::Rewound) {
            for (int i = 0; i < 20; ++i)
                advance_unchecked(*world_, plan_.dt);
            world_->take_state(World(world));
        }
        if (kind_ == Kind::Threads) world_->set_execution({.threads = 4});
        if (kind_ == Kind::Sse2 && is_available(Isa::Sse2)) world_->set_execution({.isa = Isa::Sse2});
        if (kind_ == Kind::Scalar) world_->set_execution({.isa = Isa::Scalar});
    }

    const WorldPlan& plan_;
    Kind kind_ = Kind::Copy;
    int start_step_ = 0;
    std::optional<World> world_;
};

}  // namespace

std::string_view name_of(Law law) {
    constexpr std::array<std::string_view, law_count> names{
        "sound", "momentum", "angular momentum", "energy", "events", "impulse", "motion", "load",
        "walls", "repeat"};
    return names[static_cast<std::size_t>(law)];
}

std::optional<LawViolation> find_violation(const WorldPlan& plan, const FaultInjector& inject_fault,
                                           Deviations* deviations) {
    World world = make_world(plan);
    LawChecker checker(plan, world, deviations);
    MirrorWorld mirror_world(plan);
    ContactEventTracker events;
    for (int step = 0; step < plan.steps; ++step) {
        const float dt = plan.dt_of(step);
        const StepOutcome outcome = advance(world, dt, events);
        if (inject_fault) inject_fault(world, step);
        if (auto violation = checker.check_step(world, step, wide(dt), outcome)) return violation;
        if (const std::string message = events.difference(world); !message.empty())
            return LawViolation{Law::Events, step, message};
        if (!mirror_world.follow(world, step))
            return LawViolation{Law::Repeat, step, "differs from " + std::string(mirror_world.name())};
    }
    if (deviations != nullptr)
        (*deviations)[static_cast<std::size_t>(Law::Repeat)] =
            (*deviations)[static_cast<std::size_t>(Law::Events)] = 0.0;
    return std::nullopt;
}

}  // namespace toibox::testing_support
