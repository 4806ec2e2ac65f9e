// SPDX-License-Identifier: MIT
// Compares the schema for editors with the reader: both have the same keys and names, and both accept all
// bundled scenes. Of more than a thousand broken scenes, the schema rejects none that the reader accepts.
#include "scene/json/json_parse.h"
#include "scene/json/json_pointer.h"
#include "scene/json/write_json.h"
#include "tests/unit/scene/document_support.h"
#include "tests/unit/scene/schema_templates.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <set>
#include <sstream>
#include <string>
#include <sys/wait.h>
#include <vector>

#include <gtest/gtest.h>

namespace toibox::scene {
namespace {

using namespace test;

const std::string schema_path = source_dir + "/scenes/schema/scene-1.schema.json";
const std::string unusual_name = "qqqqqqqqqqqqqqqq";  // unlike every name of the format

JsonValue tree_of(const std::string& path) {
    auto tree = parse_json(contents(path));
    EXPECT_TRUE(tree) << path;
    return tree ? *std::move(tree) : JsonValue();
}

/// The names that the hint of the error at a pointer lists: "one of: a, b".
std::set<std::string> suggested_names(const std::string& text, const std::string& pointer_end) {
    for (const Diagnostic& error : errors_of(text)) {
        if (!error.pointer.ends_with(pointer_end)) continue;
        std::istringstream names(error.hint.substr(error.hint.find(": ") + 2));
        std::set<std::string> out;
        for (std::string name; std::getline(names >> std::ws, name, ',');) {
            out.insert(name);
        }
        return out;
    }
    ADD_FAILURE() << "no error at " << pointer_end << " in " << text;
    return {};
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    text.replace(text.find(from), from.size(), to);
    return text;
}

TEST(SceneSchema, HasTheKeysThatTheReaderKnows) {
    const JsonValue schema = tree_of(schema_path);
    for (const SceneTemplates& templates :
         {world_templates(), body_templates(), joint_templates(), query_templates(), event_templates()}) {
        for (const auto& [pointer, scene] : templates) {
            const JsonValue* properties = value_at(schema, pointer + "/properties");
            ASSERT_NE(properties, nullptr) << pointer;
            std::set<std::string> keys;
            for (const JsonMember& member : *properties->object()) {
                keys.insert(member.key);
            }
            std::set<std::string> known =
                suggested_names(replaced(scene, "$", "\"" + unusual_name + "\": 0"), "/" + unusual_name);
            EXPECT_EQ(keys, known) << pointer;
        }
    }
}

TEST(SceneSchema, HasTheNamesThatTheReaderKnows) {
    const JsonValue schema = tree_of(schema_path);
    const std::string name = "\"" + unusual_name + "\"";
    const auto world = [&](const std::string& key) {
        return std::tuple{"/definitions/world/properties/" + key, with_world("\"" + key + "\": " + name),
                          "/" + key};
    };
    const std::vector<std::tuple<std::string, std::string, std::string>> cases = {
        world("solver"),
        world("integrator"),
        world("matching"),
        world("broad_phase"),
        world("continuous"),
        world("toi"),
        world("root_finder"),
        {"/definitions/body/properties/type", with_body("\"type\": " + name), "/type"},
        {"/definitions/body/properties/toi", with_body("\"toi\": " + name), "/toi"},
        {"/definitions/shape/properties/type", with_shape("\"type\": " + name), "/type"},
        {"/definitions/joint/properties/type", R"({"toibox": 1, "joints": [{"type": )" + name + "}]}",
         "/type"},
        {"/definitions/event/properties/do", R"({"toibox": 1, "timeline": [{"do": )" + name + "}]}", "/do"},
        {"/definitions/query/properties/kind", R"({"toibox": 1, "queries": {"q": {"kind": )" + name + "}}}",
         "/kind"},
        {"/definitions/query_toi/properties/method", one_query("toi", "\"method\": " + name), "/method"},
        {"/definitions/query_shapecast/properties/method", one_query("shapecast", "\"method\": " + name),
         "/method"},
        {"/definitions/query_shapecast/properties/root_finder",
         one_query("shapecast", "\"root_finder\": " + name), "/root_finder"},
        {"/definitions/query_pieces/properties/volume", one_query("pieces", "\"volume\": " + name),
         "/volume"},
        {"/definitions/query_toi/properties/root_finder", one_query("toi", "\"root_finder\": " + name),
         "/root_finder"},
        {"/definitions/probe/properties/method",
         R"({"toibox": 1, "probes": {"p": {"method": )" + name + "}}}", "/method"},
        {"/definitions/page_panel", one_page("\"set_up\": {\"panel\": " + name + "}"), "/panel"},
        {"/definitions/page_overlay", one_page("\"reveal\": {\"draw\": [" + name + "]}"), "/draw/0"},
        {"/definitions/page_mark/properties/type", one_mark("\"type\": " + name), "/type"},
        {"/definitions/page_mark/properties/color", one_mark("\"color\": " + name), "/color"},
        {"/definitions/sweep/properties/scale", R"({"toibox": 1, "sweeps": {"s": {"scale": )" + name + "}}}",
         "/scale"},
        {"/definitions/curve/properties/scale", R"({"toibox": 1, "curves": {"c": {"scale": )" + name + "}}}",
         "/scale"}};
    for (const auto& [pointer, scene, end] : cases) {
        const JsonValue* names = value_at(schema, pointer + "/enum");
        ASSERT_NE(names, nullptr) << pointer;
        std::set<std::string> in_schema;
        for (const JsonValue& item : *names->array()) {
            in_schema.insert(*item.string());
        }
        EXPECT_EQ(in_schema, suggested_names(scene, end)) << pointer;
    }
}

TEST(SceneSchema, DescribesEveryKey) {
    const JsonValue schema = tree_of(schema_path);
    const std::function<void(const JsonValue&, const std::string&)> walk = [&](const JsonValue& value,
                                                                               const std::string& path) {
        if (const JsonMember* properties = value.find("properties")) {
            // Conditions repeat keys that are described elsewhere.
            const bool is_condition =
                path.ends_with("/if") || path.ends_with("/then") || path.ends_with("/else");
            for (const JsonMember& member : *properties->value.object()) {
                const bool is_reference = member.value.find("$ref") != nullptr;
                EXPECT_TRUE(is_condition || is_reference || member.value.find("description") != nullptr)
                    << path << "/" << member.key;
            }
        }
        if (const JsonValue::Object* members = value.object()) {
            for (const JsonMember& member : *members) {
                walk(member.value, path + "/" + member.key);
            }
        }
        if (const JsonValue::Array* items = value.array()) {
            for (const JsonValue& item : *items) {
                walk(item, path);
            }
        }
    };
    walk(schema, "");
}

/// A scene that was changed in one place.
struct Mutant {
    std::string text;
    std::string section;  ///< Only the top-level member that was changed, which is faster to validate.
    std::string description;
    bool must_be_rejected = false;
};

/// Changes each value of a tree in turn: a different type, null, a negative or fractional number, an unknown
/// key, a missing key.
class Mutator {
public:
    explicit Mutator(JsonValue root) : root_(std::move(root)) {}

