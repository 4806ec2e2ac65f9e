// SPDX-License-Identifier: MIT
// FieldWriter and FieldReader: written values are read back, and invalid bytes are rejected.
#include "toibox/fields/field_io.h"
#include "toibox/geometry/hull.h"

#include "dynamics/snapshot/state_fields.h"

#include <gtest/gtest.h>

namespace toibox {

struct Specimen {
    std::uint16_t number = 0;
    bool flag = false;
    std::string text;
    std::optional<Vec2> maybe;
    std::vector<std::pair<std::uint32_t, std::string>> names;
    std::map<std::string, BodyHandle, std::less<>> by_name;
    std::variant<float, Vec2> either;

    friend bool operator==(const Specimen&, const Specimen&) = default;
};
template <>
struct FieldsOf<Specimen> {
    static constexpr FieldTuple list{Field{"number", &Specimen::number}, Field{"flag", &Specimen::flag},
                                     Field{"text", &Specimen::text},     Field{"maybe", &Specimen::maybe},
                                     Field{"names", &Specimen::names},   Field{"by_name", &Specimen::by_name},
                                     Field{"either", &Specimen::either}};
};
static_assert(lists_every_field<Specimen>);

namespace {

template <class T>
std::vector<std::byte> bytes_of(const T& value) {
    FieldWriter writer;
    writer.value(value);
    return std::move(writer).take();
}

const Specimen specimen{.number = 0x1234,
                        .flag = true,
                        .text = "a box",
                        .maybe = Vec2{1.0f, -2.0f},
                        .names = {{7, "seven"}, {0, ""}},
                        .by_name = {{"a", {1, 3}}, {"b", {0, 1}}},
                        .either = Vec2{3.0f, 4.0f}};

TEST(FieldBytes, AreReadBack) {
    const std::vector<std::byte> bytes = bytes_of(specimen);
    Specimen read;
    read.text = "old";
    read.by_name["old"] = {};
    FieldReader reader(bytes);
    reader.value(read);
    EXPECT_FALSE(reader.failed()) << reader.defect();
    EXPECT_EQ(reader.remaining(), 0u);
    EXPECT_EQ(read, specimen);
}

TEST(FieldBytes, AreLittleEndianAndWithoutPadding) {
    const std::vector<std::byte> bytes = bytes_of(std::pair(std::uint16_t{0x1234}, 1.0f));
    constexpr std::array<unsigned, 6> expected{0x34, 0x12, 0x00, 0x00, 0x80, 0x3F};
    ASSERT_EQ(bytes.size(), expected.size());
    for (std::size_t i = 0; i < bytes.size(); ++i)
        EXPECT_EQ(std::to_integer<unsigned>(bytes[i]), expected[i]);
    EXPECT_EQ(bytes_of(std::string("ab")).size(), 10u);
    EXPECT_EQ(bytes_of(std::optional<float>{}).size(), 1u);
}

TEST(FieldBytes, AreRejectedIfTruncated) {
    const std::vector<std::byte> bytes = bytes_of(specimen);
    for (std::size_t length = 0; length < bytes.size(); ++length) {
        FieldReader reader(std::span<const std::byte>(bytes).first(length));
        Specimen read;
        reader.value(read);
        EXPECT_TRUE(reader.failed()) << length;
    }
}

TEST(FieldBytes, AreRejectedWithUnorderedKeys) {
    for (const char second : {'a', '0'}) {
        const std::vector<std::pair<std::string, float>> entries{{"a", 1.0f}, {{second}, 2.0f}};
        const std::vector<std::byte> bytes = bytes_of(entries);
        FieldReader reader(bytes);
        std::map<std::string, float> read;
        reader.value(read);
        EXPECT_STREQ(reader.defect(), "has keys out of order");
    }
}

TEST(FieldBytes, AreRejectedWithInvalidBools) {
    const std::vector<std::byte> two{std::byte{2}};
    FieldReader reader(two);
    bool flag = false;
    reader.value(flag);
    EXPECT_TRUE(reader.failed());
    FieldReader second_reader(two);
    std::optional<float> maybe;
    second_reader.value(maybe);
    EXPECT_TRUE(second_reader.failed());
}

// A list of 2⁶⁰ elements is longer than the remaining bytes.
TEST(FieldBytes, AreRejectedWithTooLargeCounts) {
    const std::vector<std::byte> bytes = bytes_of(std::uint64_t{1} << 60);
    const auto rejects = [&](auto value) {
        FieldReader reader(bytes);
        reader.value(value);
        return reader.failed();
    };
    EXPECT_TRUE(rejects(std::string()));
    EXPECT_TRUE(rejects(std::vector<float>()));
    EXPECT_TRUE(rejects(std::vector<std::string>()));
    EXPECT_TRUE((rejects(std::map<std::string, float>())));
}

TEST(FieldBytes, AreRejectedWithAnInvalidPolygon) {
    const Polygon box = make_box({1, 1});
    const std::vector<std::byte> valid = bytes_of(box);
    Polygon read = make_box({2, 2});
    FieldReader reader(valid);
    reader.value(read);
    EXPECT_EQ(read, box);
    // An outline that goes around twice is invalid.
    FieldWriter writer;
    std::vector<Vec2> vertices(box.vertices().begin(), box.vertices().end());
    std::vector<Vec2> normals(box.normals().begin(), box.normals().end());
    for (std::size_t i = 0; i < 4; ++i) {
        vertices.push_back(vertices[i]);
        normals.push_back(normals[i]);
    }
    writer.value(box.radius());
    writer.value(box.centroid());
    writer.value(vertices);
    writer.value(normals);
    const std::vector<std::byte> bytes = std::move(writer).take();
    FieldReader invalid_reader(bytes);
    invalid_reader.value(read);
    EXPECT_TRUE(invalid_reader.failed());
}

TEST(FieldBytes, HaveASchemaPerLayout) {
    EXPECT_NE(schema_of<float>, schema_of<std::uint32_t>);
    EXPECT_NE(schema_of<std::vector<float>>, schema_of<std::optional<float>>);
    EXPECT_NE((schema_of<std::pair<float, bool>>), (schema_of<std::pair<bool, float>>));
    EXPECT_NE(schema_of<Vec2>, schema_of<Rot>);
}

}  // namespace
}  // namespace toibox
