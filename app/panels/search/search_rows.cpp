// SPDX-License-Identifier: MIT
#include "app/panels/search/search_rows.h"

#include "toibox/scene/quantity_list.h"

#include "app/panels/commands.h"
#include "app/panels/panels.h"
#include "app/panels/widgets/widgets.h"

#include <algorithm>
#include <tuple>

#include <imgui.h>

namespace toibox::app {

namespace {

using Scope = SearchQuery::Scope;

constexpr std::size_t rows_of_one_group = 10;
constexpr std::size_t rows_of_two_groups = 5;
constexpr std::size_t rows_of_more_groups = 3;

/// A found entry of a table.
struct Found {
    SearchHit hit;
    std::size_t index;
};

/// Collects the entries that are found, best first.
template <class FieldsOf>
std::vector<Found> find_entries(const SearchQuery& query, std::size_t count, FieldsOf&& fields_of) {
    std::vector<Found> found;
    for (std::size_t i = 0; i < count; ++i) {
        std::vector<SearchField> fields;
        const std::string_view name = fields_of(i, fields);
        if (const auto hit = match_entry(query, name, fields)) found.push_back({*hit, i});
    }
    if (!query.words().empty())
        std::ranges::sort(found, {}, [](const Found& entry) { return std::tuple(entry.hit, entry.index); });
    return found;
}

/// A group before the number of its rows is known.
struct FoundGroup {
    const char* name;
    std::vector<Found> entries;
    std::function<SearchRow(const Found&)> row_of;
};

// Scenes.

std::vector<SearchField> fields_of(const SceneListing& scene) {
    std::vector<SearchField> fields{{"goal", scene.goal}};
    for (const std::string& tag : scene.tags)
        fields.push_back({"tag", tag});
    fields.push_back({"chapter", scene.chapter});
    fields.push_back({"lesson", scene.lesson});
    fields.push_back({"file", scene.name});
    return fields;
}

/// Names of scenes cannot be found by a tag.
std::vector<SearchField> tag_fields(const SceneListing& scene) {
    std::vector<SearchField> fields;
    for (const SearchField& field : fields_of(scene))
        if (field.label == "tag" || field.label == "chapter") fields.push_back(field);
    return fields;
}

SearchRow scene_row(const SearchQuery& query, const SceneListing& scene, const SearchHit& hit) {
    SearchRow row{.icon = Icon::Book, .name = scene.title, .detail = scene.goal, .fit = hit.fit};
    if (hit.field >= 0) {
        const std::vector<SearchField> fields =
            query.scope() == Scope::Tags ? tag_fields(scene) : fields_of(scene);
        const SearchField& field = fields[static_cast<std::size_t>(hit.field)];
        row.source = std::string(field.label) + ": ";
        row.detail = std::string(field.text);
        if (field.label == "lesson") row.detail = "“" + excerpt(query, field.text) + "”";
        if (field.label == "goal") row.source.clear();
    }
    const std::string number = lesson_number(scene);
    row.value = scene.has_errors ? "has errors" : scene.chapter + (number.empty() ? "" : " " + number);
    row.run = [path = scene.path](Session& session, UiState& ui) { open_scene(session, ui, path); };
    row.run_beside = [path = scene.path](Session& session, UiState& ui) {
        const bool is_open = session.is_open() && session.document().path() == path;
        ui.compare.opens = is_open ? !ui.compare.is_active() : open_scene(session, ui, path);
    };
    return row;
}

FoundGroup scene_group(const SearchQuery& query, const UiState& ui) {
    const bool by_tag = query.scope() == Scope::Tags;
    std::vector<Found> entries =
        find_entries(query, ui.scenes.size(), [&](std::size_t i, std::vector<SearchField>& fields) {
            fields = by_tag ? tag_fields(ui.scenes[i]) : fields_of(ui.scenes[i]);
            return by_tag ? std::string_view() : std::string_view(ui.scenes[i].title);
        });
    return {"Scenes", std::move(entries),
            [&](const Found& found) { return scene_row(query, ui.scenes[found.index], found.hit); }};
}

// Commands.

FoundGroup command_group(const SearchQuery& query) {
    std::vector<Found> entries =
        find_entries(query, commands().size(), [](std::size_t i, std::vector<SearchField>& fields) {
            fields.push_back({"", commands()[i].help});
            return std::string_view(commands()[i].name);
        });
    return {"Commands", std::move(entries), [](const Found& found) {
                const Command& command = commands()[found.index];
                return SearchRow{.icon = command.icon,
                                 .name = command.name,
                                 .detail = command.help,
                                 .key = command.key,
                                 .fit = found.hit.fit,
                                 .run = command.run};
            }};
}

// Settings.

SearchRow setting_row(const SearchQuery& query, const FoundSetting& setting, const SearchHit& hit) {
    const bool is_by_help = hit.field == 1;
    return {.icon = Icon::Settings,
            .name = setting.name,
            .detail = is_by_help ? excerpt(query, setting.help) : setting.place,
            .key = setting.key,
            .fit = hit.fit,
            .setting = setting};
}

FoundGroup setting_group(const SearchQuery& query, const std::vector<FoundSetting>& settings) {
    std::vector<Found> entries =
        find_entries(query, settings.size(), [&](std::size_t i, std::vector<SearchField>& fields) {
            fields = {{"", settings[i].place}, {"", settings[i].help}};
            return std::string_view(settings[i].name);
        });
    return {"Settings", std::move(entries),
            [&](const Found& found) { return setting_row(query, settings[found.index], found.hit); }};
}

// Quantities.

SearchRow quantity_row(const Session& session, const scene::ListedQuantity& quantity, SearchFit fit) {
    SearchRow row{
        .icon = Icon::Flask, .name = quantity.name, .detail = std::string(quantity.meaning), .fit = fit};
    const std::optional<double> value = session.run().quantity(quantity.name);
    row.value = value ? number_text(*value) : "–";
    if (value && !quantity.unit.empty()) row.value += " " + std::string(quantity.unit);
    row.run = [name = quantity.name](Session&, UiState& ui) {
        ImGui::SetClipboardText(name.c_str());
        show_notice(ui, "Copied \"" + name + "\", its name in claims.");
    };
    return row;
}

FoundGroup quantity_group(const SearchQuery& query, const Session& session,
                          const std::vector<scene::ListedQuantity>& quantities) {
    std::vector<Found> entries =
        find_entries(query, quantities.size(), [&](std::size_t i, std::vector<SearchField>& fields) {
            fields.push_back({"", quantities[i].meaning});
            return std::string_view(quantities[i].name);
        });
    return {"Quantities", std::move(entries), [&](const Found& found) {
                return quantity_row(session, quantities[found.index], found.hit.fit);
            }};
}

}  // namespace

std::size_t SearchResults::size() const {
    std::size_t count = 0;
    for (const SearchGroup& group : groups)
        count += group.rows.size();
    return count;
}

const SearchRow& SearchResults::row(std::size_t index) const {
    std::size_t group = 0;
    while (index >= groups[group].rows.size())
        index -= groups[group++].rows.size();
    return groups[group].rows[index];
}

std::size_t SearchResults::best() const {
    std::size_t best = 0;
    for (std::size_t i = 0; i < size(); ++i) {
        const SearchFit fit = row(i).fit;
        if (fit <= SearchFit::StartsName && fit < row(best).fit) best = i;
    }
    return best;
}

SearchResults search_everything(std::string_view typed, Session& session, UiState& ui) {
    const SearchQuery query(typed);
    const auto is_wanted = [&](Scope scope) { return query.scope() == Scope::All || query.scope() == scope; };
    std::vector<FoundSetting> settings;
    if (is_wanted(Scope::Settings)) settings = found_settings(session, ui);
    std::vector<scene::ListedQuantity> quantities;
    if (query.scope() == Scope::All && session.is_open())
        quantities = scene::list_quantities(session.run().scene());

    std::vector<FoundGroup> found;
    if (is_wanted(Scope::Tags)) found.push_back(scene_group(query, ui));
    if (is_wanted(Scope::Commands)) found.push_back(command_group(query));
    found.push_back(setting_group(query, settings));
    found.push_back(quantity_group(query, session, quantities));
    std::erase_if(found, [](const FoundGroup& group) { return group.entries.empty(); });

    const std::size_t limit = found.size() <= 1   ? rows_of_one_group
                              : found.size() == 2 ? rows_of_two_groups
                                                  : rows_of_more_groups;
    SearchResults results;
    for (const FoundGroup& group : found) {
        results.groups.push_back({group.name, group.entries.size(), {}});
        for (std::size_t i = 0; i < std::min(limit, group.entries.size()); ++i)
            results.groups.back().rows.push_back(group.row_of(group.entries[i]));
    }
    return results;
}

}  // namespace toibox::app
