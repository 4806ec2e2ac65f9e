// SPDX-License-Identifier: MIT
#include "scene/format/lint.h"

#include "toibox/dynamics/tuning.h"
#include "toibox/geometry/bounds.h"
#include "toibox/math/transform.h"
#include "toibox/narrow/collide.h"
#include "toibox/scene/tuning.h"

#include "scene/format/lint_body.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <span>
#include <tuple>
#include <utility>

namespace toibox::scene {

namespace {

class Linter {
public:
    explicit Linter(SceneContext& context) : context_(context), bodies_(lint_bodies(context.scene)) {}

    void run() {
        lint_ignored_policies();
        lint_tunnelling();
        lint_overlap();
        lint_mass_ratio();
        lint_size();
        lint_target();
        lint_emitters();
        lint_penalty();
    }

private:
    void warn(const LintBody& body, std::string message, std::string hint) {
        const SceneContext::BodySource& source = context_.body_sources[body.index];
        context_.sink.warning_at(source.span, source.pointer, std::move(message), std::move(hint));
    }

    /// Extent of the thinnest shape of a body along a direction, metres.
    static double thickness(const LintBody& body, Vec2d direction) {
        double thinnest = std::numeric_limits<double>::infinity();
        for (const ShapeEntry& shape : body.entry->shapes) {
            if (shape.def.sensor) continue;
            const ConvexProxyBuffer buffer(shape.shape);
            const ConvexProxy proxy = buffer.proxy();
            double low = std::numeric_limits<double>::infinity();
            double high = -low;
            for (const Vec2d point : proxy.points) {
                const double along = dot(direction, rotate(widen(body.transform.q), point));
                low = std::min(low, along);
                high = std::max(high, along);
            }
            thinnest = std::min(thinnest, high - low + 2.0 * proxy.radius);
        }
        return thinnest;
    }

    /// Whether the box of `mover`, moved by `displacement`, meets the box of `other`: slab test on the sum of
    /// the boxes.
    static bool swept_boxes_meet(const LintBody& mover, const LintBody& other, Vec2d displacement) {
        const Vec2d half_size = widen(extents(mover.box)) + widen(extents(other.box));
        const Vec2d offset = widen(center(mover.box)) - widen(center(other.box));
        double enter = 0.0;
        double leave = 1.0;
        const auto clip = [&](double start, double motion, double half_width) {
            if (motion == 0.0) return std::abs(start) <= half_width;
            const double a = (-half_width - start) / motion;
            const double b = (half_width - start) / motion;
            enter = std::max(enter, std::min(a, b));
            leave = std::min(leave, std::max(a, b));
            return enter <= leave;
        };
        return clip(offset.x, displacement.x, half_size.x) && clip(offset.y, displacement.y, half_size.y);
    }

    /// The policy in effect for a body: its own, or the world's.
    [[nodiscard]] ContinuousPolicy policy_of(const LintBody& body) const {
        const ContinuousPolicy of_world = context_.scene.settings.continuous;
        return accepts_own_policy(body) ? body.entry->def.continuous.policy.value_or(of_world) : of_world;
    }
    /// Whether the world's policy lets bodies have their own, and the solver supports that of this body, if
    /// any.
    [[nodiscard]] bool accepts_own_policy(const LintBody& body) const {
        const WorldSettings& settings = context_.scene.settings;
        const std::optional<ContinuousPolicy> own = body.entry->def.continuous.policy;
        return is_per_body_policy(settings.continuous) && (!own || are_compatible(settings.solver, *own));
    }

    void lint_ignored_policies() {
        const WorldSettings& settings = context_.scene.settings;
        for (const LintBody& body : bodies_) {
            if (!body.entry->def.continuous.policy || accepts_own_policy(body)) continue;
            const bool by_world = !is_per_body_policy(settings.continuous);
            warn(body,
                 fmt::format("body \"{}\" sets its own \"continuous\", which \"{}\" ignores", body.entry->id,
                             by_world ? enum_entry(continuous_policies(), settings.continuous).name
                                      : enum_entry(solver_kinds(), settings.solver).name),
                 by_world ? "that policy applies to all bodies: choose another one for the world"
                          : "that solver does not handle impacts: choose another one");
        }
    }

    /// Policies that test only the ends of steps.
    static bool tests_step_ends_only(ContinuousPolicy policy) {
        return policy == ContinuousPolicy::Off || policy == ContinuousPolicy::RestorePosition ||
               policy == ContinuousPolicy::RollBack || policy == ContinuousPolicy::Substeps;
    }

