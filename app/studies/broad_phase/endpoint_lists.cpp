// SPDX-License-Identifier: MIT
#include "app/studies/broad_phase/endpoint_lists.h"

#include "toibox/broad/any_broad_phase.h"
#include "toibox/dynamics/world_state.h"

#include <algorithm>
#include <fmt/format.h>

namespace toibox::app {

namespace {

constexpr float flash_steps = 30.0f;  ///< Number of steps in which the highlight of exchanges fades.

std::vector<Endpoint> endpoints_of(const WorldState& state, const broad::SingleAxisSortAndSweep& sweep) {
    std::vector<Endpoint> endpoints;
    for (const ProxyId id : sweep.order()) {
        if (!state.shapes.ids.is_live(id)) continue;  // destroyed since the last search
        const Aabb& box = state.shapes.fat_box[id];
        endpoints.push_back({.value = sweep.axis() == 0 ? box.lower.x : box.lower.y, .key = 2 * id});
        endpoints.push_back({.value = sweep.axis() == 0 ? box.upper.x : box.upper.y, .key = 2 * id + 1});
    }
    std::ranges::sort(endpoints, broad::is_before);
    return endpoints;
}

std::string_view kind_of(const Endpoint& endpoint) {
    return endpoint.is_end() ? "end" : "start";
}

std::string_view outcome_of(const Exchange& exchange) {
    switch (case_of(exchange)) {
        case ExchangeCase::StartsOverlap:
            return exchange.changed_pair ? "new pair" : "overlap on this axis only";
        case ExchangeCase::EndsOverlap:
            return exchange.changed_pair ? "pair ended" : "separated, but were not a pair";
        case ExchangeCase::StartPassesStart:
        case ExchangeCase::EndPassesEnd:
            break;
    }
    return "no change";
}

}  // namespace

std::string box_name(const Session& session, ProxyId box) {
    const World& world = session.world();
    const auto shape = world.find(world.shape_at(box));
    if (!shape) return "gone";
    std::string name = session.run().id_of(shape->body);
    if (name.empty()) name = fmt::format("#{}", shape->body.index);
    const auto shapes = world.find(shape->body)->shapes();
    if (shapes.size() < 2) return name;
    const auto it = std::ranges::find(shapes, shape->handle);
    return fmt::format("{}.{}", name, it - shapes.begin() + 1);
}

std::size_t box_count(const World& world) {
    return world.state().shapes.ids.live_count();
}

std::vector<Endpoint> sorted_endpoints(const World& world, int axis) {
    const AnyBroadPhase& search = *world.state().broad_phase;
    if (const auto* sweep = std::get_if<broad::SweepAndPrune>(&search)) {
        const auto endpoints = sweep->endpoints(axis);
        return {endpoints.begin(), endpoints.end()};
    }
    if (const auto* sweep = std::get_if<broad::OneShotSortAndSweep>(&search); sweep != nullptr && axis == 0) {
        std::vector<Endpoint> endpoints(sweep->endpoints().begin(), sweep->endpoints().end());
        std::erase_if(endpoints, [&](const Endpoint& endpoint) {  // destroyed since the last search
            return !world.state().shapes.ids.is_live(endpoint.id());
        });
        return endpoints;
    }
    if (const auto* sweep = std::get_if<broad::SingleAxisSortAndSweep>(&search)) {
        if (sweep->axis() == axis) return endpoints_of(world.state(), *sweep);
    }
    return {};
}

std::vector<ProxyId> active_after(std::span<const Endpoint> endpoints, std::size_t endpoint_count) {
    std::vector<ProxyId> active;
    for (const Endpoint& endpoint : endpoints.first(std::min(endpoint_count, endpoints.size()))) {
        if (endpoint.is_end()) {
            std::erase(active, endpoint.id());
        } else {
            active.push_back(endpoint.id());
        }
    }
    return active;
}

std::size_t endpoints_up_to(std::span<const Endpoint> endpoints, double position) {
    const auto beyond = std::ranges::find_if(endpoints, [position](const Endpoint& endpoint) {
        return static_cast<double>(endpoint.value) > position;
    });
    return static_cast<std::size_t>(beyond - endpoints.begin());
}

PairMatrix pair_matrix(std::span<const Endpoint> endpoints_x, std::span<const Endpoint> endpoints_y) {
    PairMatrix matrix;
    for (const Endpoint& endpoint : endpoints_x) {
        if (!endpoint.is_end()) matrix.ids.push_back(endpoint.id());
    }
    std::ranges::sort(matrix.ids);
    const std::size_t count = matrix.ids.size();
    matrix.flags.assign(count * count, 0);
    const auto row_of = [&](ProxyId id) {
        return static_cast<std::size_t>(std::ranges::lower_bound(matrix.ids, id) - matrix.ids.begin());
    };
    const auto sweep = [&](std::span<const Endpoint> endpoints, std::uint8_t flag) {
        std::vector<std::size_t> active;
        for (const Endpoint& endpoint : endpoints) {
            const std::size_t row = row_of(endpoint.id());
            if (endpoint.is_end()) {
                std::erase(active, row);
                continue;
            }
            for (const std::size_t other : active)
                matrix.flags[std::min(row, other) * count + std::max(row, other)] |= flag;
            active.push_back(row);
        }
    };
    sweep(endpoints_x, PairMatrix::on_x);
    sweep(endpoints_y, PairMatrix::on_y);
    return matrix;
}

ExchangeCase case_of(const Exchange& exchange) {
    // The passing endpoint moves to the left.
    if (exchange.passing.is_end() == exchange.passed.is_end())
        return exchange.passing.is_end() ? ExchangeCase::EndPassesEnd : ExchangeCase::StartPassesStart;
    return exchange.passing.is_end() ? ExchangeCase::EndsOverlap : ExchangeCase::StartsOverlap;
}

std::string_view label_of(ExchangeCase exchange_case) {
    switch (exchange_case) {
        case ExchangeCase::StartsOverlap:
            return "start passes end: overlap starts";
        case ExchangeCase::EndsOverlap:
            return "end passes start: overlap ends";
        case ExchangeCase::StartPassesStart:
            return "start passes start: no change";
        case ExchangeCase::EndPassesEnd:
            break;
    }
    return "end passes end: no change";
}

std::string describe(const Session& session, const Exchange& exchange) {
    return fmt::format("{}: {}, {} of {} passes {} of {}", exchange.axis == 0 ? 'x' : 'y',
                       outcome_of(exchange), kind_of(exchange.passing),
                       box_name(session, exchange.passing.id()), kind_of(exchange.passed),
                       box_name(session, exchange.passed.id()));
}

ExchangedEndpoints exchanged_endpoints(const Session& session, int axis) {
    ExchangedEndpoints exchanged;
    exchanged.strength = flash_strength(session);
    if (exchanged.strength <= 0.0f) return exchanged;
    for (const Exchange& exchange : session.last_exchanges().exchanges) {
        if (exchange.axis != axis) continue;
        for (const Endpoint& endpoint : {exchange.passing, exchange.passed}) {
            if (exchanged.flags.size() <= endpoint.key) exchanged.flags.resize(endpoint.key + 1, 0);
            exchanged.flags[endpoint.key] = 1;
        }
    }
    return exchanged;
}

float flash_strength(const Session& session) {
    const ExchangeRecord& last = session.last_exchanges();
    if (last.exchanges.empty()) return 0.0f;
    const auto age = static_cast<float>(session.run().steps() - last.step);
    return std::clamp(1.0f - age / flash_steps, 0.0f, 1.0f);
}

}  // namespace toibox::app
