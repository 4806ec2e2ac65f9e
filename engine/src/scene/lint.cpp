// SPDX-License-Identifier: MIT
#include "lint.h"

#include "toibox/dynamics/tuning.h"
#include "toibox/geometry/bounds.h"
#include "toibox/math/transform.h"
#include "toibox/narrow/collide.h"
#include "toibox/scene/tuning.h"

#include "lint_body.h"

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
        lint_own_continuous();
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
        const SceneContext::BodySource& where = context_.body_sources[body.index];
        context_.sink.warning_at(where.place, where.pointer, std::move(message), std::move(hint));
    }

    /// Extent of a body along a direction, metres: of its shapes one by one, the thinnest counts.
    static double thickness(const LintBody& body, Vec2d direction) {
        double thinnest = std::numeric_limits<double>::infinity();
        for (const ShapeEntry& shape : body.entry->shapes) {
            if (shape.def.sensor) continue;
            const ConvexProxyBuffer buffer(shape.shape);
            const ConvexProxy proxy = buffer.proxy();
            double low = std::numeric_limits<double>::infinity();
            double high = -low;
            for (const Vec2d point : proxy.points) {
                const double along = dot(direction, rotate(widen(body.place.q), point));
                low = std::min(low, along);
                high = std::max(high, along);
            }
            thinnest = std::min(thinnest, high - low + 2.0 * proxy.radius);
        }
        return thinnest;
    }

    /// Whether the box of `mover`, carried along `way`, meets the box of `other`: the slab test on their sum.
    static bool meets(const LintBody& mover, const LintBody& other, Vec2d way) {
        const Vec2d half = widen(extents(mover.box)) + widen(extents(other.box));
        const Vec2d from = widen(center(mover.box)) - widen(center(other.box));
        double enter = 0.0;
        double leave = 1.0;
        const auto clip = [&](double start, double length, double reach) {
            if (length == 0.0) return std::abs(start) <= reach;
            const double a = (-reach - start) / length;
            const double b = (reach - start) / length;
            enter = std::max(enter, std::min(a, b));
            leave = std::min(leave, std::max(a, b));
            return enter <= leave;
        };
        return clip(from.x, way.x, half.x) && clip(from.y, way.y, half.y);
    }

    /// What holds for a body: its own policy, or the world's.
    [[nodiscard]] ContinuousPolicy policy_of(const LintBody& body) const {
        const ContinuousPolicy of_world = context_.scene.settings.continuous;
        return uses_own_policy(body) ? body.entry->def.continuous.policy.value_or(of_world) : of_world;
    }
    [[nodiscard]] bool uses_own_policy(const LintBody& body) const {
        const WorldSettings& settings = context_.scene.settings;
        const std::optional<ContinuousPolicy> own = body.entry->def.continuous.policy;
        return is_per_body_policy(settings.continuous) && (!own || are_compatible(settings.solver, *own));
    }

    void lint_own_continuous() {
        const WorldSettings& settings = context_.scene.settings;
        for (const LintBody& body : bodies_) {
            if (!body.entry->def.continuous.policy || uses_own_policy(body)) continue;
            const bool by_world = !is_per_body_policy(settings.continuous);
            warn(body,
                 fmt::format("body \"{}\" has \"continuous\" of its own, which \"{}\" does not heed",
                             body.entry->id,
                             by_world ? enum_entry(continuous_policies(), settings.continuous).name
                                      : enum_entry(solver_kinds(), settings.solver).name),
                 by_world ? "that policy acts on all bodies at once: choose another for the world"
                          : "that solver answers overlaps alone: choose another");
        }
    }

    /// Policies that test the ends of steps and nothing between.
    static bool tests_step_ends_only(ContinuousPolicy policy) {
        return policy == ContinuousPolicy::Off || policy == ContinuousPolicy::RestorePosition ||
               policy == ContinuousPolicy::RollBack || policy == ContinuousPolicy::Substeps;
    }

    /// `parts`: how many times further the body moves in a step than it may.
    [[nodiscard]] std::string tunnelling_hint(double parts) const {
        if (are_compatible(context_.scene.settings.solver, ContinuousPolicy::SubstepAtImpact))
            return "set \"continuous\" to \"substep-at-impact\", or take shorter steps";
        constexpr double greatest = 1e6;  // beyond any count that a setting may be
        WorldSettings finer = context_.scene.settings;
        finer.detection_substeps = static_cast<int>(std::min(std::ceil(parts), greatest));
        if (!validated(finer)) return "choose a solver that answers impacts, as \"soft-step\"";
        return fmt::format(
            "raise \"detection_substeps\" to {} or more, or choose a solver that answers "
            "impacts, as \"soft-step\"",
            finer.detection_substeps);
    }

    /// Under them a contact is seen only if some sample falls into it: a body that moves
    /// further in a step than both are thick may skip it. Looks at the initial velocities alone; gravity is
    /// left out.
    void lint_tunnelling() {
        const Scene& scene = context_.scene;
        const double dt = scene.step / scene.settings.detection_substeps;
        for (const LintBody& mover : bodies_) {
            if (mover.entry->def.type == BodyType::Static || !mover.has_box) continue;
            if (mover.entry->def.linear_velocity == Vec2{} || !tests_step_ends_only(policy_of(mover)))
                continue;
            if (uses_own_policy(mover) && mover.entry->def.continuous.policy)
                continue;  // its author chose so
            for (const LintBody& other : bodies_) {
                if (&other == &mover || !other.has_box) continue;
                if (mover.entry->def.type != BodyType::Dynamic && other.entry->def.type != BodyType::Dynamic)
                    continue;
                const Vec2d velocity =
                    widen(mover.entry->def.linear_velocity) - widen(other.entry->def.linear_velocity);
                const double speed = length(velocity);
                if (!(speed > 0.0) || !meets(mover, other, scene.duration * velocity)) continue;
                const Vec2d direction = (1.0 / speed) * velocity;
                const double thick = thickness(mover, direction) + thickness(other, direction);
                if (!(speed * dt > thick)) continue;
                warn(mover,
                     fmt::format("body \"{}\"{}\"{}\": it moves {:.3g} m a step, both together are "
                                 "{:.3g} m thick, and \"{}\" looks at the ends of steps only",
                                 mover.entry->id, tunnelling_phrase, other.entry->id, speed * dt, thick,
                                 enum_entry(continuous_policies(), policy_of(mover)).name),
                     tunnelling_hint(speed * scene.step / thick));
                break;  // one wall is enough to know
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
        for (const ShapeEntry& part_a : a.entry->shapes) {
            for (const ShapeEntry& part_b : b.entry->shapes) {
                if (part_a.def.sensor || part_b.def.sensor) continue;
                if (part_a.def.one_way || part_b.def.one_way) continue;
                if (!may_collide(part_a.def.filter, part_b.def.filter)) continue;
                CollideCache cache;
                const Manifold manifold =
                    collide(part_a.shape, part_b.shape, inv_mul(a.place, b.place), 0.0f, cache);
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
             "move one of them, or keep them apart by a filter");
    }

    /// A sweep along x over the bodies' boxes; gives up after a fixed number of pairs.
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
             "contacts between them will be soft: bring the masses closer, or raise \"iterations\"");
    }

    /// How far contacts yield does not depend on the size of the bodies: what rests falls for a sub-step of h
    /// seconds before they answer (sequential impulses), or sinks in until a spring bears it whose frequency
    /// follows the sub-steps (soft step). Both are multiples of g·h².
    void lint_size() {
        const Scene& scene = context_.scene;
        const WorldSettings& s = scene.settings;
        const bool soft = s.solver == SolverKind::SoftStep;
        if (!soft && s.solver != SolverKind::SequentialImpulses) return;
        const double h = scene.step / s.detection_substeps / s.substeps;
        const double fall = length(widen(s.gravity)) * h * h;
        const double stiffness = static_cast<double>(s.contact_stiffness);
        const double least =
            soft ? tuning::least_size_soft * fall / (stiffness * stiffness) : tuning::least_size_rigid * fall;
        const LintBody* thinnest = nullptr;
        double want = 1.0;  // times as thick
        for (const LintBody& body : bodies_) {
            if (body.entry->def.type != BodyType::Dynamic || !(body.thickness > 0.0)) continue;
            const double own =
                least * std::abs(static_cast<double>(body.entry->def.gravity_scale)) / body.thickness;
            if (!(own > want)) continue;
            thinnest = &body;
            want = own;
        }
        if (thinnest == nullptr) return;
        const double sag = tuning::sag_at_least_size * want;
        const std::string stack = !soft ? "a stack of them may fall"
                                  : sag < 100.0
                                      ? fmt::format("ten of them in a stack sink by up to {:.0f} %", sag)
                                      : "in a stack they sink into each other";
        const double substeps = std::ceil(s.substeps * std::sqrt(want));
        warn(*thinnest,
             fmt::format("body \"{}\" is {:.3g} m thick, which is little for these sub-steps: {}",
                         thinnest->entry->id, thinnest->thickness, stack),
             substeps <= toibox::tuning::max_substeps
                 ? fmt::format("raise \"substeps\" to {:.0f}, or take shorter steps", substeps)
                 : fmt::format(
                       "raise \"substeps\" to {} and divide \"step\" by {:.0f}, or make bodies larger",
                       toibox::tuning::max_substeps, std::ceil(substeps / toibox::tuning::max_substeps)));
    }

    /// The surface distance that a TOI method looks for must be worth several float steps of the positions.
    void lint_target() {
        const WorldSettings& settings = context_.scene.settings;
        for (const LintBody& body : bodies_) {
            if (body.entry->def.type == BodyType::Static || !ends_at_target(policy_of(body))) continue;
            const Vec2 c = abs(body.entry->def.position);
            const float far = c.x > c.y ? c.x : c.y;
            const double least =
                tuning::min_target_ulps *
                static_cast<double>(std::nextafter(far, std::numeric_limits<float>::infinity()) - far);
            if (static_cast<double>(settings.target) >= least) continue;
            warn(body,
                 fmt::format(
                     "\"target\" is {:.3g} m, less than {} float steps ({:.3g} m) at body \"{}\", {:.6g} m "
                     "from the origin",
                     settings.target, tuning::min_target_ulps, least, body.entry->id, far),
                 "move the scene towards the origin, or raise \"target\"");
            return;  // the first tells enough
        }
    }

    /// A body that has not left its place when the next one comes is pushed out of it, or flung.
    void lint_emitters() {
        const Scene& scene = context_.scene;
        for (std::size_t i = 0; i < scene.emitters.size(); ++i) {
            const EmitterEntry& emitter = scene.emitters[i];
            const SceneContext::BodySource& where = context_.emitter_sources[i];
            double width = 0.0;
            for (const ShapeEntry& shape : emitter.body.shapes) {
                if (shape.def.sensor || !may_collide(shape.def.filter, shape.def.filter)) continue;
                const Vec2 half = extents(compute_aabb(shape.shape, Transform{}));
                width =
                    std::max({width, 2.0 * static_cast<double>(half.x), 2.0 * static_cast<double>(half.y)});
            }
            const double seconds = static_cast<double>(emitter.every) * scene.step;
            const double fall = 0.5 * length(widen(scene.settings.gravity)) * seconds * seconds;
            const double way = length(widen(emitter.body.def.linear_velocity)) * seconds + fall;
            if (emitter.count > 1 && way < width) {
                context_.sink.warning_at(
                    where.place, where.pointer,
                    fmt::format(
                        "the bodies \"{}\" are made in one another: each is {:.3g} m wide and has moved "
                        "{:.3g} m when the next one comes",
                        emitter.body.id, width, way),
                    "lengthen \"every\", let them start faster, or keep them apart by a filter");
            }
        }
    }

    /// body "a" of 1 kg; bodies "a" of 1 kg, "b" of 2 kg and 3 more
    static std::string listed(std::span<const LintBody* const> bodies) {
        std::string out = bodies.size() == 1 ? "body " : "bodies ";
        const std::size_t enum_entry = std::min(bodies.size(), tuning::max_listed_bodies);
        for (std::size_t i = 0; i < enum_entry; ++i) {
            const bool is_last = i + 1 == bodies.size();
            if (i > 0) out += is_last ? " and " : ", ";
            out += fmt::format("\"{}\" of {:.3g} kg", bodies[i]->entry->id, bodies[i]->mass);
        }
        if (enum_entry < bodies.size()) out += fmt::format(" and {} more", bodies.size() - enum_entry);
        return out;
    }

    /// Semi-implicit Euler holds a contact point of mass m while k·h² + 2·c·h < 4·m; past that each bounce is
    /// higher than the last.
    void lint_penalty() {
        const Scene& scene = context_.scene;
        const WorldSettings& s = scene.settings;
        if (s.solver != SolverKind::Penalty) return;
        const double h = scene.step / s.detection_substeps / s.substeps;
        const double least =
            0.25 * h *
            (static_cast<double>(s.penalty_stiffness) * h + 2.0 * static_cast<double>(s.penalty_damping));
        std::vector<const LintBody*> light;
        for (const LintBody& body : bodies_) {
            if (body.entry->def.type != BodyType::Dynamic || !body.has_box || !(body.mass > 0.0)) continue;
            if (!(body.mass > least)) light.push_back(&body);
        }
        if (light.empty()) return;
        warn(*light.front(),
             fmt::format("{} will be thrown off what {}: with these penalty springs and sub-steps nothing "
                         "below {:.3g} kg comes to rest",
                         listed(light), light.size() == 1 ? "it touches" : "they touch", least),
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