    std::vector<Mutant> run() {
        visit(root_, "", true);
        return std::move(mutants_);
    }

private:
    void add(const std::string& description, bool must_be_rejected) {
        const JsonMember* changed = top_.empty() || top_ == "toibox" ? nullptr : root_.find(top_);
        std::string text = write_inline(root_);
        std::string section = changed == nullptr
                                  ? text
                                  : R"({"toibox": 1, ")" + top_ + "\": " + write_inline(changed->value) + "}";
        mutants_.push_back({std::move(text), std::move(section), description, must_be_rejected});
    }
    void replace(JsonValue& value, JsonValue other, const std::string& description, bool must_be_rejected) {
        std::swap(value, other);
        add(description + " := " + write_inline(value), must_be_rejected);
        std::swap(value, other);
    }
    /// `strict`: the schema restricts this value.
    void visit(JsonValue& value, const std::string& path, bool strict) {
        if (!path.empty()) {
            replace(value, JsonValue(), path, strict);
            JsonValue::Array nested;
            nested.emplace_back(JsonValue::Array{}, SourceSpan{});
            JsonValue wrong = value.array() != nullptr ? JsonValue(true, SourceSpan{})
                                                       : JsonValue(std::move(nested), SourceSpan{});
            replace(value, std::move(wrong), path, strict);
        }
        if (value.number() != nullptr) {
            replace(value, JsonValue(JsonNumber{-1.0, 1, true, true}, SourceSpan{}), path, false);
            replace(value, JsonValue(JsonNumber{0.5, 0, false, false}, SourceSpan{}), path, false);
        }
        if (JsonValue::Array* items = value.array()) {
            for (std::size_t i = 0; i < items->size(); ++i) {
                visit((*items)[i], path + "/" + std::to_string(i), strict);
            }
        }
        if (value.object() != nullptr) visit_members(value, path, strict);
    }
    void visit_members(JsonValue& value, const std::string& path, bool strict) {
        JsonValue::Object& members = *value.object();
        // If the object maps names to values, this key is just a further name, but its value is invalid.
        members.push_back(
            {unusual_name + "!", SourceSpan{}, JsonValue(JsonNumber{0.0, 0, true, false}, SourceSpan{})});
        add(path + " with an unknown key", strict);
        members.pop_back();
        for (std::size_t i = 0; i < members.size(); ++i) {
            if (members[i].key.starts_with("x-") || members[i].key == "//") continue;
            JsonMember removed = std::move(members[i]);
            members.erase(members.begin() + static_cast<std::ptrdiff_t>(i));
            if (path.empty()) top_.clear();
            add(path + " without " + removed.key, false);
            members.insert(members.begin() + static_cast<std::ptrdiff_t>(i), std::move(removed));
            // The schema cannot check the value for a JSON Pointer, because it does not know the target.
            if (path.empty()) top_ = members[i].key;
            visit(members[i].value, path + "/" + members[i].key, strict && !members[i].key.starts_with("/"));
        }
    }

