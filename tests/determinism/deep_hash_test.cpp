// SPDX-License-Identifier: MIT
// Hashes per subsystem and lists of differences between states both depend on every number of a state.
#include "toibox/dynamics/state_difference.h"
#include "toibox/dynamics/state_hash.h"
#include "toibox/dynamics/state_io.h"

#include "dynamics/snapshot/contact_delta_encoding.h"
#include "tests/support/state_bit_flipper.h"

#include <cstring>
#include <limits>
#include <map>
#include <optional>

namespace toibox {
namespace {

using namespace testing_support;

constexpr std::size_t no_limit = std::numeric_limits<std::size_t>::max();

std::string_view subsystem_of(const ColumnName& column) {
    return column.group.empty() ? column.name : column.group;
}

TEST(DeepHash, NamesTheSubsystemsInOrder) {
    std::vector<std::string_view> names;
    for (const SubsystemHash& hash : deep_hash(World().state()))
        names.push_back(hash.name);
    const std::vector<std::string_view> expected{"settings", "step_count", "time",           "bodies",
                                                 "shapes",   "contacts",   "own_continuous", "pairs",
                                                 "joints",   "progress",   "continuous"};
    EXPECT_EQ(names, expected);
}

TEST(DeepHash, EveryNumberChangesOnlyTheHashOfItsSubsystem) {
    World world = world_with_everything();
    const std::vector<SubsystemHash> before = deep_hash(world.state());
    std::map<std::string_view, int> changes;
    const auto check = [&](const ColumnName& column) {
        const std::vector<SubsystemHash> now = deep_hash(world.state());
        for (std::size_t i = 0; i < now.size(); ++i) {
            ASSERT_EQ(now[i] != before[i], now[i].name == subsystem_of(column))
                << column.group << "." << column.name << ", change " << changes[subsystem_of(column)];
        }
        ++changes[subsystem_of(column)];
    };
    StateBitFlipper(world.state(), check);
    EXPECT_EQ(changes.size(), before.size());
    EXPECT_GT(changes["contacts"], 100);
    EXPECT_EQ(deep_hash(world.state()), before);
}

TEST(DeepHash, IsEqualForACopyAndOnMoreThreads) {
    World world = mixed_world(41);
    World copy = world;
    World threaded = world;
    threaded.set_execution({.threads = 4});
    EXPECT_EQ(deep_hash(copy.state()), deep_hash(world.state()));
    for (int i = 0; i < 100; ++i) {
        world.step(time_step);
        copy.step(time_step);
        threaded.step(time_step);
    }
    EXPECT_EQ(deep_hash(copy.state()), deep_hash(world.state()));
    EXPECT_EQ(deep_hash(threaded.state()), deep_hash(world.state()));
}

TEST(DeepHash, TreatsMinusZeroAsZero) {
    World world = world_with_everything();
    const std::vector<SubsystemHash> before = deep_hash(world.state());
    world.state().bodies.velocity[0].linear.x = -0.0f;
    EXPECT_EQ(deep_hash(world.state()), before);
}

/// The columns of a written state, by name. They show differences independently of the lists of fields.
/// Contacts are written without delta encoding, which would make their bytes depend on other columns.
std::map<std::string, std::vector<std::byte>> columns_of(WorldState state) {
    for (Contact& contact : state.contacts)
        toggle_delta_encoding(state, contact);
    const std::vector<std::byte> bytes = write_state(state);
    std::map<std::string, std::vector<std::byte>> columns;
    for (std::size_t at = 20; at < bytes.size();) {
        const auto name_length = std::to_integer<std::size_t>(bytes[at]);
        std::string name(name_length, '\0');
        std::memcpy(name.data(), &bytes[at + 1], name_length);
        at += 1 + name_length + 8;
        std::uint64_t length = 0;
        for (std::size_t i = 0; i < 8; ++i)
            length |= std::to_integer<std::uint64_t>(bytes[at + i]) << (8 * i);
        const auto start = bytes.begin() + static_cast<std::ptrdiff_t>(at + 8);
        columns[name] = {start, start + static_cast<std::ptrdiff_t>(length)};
        at += 8 + length;
    }
    return columns;
}

/// Bytes per element of the lists with elements of fixed size, by the name of the column.
std::map<std::string, std::size_t> element_sizes() {
    std::map<std::string, std::size_t> sizes;
    const WorldState blank;
    for_each_column(blank, [&]<class Column>(const ColumnName& name, const Column&) {
        const std::string full = name.group.empty() ? std::string(name.name)
                                                    : std::string(name.group) + "." + std::string(name.name);
        if constexpr (ListField<Column>) {
            if (const std::size_t size = fixed_size<typename Column::value_type>()) sizes[full] = size;
        }
    });
    return sizes;
}

struct ByteChange {
    std::string column;
    std::size_t first = 0;    ///< Index of the first byte that differs.
    std::size_t count = 0;    ///< Number of bytes that differ.
    bool is_high_bit = true;  ///< Only the highest bit of one byte differs, such as the sign of a float.
};
std::optional<ByteChange> changed_bytes(const std::map<std::string, std::vector<std::byte>>& before,
                                        const std::map<std::string, std::vector<std::byte>>& after) {
    for (const auto& [name, old] : before) {
        const std::vector<std::byte>& now = after.at(name);
        if (now == old) continue;
        ByteChange change{.column = name};
        for (std::size_t i = old.size(); i-- > 0;) {
            if (old[i] == now[i]) continue;
            change.first = i;
            ++change.count;
            change.is_high_bit = change.count == 1 && (old[i] ^ now[i]) == std::byte{0x80};
        }
        return change;
    }
    return std::nullopt;
}

// One changed bit of a number is reported as one difference, in the column and at the index at which the
// written bytes differ.
TEST(StateDifferences, AreWhereTheBytesDiffer) {
    World world = world_with_everything();
    const World before = world;
    const auto original = columns_of(before.state());
    const auto sizes = element_sizes();
    for (const unsigned bit : {0u, 1u, 13u, 22u, 30u, 31u}) {
        int reported = 0;
        const auto check = [&](const ColumnName& column) {
            const std::optional<ByteChange> bytes = changed_bytes(original, columns_of(world.state()));
            ASSERT_TRUE(bytes.has_value());
            const std::vector<StateDifference> found = differences(before.state(), world.state(), no_limit);
            ASSERT_EQ(found.empty(), deep_hash(before.state()) == deep_hash(world.state()));
            if (found.empty()) {
                ASSERT_TRUE(bytes->is_high_bit) << "only the sign of a zero may go unreported";
                return;
            }
            ++reported;
            const StateDifference& difference = found.front();
            // Two swapped entries of a free list are two differences; everything else is one.
            ASSERT_EQ(found.size(), difference.field == "free" ? 2u : 1u) << path_of(difference);
            const std::string name =
                difference.subsystem + (difference.column.empty() ? "" : "." + difference.column);
            ASSERT_EQ(name, bytes->column);
            ASSERT_EQ(difference.subsystem, subsystem_of(column));
            if (const auto size = sizes.find(name); size != sizes.end()) {
                ASSERT_EQ(difference.index, (bytes->first - 8) / size->second) << path_of(difference);
            }
            ASSERT_NE(difference.a, difference.b) << path_of(difference);
        };
        StateBitFlipper(world.state(), check, bit);
        EXPECT_GT(reported, 700) << "bit " << bit;
    }
    EXPECT_TRUE(differences(before.state(), world.state(), no_limit).empty());
}

TEST(StateDifferences, AreReportedWithPlaceAndValues) {
    const World before = world_with_everything();
    World after = before;
    WorldState& state = after.state();
    const std::uint32_t body = 1;
    state.bodies.pose[body].center.x = std::nextafter(state.bodies.pose[body].center.x, 10.0f);
    state.contacts[0].points[1].normal_impulse += 1.0f;
    state.time = std::numeric_limits<double>::quiet_NaN();
    const std::vector<StateDifference> found = differences(before.state(), after.state(), no_limit);
    ASSERT_EQ(found.size(), 3u);
    EXPECT_EQ(path_of(found[0]), "time");
    EXPECT_EQ(found[0].b, "nan");
    EXPECT_EQ(found[0].ulps, 0.0);
    EXPECT_EQ(path_of(found[1]), "bodies.pose[1].center.x");
    EXPECT_EQ(found[1].ulps, 1.0);
    EXPECT_EQ(found[1].body, body);
    EXPECT_EQ(std::stof(found[1].a), before.state().bodies.pose[body].center.x);
    EXPECT_EQ(std::stof(found[1].b), state.bodies.pose[body].center.x);
    EXPECT_EQ(path_of(found[2]), "contacts[0].points[1].normal_impulse");
    const Contact& contact = state.contacts[0];
    EXPECT_TRUE(found[2].body == contact.body_a || found[2].body == contact.body_b);
    EXPECT_EQ(differences(before.state(), after.state(), 2).size(), 2u);
}

TEST(StateDifferences, CountUlpsAcrossZero) {
    World a;
    World b;
    const auto ulps = [&](float x, float y) {
        a.state().settings.gravity.x = x;
        b.state().settings.gravity.x = y;
        const auto found = differences(a.state(), b.state(), no_limit);
        return found.empty() ? 0.0 : found.front().ulps;
    };
    constexpr float min_float = std::numeric_limits<float>::denorm_min();
    EXPECT_EQ(ulps(-0.0f, 0.0f), 0.0);
    EXPECT_EQ(ulps(-min_float, min_float), 2.0);
    EXPECT_EQ(ulps(-min_float, -0.0f), 1.0);
    EXPECT_EQ(ulps(1.0f, 2.0f), 8388608.0);
    EXPECT_EQ(ulps(-1.0f, -2.0f), 8388608.0);
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    EXPECT_TRUE(differences(a.state(), a.state(), no_limit).empty());
    EXPECT_EQ(ulps(nan, -nan), 0.0);
    EXPECT_TRUE(differences(a.state(), b.state(), no_limit).empty());
    a.state().time = 1.0;
    b.state().time = -1.0;
    EXPECT_EQ(differences(a.state(), b.state(), no_limit).front().ulps, 2.0 * 1023.0 * 4503599627370496.0);
}

TEST(StateDifferences, IncludeLengthsOfListsAndKindsOfShapes) {
    const World before = world_with_everything();
    World after = before;
    after.state().contacts.pop_back();
    after.state().shapes.geometry[0] = disc(1.0f);
    const auto found = differences(before.state(), after.state(), no_limit);
    ASSERT_EQ(found.size(), 2u);
    EXPECT_EQ(path_of(found[0]), "shapes.geometry[0].kind");
    EXPECT_EQ(found[0].a, "polygon");
    EXPECT_EQ(found[0].b, "circle");
    EXPECT_EQ(found[0].body, 0u);
    EXPECT_EQ(path_of(found[1]), "contacts.length");
    EXPECT_EQ(found[1].a, std::to_string(before.state().contacts.size()));
}

}  // namespace
}  // namespace toibox