    /// `motion_ratio`: motion per step, relative to the combined thickness of the two bodies.
    [[nodiscard]] std::string tunnelling_hint(double motion_ratio) const {
        if (are_compatible(context_.scene.settings.solver, ContinuousPolicy::SubstepAtImpact))
            return "set \"continuous\" to \"substep-at-impact\", or use shorter steps";
        constexpr double limit = 1e6;  // larger than any valid setting
        WorldSettings finer = context_.scene.settings;
        finer.detection_substeps = static_cast<int>(std::min(std::ceil(motion_ratio), limit));
        if (!validated(finer)) return "choose a solver that handles impacts, such as \"soft-step\"";
        return fmt::format(
            "raise \"detection_substeps\" to {} or more, or choose a solver that handles "
            "impacts, such as \"soft-step\"",
            finer.detection_substeps);
    }

    /// Under a policy that tests only the ends of detection sub-steps, a body can pass another unnoticed if
    /// it moves farther in a detection sub-step than both bodies are thick. Uses the initial velocities,
    /// without gravity.
    void lint_tunnelling() {
        const Scene& scene = context_.scene;
        const double dt = scene.step / scene.settings.detection_substeps;
        const char* const interval = scene.settings.detection_substeps > 1 ? "detection sub-step" : "step";
        for (const LintBody& mover : bodies_) {
            if (mover.entry->def.type == BodyType::Static || !mover.has_box) continue;
            if (mover.entry->def.linear_velocity == Vec2{} || !tests_step_ends_only(policy_of(mover)))
                continue;
            if (accepts_own_policy(mover) && mover.entry->def.continuous.policy)
                continue;  // chosen by the author
            for (const LintBody& other : bodies_) {
                if (&other == &mover || !other.has_box) continue;
                if (mover.entry->def.type != BodyType::Dynamic && other.entry->def.type != BodyType::Dynamic)
                    continue;
                const Vec2d velocity =
                    widen(mover.entry->def.linear_velocity) - widen(other.entry->def.linear_velocity);
                const double speed = length(velocity);
                if (!(speed > 0.0) || !swept_boxes_meet(mover, other, scene.duration * velocity)) continue;
                const Vec2d direction = (1.0 / speed) * velocity;
                const double thick = thickness(mover, direction) + thickness(other, direction);
                if (!(speed * dt > thick)) continue;
                warn(mover,
                     fmt::format("body \"{}\"{}\"{}\": it moves {:.3g} m per {}, both together are "
                                 "{:.3g} m thick, and \"{}\" tests only the ends of {}s",
                                 mover.entry->id, tunnelling_phrase, other.entry->id, speed * dt, interval,
                                 thick, enum_entry(continuous_policies(), policy_of(mover)).name, interval),
                     tunnelling_hint(speed * scene.step / thick));
                break;  // one warning per body
            }
        }
    }

    [[nodiscard]] bool are_jointed(const std::string& a, const std::string& b) const {
        return std::any_of(
            context_.scene.joints.begin(), context_.scene.joints.end(), [&](const JointEntry& joint) {
                const bool same =
                    (joint.body_a == a && joint.body_b == b) || (joint.body_a == b && joint.body_b == a);
                return same && std::visit(
                                   [](const auto& def) {
                                       if constexpr (requires { def.collide_connected; }) {
                                           return !def.collide_connected;
                                       } else {
                                           return false;
                                       }
                                   },
                                   joint.def);
            });
    }

    static double depth(const LintBody& a, const LintBody& b) {
        double deepest = 0.0;
        for (const ShapeEntry& shape_a : a.entry->shapes) {
            for (const ShapeEntry& shape_b : b.entry->shapes) {
                if (shape_a.def.sensor || shape_b.def.sensor) continue;
                if (shape_a.def.one_way || shape_b.def.one_way) continue;
                if (!may_collide(shape_a.def.filter, shape_b.def.filter)) continue;
                CollideCache cache;
                const Manifold manifold =
                    collide(shape_a.shape, shape_b.shape, inv_mul(a.transform, b.transform), 0.0f, cache);
                for (int i = 0; i < manifold.count; ++i) {
                    deepest = std::max(deepest, -static_cast<double>(
                                                    manifold.points[static_cast<std::size_t>(i)].separation));
                }
            }
        }
        return deepest;
    }

