// SPDX-License-Identifier: MIT
// Holds the names in claims against the scene, so that a misspelt id is an error at load and not a silent "no
// value".

#include "toibox/scene/run.h"
#include "toibox/scene/suggest.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace toibox::scene {

namespace {

struct Names {
    std::vector<std::string_view> bodies;
    std::vector<std::string_view> queries;
    std::vector<std::string_view> probes;
    std::vector<std::string_view> sweeps;
};

/// `emitted` keeps the ids that are written nowhere.
Names names_of(const Scene& scene, std::vector<std::string>& emitted) {
    Names names;
    for (const BodyEntry& body : scene.bodies)
        names.bodies.push_back(body.id);
    for (const Event& event : scene.timeline) {
        if (const auto* spawn = std::get_if<action::Spawn>(&event.action))
            names.bodies.push_back(spawn->body.id);
    }
    for (const EmitterEntry& emitter : scene.emitters) {
        for (int i = 0; i < emitter.count; ++i)
            emitted.push_back(fmt::format("{}-{}", emitter.body.id, i));
    }
    names.bodies.insert(names.bodies.end(), emitted.begin(), emitted.end());
    for (const QueryEntry& query : scene.queries)
        names.queries.push_back(query.name);
    for (const ProbeEntry& probe : scene.probes)
        names.probes.push_back(probe.name);
    for (const SweepEntry& sweep : scene.sweeps)
        names.sweeps.push_back(sweep.name);
    return names;
}

class Check {
public:
    Check(const Scene& scene, const UnreadNames& unread)
        : scene_(scene), unread_(unread), names_(names_of(scene, emitted_)) {}

    void claim(const Claim& claim) {
        claim_ = &claim;
        for_each_node(claim, [this](const Expression& node) { visit(node); });
    }
    Diagnostics take() { return std::move(wrong_); }

private:
    void visit(const Expression& expression) {
        if (const auto* quantity = std::get_if<Quantity>(&expression.node)) {
            visit_quantity(*quantity);
        } else if (const auto* count = std::get_if<Expression::Count>(&expression.node)) {
            if (!count->a.empty()) expect_body(count->a);
            if (!count->b.empty()) expect_body(count->b);
        } else if (const auto* rate = std::get_if<Expression::Rate>(&expression.node)) {
            if (!is_one_of(unread_.sweeps, rate->sweep)) expect("sweep", rate->sweep, names_.sweeps);
        } else if (const auto* pairs = std::get_if<Expression::Pairs>(&expression.node)) {
            for (const auto& [a, b] : pairs->pairs) {
                expect_body(a);
                expect_body(b);
            }
        }
    }
    void visit_quantity(const Quantity& quantity) {
        if (quantity.kind == Quantity::Kind::Query) {
            const bool is_read = is_one_of(names_.queries, quantity.id);
            if (!is_read && is_one_of(unread_.queries, quantity.id)) return;
            if (!expect("query", quantity.id, names_.queries)) return;
            const auto query =
                std::find_if(scene_.queries.begin(), scene_.queries.end(),
                             [&](const QueryEntry& entry) { return entry.name == quantity.id; });
            std::vector<std::string_view> fields;
            for (const auto& [field, value] : answer(*query))
                fields.push_back(field);
            expect(fmt::format("field of query \"{}\"", quantity.id), quantity.other, fields);
        } else if (quantity.kind == Quantity::Kind::Probe) {
            const bool is_read = is_one_of(names_.probes, quantity.id);
            if (!is_read && is_one_of(unread_.probes, quantity.id)) return;
            if (!expect("probe", quantity.id, names_.probes)) return;
            std::vector<std::string_view> fields;
            for (const ProbeFieldName& row : probe_fields())
                fields.push_back(row.name);
            expect("field of a probe", quantity.other, fields);
        } else if (quantity.kind == Quantity::Kind::Contact) {
            expect_body(quantity.id);
            expect_body(quantity.other);
        } else if (!quantity.id.empty()) {
            expect_body(quantity.id);
        }
    }
    template <class List>
    static bool is_one_of(const List& names, std::string_view name) {
        return std::find(names.begin(), names.end(), name) != names.end();
    }
    void expect_body(const std::string& name) {
        const auto makes = [&name](const std::string& unread) {
            return name.starts_with(unread) && (name.size() == unread.size() || name[unread.size()] == '-');
        };
        if (std::any_of(unread_.bodies.begin(), unread_.bodies.end(), makes)) return;
        expect("body", name, names_.bodies);
    }
    bool expect(const std::string& what, const std::string& name,
                const std::vector<std::string_view>& known) {
        if (is_one_of(known, name)) return true;
        Diagnostic diagnostic;
        diagnostic.file = scene_.path;
        diagnostic.message = fmt::format("the claim names \"{}\", which is no {}", name, what);
        diagnostic.hint = suggestion(name, known);
        diagnostic.pointer = claim_->pointer;
        wrong_.push_back(std::move(diagnostic));
        return false;
    }

    const Scene& scene_;
    const UnreadNames& unread_;
    std::vector<std::string> emitted_;
    Names names_;
    const Claim* claim_ = nullptr;
    Diagnostics wrong_;
};

}  // namespace

Diagnostics check_claims(const Scene& scene, const UnreadNames& unread) {
    Check check(scene, unread);
    for (const Claim& claim : scene.expect)
        check.claim(claim);
    for (const Event& event : scene.timeline) {
        if (const auto* asserted = std::get_if<action::Assert>(&event.action)) check.claim(asserted->claim);
    }
    return check.take();
}

}  // namespace toibox::scene
