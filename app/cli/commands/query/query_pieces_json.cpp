// SPDX-License-Identifier: MIT
#include "toibox/scene/piece_query.h"

#include "app/cli/commands/query/query_json_shared.h"

namespace toibox::app {

namespace {

using scene::PieceEvent;

std::string_view event_name(PieceEvent::Kind kind) {
    switch (kind) {
        case PieceEvent::Kind::Volumes:
            return "volumes";
        case PieceEvent::Kind::Near:
            return "near";
        case PieceEvent::Kind::Circles:
            return "circles";
        case PieceEvent::Kind::Pieces:
            return "pieces";
        case PieceEvent::Kind::Impact:
            return "impact";
    }
    return "";
}

/// The measured value of an event as a JSON member; empty if it has none.
std::string measured_member(const PieceEvent& event) {
    switch (event.kind) {
        case PieceEvent::Kind::Volumes:
        case PieceEvent::Kind::Near:
            return "";
        case PieceEvent::Kind::Pieces:
            return fmt::format(R"(,"separation":{})", json_number(event.value));
        case PieceEvent::Kind::Circles:
        case PieceEvent::Kind::Impact:
            return fmt::format(R"(,"t":{})", json_number(event.value));
    }
    return "";
}

std::string trace_json(const scene::PieceRecorder& recorder) {
    std::string out;
    for (const PieceEvent& event : recorder.events) {
        out += fmt::format(R"({}{{"event":"{}","a":{},"b":{},"met":{}{}}})", out.empty() ? "" : ",",
                           event_name(event.kind), event.a, event.b, event.met, measured_member(event));
    }
    return fmt::format(R"(,"trace":[{}])", out);
}

std::string size_members(const scene::QueryEntry& query) {
    const std::size_t a = query.pieces_a.size();
    const std::size_t b = query.pieces_b.size();
    return fmt::format(R"("pieces":{{"a":{},"b":{}}},"all_pairs":{})", a, b, a * b);
}

std::string count_members(const scene::PieceCount& count) {
    return fmt::format(R"("tests":{},"visits":{},"pairs":{})", count.tests, count.visits, count.pairs);
}

std::string contact_fields(const scene::QueryEntry& query, scene::PieceRecorder* recorder) {
    const scene::PieceContact result = contact_of_pieces(query, recorder);
    const bool overlaps = result.separation <= 0.0;
    return fmt::format(R"("overlapping":{},"depth":{},"separation":{},"point_a":{},"point_b":{},"normal":{},)"
                       R"("piece_a":{},"piece_b":{},{},{},"nearest":{{{}}})",
                       overlaps, json_number(overlaps ? 0.0 - result.separation : 0.0),
                       json_number(overlaps ? 0.0 : result.separation), json_point(result.point_a),
                       json_point(result.point_b), json_point(result.normal), result.piece_a, result.piece_b,
                       size_members(query), count_members(result.meeting), count_members(result.nearest));
}

/// The fields of the contact point are left out if the bodies stay separated.
std::string impact_fields(const scene::QueryEntry& query, scene::PieceRecorder* recorder) {
    const scene::PieceImpact result = impact_of_pieces(query, recorder);
    const std::string contact =
        result.state == ToiState::Separated
            ? ""
            : fmt::format(R"("distance":{},"point":{},"normal":{},"piece_a":{},"piece_b":{},)",
                          json_number(result.distance), json_point(result.point), json_point(result.normal),
                          result.piece_a, result.piece_b);
    return fmt::format(R"("state":"{}","t":{},{}{},"swept_tests":{},"toi_calls":{})",
                       state_name(result.state), json_number(result.t), contact, size_members(query),
                       result.swept_tests, result.toi_calls);
}

}  // namespace

std::string pieces_fields(const scene::QueryEntry& query, bool trace) {
    scene::PieceRecorder recorder;
    scene::PieceRecorder* const trace_recorder = trace ? &recorder : nullptr;
    const std::string fields =
        query.moves ? impact_fields(query, trace_recorder) : contact_fields(query, trace_recorder);
    return trace ? fields + trace_json(recorder) : fields;
}

}  // namespace toibox::app
