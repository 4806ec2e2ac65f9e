// SPDX-License-Identifier: MIT
// Decodes golden-1.toirec with toirec_decoder.h. A failure means that engine/docs/toirec.md is wrong or the
// format has changed.
#include "tests/contract/toirec_decoder.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace toirec_decoder {
namespace {

TEST_F(ToirecSpecification, DescribesTheHeader) {
    EXPECT_EQ(file_.substr(0, 8), "\x89TOI\r\n\x1a\n");
    EXPECT_EQ(number(file_, 8, 2), 1u);
    EXPECT_EQ(number(file_, 10, 2), 0u);
    EXPECT_EQ(number(file_, 12, 2), 1u);
    EXPECT_EQ(number(file_, 14, 2), 0u);
    EXPECT_GE(number(file_, 16, 4), 1u) << "sim_version";
    EXPECT_EQ(number(file_, 20, 4), 1u);
    EXPECT_EQ(number(file_, 24, 4), 60u);
    EXPECT_EQ(number(file_, 32, 8), 30u) << "last frame";
    EXPECT_EQ(number(file_, 40, 8), xxh3(one("SCNE").at(1).text()));
    EXPECT_EQ(number(file_, 56, 8), xxh3(file_.substr(0, 56)));
}

TEST_F(ToirecSpecification, DescribesMetadataAndScene) {
    EXPECT_EQ(one("META").at(1).text(), R"({"toibox":"golden"})");
    EXPECT_DOUBLE_EQ(one("META").at(2).real(), 1.0 / 60.0);
    const Value& scene = one("SCNE");
    EXPECT_NE(scene.at(1).text().find("\"golden\""), std::string::npos);
    EXPECT_EQ(scene.at(2).text(), "golden.toi.json");
    EXPECT_EQ(scene.at(3).text(), "");
    ASSERT_EQ(scene.at(4).elements.size(), 1u);
    EXPECT_EQ(scene.at(4).elements[0].at(1).text(), "/world/gravity");
    EXPECT_EQ(scene.at(4).elements[0].at(2).text(), "[0, -9]");
}

TEST_F(ToirecSpecification, DescribesBranches) {
    const auto branches = all("LANE");
    ASSERT_EQ(branches.size(), 2u);
    EXPECT_EQ(branches[0]->payload.at(1).u(), 0u);
    EXPECT_FALSE(branches[0]->payload.has(2));
    EXPECT_EQ(branches[1]->payload.at(1).u(), 1u);
    const Value& fork = branches[1]->payload.at(2);
    EXPECT_EQ(fork.at(1).u(), 0u);
    EXPECT_EQ(fork.at(2).u(), 12u);
    EXPECT_EQ(fork.at(3).u(), 0u);
}

TEST_F(ToirecSpecification, DescribesInputsOfTheMainBranch) {
    const std::vector<Value> inputs = elements("INPT", 0);
    ASSERT_EQ(inputs.size(), 5u);
    constexpr std::uint64_t frames[] = {3, 5, 10, 11, 12};
    constexpr int kinds[] = {3, 1, 12, 14, 15};
    for (std::size_t i = 0; i < 5; ++i) {
        EXPECT_EQ(inputs[i].at(1).u(), frames[i]);
        ASSERT_EQ(inputs[i].at(2).kind(), 1) << "a command";
        EXPECT_EQ(inputs[i].at(2).alternative().kind(), kinds[i]);
    }
    const auto command = [&](std::size_t i) -> const Value& {
        return inputs[i].at(2).alternative().alternative();
    };
    const Value impulse = command(0);
    EXPECT_EQ(impulse.at(1).at(1).u(), 1u) << "the second body";
    EXPECT_EQ(impulse.at(2).vec(), (std::vector<double>{2, 1}));
    EXPECT_EQ(impulse.at(3).vec(), (std::vector<double>{0, 1.5}));
    EXPECT_EQ(impulse.at(4).real(), 0.25);
    const Value body = command(1).at(1);
    EXPECT_EQ(body.at(1).u(), 2u) << "dynamic";
    EXPECT_EQ(body.at(2).vec(), (std::vector<double>{-1, 4}));
    EXPECT_EQ(body.at(9).u(), 1u) << "bullet";
    EXPECT_FALSE(body.has(15));
    EXPECT_EQ(body.at(17).u(), 77u);
    const std::vector<Value>& parts = command(1).at(2).elements;
    ASSERT_EQ(parts.size(), 2u);
    EXPECT_EQ(parts[0].at(1).kind(), 4) << "polygon";
    EXPECT_EQ(parts[0].at(1).alternative().at(3).elements.size(), 3u);
    EXPECT_EQ(parts[0].at(1).alternative().at(4).elements.size(), 3u);
    EXPECT_EQ(parts[0].at(2).at(1).at(1).real(), 2.0) << "density";
    EXPECT_EQ(parts[0].at(2).at(1).at(2).real(), 0.25) << "friction";
    EXPECT_EQ(parts[0].at(2).at(2).at(2).u(), ~std::uint64_t{0}) << "mask";
    EXPECT_EQ(parts[1].at(1).kind(), 1) << "circle";
    EXPECT_EQ(parts[1].at(1).alternative().at(2).real(), 0.125);
    EXPECT_EQ(parts[1].at(2).at(3).u(), 1u) << "sensor";
    const Value joint = command(2).at(1);
    EXPECT_EQ(joint.kind(), 7) << "mouse";
    EXPECT_EQ(joint.alternative().at(3).vec(), (std::vector<double>{1, 2}));
    EXPECT_EQ(joint.alternative().at(6).real(), 1000.0);
    EXPECT_EQ(command(3).at(2).vec(), (std::vector<double>{1.5, 2.5}));
    EXPECT_EQ(command(4).at(1).at(1).u(), command(3).at(1).at(1).u());
    EXPECT_EQ(inputs[2].at(3).u(), inputs[3].at(3).u()) << "one gesture";
    EXPECT_NE(inputs[1].at(3).u(), inputs[2].at(3).u());
}

TEST_F(ToirecSpecification, DescribesInputsOfTheSecondBranch) {
    const std::vector<Value> inputs = elements("INPT", 1);
    ASSERT_EQ(inputs.size(), 2u);
    EXPECT_EQ(inputs[0].at(1).u(), 12u);
    ASSERT_EQ(inputs[0].at(2).alternative().kind(), 11) << "settings";
    const Value settings = inputs[0].at(2).alternative().alternative().at(1);
    EXPECT_EQ(settings.fields.size(), 38u);
    EXPECT_EQ(settings.at(1).vec(), (std::vector<double>{1, -5}));
    EXPECT_EQ(settings.at(2).u(), 0u) << "sequential impulses";
    EXPECT_EQ(settings.at(4).i(), 8);
    EXPECT_EQ(settings.at(27).u(), 7u) << "sub-step at impact";
    EXPECT_EQ(settings.at(37).u(), 0u);
    ASSERT_EQ(inputs[1].at(2).kind(), 2) << "step length";
    EXPECT_DOUBLE_EQ(inputs[1].at(2).alternative().at(1).real(), 1.0 / 120.0);
}

TEST_F(ToirecSpecification, DescribesOneHashPerFrame) {
    std::map<std::uint64_t, std::string> hashes;
    const std::map<std::uint64_t, std::uint64_t> first_frame{{0, 0}, {1, 12}};
    for (const Chunk* chunk : all("HASH")) {
        const std::uint64_t branch = chunk->payload.at(1).u();
        EXPECT_EQ(chunk->payload.at(2).u(), first_frame.at(branch) + hashes[branch].size() / 8);
        EXPECT_EQ(chunk->payload.at(3).type, 5);
        hashes[branch] += chunk->payload.at(3).bytes;
    }
    EXPECT_EQ(hashes[0].size(), 8u * 31);
    EXPECT_EQ(hashes[1].size(), 8u * 21);
    EXPECT_EQ(number(hashes[0], 8 * 12, 8), number(hashes[1], 0, 8))
        << "both branches contain the frame of the fork";
    EXPECT_NE(number(hashes[0], 8 * 13, 8), number(hashes[1], 8, 8));
}

TEST_F(ToirecSpecification, DescribesMarksAndBookmarks) {
    const std::vector<Value> marks = elements("EVNT", 0);
    ASSERT_FALSE(marks.empty());
    std::uint64_t last_frame = 0;
    bool has_claim = false;
    for (const Value& mark : marks) {
        EXPECT_GE(mark.at(1).u(), last_frame);
        last_frame = mark.at(1).u();
        EXPECT_LT(mark.at(2).u(), 8u);
        has_claim = has_claim || (mark.at(2).u() == 6 && last_frame == 30 && !mark.at(6).text().empty());
    }
    EXPECT_TRUE(has_claim);
    const std::vector<Value>& bookmarks = one("BMRK").at(1).elements;
    ASSERT_EQ(bookmarks.size(), 2u);
    EXPECT_EQ(bookmarks[0].at(2).u(), 22u);
    EXPECT_EQ(bookmarks[0].at(3).text(), "a mark");
    EXPECT_EQ(bookmarks[1].at(1).u(), 1u);
    EXPECT_EQ(bookmarks[1].at(2).u(), 32u);
}

// Of the state of a world, toirec.md describes the names and lengths of the columns.
TEST_F(ToirecSpecification, DescribesKeyframes) {
    const auto keyframes = all("KEYF");
    ASSERT_GE(keyframes.size(), 2u);
    EXPECT_EQ(keyframes[0]->payload.at(2).u(), 0u);
    for (const Chunk* chunk : keyframes) {
        const std::string& world = chunk->payload.at(3).bytes;
        ASSERT_EQ(world.substr(0, 8), "toiboxst");
        EXPECT_EQ(number(world, 8, 4), 2u);
        EXPECT_EQ(number(world, 12, 4), number(file_, 16, 4)) << "sim_version";
        std::string names;
        std::size_t at = 20;
        for (std::uint64_t i = 0; i < number(world, 16, 4); ++i) {
            const auto length = number(world, at, 1);
            names += world.substr(at + 1, length) + ' ';
            at += 1 + length + 8;
            at += 8 + number(world, at, 8);
        }
        EXPECT_EQ(at, world.size());
        EXPECT_EQ(names,
                  "settings step_count time bodies.ids bodies.pose bodies.velocity bodies.force bodies.mass "
                  "bodies.motion bodies.info bodies.sleep shapes.ids shapes.geometry shapes.material "
                  "shapes.filter shapes.sensor shapes.one_way shapes.user_data shapes.body shapes.next "
                  "shapes.fat_box shapes.moved contacts own_continuous pairs.moved pairs.live pairs.jointed "
                  "pairs.ended joints.ids joints.joint progress continuous.body continuous.paths ");
        EXPECT_EQ(chunk->payload.at(4).bytes.substr(0, 8), "toiboxrn");
        EXPECT_FALSE(chunk->payload.at(6).elements.empty());
        EXPECT_FALSE(chunk->payload.at(6).elements[0].at(1).text().empty());
    }
}

/// The payload of a column of a world, without its leading count.
std::string column(const std::string& world, const std::string& name) {
    std::size_t at = 20;
    for (std::uint64_t i = 0; i < number(world, 16, 4); ++i) {
        const auto length = number(world, at, 1);
        const std::string current = world.substr(at + 1, length);
        at += 1 + length + 8;
        const auto size = number(world, at, 8);
        if (current == name) return world.substr(at + 16, size - 8);
        at += 8 + size;
    }
    throw std::runtime_error("no column " + name);
}
float f32(const std::string& bytes, std::size_t at) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(number(bytes, at, 4)));
}
/// Reads a float that is stored as the XOR of its bits with those of `predicted`.
float f32(const std::string& bytes, std::size_t at, float predicted) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(number(bytes, at, 4)) ^
                                std::bit_cast<std::uint32_t>(predicted));
}
struct Pose {
    float x, y, c, s;
};
struct Vector {
    float x, y;
};
/// The components of `v` along the axes of a body.
Vector in_axes(const Pose& pose, Vector v) {
    return {pose.c * v.x + pose.s * v.y, pose.c * v.y - pose.s * v.x};
}
Vector read(const std::string& bytes, std::size_t at, Vector predicted) {
    return {f32(bytes, at, predicted.x), f32(bytes, at + 4, predicted.y)};
}
float distance(Vector a, Vector b) {
    return std::hypot(a.x - b.x, a.y - b.y);
}

