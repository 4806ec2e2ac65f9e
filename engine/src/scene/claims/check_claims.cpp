// SPDX-License-Identifier: MIT
// Checks the names in claims against the scene, so that a misspelt id is an error on load and not a claim
// without a value.

#include "toibox/scene/run.h"
#include "toibox/scene/suggest.h"

#include "scene/claims/quantity.h"
#include "scene/format/scene_readers.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace toibox::scene {

namespace {

struct KnownNames {
    std::vector<std::string_view> bodies;
    std::vector<std::string_view> queries;
    std::vector<std::string_view> probes;
    std::vector<std::string_view> sweeps;
    std::vector<std::string_view> joints;
};

/// `emitted_ids` owns the ids of emitted bodies, which the scene does not list.
KnownNames collect_names(const Scene& scene, std::vector<std::string>& emitted_ids) {
    KnownNames names;
    for (const BodyEntry& body : scene.bodies)
        names.bodies.push_back(body.id);
    for (const Event& event : scene.timeline) {
        if (const auto* spawn = std::get_if<action::Spawn>(&event.action))
            names.bodies.push_back(spawn->body.id);
    }
    for (const EmitterEntry& emitter : scene.emitters) {
        for (int i = 0; i < emitter.count; ++i)
            emitted_ids.push_back(fmt::format("{}-{}", emitter.body.id, i));
    }
    names.bodies.insert(names.bodies.end(), emitted_ids.begin(), emitted_ids.end());
    for (const QueryEntry& query : scene.queries)
        names.queries.push_back(query.name);
    for (const ProbeEntry& probe : scene.probes)
        names.probes.push_back(probe.name);
    for (const JointEntry& joint : scene.joints)
        names.joints.push_back(joint.id);
    for (const ParameterSweepEntry& sweep : scene.sweeps)
        names.sweeps.push_back(sweep.name);
    return names;
}

class ClaimNameCheck {
public:
    ClaimNameCheck(const Scene& scene, const UnparsedNames& unparsed)
        : scene_(scene), unparsed_(unparsed), names_(collect_names(scene, emitted_ids_)) {}

    void check(const Claim& claim) {
        claim_ = &claim;
        for_each_node(claim, [this](const Expression& node) { visit(node); });
    }
    Diagnostics take() { return std::move(errors_); }

private:
    void visit(const Expression& expression) {
        if (const auto* quantity = std::get_if<Quantity>(&expression.node)) {
            visit_quantity(*quantity);
        } else if (const auto* count = std::get_if<Expression::Count>(&expression.node)) {
            if (!count->a.empty()) expect_body(count->a);
            if (!count->b.empty()) expect_body(count->b);
        } else if (const auto* rate = std::get_if<Expression::Rate>(&expression.node)) {
            if (!is_one_of(unparsed_.sweeps, rate->sweep)) expect("sweep", rate->sweep, names_.sweeps);
        } else if (const auto* pairs = std::get_if<Expression::Pairs>(&expression.node)) {
            for (const auto& [a, b] : pairs->pairs) {
                expect_body(a);
                expect_body(b);
            }
        }
    }
    void visit_quantity(const Quantity& quantity) {
        if (quantity.kind == Quantity::Kind::Query) {
            const bool is_parsed = is_one_of(names_.queries, quantity.id);
            if (!is_parsed && is_one_of(unparsed_.queries, quantity.id)) return;
            if (!expect("query", quantity.id, names_.queries)) return;
            const auto query =
                std::find_if(scene_.queries.begin(), scene_.queries.end(),
                             [&](const QueryEntry& entry) { return entry.name == quantity.id; });
            std::vector<std::string_view> fields;
            for (const auto& [field, value] : answer(*query))
                fields.push_back(field);
            expect(fmt::format("field of query \"{}\"", quantity.id), quantity.other, fields);
        } else if (quantity.kind == Quantity::Kind::Probe) {
            const bool is_parsed = is_one_of(names_.probes, quantity.id);
            if (!is_parsed && is_one_of(unparsed_.probes, quantity.id)) return;
            if (!expect("probe", quantity.id, names_.probes)) return;
            std::vector<std::string_view> fields;
            for (const ProbeFieldName& row : probe_fields())
                fields.push_back(row.name);
            expect("field of a probe", quantity.other, fields);
        } else if (is_of_joint(quantity.kind)) {
            visit_joint(quantity);
        } else if (quantity.kind == Quantity::Kind::Contact ||
                   quantity.kind == Quantity::Kind::AngleBetween) {
            expect_body(quantity.id);
            expect_body(quantity.other);
        } else if (!quantity.id.empty()) {
            expect_body(quantity.id);
        }
    }
    void visit_joint(const Quantity& quantity) {
        const bool is_parsed = is_one_of(names_.joints, quantity.id);
        if (!is_parsed && is_unparsed(unparsed_.joints, quantity.id)) return;
        if (!expect("joint", quantity.id, names_.joints)) return;
        const auto joint = std::find_if(scene_.joints.begin(), scene_.joints.end(),
                                        [&](const JointEntry& entry) { return entry.id == quantity.id; });
        const std::vector<std::string_view> fields = fields_of(joint->def);
        const std::string_view field = field_name(quantity.kind);
        if (is_one_of(fields, field)) return;
        add_error(fmt::format("joint \"{}\" is a {} joint, which has no \"{}\"", quantity.id,
                              kind_of(joint->def), field),
                  fmt::format("claims can read: {}", fmt::join(fields, ", ")));
    }
    template <class List>
    static bool is_one_of(const List& names, std::string_view name) {
        return std::find(names.begin(), names.end(), name) != names.end();
    }
    /// Whether the name, or what it is a copy of ("ball" for "ball-3"), is in the list.
    static bool is_unparsed(const std::vector<std::string>& unparsed, std::string_view name) {
        return std::any_of(unparsed.begin(), unparsed.end(), [&](const std::string& id) {
            return name.starts_with(id) && (name.size() == id.size() || name[id.size()] == '-');
        });
    }
    void expect_body(const std::string& name) {
        if (!is_unparsed(unparsed_.bodies, name)) expect("body", name, names_.bodies);
    }
    bool expect(const std::string& kind, const std::string& name,
                const std::vector<std::string_view>& known) {
        if (is_one_of(known, name)) return true;
        add_error(fmt::format("the claim names \"{}\", which is not a {}", name, kind),
                  suggestion(name, known));
        return false;
    }
    void add_error(std::string message, std::string hint) {
        Diagnostic diagnostic;
        diagnostic.file = scene_.path;
        diagnostic.message = std::move(message);
        diagnostic.hint = std::move(hint);
        diagnostic.pointer = claim_->pointer;
        errors_.push_back(std::move(diagnostic));
    }

    const Scene& scene_;
    const UnparsedNames& unparsed_;
    std::vector<std::string> emitted_ids_;
    KnownNames names_;
    const Claim* claim_ = nullptr;
    Diagnostics errors_;
};

}  // namespace

Diagnostics check_claims(const Scene& scene, const UnparsedNames& unparsed) {
    ClaimNameCheck check(scene, unparsed);
    for (const Claim& claim : scene.expect)
        check.check(claim);
    for (const CurveEntry& curve : scene.curves)
        check.check(curve.claim);
    for (const Event& event : scene.timeline) {
        if (const auto* asserted = std::get_if<action::Assert>(&event.action)) check.check(asserted->claim);
    }
    return check.take();
}

}  // namespace toibox::scene
