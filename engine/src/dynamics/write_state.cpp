// SPDX-License-Identifier: MIT
#include "toibox/dynamics/state_io.h"

#include "state_schema.h"

#include <bit>

namespace toibox {
namespace {

using namespace state_bytes;

class Writer {
public:
    template <class T>
    void value(const T& v) {
        if constexpr (Scalar<T>) {
            scalar(v);
        } else if constexpr (HasFields<T>) {
            for_each_field(v, [this](std::string_view, const auto& member) { this->value(member); });
        } else if constexpr (Variant<T>) {
            scalar(static_cast<std::uint8_t>(v.index()));
            std::visit([this](const auto& alternative) { this->value(alternative); }, v);
        } else if constexpr (std::same_as<T, Polygon>) {
            polygon(v);
        } else if constexpr (std::same_as<T, IdPool>) {
            list(v.generations());
            list(v.free_list());
        } else if constexpr (Array<T>) {
            for (const auto& element : v)
                value(element);
        } else {
            list(std::span(v));
        }
    }

    void text(std::string_view characters) {
        for (const char c : characters)
            bytes_.push_back(static_cast<std::byte>(c));
    }

    [[nodiscard]] std::size_t size() const { return bytes_.size(); }
    /// Writes `length` over the eight bytes at `at`.
    void set_length(std::size_t at, std::uint64_t length) {
        for (std::size_t i = 0; i < 8; ++i)
            bytes_[at + i] = static_cast<std::byte>(length >> (8 * i));
    }
    std::vector<std::byte> take() && { return std::move(bytes_); }

private:
    template <Scalar T>
    void scalar(T v) {
        const auto carrier = std::bit_cast<Carrier<T>>(v);
        for (std::size_t i = 0; i < sizeof(T); ++i) {
            bytes_.push_back(static_cast<std::byte>(std::uint64_t{carrier} >> (8 * i)));
        }
    }
    template <class T>
    void list(std::span<const T> elements) {
        scalar(std::uint64_t{elements.size()});
        for (const T& element : elements)
            value(element);
    }
    void polygon(const Polygon& shape) {
        value(shape.radius());
        value(shape.centroid());
        list(shape.vertices());
        list(shape.normals());
    }

    std::vector<std::byte> bytes_;
};

}  // namespace

std::vector<std::byte> write_state(const WorldState& state) {
    std::uint32_t columns = 0;
    for_each_column(state, [&columns]<class Column>(const ColumnName&, const Column&) {
        if constexpr (!is_rebuilt<Column>) ++columns;
    });
    Writer writer;
    writer.text(magic);
    writer.value(format);
    writer.value(sim_version);
    writer.value(columns);
    for_each_column(state, [&writer]<class Column>(const ColumnName& name, const Column& column) {
        if constexpr (!is_rebuilt<Column>) {
            const std::string full = full_name(name);
            writer.value(static_cast<std::uint8_t>(full.size()));
            writer.text(full);
            writer.value(schema_of<Column>());
            const std::size_t length_at = writer.size();
            writer.value(std::uint64_t{0});
            writer.value(column);
            writer.set_length(length_at, writer.size() - length_at - 8);
        }
    });
    return std::move(writer).take();
}

}  // namespace toibox