/// The distance between a point and the outline of a body's core, which is a box or the centre of a disc; 0
/// for the body that a command created.
float distance_to_core(std::uint64_t body, Vector at) {
    constexpr Vector half_sizes[] = {{10.0f, 0.5f}, {0.5f, 0.5f}, {0.0f, 0.0f}, {0.5f, 0.5f}, {0.0f, 0.0f}};
    if (body >= std::size(half_sizes)) return 0.0f;
    return std::abs(std::max(std::abs(at.x) - half_sizes[body].x, std::abs(at.y) - half_sizes[body].y));
}

// Contacts are plausible when decoded as documented: both bodies agree on the contact points, the anchors are
// on the cores, and the base is within `reach` of the pose at the start of the last step.
TEST_F(ToirecSpecification, DescribesContactsOfKeyframes) {
    constexpr std::size_t motion_size = 32;
    constexpr std::size_t contact_size = 214;
    constexpr std::size_t points_offset = 81;
    constexpr std::size_t point_size = 65;
    int points = 0;
    int bases = 0;
    for (const Chunk* chunk : all("KEYF")) {
        const std::string& world = chunk->payload.at(3).bytes;
        const std::string motion = column(world, "bodies.motion");
        const std::string contacts = column(world, "contacts");
        ASSERT_EQ(contacts.size() % contact_size, 0u);
        const auto pose_at_start = [&](std::uint64_t body) {
            const std::size_t at = body * motion_size;
            return Pose{f32(motion, at), f32(motion, at + 4), f32(motion, at + 8), f32(motion, at + 12)};
        };
        for (std::size_t at = 0; at < contacts.size(); at += contact_size) {
            const Pose a = pose_at_start(number(contacts, at + 8, 4));
            const Pose b = pose_at_start(number(contacts, at + 12, 4));
            const float rounding_a = f32(contacts, at + 24);
            const float rounding_b = f32(contacts, at + 28);
            const Vector normal{f32(contacts, at + 45), f32(contacts, at + 49)};
            const float reach = f32(contacts, at + 77);
            const auto count = number(contacts, at + 44, 1);
            ASSERT_LE(count, 2u);
            for (std::size_t i = 0; i < count; ++i) {
                const std::size_t point = at + points_offset + i * point_size;
                const Vector r_a{f32(contacts, point), f32(contacts, point + 4)};
                const Vector predicted{r_a.x + (a.x - b.x), r_a.y + (a.y - b.y)};
                const Vector r_b = read(contacts, point + 8, predicted);
                ++points;
                EXPECT_LT(distance({a.x + r_a.x, a.y + r_a.y}, {b.x + r_b.x, b.y + r_b.y}), 0.05f);
                if (!(reach >= 0.0f)) continue;
                const Vector from_a{r_a.x - rounding_a * normal.x, r_a.y - rounding_a * normal.y};
                const Vector from_b{predicted.x + rounding_b * normal.x, predicted.y + rounding_b * normal.y};
                const Vector local_a = read(contacts, point + 16, in_axes(a, from_a));
                const Vector local_b = read(contacts, point + 24, in_axes(b, from_b));
                EXPECT_LT(distance_to_core(number(contacts, at + 8, 4), local_a), 0.03f);
                EXPECT_LT(distance_to_core(number(contacts, at + 12, 4), local_b), 0.03f);
                const float separation = f32(contacts, point + 36);
                EXPECT_LT(std::abs(f32(contacts, point + 32, separation) - separation), reach + 1e-3f);
            }
            if (!(reach >= 0.0f)) continue;
            ++bases;
            const Vector between = in_axes(a, {b.x - a.x, b.y - a.y});
            const Vector rotation = in_axes(a, {b.c, b.s});
            EXPECT_LT(distance(read(contacts, at + 57, between), between), reach + 0.05f);
            const Vector base_rotation = read(contacts, at + 65, rotation);
            EXPECT_NEAR(std::hypot(base_rotation.x, base_rotation.y), 1.0f, 1e-5f);
            EXPECT_LT(distance(base_rotation, rotation), f32(contacts, at + 73) + 1e-3f);
        }
    }
    EXPECT_GE(points, 4);
    EXPECT_GE(bases, 1);
}

