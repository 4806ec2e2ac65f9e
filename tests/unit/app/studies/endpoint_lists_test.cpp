// SPDX-License-Identifier: MIT
#include "app/studies/broad_phase/endpoint_lists.h"

#include "app/studies/broad_phase/broad_phase_description.h"

#include <set>

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

constexpr const char* four_boxes = TOIBOX_SOURCE_DIR "/scenes/broad/06-sweep-and-prune.toi.json";
constexpr const char* cluster = TOIBOX_SOURCE_DIR "/scenes/broad/08-cluster.toi.json";

Endpoint start_of(ProxyId id, float value) {
    return {.value = value, .key = 2 * id};
}
Endpoint end_of(ProxyId id, float value) {
    return {.value = value, .key = 2 * id + 1};
}

/// The list from J. McCutchan, "Introduction to Collision Detection", McMaster University 2006, "Broad Phase
/// - Sweep", with b for start and e for end: b1, b2, e2, b3, e1, e3.
const std::vector<Endpoint> interval_list{start_of(1, 0),    start_of(2, 1.5f), end_of(2, 3),
                                          start_of(3, 4.5f), end_of(1, 6),      end_of(3, 8)};

void run(Session& session, int steps) {
    for (int i = 0; i < steps; ++i)
        session.step_once();
}

TEST(EndpointLists, ActiveBoxesAfterEachEndpoint) {
    const std::vector<std::vector<ProxyId>> expected{{}, {1}, {1, 2}, {1}, {1, 3}, {3}, {}};
    for (std::size_t endpoint_count = 0; endpoint_count < expected.size(); ++endpoint_count)
        EXPECT_EQ(active_after(interval_list, endpoint_count), expected[endpoint_count]) << endpoint_count;
    EXPECT_EQ(active_after(interval_list, 99), expected.back());
    EXPECT_EQ(endpoints_up_to(interval_list, -1.0), 0u);
    EXPECT_EQ(endpoints_up_to(interval_list, 3.0), 3u);  // an endpoint at the position counts
    EXPECT_EQ(endpoints_up_to(interval_list, 99.0), 6u);
}

TEST(EndpointLists, TheMatrixDistinguishesTheAxes) {
    // On y, box 2 is above boxes 1 and 3.
    const std::vector<Endpoint> endpoints_y{start_of(1, 0), start_of(3, 1), end_of(1, 2),
                                            end_of(3, 3),   start_of(2, 5), end_of(2, 6)};
    const PairMatrix matrix = pair_matrix(interval_list, endpoints_y);
    EXPECT_EQ(matrix.ids, (std::vector<ProxyId>{1, 2, 3}));
    EXPECT_EQ(matrix.at(0, 1), PairMatrix::on_x);
    EXPECT_EQ(matrix.at(0, 2), PairMatrix::on_x | PairMatrix::on_y);
    EXPECT_EQ(matrix.at(1, 2), 0);
    EXPECT_EQ(matrix.at(2, 0), 0) << "only the upper triangle is set";
}

TEST(EndpointLists, DistinguishesTheFourCasesOfAnExchange) {
    const auto exchange = [](Endpoint passing, Endpoint passed) {
        return Exchange{.axis = 0, .passing = passing, .passed = passed, .changed_pair = false};
    };
    EXPECT_EQ(case_of(exchange(start_of(1, 0), end_of(2, 0))), ExchangeCase::StartsOverlap);
    EXPECT_EQ(case_of(exchange(end_of(1, 0), start_of(2, 0))), ExchangeCase::EndsOverlap);
    EXPECT_EQ(case_of(exchange(start_of(1, 0), start_of(2, 0))), ExchangeCase::StartPassesStart);
    EXPECT_EQ(case_of(exchange(end_of(1, 0), end_of(2, 0))), ExchangeCase::EndPassesEnd);
    std::set<std::string_view> labels;
    for (int i = 0; i < exchange_case_count; ++i)
        labels.insert(label_of(static_cast<ExchangeCase>(i)));
    EXPECT_EQ(labels.size(), 4u);
}

