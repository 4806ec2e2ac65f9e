// SPDX-License-Identifier: MIT
#include "toibox/dynamics/state_io.h"
#include "toibox/fields/field_io.h"

#include "dynamics/snapshot/contact_delta_encoding.h"
#include "dynamics/snapshot/state_schema.h"

namespace toibox {

using namespace state_bytes;

std::vector<std::byte> write_state(const WorldState& state) {
    std::uint32_t columns = 0;
    for_each_column(state, [&columns]<class Column>(const ColumnName&, const Column&) {
        if constexpr (!is_rebuilt<Column>) ++columns;
    });
    FieldWriter writer;
    writer.text(magic);
    writer.value(format);
    writer.value(sim_version);
    writer.value(columns);
    for_each_column(state, [&]<class Column>(const ColumnName& name, const Column& column) {
        if constexpr (!is_rebuilt<Column>) {
            const std::string full = full_name(name);
            writer.value(static_cast<std::uint8_t>(full.size()));
            writer.text(full);
            writer.value(schema_of<Column>);
            const std::size_t length_at = writer.size();
            writer.value(std::uint64_t{0});
            if constexpr (is_delta_encoded<Column>) {
                writer.value(std::uint64_t{column.size()});
                for (auto element : column) {
                    toggle_delta_encoding(state, element);
                    writer.value(element);
                }
            } else {
                writer.value(column);
            }
            writer.set_length(length_at, writer.size() - length_at - 8);
        }
    });
    return std::move(writer).take();
}

}  // namespace toibox
