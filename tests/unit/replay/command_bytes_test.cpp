// SPDX-License-Identifier: MIT
// Commands as tagged fields are restored unchanged; unknown fields of a newer program are skipped.
#include "history_world.h"
#include "replay/payloads.h"

#include <set>

namespace toibox::replay {
namespace {

using namespace testing_support;

/// At least one command of each kind; most fields differ from their defaults.
std::vector<Command> all_commands() {
    const BodyHandle body{3, 5};
    const ShapeHandle shape{7, 2};
    const JointHandle joint{1, 9};
    const JointLimit limit{true, -0.5f, 0.5f};
    const JointMotor motor{true, 2, 30};
    const JointSpring spring{true, 3, 0.2f, 0.1f};
    WorldSettings settings{.gravity = {1, 2}, .solver = SolverKind::PushBack};
    settings.stop_at_each_impact = true;
    settings.root_iterations = 17;
    return {
        command::CreateBody{.body = {.type = BodyType::Kinematic,
                                     .position = {1, -2},
                                     .angle = 0.5f,
                                     .linear_velocity = {3, 4},
                                     .bullet = true,
                                     .mass = MassOverride{2, 3, {0.1f, 0.2f}},
                                     .continuous = {ContinuousPolicy::Off, ToiMethod::LinearCast},
                                     .user_data = 1ull << 60},
                            .parts = {{Circle{{1, 2}, 0.5f}, {.sensor = true}},
                                      {make_box({1, 0.1f}), {.one_way = Vec2{0, 1}}},
                                      {Capsule{{0, 0}, {1, 0}, 0.25f}, {}},
                                      {Segment{{0, 0}, {1, 0}, true, false, {-1, 0}, {}}, {}},
                                      {make_regular_polygon(5, 0.7f, {0.3f, 0}), {.filter = {2, 6, -4}}},
                                      {make_regular_polygon(40, 2.0f), {.material = {1, 2, 0.5f, 0.1f, 3}}}}},
        command::DestroyBody{body},
        command::ApplyImpulse{body, {1, 2}, Vec2{3, 4}, 5},
        command::ApplyForce{body, {1, 2}, std::nullopt, -5},
        command::SetVelocity{body, Vec2{-0.0f, 1}, 4.0f},
        command::SetTransform{body, {1e-30f, 1e30f}, -1},
        command::SetBody{
            .body = body, .bullet = false, .type = BodyType::Static, .continuous = ContinuousOverride{}},
        command::SetMaterial{shape, {2, 0.1f, 0.9f, 0.2f, -1}},
        command::SetFilter{shape, {4, 5, 6}},
        command::Explode{{{1, 2}, 3, 4, -5, 6}},
        command::SetSettings{settings},
        command::CreateJoint{
            RevoluteJointDef{.body_a = body, .limit = limit, .motor = motor, .spring = spring}},
        command::CreateJoint{DistanceJointDef{.body_b = body, .length = 3.0f}},
        command::CreateJoint{PrismaticJointDef{.axis = {0, 1}}},
        command::CreateJoint{WeldJointDef{.angular_frequency = 3}},
        command::CreateJoint{WheelJointDef{.anchor = {1, 1}}},
        command::CreateJoint{MotorJointDef{.linear_offset = Vec2{1, 2}}},
        command::CreateJoint{MouseJointDef{.body = body, .target = {5, 6}}},
        command::SetJoint{joint, {.spring = spring, .max_torque = 4.0f}},
        command::SetMouseTarget{joint, {8, 9}},
        command::DestroyJoint{joint},
        command::SetPosition{body, {-3, 1e30f}},
    };
}

std::vector<std::byte> bytes_of(const Input& input) {
    TaggedWriter writer;
    writer.fields(input);
    return std::move(writer).take();
}

/// The restored command is written to the same bytes, so nothing is lost or added.
TEST(CommandBytes, EveryCommandIsRestored) {
    std::set<std::size_t> kinds;
    for (const Command& command : all_commands()) {
        kinds.insert(command.index());
        const std::vector<std::byte> bytes = bytes_of({.frame = 12, .what = command, .gesture = 3});
        Input read;
        TaggedReader reader({1000, 1000});
        reader.fields(bytes, read);
        ASSERT_EQ(reader.defect(), nullptr) << command.index();
        EXPECT_EQ(std::get<Command>(read.what).index(), command.index());
        EXPECT_EQ(bytes_of(read), bytes) << command.index();
    }
    EXPECT_EQ(kinds.size(), std::variant_size_v<Command>);
}

TEST(CommandBytes, UnknownFieldsAreSkippedAndMissingOnesKeepTheirDefaults) {
    std::vector<std::byte> bytes = bytes_of({.frame = 5, .what = StepLength{0.5}});
    // id 900, text, "new"
    for (const int b : {0x84, 0x03, 4, 3, 0, 0, 0, 0x6E, 0x65, 0x77})
        bytes.push_back(static_cast<std::byte>(b));
    Input read;
    TaggedReader reader({10, 10});
    reader.fields(bytes, read);
    EXPECT_EQ(reader.defect(), nullptr);
    EXPECT_EQ(read.frame, 5u);
    EXPECT_EQ(read.gesture, 0u);
    EXPECT_EQ(std::get<StepLength>(read.what).seconds, 0.5);
}

/// An input has three fields. The only valid cut is the one before the third field: if the second is missing,
/// the input has no variant.
TEST(CommandBytes, TruncatedFieldsAreRejected) {
    for (const Command& command : all_commands()) {
        const std::vector<std::byte> bytes = bytes_of({.frame = 12, .what = command});
        int accepted = 0;
        for (std::size_t length = 0; length < bytes.size(); ++length) {
            Input read;
            TaggedReader reader({1000, 1000});
            reader.fields(std::span(bytes).first(length), read);
            accepted += reader.defect() == nullptr ? 1 : 0;
        }
        EXPECT_EQ(accepted, 1) << command.index();
    }
}

TEST(CommandBytes, MoreElementsThanTheLimitAreRejected) {
    const std::vector<std::byte> bytes = bytes_of({.what = all_commands().front()});
    Input read;
    TaggedReader reader({20, 20});
    reader.fields(bytes, read);
    EXPECT_NE(reader.defect(), nullptr);
}

}  // namespace
}  // namespace toibox::replay