    void lint_overlap_of(const LintBody& a, const LintBody& b) {
        if (a.entry->def.type != BodyType::Dynamic && b.entry->def.type != BodyType::Dynamic) return;
        if (!overlaps(a.box, b.box) || are_jointed(a.entry->id, b.entry->id)) return;
        const double overlap = depth(a, b);
        if (!(overlap > static_cast<double>(context_.scene.settings.slop))) return;
        const LintBody& later = a.index < b.index ? b : a;
        const LintBody& earlier = a.index < b.index ? a : b;
        warn(later,
             fmt::format("bodies \"{}\" and \"{}\" overlap by {:.3g} m at the start", earlier.entry->id,
                         later.entry->id, overlap),
             "move one of them, or exclude the pair with a filter");
    }

    /// Sort and sweep along x over the bodies' boxes; stops after a fixed number of pairs.
    void lint_overlap() {
        std::vector<const LintBody*> sorted;
        for (const LintBody& body : bodies_) {
            if (body.has_box) sorted.push_back(&body);
        }
        std::sort(sorted.begin(), sorted.end(), [](const LintBody* a, const LintBody* b) {
            return std::tie(a->box.lower.x, a->index) < std::tie(b->box.lower.x, b->index);
        });
        std::size_t tested = 0;
        for (std::size_t i = 0; i < sorted.size(); ++i) {
            for (std::size_t j = i + 1; j < sorted.size(); ++j) {
                if (sorted[j]->box.lower.x > sorted[i]->box.upper.x) break;
                if (++tested > tuning::max_overlap_pairs) return;
                lint_overlap_of(*sorted[i], *sorted[j]);
            }
        }
    }

    void lint_mass_ratio() {
        const LintBody* heavy = nullptr;
        const LintBody* light = nullptr;
        for (const LintBody& body : bodies_) {
            if (body.entry->def.type != BodyType::Dynamic || !(body.mass > 0.0)) continue;
            if (heavy == nullptr || body.mass > heavy->mass) heavy = &body;
            if (light == nullptr || body.mass < light->mass) light = &body;
        }
        if (heavy == nullptr || !(heavy->mass > tuning::mass_ratio * light->mass)) return;
        warn(*heavy,
             fmt::format("body \"{}\" has {:.3g} times the mass of \"{}\"", heavy->entry->id,
                         heavy->mass / light->mass, light->entry->id),
             fmt::format(
                 "contacts between them will be soft: bring the masses closer together, or raise \"{}\"",
                 context_.scene.settings.solver == SolverKind::SequentialImpulses ? "iterations"
                                                                                  : "substeps"));
    }

    /// Contacts of small bodies are no stiffer than those of large ones. Sequential impulses: a resting body
    /// falls for a sub-step of h seconds before contacts stop it. Soft step: the body sinks until it is
    /// carried by the contact spring, whose frequency follows the sub-steps. Both depths are multiples of
    /// g·h².
    void lint_size() {
        const Scene& scene = context_.scene;
        const WorldSettings& s = scene.settings;
        const bool soft = s.solver == SolverKind::SoftStep;
        if (!soft && s.solver != SolverKind::SequentialImpulses) return;
        const double h = scene.step / s.detection_substeps / s.substeps;
        const double fall = length(widen(s.gravity)) * h * h;
        const double stiffness = static_cast<double>(s.contact_stiffness);
        const double min_size =
            soft ? tuning::min_size_soft * fall / (stiffness * stiffness) : tuning::min_size_rigid * fall;
        const LintBody* thinnest = nullptr;
        double worst_ratio = 1.0;  // minimum thickness / thickness
        for (const LintBody& body : bodies_) {
            if (body.entry->def.type != BodyType::Dynamic || !(body.thickness > 0.0)) continue;
            const double ratio =
                min_size * std::abs(static_cast<double>(body.entry->def.gravity_scale)) / body.thickness;
            if (!(ratio > worst_ratio)) continue;
            thinnest = &body;
            worst_ratio = ratio;
        }
        if (thinnest == nullptr) return;
        const double sag = tuning::sag_at_min_size * worst_ratio;
        const std::string stack = !soft         ? "a stack of them may fall over"
                                  : sag < 100.0 ? fmt::format("a stack of ten sinks by up to {:.0f} %", sag)
                                                : "stacked, they sink into each other";
        const double substeps = std::ceil(s.substeps * std::sqrt(worst_ratio));
        warn(*thinnest,
             fmt::format("body \"{}\" is {:.3g} m thick, too thin for these sub-steps: {}",
                         thinnest->entry->id, thinnest->thickness, stack),
             substeps <= toibox::tuning::max_substeps
                 ? fmt::format("raise \"substeps\" to {:.0f}, or use shorter steps", substeps)
                 : fmt::format(
                       "raise \"substeps\" to {} and divide \"step\" by {:.0f}, or make bodies larger",
                       toibox::tuning::max_substeps, std::ceil(substeps / toibox::tuning::max_substeps)));
    }

