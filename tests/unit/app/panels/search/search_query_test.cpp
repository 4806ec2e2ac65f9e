// SPDX-License-Identifier: MIT
#include "app/panels/search/search_query.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

using Scope = SearchQuery::Scope;
using Ranges = std::vector<TextRange>;

std::optional<SearchHit> hit_of(const char* typed, std::string_view name,
                                const std::vector<SearchField>& fields = {}) {
    return match_entry(SearchQuery(typed), name, fields);
}
std::optional<SearchFit> fit_of(const char* typed, std::string_view name) {
    const auto hit = hit_of(typed, name);
    return hit ? std::optional(hit->fit) : std::nullopt;
}

TEST(SearchQuery, SplitsWordsAndReadsThePrefix) {
    const SearchQuery query("  Play  OR ");
    EXPECT_EQ(query.scope(), Scope::All);
    EXPECT_EQ(query.words(), (std::vector<std::string>{"play", "or"}));
    EXPECT_EQ(query.text(), "play or");
    EXPECT_EQ(SearchQuery("> undo").scope(), Scope::Commands);
    EXPECT_EQ(SearchQuery("> undo").text(), "undo");
    EXPECT_EQ(SearchQuery("#toi").scope(), Scope::Tags);
    EXPECT_EQ(SearchQuery("=").scope(), Scope::Settings);
    EXPECT_TRUE(SearchQuery("=").words().empty());
    EXPECT_EQ(SearchQuery("a > b").scope(), Scope::All);
}

TEST(SearchQuery, FindsRangesOfAllWordsWithoutOverlaps) {
    EXPECT_EQ(SearchQuery("tunn").ranges_in("The tunnel TUNNELS"), (Ranges{{4, 8}, {11, 15}}));
    EXPECT_EQ(SearchQuery("abc bcd").ranges_in("abcd"), (Ranges{{0, 4}}));
    EXPECT_EQ(SearchQuery("x").ranges_in("none"), Ranges{});
    EXPECT_EQ(SearchQuery("").ranges_in("none"), Ranges{});
    EXPECT_EQ(SearchQuery("aa").ranges_in("aaaa"), (Ranges{{0, 4}}));
}

TEST(MatchEntry, RanksTheName) {
    EXPECT_EQ(fit_of("play or pause", "Play or pause"), SearchFit::IsName);
    EXPECT_EQ(fit_of("play", "Play or pause"), SearchFit::StartsNameWithWords);
    EXPECT_EQ(fit_of("play", "Playground"), SearchFit::StartsName);
    EXPECT_EQ(fit_of("pau", "Play or pause"), SearchFit::StartsWordsOfName);
    EXPECT_EQ(fit_of("pau pla", "Play or pause"), SearchFit::StartsWordsOfName);
    EXPECT_EQ(fit_of("lay", "Play or pause"), SearchFit::InName);
    EXPECT_EQ(fit_of("tun", "world.tunnelled"), SearchFit::StartsWordsOfName);
    EXPECT_EQ(fit_of("stop", "Play or pause"), std::nullopt);
    EXPECT_LT(SearchFit::IsName, SearchFit::StartsName);
    EXPECT_LT(SearchFit::InName, SearchFit::InFields);
}

TEST(MatchEntry, SaysWhichFieldHasAWordThatTheNameLacks) {
    const std::vector<SearchField> fields{{"goal", "A fast ball"}, {"lesson", "The fast bullet tunnels"}};
    EXPECT_EQ(hit_of("wall", "A thin wall", fields), (SearchHit{SearchFit::StartsWordsOfName, -1}));
    EXPECT_EQ(hit_of("fast wall", "A thin wall", fields), (SearchHit{SearchFit::InFields, 0}));
    EXPECT_EQ(hit_of("tunnels wall", "A thin wall", fields), (SearchHit{SearchFit::InFields, 1}));
    EXPECT_EQ(hit_of("tunnels pyramid", "A thin wall", fields), std::nullopt);
    EXPECT_NE(hit_of("", "A thin wall", fields), std::nullopt);
    EXPECT_LT((SearchHit{SearchFit::InFields, 0}), (SearchHit{SearchFit::InFields, 1}));
}

TEST(Excerpt, QuotesTheSentencePartAroundTheWord) {
    const SearchQuery query("tunn");
    EXPECT_EQ(excerpt(query, "The bullet tunnels. It is fast."), "The bullet tunnels");
    EXPECT_EQ(excerpt(query, "It is fast. The bullet tunnels"), "The bullet tunnels");
    EXPECT_EQ(excerpt(query, "In one single time step, the quick little bullet tunnels through."),
              "… little bullet tunnels through.");
    EXPECT_EQ(excerpt(query, "tunnels " + std::string(50, 'a') + " " + std::string(50, 'b')),
              "tunnels " + std::string(50, 'a') + " …");
    EXPECT_EQ(excerpt(query, std::string(40, 'a') + "tunnel"), std::string(40, 'a') + "tunnel");
    EXPECT_EQ(excerpt(query, ""), "");
}

}  // namespace
}  // namespace toibox::app
