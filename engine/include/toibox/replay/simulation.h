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

/// The kinds of marks in a history.
enum class MarkKind : std::uint8_t {
    Contact,     ///< Contacts began.
    Impact,      ///< Impacts were resolved.
    Input,       ///< An external input. Created by the history itself.
    Sleep,       ///< Bodies fell asleep or woke up.
    JointBreak,  ///< Joints broke.
    Tunnelled,   ///< A body passed another without touching it.
    Claim,       ///< A claim was decided; the text says which and how.
    Divergence,  ///< The replay has another hash than the recording. Created by the history itself.
};
inline constexpr int mark_kind_count = 8;
std::string_view to_string(MarkKind kind);

/// Something that happened in the step to a frame: one mark per kind, with its first pair.
struct Mark {
    std::uint64_t frame = 0;
    MarkKind kind = MarkKind::Contact;
    std::uint32_t count = 1;  ///< Events of this kind.
    BodyHandle a{};           ///< Bodies of the first; null if there are none.
    BodyHandle b{};
    std::string text{};

    friend bool operator==(const Mark&, const Mark&) = default;
};

/// What a history drives: a world and whatever acts on it by its own rules, such as the script of a scene.
/// Deterministic: the same state and calls give the same bits.
///
/// A *frame* is the state after a number of calls of step(): where the world stops at each impact
/// (WorldSettings::stop_at_each_impact) a step of the world has several frames.
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

    /// The state beyond the world as bytes, and its restoration. Any bytes are safe; on error the simulation
    /// is unchanged.
    [[nodiscard]] virtual std::vector<std::byte> write_script_state() const = 0;
    virtual Result<Unit, StateError> restore(World world, std::span<const std::byte> script_state) = 0;
    /// Hash of that state, as far as it is the same on every machine and after restore().
    [[nodiscard]] virtual std::uint64_t script_state_hash() const = 0;

    /// Adds marks of the last step beyond the events of its world.
    virtual void add_marks(std::vector<Mark>& marks, std::uint64_t frame) const = 0;

protected:
    Simulation(const Simulation&) = default;
    Simulation& operator=(const Simulation&) = default;
};

/// A bare world, for programs without scenes. `seconds` is the default step length.
class WorldSimulation final : public Simulation {
public:
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

/// Adds a mark for each kind of event of the world's last step, and for bodies that fell asleep or woke up
/// since the previous frame, which had `awake_before` (awake_count()).
void add_world_marks(const World& world, const StepReport& report, std::uint32_t awake_before,
                     std::uint64_t frame, std::vector<Mark>& marks);
/// Number of dynamic and kinematic bodies that do not sleep.
[[nodiscard]] std::uint32_t awake_count(const World& world);

/// Approximate bytes of a copy of the world; its broad phase is estimated. Cost: O(columns).
[[nodiscard]] std::size_t estimate_memory(const World& world);

}  // namespace toibox::replay
