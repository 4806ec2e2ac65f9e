// SPDX-License-Identifier: MIT
#include "toibox/dynamics/state_hash.h"
#include "toibox/replay/recording_file.h"
#include "toibox/replay/tuning.h"

#include "replay/chunk.h"
#include "replay/payloads.h"

namespace toibox::replay {

StoredKeyframe pack(const Simulation& simulation, std::uint32_t branch, std::uint64_t frame,
                    std::optional<double> step_seconds, const RecordingLimits& limits) {
    KeyframePayload payload{.branch = branch,
                            .frame = frame,
                            .world = write_state(simulation.world().state()),
                            .script_state = simulation.write_script_state(),
                            .step_seconds = step_seconds,
                            .subsystem_hashes = {}};
    if (payload.world.size() > limits.state_bytes || payload.script_state.size() > limits.state_bytes)
        return {.frame = frame, .chunk = {}};
    for (const SubsystemHash& subsystem : deep_hash(simulation.world().state()))
        payload.subsystem_hashes.push_back({std::string(subsystem.name), subsystem.hash});
    payload.subsystem_hashes.push_back({std::string(script_subsystem), simulation.script_state_hash()});
    TaggedWriter writer;
    writer.fields(payload);
    const std::vector<std::byte> bytes = std::move(writer).take();
    if (bytes.size() > limits.state_bytes) return {.frame = frame, .chunk = {}};
    return {.frame = frame, .chunk = make_chunk(tags::keyframe, bytes)};
}

Result<KeyframeState, std::string> unpack(const StoredKeyframe& keyframe) {
    if (keyframe.chunk.empty()) return Err{std::string("the state was too large to be stored")};
    const Result<ChunkView, std::string> chunk = read_chunk(keyframe.chunk);
    if (!chunk) return Err{chunk.error()};
    const auto bytes = payload_of(*chunk, tuning::max_state_bytes);
    if (!bytes) return Err{bytes.error()};
    KeyframePayload payload;
    TaggedReader reader({.elements = tuning::elements_per_chunk});
    reader.fields(*bytes, payload);
    if (reader.defect() != nullptr) return Err{std::string("a keyframe has ") + reader.defect()};
    KeyframeState state{.branch = payload.branch,
                        .frame = payload.frame,
                        .world = std::move(payload.world),
                        .script_state = std::move(payload.script_state),
                        .step_seconds = payload.step_seconds,
                        .subsystem_hashes = {}};
    for (SubsystemHashEntry& entry : payload.subsystem_hashes)
        state.subsystem_hashes.emplace_back(std::move(entry.subsystem), entry.hash);
    return state;
}

}  // namespace toibox::replay
