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

/// What a mark on the time line tells of a frame.
enum class MarkKind : std::uint8_t {
    Contact,     ///< Contacts began.
    Impact,      ///< Times of impact were acted on.
    Input,       ///< Somebody interfered. Made by the time line itself.
    Sleep,       ///< Bodies fell asleep or woke up.
    JointBreak,  ///< Joints broke.
    Tunnelled,   ///< A body passed another without touching it.
    Claim,       ///< A claim was decided; the text says which and how.
    Divergence,  ///< Replayed, the frame has another hash than recorded. Made by the time line itself.
};
inline constexpr int mark_kind_count = 8;
std::string_view to_string(MarkKind kind);

/// Something that happened in the step to a frame: one mark for each kind, that of the first pair.
struct Mark {
    std::uint64_t frame = 0;
    MarkKind kind = MarkKind::Contact;
    std::uint32_t count = 1;  ///< How many of its kind.
    BodyHandle a{};           ///< Of the first; null if it concerns nobody.
    BodyHandle b{};
    std::string text{};

    friend bool operator==(const Mark&, const Mark&) = default;
};

/// What a time line drives: a world and whatever acts on it from outside by rules of its own, such as the
/// script of a scene. Deterministic: the same state and calls give the same bits.
///
/// A *frame* is the state after so many calls of step(): where the world stops at each impact
/// (WorldSettings::stop_at_each_impact) a step of the world has several.
class Simulation {
public:
    Simulation() = default;
    virtual ~Simulation() = default;

    /// A copy that goes on bit-identically.
    [[nodiscard]] virtual std::unique_ptr<Simulation> clone() const = 0;
    /// The whole command or, with an error, nothing of it.
    virtual Result<CommandOutcome, CommandError> apply(const Command& command) = 0;
    /// One frame on, by a step of `seconds` or of the simulation's own length. A step that fails
    /// (StepReport::failed) leaves the state as it was. The report is good until the next call.
    virtual const StepReport& step(std::optional<double> seconds) = 0;
    [[nodiscard]] virtual const World& world() const = 0;

    /// The state beyond the world as bytes, and the way back. Any bytes are safe to give; on error the
    /// simulation is as it was.
    [[nodiscard]] virtual std::vector<std::byte> write_script_state() const = 0;
    virtual Result<Unit, StateError> restore(World world, std::span<const std::byte> script_state) = 0;
    /// Of that state, as far as it comes back the same from bytes and on every machine.
    [[nodiscard]] virtual std::uint64_t script_state_hash() const = 0;

    /// Adds what the last step did beyond the events of its world.
    virtual void add_marks(std::vector<Mark>& marks, std::uint64_t frame) const = 0;

protected:
    Simulation(const Simulation&) = default;
    Simulation& operator=(const Simulation&) = default;
};

/// A bare world, for programs without scenes. Steps are of `seconds` unless said otherwise.
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

/// Adds a mark for each kind of event of the world's last step, and for bodies that fell asleep or woke
/// since `awake_before` (awake_count of the frame before).
void add_world_marks(const World& world, const StepReport& report, std::uint32_t awake_before,
                     std::uint64_t frame, std::vector<Mark>& marks);
/// Dynamic and kinematic bodies that do not sleep.
[[nodiscard]] std::uint32_t awake_count(const World& world);

/// About how many bytes a copy of the world takes; its broad phase is guessed. Cost: a look at each column.
[[nodiscard]] std::size_t estimate_memory(const World& world);

}  // namespace toibox::replay
