// SPDX-License-Identifier: MIT
#include "app/studies/claims/failure_causes.h"

#include <algorithm>
#include <chrono>

namespace toibox::app {

namespace {

bool fails(const scene::Run& run) {
    return std::ranges::find(run.outcomes(), scene::ClaimOutcome::Status::Failed,
                             &scene::ClaimOutcome::status) != run.outcomes().end();
}

}  // namespace

void FailureCauses::advance(const Session& session, double seconds) {
    const Key key{.start = session.start_count(),
                  .position = session.history().position(),
                  .settings = session.settings(),
                  .hertz = session.hertz()};
    if (!(key == key_)) {
        *this = {};
        key_ = key;
        changes_ = user_changes(session);
    }
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + std::chrono::duration<double>(seconds);
    while (kind_ == Kind::Unknown) {
        advance_once(session);
        if (Clock::now() >= end) return;
    }
}

void FailureCauses::advance_once(const Session& session) {
    if (!run_) return start_run(session);
    if (run_->run.steps() < session.run().steps() && !run_->run.step(run_->step_seconds).failed()) return;
    finish_run(fails(run_->run));
}

void FailureCauses::start_run(const Session& session) {
    std::vector<bool> keeps(changes_.size(), index_ != 1);
    if (index_ >= 2) keeps[index_ - 2] = false;
    run_ = run_with(session, keeps);
    if (!run_) finish_run(true);
}

void FailureCauses::finish_run(bool fails) {
    run_.reset();
    if (index_ == 0 && !fails) {
        kind_ = Kind::Inputs;
    } else if (index_ == 1 && fails) {
        kind_ = Kind::Scene;
    } else {
        if (index_ >= 2 && !fails) causes_.push_back(changes_[index_ - 2]);
        const std::size_t last = changes_.size() < 2 ? 1 : 1 + changes_.size();
        if (index_++ < last) return;
        if (causes_.empty()) causes_ = changes_;
        kind_ = Kind::Changes;
    }
}

}  // namespace toibox::app
