// SPDX-License-Identifier: MIT
#include "app/session/comparison/comparison_rows.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

namespace toibox::app {

namespace {

/// Relative error of a float: a value that is closer to a whole number counts as whole.
constexpr double rounding = 1e-7;

/// The id of a body with a capital letter, as the start of a row's name.
std::string row_subject(const Session& session, BodyHandle body) {
    std::string id = session.run().id_of(body);
    if (id.empty()) return "Body " + std::to_string(body.index);
    id[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(id[0])));
    return id;
}

/// Shows large values of a unit in thousands or millions of it.
void choose_prefix(ComparisonRow& row) {
    double largest = 0.0;
    for (const std::optional<double>& value : row.values)
        largest = std::max(largest, std::abs(value.value_or(0.0)));
    const double divisor = largest >= 1e7 ? 1e6 : largest >= 1e4 ? 1e3 : 1.0;
    if (divisor == 1.0) return;
    row.unit.insert(0, divisor == 1e6 ? "M" : "k");
    for (std::optional<double>& value : row.values) {
        if (value) *value /= divisor;
    }
}

/// Collects rows of one comparison.
class RowList {
public:
    explicit RowList(const Comparison& comparison) : comparison_(comparison) {}

    /// `value_of`: the value of a pane, or nullopt.
    template <class ValueOf>
    void add(std::string name, std::string unit, ValueOf&& value_of, bool is_count = false) {
        ComparisonRow row{std::move(name), std::move(unit), {}, is_count};
        for (std::size_t i = 0; i < comparison_.size(); ++i)
            row.values.push_back(value_of(comparison_.pane(i), i));
        rows.push_back(std::move(row));
    }
    /// A quantity of the body that corresponds to a body of the leader.
    template <class ValueOf>
    void add_body(const std::string& name, const char* unit, BodyHandle body, ValueOf&& value_of) {
        add(row_subject(comparison_.pane(0), body) + name, unit,
            [&](const Session& pane, std::size_t i) -> std::optional<double> {
                const auto view = pane.world().find(comparison_.body_in(i, body));
                return view ? std::optional(static_cast<double>(value_of(*view))) : std::nullopt;
            });
    }
    template <class ValueOf>
    void add_prefixed(const char* name, const char* unit, ValueOf&& value_of) {
        add(name, unit, [&](const Session& pane, std::size_t) {
            return std::optional<double>(static_cast<double>(value_of(pane.world())));
        });
        choose_prefix(rows.back());
    }
    template <class ValueOf>
    void add_count(std::string name, std::string unit, ValueOf&& value_of) {
        add(
            std::move(name), std::move(unit),
            [&](const Session& pane, std::size_t) { return std::optional<double>(value_of(pane)); }, true);
    }

    std::vector<ComparisonRow> rows;

private:
    const Comparison& comparison_;
};

void add_searches(RowList& list) {
    list.add_count("TOI searches", "", [](const Session& pane) {
        return static_cast<double>(pane.statistics().toi().outer.calls);
    });
    list.add("Distance queries", "per search", [](const Session& pane, std::size_t) -> std::optional<double> {
        const Statistics& statistics = pane.statistics();
        const auto searches = static_cast<double>(statistics.toi().outer.calls);
        if (searches == 0.0) return std::nullopt;
        return static_cast<double>(statistics.gjk().calls.tally.calls) / searches;
    });
    list.add("Time per search", "µs", [](const Session& pane, std::size_t) -> std::optional<double> {
        const Tally& nanoseconds = pane.statistics().toi().nanoseconds;
        return nanoseconds.calls == 0 ? std::nullopt : std::optional(1e-3 * nanoseconds.average());
    });
}

}  // namespace

int ComparisonRow::decimals() const {
    double largest = 0.0;
    bool has_fraction = false;
    for (const std::optional<double>& value : values) {
        if (!value) continue;
        largest = std::max(largest, std::abs(*value));
        has_fraction = has_fraction || std::abs(*value - std::round(*value)) > rounding * std::abs(*value);
    }
    if (is_count || !has_fraction) return 0;
    constexpr int significant = 4;
    constexpr int max_decimals = 6;
    int decimals = significant - 1;
    for (double bound = 10.0; largest >= bound && decimals > 0; bound *= 10.0)
        --decimals;
    for (double bound = 1.0; largest < bound && decimals < max_decimals; bound /= 10.0)
        ++decimals;
    return decimals;
}

std::optional<double> ComparisonRow::difference() const {
    if (values.size() != 2 || !values[0] || !values[1]) return std::nullopt;
    return *values[1] - *values[0];
}

BodyHandle compared_body(const Session& leader) {
    const World& world = leader.world();
    const auto selected = world.find(leader.selection().body);
    if (selected && selected->info().type != BodyType::Static) return leader.selection().body;
    const std::vector<BodyHandle> bodies = world.bodies();
    const auto moving = std::ranges::find_if(
        bodies, [&](BodyHandle body) { return world.find(body)->info().type != BodyType::Static; });
    return moving != bodies.end() ? *moving : BodyHandle{};
}

std::vector<ComparisonRow> comparison_rows(const Comparison& comparison) {
    RowList list(comparison);
    if (const BodyHandle body = compared_body(comparison.pane(0)); !body.is_null()) {
        list.add_body(", position x", "m", body, [](const BodyView& view) { return view.position().x; });
        list.add_body(", position y", "m", body, [](const BodyView& view) { return view.position().y; });
        list.add_body(", speed", "m/s", body,
                      [](const BodyView& view) { return length(view.velocity().linear); });
    }
    list.add_prefixed("Kinetic energy", "J", [](const World& world) { return world.kinetic_energy(); });
    list.add_prefixed("Momentum x", "N·s", [](const World& world) { return world.momentum().x; });
    list.add_prefixed("Momentum y", "N·s", [](const World& world) { return world.momentum().y; });
    list.add_count("Impacts", "",
                   [](const Session& pane) { return static_cast<double>(pane.statistics().impacts()); });
    list.add("Time lost", "ms", [](const Session& pane, std::size_t) {
        return std::optional(1e3 * pane.statistics().time_lost());
    });
    add_searches(list);
    return std::move(list.rows);
}

std::optional<scene::VerdictKind> pane_verdict(const Session& pane) {
    for (const scene::VerdictKind kind : scene::verdicts_by_severity()) {
        if (kind != scene::VerdictKind::TimeLost && pane.run().verdict_count(kind) > 0) return kind;
    }
    return std::nullopt;
}

}  // namespace toibox::app