    /// The target of a TOI method must be at least several float ulps of the positions.
    void lint_target() {
        const WorldSettings& settings = context_.scene.settings;
        for (const LintBody& body : bodies_) {
            if (body.entry->def.type == BodyType::Static || !ends_at_target(policy_of(body))) continue;
            const Vec2 c = abs(body.entry->def.position);
            const float far = c.x > c.y ? c.x : c.y;
            const double min_target =
                tuning::min_target_ulps *
                static_cast<double>(std::nextafter(far, std::numeric_limits<float>::infinity()) - far);
            if (static_cast<double>(settings.target) >= min_target) continue;
            warn(body,
                 fmt::format(
                     "\"target\" is {:.3g} m, less than {} float ulps ({:.3g} m) at body \"{}\", {:.6g} m "
                     "from the origin",
                     settings.target, tuning::min_target_ulps, min_target, body.entry->id, far),
                 "move the scene towards the origin, or raise \"target\"");
            return;  // one warning is enough
        }
    }

    /// A body that still overlaps the next one when the next one spawns is pushed out or flung away.
    void lint_emitters() {
        const Scene& scene = context_.scene;
        for (std::size_t i = 0; i < scene.emitters.size(); ++i) {
            const EmitterEntry& emitter = scene.emitters[i];
            const SceneContext::BodySource& source = context_.emitter_sources[i];
            double width = 0.0;
            for (const ShapeEntry& shape : emitter.body.shapes) {
                if (shape.def.sensor || !may_collide(shape.def.filter, shape.def.filter)) continue;
                const Vec2 half = extents(compute_aabb(shape.shape, Transform{}));
                width =
                    std::max({width, 2.0 * static_cast<double>(half.x), 2.0 * static_cast<double>(half.y)});
            }
            const double seconds = static_cast<double>(emitter.every) * scene.step;
            const double fall = 0.5 * length(widen(scene.settings.gravity)) * seconds * seconds;
            const double distance = length(widen(emitter.body.def.linear_velocity)) * seconds + fall;
            if (emitter.count > 1 && distance < width) {
                context_.sink.warning_at(
                    source.span, source.pointer,
                    fmt::format(
                        "the bodies \"{}\" spawn inside each other: each is {:.3g} m wide and has moved only "
                        "{:.3g} m when the next one spawns",
                        emitter.body.id, width, distance),
                    "increase \"every\" or the velocity, or exclude them from each other with a filter");
            }
        }
    }

    /// "body "a" of 1 kg"; "bodies "a" of 1 kg, "b" of 2 kg and 3 more"
    static std::string listed(std::span<const LintBody* const> bodies) {
        std::string out = bodies.size() == 1 ? "body " : "bodies ";
        const std::size_t listed_count = std::min(bodies.size(), tuning::max_listed_bodies);
        for (std::size_t i = 0; i < listed_count; ++i) {
            const bool is_last = i + 1 == bodies.size();
            if (i > 0) out += is_last ? " and " : ", ";
            out += fmt::format("\"{}\" of {:.3g} kg", bodies[i]->entry->id, bodies[i]->mass);
        }
        if (listed_count < bodies.size()) out += fmt::format(" and {} more", bodies.size() - listed_count);
        return out;
    }

    /// Semi-implicit Euler is stable for a contact point of mass m if k·h² + 2·c·h < 4·m; if it is unstable,
    /// each bounce is higher than the previous one.
    void lint_penalty() {
        const Scene& scene = context_.scene;
        const WorldSettings& s = scene.settings;
        if (s.solver != SolverKind::Penalty) return;
        const double h = scene.step / s.detection_substeps / s.substeps;
        const double min_mass =
            0.25 * h *
            (static_cast<double>(s.penalty_stiffness) * h + 2.0 * static_cast<double>(s.penalty_damping));
        std::vector<const LintBody*> light;
        for (const LintBody& body : bodies_) {
            if (body.entry->def.type != BodyType::Dynamic || !body.has_box || !(body.mass > 0.0)) continue;
            if (!(body.mass > min_mass)) light.push_back(&body);
        }
        if (light.empty()) return;
        warn(
            *light.front(),
            fmt::format("{} will be thrown off by contacts: with these penalty springs and sub-steps nothing "
                        "below {:.3g} kg comes to rest",
                        listed(light), min_mass),
            "lower \"penalty_stiffness\" or \"penalty_damping\", or raise \"substeps\"");
    }

    SceneContext& context_;
    std::vector<LintBody> bodies_;
};

}  // namespace

void lint_scene(SceneContext& context) {
    Linter(context).run();
}

}  // namespace toibox::scene