TEST_F(ToirecSpecification, DescribesIndexAndTrailer) {
    ASSERT_GE(chunks_.size(), 2u);
    EXPECT_EQ(chunks_.back().tag, "TRLR");
    const Chunk& index = chunks_[chunks_.size() - 2];
    EXPECT_EQ(index.tag, "INDX");
    EXPECT_EQ(chunks_.back().payload.at(1).u(), index.offset);
    EXPECT_EQ(file_.substr(file_.size() - 47, 4), "TRLR");
    EXPECT_EQ(number(file_, file_.size() - 8, 8), index.offset);
    const std::vector<Value>& entries = index.payload.at(1).elements;
    ASSERT_EQ(entries.size(), chunks_.size() - 2);
    for (std::size_t i = 0; i < entries.size(); ++i) {
        EXPECT_EQ(entries[i].at(4).u(), chunks_[i].offset);
        EXPECT_EQ(entries[i].at(1).u(), number(file_, chunks_[i].offset, 4));
        const bool has_branch = chunks_[i].payload.has(1) && chunks_[i].payload.at(1).type == 1;
        EXPECT_EQ(entries[i].at(2).u(), has_branch ? chunks_[i].payload.at(1).u() : 0u);
    }
}

}  // namespace
}  // namespace toirec_decoder
