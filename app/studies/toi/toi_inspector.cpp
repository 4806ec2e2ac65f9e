// SPDX-License-Identifier: MIT
#include "app/studies/toi/toi_inspector.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace toibox::app {

namespace {

bool involves_body(const World& world, const ToiPair& pair, BodyHandle body) {
    return std::ranges::any_of(std::array{pair.shape_a, pair.shape_b}, [&](ShapeHandle shape) {
        const auto view = world.find(shape);
        return view && view->body == body;
    });
}

void append(std::vector<ToiPair>& to, std::vector<ToiPair> from) {
    to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

}  // namespace

ToiInspector::RefreshKey ToiInspector::refresh_key_of(const Session& session) {
    return {.jump_count = session.jump_count(),
            .step = session.run().steps(),
            .hash = session.world().hash(),
            .settings = session.settings(),
            .selected = session.selection().body,
            .hertz = session.hertz(),
            .is_mid_step = !session.last_report().complete};
}

void ToiInspector::close() {
    refresh_key_.reset();
    pairs_.clear();
    pair_index_ = 0;
    highlighted = -1;
    cursor_t.reset();
}

ToiMethod ToiInspector::method() const {
    return method_.value_or(pair() != nullptr ? pair()->toi_case.method : ToiMethod::Certified);
}

RootFinder ToiInspector::root_finder() const {
    return root_finder_.value_or(pair() != nullptr ? pair()->toi_case.options.root_finder
                                                   : RootFinder::Mixed);
}

/// Forgets all choices if another scene was opened, and the chosen pair if another body was selected.
void ToiInspector::drop_stale_choices(const Session& session) {
    const std::string& scene = session.document().path();
    const BodyHandle selected = session.selection().body;
    if (scene_ != scene) {
        method_.reset();
        root_finder_.reset();
    }
    if (scene_ != scene || (selected_ != selected && !selected.is_null())) key_.clear();
    scene_ = scene;
    if (!selected.is_null()) selected_ = selected;
}

void ToiInspector::refresh(const Session& session, Clock clock) {
    RefreshKey key = refresh_key_of(session);
    const bool is_up_to_date = refresh_key_ == key;
    if (!is_up_to_date) {
        drop_stale_choices(session);
        refresh_key_ = std::move(key);
        collect(session);
    }
    pair_index_ = find_pair(session.selection(), session.world());
    if (pair() == nullptr) return;
    const bool is_current =
        studied_key_ == pair()->key && studied_method_ == method() && studied_root_finder_ == root_finder();
    if (!is_up_to_date || !is_current) {
        recompute();
    } else if (!session.is_playing() && clock != nullptr) {
        measure(clock);
    }
}

void ToiInspector::collect(const Session& session) {
    pairs_ = searched_pairs(session.run(), session.searches(), 1.0 / session.hertz());
    append(pairs_, predicted_pairs(session.run(), session.selection().body, 1.0 / session.hertz()));
    append(pairs_, query_pairs(session.run().scene()));
}

std::size_t ToiInspector::find_pair(const Selection& selection, const World& world) const {
    const auto find_first = [&](auto&& predicate) {
        return static_cast<std::size_t>(std::ranges::find_if(pairs_, predicate) - pairs_.begin());
    };
    const auto is_chosen = [&](const ToiPair& pair) { return pair.key == key_; };
    if (const std::size_t i = find_first(is_chosen); i < pairs_.size()) return i;
    const auto is_selected = [&](const ToiPair& pair) {
        return !selection.is_closest_pair && selection.has_pair() &&
               ((pair.shape_a == selection.shape_a && pair.shape_b == selection.shape_b) ||
                (pair.shape_a == selection.shape_b && pair.shape_b == selection.shape_a));
    };
    if (const std::size_t i = find_first(is_selected); i < pairs_.size()) return i;
    const auto has_selected_body = [&](const ToiPair& pair) {
        return involves_body(world, pair, selection.body);
    };
    if (const std::size_t i = find_first(has_selected_body); i < pairs_.size()) return i;
    return 0;
}

ToiCase ToiInspector::toi_case() const {
    ToiCase toi_case = pair()->toi_case;
    toi_case.options.root_finder = root_finder();
    return toi_case;
}

void ToiInspector::recompute() {
    if (studied_key_ != pair()->key || studied_method_ != method() || studied_root_finder_ != root_finder())
        iteration_.reset();
    studied_key_ = pair()->key;
    studied_method_ = method();
    studied_root_finder_ = root_finder();
    const ToiCase current_case = toi_case();
    study_ = study_toi(current_case, method());
    if (pair()->is_exchanged) exchange_shapes(study_);
    conservative_steps_ = app::conservative_steps(current_case);
    ghosts_ = ghosts_of(study_, max_ghosts);
    highlighted = std::min(highlighted, iterations() - 1);
    truth_ = truth_of(current_case);
    table_.clear();
    for (const ToiPromises& row : toi_methods())
        table_.push_back({answer_of(row.method, current_case, truth_), std::nullopt});
}

int ToiInspector::chosen_iteration() const {
    return std::min(iteration_.value_or(iterations() - 1), iterations() - 1);
}

int ToiInspector::iteration() const {
    return highlighted >= 0 ? highlighted : chosen_iteration();
}

void ToiInspector::go_to(int iteration) {
    iteration_ = std::clamp(iteration, 0, std::max(iterations() - 1, 0));
    if (*iteration_ == iterations() - 1) iteration_.reset();
}

/// Measures the time of one more method. Called once per frame, so that no frame takes long.
void ToiInspector::measure(Clock clock) {
    for (Row& row : table_) {
        if (row.microseconds) continue;
        row.microseconds = microseconds_of(row.answer.method, toi_case(), clock);
        return;
    }
}

}  // namespace toibox::app
