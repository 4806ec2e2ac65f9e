// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/dynamics/command.h"
#include "toibox/dynamics/state_io.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace toibox::replay {

/// The kind of event that a mark in a history shows.
enum class MarkKind : std::uint8_t {
    Contact,     ///< Contacts began.
    Impact,      ///< Impacts were resolved.
    Input,       ///< An external input; added for display, never recorded.
    Sleep,       ///< Bodies fell asleep or woke up.
    JointBreak,  ///< Joints broke.
    Tunnelled,   ///< Verdict: a body passed another without touching it.
    Claim,       ///< A claim was decided; the text says which and how.
    Divergence,  ///< The replay's hash differs from the recorded one; added for display, never recorded.
    // Verdicts, with Tunnelled: see scene::VerdictKind.
    Stopped,
    PushedThrough,
    Missed,
    Late,
    GhostHit,
    TimeLost,
};
inline constexpr int mark_kind_count = 14;
std::string_view to_string(MarkKind kind);

/// Events of one kind in the step that led to a frame. There is one mark per frame and kind.
struct Mark {
    std::uint64_t frame = 0;
    MarkKind kind = MarkKind::Contact;
    std::uint32_t count = 1;  ///< Events of this kind. Sleep: change of awake_count().
    BodyHandle a{};           ///< Bodies of the first event; null handles if it has none.
    BodyHandle b{};
    std::string text{};
    double t = 1.0;  ///< When the first event happened, as a fraction of the step.
    /// The same as simulation time. Set by History; nullopt in recordings of older versions.
    std::optional<double> seconds{};

    friend bool operator==(const Mark&, const Mark&) = default;
};

/// What a history drives: a world and whatever acts on it by its own rules, such as the script of a scene.
/// Deterministic: the same state and calls give bit-identical results.
///
/// A *frame* is the state after a number of calls of step(). If the world stops at each impact
/// (WorldSettings::stop_at_each_impact), a step of the world has several frames.
class Simulation {
public:
    Simulation() = default;
    virtual ~Simulation() = default;

    /// A copy that continues bit-identically.
    [[nodiscard]] virtual std::unique_ptr<Simulation> clone() const = 0;
    /// Applies the whole command or, with an error, nothing.
    virtual Result<CommandOutcome, CommandError> apply(const Command& command) = 0;
    /// Advances by one frame, with a step of `seconds` or of the simulation's own length. A step that fails
    /// (StepReport::failed) does not change the state. The report is valid until the next call.
    virtual const StepReport& step(std::optional<double> seconds) = 0;
    [[nodiscard]] virtual const World& world() const = 0;

    /// The script state as bytes: all state of the simulation besides its world.
    [[nodiscard]] virtual std::vector<std::byte> write_script_state() const = 0;
    /// Safe for any bytes; on error the simulation is unchanged.
    virtual Result<Unit, StateError> restore(World world, std::span<const std::byte> script_state) = 0;
    /// Hash of the part of the script state that is the same on every machine and after restore().
    [[nodiscard]] virtual std::uint64_t script_state_hash() const = 0;

    /// Adds marks of the last step that do not come from events of the world, see add_world_marks().
    virtual void add_marks(std::vector<Mark>& marks, std::uint64_t frame) const = 0;

protected:
    Simulation(const Simulation&) = default;
    Simulation& operator=(const Simulation&) = default;
};

/// A bare world, for programs without scenes.
class WorldSimulation final : public Simulation {
public:
    /// `seconds`: the simulation's own step length.
    WorldSimulation(World world, double seconds) : world_(std::move(world)), seconds_(seconds) {}

    [[nodiscard]] std::unique_ptr<Simulation> clone() const override;
    Result<CommandOutcome, CommandError> apply(const Command& command) override;
    const StepReport& step(std::optional<double> seconds) override;
    [[nodiscard]] const World& world() const override { return world_; }
    [[nodiscard]] std::vector<std::byte> write_script_state() const override { return {}; }
    [[nodiscard]] std::uint64_t script_state_hash() const override { return 0; }
    Result<Unit, StateError> restore(World world, std::span<const std::byte> script_state) override;
    void add_marks(std::vector<Mark>&, std::uint64_t) const override {}

private:
    World world_;
    double seconds_;
    StepReport report_;
};

/// Adds marks for contacts that began, impacts and broken joints of the world's last step, and one if a
/// complete step changed awake_count(), which was `awake_before` at the previous frame.
void add_world_marks(const World& world, const StepReport& report, std::uint32_t awake_before,
                     std::uint64_t frame, std::vector<Mark>& marks);
/// Number of dynamic and kinematic bodies that are awake.
[[nodiscard]] std::uint32_t awake_count(const World& world);

/// Approximate bytes of a copy of the world; its broad phase is estimated. Cost: O(shapes).
[[nodiscard]] std::size_t estimate_memory(const World& world);

}  // namespace toibox::replay
