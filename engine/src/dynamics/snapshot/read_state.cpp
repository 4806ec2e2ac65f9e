// SPDX-License-Identifier: MIT
// Reads a world from untrusted bytes. Each value is bounds-checked as it is read, no list is longer than the
// remaining bytes allow, and the whole state is validated before it becomes a world.
#include "toibox/dynamics/state_io.h"
#include "toibox/dynamics/validate.h"
#include "toibox/fields/field_io.h"

#include "dynamics/snapshot/contact_delta_encoding.h"
#include "dynamics/snapshot/state_schema.h"
#include "dynamics/state/edit_state.h"

namespace toibox {
namespace {

using namespace state_bytes;

struct StoredColumn {
    std::string name;
    std::uint64_t schema = 0;
    std::span<const std::byte> payload;
};

Result<std::vector<StoredColumn>, StateError> split_columns(std::span<const std::byte> bytes) {
    FieldReader reader(bytes);
    if (reader.text(magic.size()) != magic) return Err{StateError{"header", "is not that of a toibox state"}};
    std::uint32_t stored_format = 0;
    std::uint32_t stored_sim = 0;
    std::uint32_t count = 0;
    reader.value(stored_format);
    reader.value(stored_sim);
    reader.value(count);
    if (reader.failed()) return Err{StateError{"header", reader.defect()}};
    if (stored_format != format) return Err{StateError{"header", "has an unsupported format version"}};
    if (stored_sim != sim_version) return Err{StateError{"header", "has a different sim_version"}};
    std::vector<StoredColumn> columns;
    for (std::uint32_t i = 0; i < count; ++i) {
        StoredColumn column;
        std::uint8_t name_length = 0;
        std::uint64_t length = 0;
        reader.value(name_length);
        column.name = reader.text(name_length);
        reader.value(column.schema);
        reader.value(length);
        column.payload = reader.take(length);
        if (reader.failed()) return Err{StateError{"column " + std::to_string(i), reader.defect()}};
        columns.push_back(std::move(column));
    }
    if (reader.remaining() != 0) return Err{StateError{"end", "is followed by more bytes"}};
    return columns;
}

template <class Column>
std::optional<StateError> read_column(const std::vector<StoredColumn>& stored, const ColumnName& name,
                                      Column& column) {
    const std::string full = full_name(name);
    for (const StoredColumn& source : stored) {
        if (source.name != full) continue;
        if (source.schema != schema_of<Column>) return StateError{full, "has a different layout"};
        FieldReader reader(source.payload);
        reader.value(column);
        if (reader.failed()) return StateError{full, reader.defect()};
        if (reader.remaining() != 0) return StateError{full, "has trailing bytes"};
        return std::nullopt;
    }
    return StateError{full, "is missing"};
}

}  // namespace

Result<World, StateError> read_state(std::span<const std::byte> bytes) {
    const Result<std::vector<StoredColumn>, StateError> stored = split_columns(bytes);
    if (!stored) return Err{stored.error()};
    World world;
    WorldState& state = world.state();
    std::optional<StateError> bad;
    for_each_column(state, [&]<class Column>(const ColumnName& name, Column& column) {
        if constexpr (!is_rebuilt<Column>) {
            if (!bad) bad = read_column(*stored, name, column);
        }
    });
    if (bad) return Err{*std::move(bad)};
    for_each_column(state, [&state]<class Column>(const ColumnName&, Column& column) {
        if constexpr (is_delta_encoded<Column>) {
            for (auto& element : column)
                toggle_delta_encoding(state, element);
        }
    });
    if (const std::optional<Defect> defect = validate_columns(state)) {
        return Err{StateError{defect->where, defect->what}};
    }
    rebuild_broad_phase(state);
    return world;
}

}  // namespace toibox
