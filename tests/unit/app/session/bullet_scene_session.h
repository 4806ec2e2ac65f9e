// SPDX-License-Identifier: MIT
#pragma once

#include "app/session/session.h"
#include "tests/support/bullet_scene.h"

#include <cmath>
#include <string>

#include <gtest/gtest.h>

namespace toibox::app {

/// A session with the scene of tests/support/bullet_scene.h.
class BulletSceneSession : public testing::Test {
protected:
    void open(const std::string& timeline = "[]") {
        path_ = test::write_bullet_scene(folder_, timeline);
        const auto opened = session_.open(path_);
        ASSERT_TRUE(opened) << scene::format(opened.error());
    }
    double value(const std::string& name) const {
        return session_.run().quantity(name).value_or(std::nan(""));
    }
    BodyHandle body(const std::string& id) const { return session_.run().body(id); }
    WorldSettings with_continuous() const {
        WorldSettings settings = session_.settings();
        settings.continuous = ContinuousPolicy::SubstepAtImpact;
        return settings;
    }

    test::TemporaryFolder folder_;
    std::string path_;
    Session session_;
};

}  // namespace toibox::app