    JsonValue root_;
    std::string top_;  // the member of the root that is being changed
    std::vector<Mutant> mutants_;
};

/// Whether the schema accepts each mutant; empty if no validator is installed.
std::vector<bool> validated_by_schema(const std::vector<Mutant>& mutants) {
    const TemporaryFolder folder;
    std::ofstream cases(folder.file("cases"));
    for (const Mutant& mutant : mutants) {
        cases << mutant.section << '\n';
    }
    cases.close();
    const std::string command = "python3 '" + source_dir + "/tests/unit/scene/validate_schema.py' '" +
                                schema_path + "' < '" + folder.file("cases") + "' > '" +
                                folder.file("verdicts") + "'";
    const int status = std::system(command.c_str());
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    if (code == 77 || code == 127) return {};
    EXPECT_EQ(code, 0) << command;
    std::vector<bool> out;
    for (const char c : contents(folder.file("verdicts"))) {
        if (c != '\n') out.push_back(c == '1');
    }
    EXPECT_EQ(out.size(), mutants.size());
    out.resize(mutants.size());
    return out;
}

TEST(SceneSchema, AcceptsEveryScene) {
    std::vector<Mutant> scenes;
    const auto add = [&](const std::string& path) {
        const std::string text = write_inline(tree_of(path));
        scenes.push_back({text, text, path});
    };
    for (const auto& entry : std::filesystem::recursive_directory_iterator(source_dir + "/scenes")) {
        const std::string path = entry.path().string();
        if (path.ends_with(".toi.json")) add(path);
    }
    add(everything_path);
    const std::vector<bool> valid = validated_by_schema(scenes);
    if (valid.empty()) GTEST_SKIP() << "python3-jsonschema is not installed";
    for (std::size_t i = 0; i < scenes.size(); ++i) {
        EXPECT_TRUE(valid[i]) << scenes[i].description;
        EXPECT_EQ(format(errors_of(scenes[i].text)), "") << scenes[i].description;
    }
}

TEST(SceneSchema, AgreesWithTheReaderOnBrokenScenes) {
    const std::vector<Mutant> mutants = Mutator(tree_of(everything_path)).run();
    ASSERT_GT(mutants.size(), 1000u);
    const std::vector<bool> valid = validated_by_schema(mutants);
    if (valid.empty()) GTEST_SKIP() << "python3-jsonschema is not installed";
    for (std::size_t i = 0; i < mutants.size(); ++i) {
        const bool is_read = errors_of(mutants[i].text).empty();
        // The reader also checks names and geometry, so it may be stricter than the schema, but the schema
        // may not be stricter than the reader.
        EXPECT_TRUE(valid[i] || !is_read) << "only the schema rejects " << mutants[i].description;
        if (!mutants[i].must_be_rejected) continue;
        EXPECT_FALSE(valid[i]) << "the schema accepts " << mutants[i].description;
        EXPECT_FALSE(is_read) << "the reader accepts " << mutants[i].description;
    }
}

}  // namespace
}  // namespace toibox::scene
