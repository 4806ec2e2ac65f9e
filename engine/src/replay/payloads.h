// SPDX-License-Identifier: MIT
#pragma once

// The payload of each chunk of a recording as a struct. The tag of a field is its position in the list, from
// 1; new fields are only appended. In the format a branch is a "lane". See engine/docs/toirec.md.

#include "toibox/replay/recording.h"

#include "replay/tagged_fields.h"

namespace toibox::replay {

struct OverrideEntry {
    std::string pointer;
    std::string value;
};
struct MetaPayload {
    std::string json;
    double step = 0.0;
};
struct ScenePayload {
    std::string scene;
    std::string path;
    std::string variant;
    std::vector<OverrideEntry> overrides;
};
struct BranchPayload {
    std::uint32_t branch = 0;
    std::optional<HistoryPosition> fork;
    std::string name;
};
struct InputsPayload {
    std::uint32_t branch = 0;
    std::vector<Input> inputs;
};
struct HashesPayload {
    std::uint32_t branch = 0;
    std::uint64_t first_frame = 0;
    std::vector<std::byte> hashes;  ///< 8 bytes each.
};
struct MarksPayload {
    std::uint32_t branch = 0;
    std::vector<Mark> marks;
};
struct SubsystemHashEntry {
    std::string subsystem;
    std::uint64_t hash = 0;
};
struct KeyframePayload {
    std::uint32_t branch = 0;
    std::uint64_t frame = 0;
    std::vector<std::byte> world;
    std::vector<std::byte> script_state;
    std::optional<double> step_seconds;
    std::vector<SubsystemHashEntry> subsystem_hashes;
};
struct BookmarksPayload {
    std::vector<Bookmark> bookmarks;  ///< All of them: a later chunk replaces an earlier one.
};
struct IndexEntryPayload {
    std::uint32_t tag = 0;
    std::uint32_t branch = 0;
    std::uint64_t frame = 0;   ///< The chunk's first frame.
    std::uint64_t offset = 0;  ///< Of the chunk in the file.
};
struct IndexPayload {
    std::vector<IndexEntryPayload> entries;
};
struct TrailerPayload {
    std::uint64_t index_offset = 0;
};

}  // namespace toibox::replay

namespace toibox {

template <>
struct FieldsOf<replay::StepLength> {
    static constexpr FieldTuple list{Field{"seconds", &replay::StepLength::seconds}};
};
template <>
struct FieldsOf<replay::Input> {
    using I = replay::Input;
    static constexpr FieldTuple list{Field{"frame", &I::frame}, Field{"what", &I::what},
                                     Field{"gesture", &I::gesture}};
};
template <>
struct FieldsOf<replay::HistoryPosition> {
    using P = replay::HistoryPosition;
    static constexpr FieldTuple list{Field{"lane", &P::branch}, Field{"frame", &P::frame},
                                     Field{"inputs", &P::inputs}};
};
template <>
struct FieldsOf<replay::Mark> {
    using M = replay::Mark;
    static constexpr FieldTuple list{Field{"frame", &M::frame}, Field{"kind", &M::kind},
                                     Field{"count", &M::count}, Field{"a", &M::a},
                                     Field{"b", &M::b},         Field{"text", &M::text},
                                     Field{"t", &M::t},         Field{"seconds", &M::seconds}};
};
template <>
struct FieldsOf<replay::Bookmark> {
    using B = replay::Bookmark;
    static constexpr FieldTuple list{Field{"lane", &B::branch}, Field{"frame", &B::frame},
                                     Field{"name", &B::name}};
};
template <>
struct FieldsOf<replay::OverrideEntry> {
    using O = replay::OverrideEntry;
    static constexpr FieldTuple list{Field{"pointer", &O::pointer}, Field{"value", &O::value}};
};
template <>
struct FieldsOf<replay::MetaPayload> {
    using P = replay::MetaPayload;
    static constexpr FieldTuple list{Field{"json", &P::json}, Field{"step", &P::step}};
};
template <>
struct FieldsOf<replay::ScenePayload> {
    using P = replay::ScenePayload;
    static constexpr FieldTuple list{Field{"scene", &P::scene}, Field{"path", &P::path},
                                     Field{"variant", &P::variant}, Field{"overrides", &P::overrides}};
};
template <>
struct FieldsOf<replay::BranchPayload> {
    using P = replay::BranchPayload;
    static constexpr FieldTuple list{Field{"lane", &P::branch}, Field{"fork", &P::fork},
                                     Field{"name", &P::name}};
};
template <>
struct FieldsOf<replay::InputsPayload> {
    using P = replay::InputsPayload;
    static constexpr FieldTuple list{Field{"lane", &P::branch}, Field{"inputs", &P::inputs}};
};
template <>
struct FieldsOf<replay::HashesPayload> {
    using P = replay::HashesPayload;
    static constexpr FieldTuple list{Field{"lane", &P::branch}, Field{"first_frame", &P::first_frame},
                                     Field{"hashes", &P::hashes}};
};
template <>
struct FieldsOf<replay::MarksPayload> {
    using P = replay::MarksPayload;
    static constexpr FieldTuple list{Field{"lane", &P::branch}, Field{"marks", &P::marks}};
};
template <>
struct FieldsOf<replay::SubsystemHashEntry> {
    using E = replay::SubsystemHashEntry;
    static constexpr FieldTuple list{Field{"subsystem", &E::subsystem}, Field{"hash", &E::hash}};
};
template <>
struct FieldsOf<replay::KeyframePayload> {
    using P = replay::KeyframePayload;
    static constexpr FieldTuple list{Field{"lane", &P::branch},
                                     Field{"frame", &P::frame},
                                     Field{"world", &P::world},
                                     Field{"rest", &P::script_state},
                                     Field{"step_seconds", &P::step_seconds},
                                     Field{"deep", &P::subsystem_hashes}};
};
template <>
struct FieldsOf<replay::BookmarksPayload> {
    static constexpr FieldTuple list{Field{"bookmarks", &replay::BookmarksPayload::bookmarks}};
};
template <>
struct FieldsOf<replay::IndexEntryPayload> {
    using P = replay::IndexEntryPayload;
    static constexpr FieldTuple list{Field{"tag", &P::tag}, Field{"lane", &P::branch},
                                     Field{"frame", &P::frame}, Field{"offset", &P::offset}};
};
template <>
struct FieldsOf<replay::IndexPayload> {
    static constexpr FieldTuple list{Field{"entries", &replay::IndexPayload::entries}};
};
template <>
struct FieldsOf<replay::TrailerPayload> {
    static constexpr FieldTuple list{Field{"index_offset", &replay::TrailerPayload::index_offset}};
};

static_assert(lists_members_in_order<replay::StepLength> && lists_members_in_order<replay::Input> &&
              lists_members_in_order<replay::HistoryPosition> && lists_members_in_order<replay::Mark> &&
              lists_members_in_order<replay::Bookmark>);
static_assert(lists_members_in_order<replay::MetaPayload> && lists_members_in_order<replay::ScenePayload> &&
              lists_members_in_order<replay::BranchPayload> &&
              lists_members_in_order<replay::InputsPayload> &&
              lists_members_in_order<replay::HashesPayload> && lists_members_in_order<replay::MarksPayload> &&
              lists_members_in_order<replay::KeyframePayload> &&
              lists_members_in_order<replay::IndexEntryPayload>);

}  // namespace toibox
