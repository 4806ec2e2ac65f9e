// SPDX-License-Identifier: MIT
// Serialises a run's state besides its world. The bytes are untrusted: they are checked against the scene and
// the assumptions of later steps before they become the run's state.

#include "toibox/dynamics/tuning.h"
#include "toibox/fields/field_io.h"
#include "toibox/scene/run.h"

#include "fields/field_hash.h"
#include "scene/run/run_fields.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace toibox::scene {

namespace {

constexpr std::string_view magic = "toiboxrn";
constexpr std::uint32_t script_state_format = 1;
/// Larger than any real count, and safe to increment.
constexpr std::int64_t count_limit = std::int64_t{1} << 62;
constexpr int found_limit = 1 << 30;

bool is_count(std::int64_t value) {
    return value >= 0 && value < count_limit;
}
bool is_valid_position(Vec2d v) {
    constexpr double limit = static_cast<double>(toibox::tuning::coordinate_limit);
    return std::abs(v.x) <= limit && std::abs(v.y) <= limit;
}

bool is_valid_state(const LastingForce& force) {
    const bool is_finite_force = is_finite(force.force) && std::isfinite(force.torque);
    return is_finite_force && (!force.local_point || is_valid_position(widen(*force.local_point))) &&
           force.steps_left >= 1 && force.steps_left < count_limit;
}

bool is_valid_state(const VerdictMemory::StoredBody& body) {
    const Rotd q = body.transform.q;
    const bool is_rotation =
        std::abs(q.c * q.c + q.s * q.s - 1.0) <= static_cast<double>(toibox::tuning::unit_tolerance);
    // A body's origin may be farther from the world's origin than its centre of mass.
    const bool is_placed = is_valid_position(0.5 * body.transform.p) && is_valid_position(body.center);
    return is_rotation && is_placed && std::isfinite(body.angle) && is_finite(body.free_velocity.linear) &&
           std::isfinite(body.free_velocity.angular);
}

bool is_valid_state(const Verdict& verdict) {
    return static_cast<int>(verdict.kind) < verdict_kind_count && is_valid_position(verdict.point) &&
           verdict.t >= 0.0 && verdict.t <= 1.0 && std::isfinite(verdict.seconds);
}

bool is_valid_state(const ProbeMemory& memory) {
    const DistanceCache& cache = memory.answer.cache;
    const bool are_known = memory.answer.state <= DistanceState::Invalid &&
                           cache.features.kind <= ClosestFeature::Overlap &&
                           cache.axis.kind <= SatAxis::Kind::Vertices;
    const ProbeMemory::Count& count = memory.count;
    return are_known && cache.simplex.count <= cache.simplex.index_a.size() &&
           memory.answer.iterations >= 0 && is_count(count.warm_starts) && is_count(count.single_iteration) &&
           is_count(count.max_iterations) && is_count(count.total_iterations);
}

template <class List, class Predicate>
bool all_of(const List& list, Predicate&& predicate) {
    return std::all_of(list.begin(), list.end(), predicate);
}

/// Checks a state against the scene. The location of a defect begins with "rest.", the name of the script
/// state in the format.
class ScriptStateCheck {
public:
    ScriptStateCheck(const Scene& scene, const std::vector<Claim>& claims) : scene_(scene), claims_(claims) {}