TEST(EndpointLists, CountsAllPairs) {
    EXPECT_EQ(pair_count(0), 0u);
    EXPECT_EQ(pair_count(1), 0u);
    EXPECT_EQ(pair_count(200), 19'900u);
}

// In scene 6, D passes the end of B, and the two boxes become a pair. There is no other exchange for many
// steps.
TEST(EndpointLists, DescribesAnExchange) {
    Session session;
    ASSERT_TRUE(session.open(four_boxes));
    session.set_record_exchanges(true);
    run(session, 1);
    EXPECT_EQ(sorted_endpoints(session.world(), 0).size(), 8u);
    EXPECT_TRUE(session.last_exchanges().exchanges.empty());
    run(session, 119);
    ASSERT_EQ(session.last_exchanges().exchanges.size(), 1u);
    const Exchange& exchange = session.last_exchanges().exchanges.front();
    EXPECT_EQ(describe(session, exchange), "x: new pair, start of D passes end of B");
    EXPECT_LT(session.last_exchanges().step, 120);
    const ExchangedEndpoints exchanged = exchanged_endpoints(session, 0);
    EXPECT_TRUE(exchanged.has(exchange.passing));
    EXPECT_TRUE(exchanged.has(exchange.passed));
    EXPECT_GT(exchanged.strength, 0.0f);
    EXPECT_FALSE(exchanged_endpoints(session, 1).has(exchange.passing));
    session.set_record_exchanges(false);
    EXPECT_TRUE(session.last_exchanges().exchanges.empty());
}

TEST(EndpointLists, RecordingExchangesDoesNotChangeResults) {
    Session recorded;
    Session plain;
    for (Session* session : {&recorded, &plain})
        ASSERT_TRUE(session->open(cluster));
    recorded.set_record_exchanges(true);
    for (int i = 0; i < 20; ++i) {
        run(recorded, 1);
        run(plain, 1);
        ASSERT_EQ(recorded.world().hash(), plain.world().hash()) << i;
        ASSERT_EQ(recorded.last_report().broad.exchanges, plain.last_report().broad.exchanges);
    }
    EXPECT_EQ(recorded.last_exchanges().exchanges.size(), recorded.last_report().broad.exchanges);
    EXPECT_TRUE(plain.last_exchanges().exchanges.empty());
    recorded.restart();
    EXPECT_TRUE(recorded.last_exchanges().exchanges.empty());
    run(recorded, 3);
    EXPECT_FALSE(recorded.last_exchanges().exchanges.empty()) << "recording continues after a restart";
}

// Each broad phase takes over from the previous one in a running world. Boxes, pairs and contacts stay the
// same.
TEST(EndpointLists, BroadPhasesCanBeSwitchedWhileTheWorldRuns) {
    Session session;
    ASSERT_TRUE(session.open(four_boxes));
    run(session, 200);
    std::set<std::string_view> descriptions;
    for (const auto& kind : broad_phase_kinds()) {
        WorldSettings settings = session.settings();
        settings.broad_phase = kind.value;
        ASSERT_TRUE(session.change_settings(settings));
        run(session, 1);
        EXPECT_EQ(session.last_report().moved_boxes, 4) << kind.name;
        EXPECT_EQ(session.last_report().found_pairs, 2) << kind.name;
        EXPECT_EQ(session.last_report().contacts, 2) << kind.name;
        EXPECT_EQ(session.statistics().search_times().values().size(), 1u) << kind.name;
        EXPECT_EQ(broad_phase_facts(session.world()).empty(), kind.value == BroadPhaseKind::AllPairs)
            << kind.name;
        descriptions.insert(broad_phase_description(kind.value).text);
        EXPECT_FALSE(broad_phase_description(kind.value).source.empty());
    }
    EXPECT_EQ(descriptions.size(), broad_phase_kinds().size());
}

// A falling pile whose broad phase changes every third step is bit-identical to a pile with a fixed broad
// phase.
TEST(EndpointLists, SwitchingBroadPhasesDoesNotChangeResults) {
    Session switched;
    Session unswitched;
    for (Session* session : {&switched, &unswitched})
        ASSERT_TRUE(session->open(TOIBOX_SOURCE_DIR "/scenes/show/44g-ragdoll-rain.toi.json"));
    const auto kinds = broad_phase_kinds();
    for (int i = 0; i < 120; ++i) {
        if (i % 3 == 0) {
            WorldSettings settings = switched.settings();
            settings.broad_phase = kinds[static_cast<std::size_t>(i / 3) % kinds.size()].value;
            ASSERT_TRUE(switched.change_settings(settings));
        }
        run(switched, 1);
        run(unswitched, 1);
        ASSERT_EQ(switched.world().hash(), unswitched.world().hash()) << "step " << i + 1;
    }
    EXPECT_GT(unswitched.last_report().touching, 0);
}

TEST(EndpointLists, SortAndSweepHasAListOnItsSweepAxisOnly) {
    Session session;
    ASSERT_TRUE(session.open(TOIBOX_SOURCE_DIR "/scenes/broad/07-active-list.toi.json"));
    run(session, 1);
    const std::vector<Endpoint> endpoints = sorted_endpoints(session.world(), 0);
    ASSERT_EQ(endpoints.size(), 6u);
    std::string order;
    for (const Endpoint& at : endpoints) {
        order += at.is_end() ? 'e' : 'b';
        order += box_name(session, at.id()).back();
    }
    EXPECT_EQ(order, "b1b2e2b3e1e3");
    EXPECT_TRUE(sorted_endpoints(session.world(), 1).empty());
}

TEST(EndpointLists, BoxesOfOneBodyAreNumbered) {
    Session session;
    ASSERT_TRUE(session.open(TOIBOX_SOURCE_DIR "/scenes/show/44i-pinball.toi.json"));
    std::set<std::string> names;
    for (const ShapeHandle shape : session.world().shapes())
        names.insert(box_name(session, shape.index));
    EXPECT_EQ(names.size(), box_count(session.world())) << "no two boxes have the same name";
    EXPECT_EQ(box_name(session, 9999), "gone");
}

}  // namespace
}  // namespace toibox::app