    [[nodiscard]] std::optional<StateError> defect(const RunState& state, std::size_t counted) {
        require(is_count(state.steps), "steps", "is not a valid count");
        require(state.cursor <= scene_.timeline.size(), "cursor", "is beyond the timeline");
        require(std::isfinite(state.extra_time), "stretched", "is not finite");
        require(all_of(state.forces, [](const LastingForce& force) { return is_valid_state(force); }),
                "forces", "contain an invalid force");
        require(state.walkers.empty() || state.walkers.size() == scene_.walkers.size(), "walks",
                "must be one per walker");
        require(all_of(state.walkers,
                       [](const WalkerState& walker) {
                           return is_valid_position(widen(walker.desired_velocity)) &&
                                  is_valid_position(widen(walker.applied_velocity));
                       }),
                "walks", "contain an invalid velocity");
        require(all_of(state.totals.verdicts, is_count), "totals.verdicts", "contain an invalid count");
        require(state.counts.size() == counted, "counts", "must be one per counted event");
        require(all_of(state.counts, is_count), "counts", "contain an invalid count");
        probes(state);
        claims(state);
        return std::move(defect_);
    }

private:
    void probes(const RunState& state) {
        require(state.probes.size() == scene_.probes.size(), "probes", "must be one per probe of the scene");
        for_each_field(state.verdict_probe, [&](std::string_view, const VerdictMemory& memory) {
            require(all_of(memory.before,
                           [](const VerdictMemory::StoredBody& body) { return is_valid_state(body); }),
                    "probe", "contains an invalid body");
            require(all_of(memory.found, [](const Verdict& verdict) { return is_valid_state(verdict); }),
                    "probe", "contains an invalid verdict");
            require(all_of(memory.on_far_side,
                           [](const VerdictMemory::FarSide& pair) { return is_valid_position(pair.point); }),
                    "probe", "contains an invalid position");
            require(state.is_mid_step || (memory.before.empty() && memory.found.empty() &&
                                          memory.begun.empty() && memory.impacts.empty()),
                    "probe", "must keep nothing of a step that is complete");
        });
        for (const Probe& probe : state.probes) {
            for_each_field(probe, [&](std::string_view, const ProbeMemory& memory) {
                require(is_valid_state(memory), "probes", "contain an invalid result");
            });
        }
    }
    void claims(const RunState& state) {
        require(state.memories.size() == claims_.size(), "memories", "must be one list per claim");
        require(state.outcomes.size() == claims_.size(), "outcomes", "must be one per claim");
        if (defect_) return;
        for (std::size_t i = 0; i < claims_.size(); ++i) {
            require(state.memories[i].size() == claims_[i].slots, "memories",
                    "must be as many as the claim needs");
            require(all_of(state.memories[i],
                           [](const ExpressionMemory& memory) {
                               return memory.found >= 0 && memory.found < found_limit;
                           }),
                    "memories", "contain an invalid count");
            require(state.outcomes[i].status <= ClaimOutcome::Status::NotReached, "outcomes",
                    "contain an invalid status");
        }
    }
    void require(bool holds, const char* where, const char* what) {
        if (!holds && !defect_) defect_ = StateError{std::string("rest.") + where, what};
    }

    const Scene& scene_;
    const std::vector<Claim>& claims_;
    std::optional<StateError> defect_;
};

Result<RunState, StateError> read_script_state(std::span<const std::byte> bytes) {
    FieldReader reader(bytes);
    const auto error = [](const char* what) { return Err{StateError{"rest", what}}; };
    if (reader.text(magic.size()) != magic) return error("is not the state of a run");
    std::uint32_t stored_format = 0;
    std::uint64_t schema = 0;
    reader.value(stored_format);
    reader.value(schema);
    if (reader.failed()) return error(reader.defect());
    if (stored_format != script_state_format) return error("has another format version");
    if (schema != schema_of<RunState>) return error("has another layout");
    RunState state;
    reader.value(state);
    if (reader.failed()) return error(reader.defect());
    if (reader.remaining() != 0) return error("has trailing bytes");
    return state;
}

}  // namespace

bool depends_on_search_work(const Claim& claim) {
    bool found = false;
    for_each_node(claim, [&](const Expression& node) {
        const auto* quantity = std::get_if<Quantity>(&node.node);
        if (quantity == nullptr) return;
        found = found || quantity->kind == Quantity::Kind::BroadSwaps ||
                quantity->kind == Quantity::Kind::BroadTests;
    });
    return found;
}

std::vector<std::byte> Run::write_script_state() const {
    FieldWriter writer;
    writer.text(magic);
    writer.value(script_state_format);
    writer.value(schema_of<RunState>);
    writer.value(state_);
    return std::move(writer).take();
}

std::uint64_t Run::script_state_hash() const {
    const auto hash_of = [](const RunState& state) {
        FieldHasher hasher(FieldHasher::Fields::StateOnly);
        hasher.value(state);
        return hasher.hash();
    };
    if (std::ranges::none_of(*claims_, depends_on_search_work)) return hash_of(state_);
    RunState hashed_state = state_;
    for (std::size_t i = 0; i < claims_->size(); ++i) {
        if (!depends_on_search_work((*claims_)[i])) continue;
        hashed_state.memories[i].clear();
        hashed_state.outcomes[i] = {};
    }
    return hash_of(hashed_state);
}

Result<Unit, StateError> Run::restore(World world, std::span<const std::byte> script_state) {
    Result<RunState, StateError> read = read_script_state(script_state);
    if (!read) return Err{read.error()};
    if (auto defect = ScriptStateCheck(*scene_, *claims_).defect(*read, counted_.size())) {
        return Err{*std::move(defect)};
    }
    if (read->is_mid_step != world.state().progress.paused)
        return Err{StateError{"rest.half_way", "disagrees with the world"}};
    world_.take_state(std::move(world));
    state_ = *std::move(read);
    last_report_ = {};
    verdicts_.clear();
    script_errors_.clear();
    return Unit{};
}

}  // namespace toibox::scene
