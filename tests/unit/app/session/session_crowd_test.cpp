// SPDX-License-Identifier: MIT
// A scene with more contacts than a step can handle: the session pauses with a message that has the reason
// and a hint, and stays usable.
#include "app/session/session.h"
#include "tests/support/temporary_folder.h"

#include <string>

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

constexpr const char* crowd = R"({
  "toibox": 1, "title": "A crowd", "world": {"duration": 1},
  "bodies": [{"id": "grain", "repeat": {"count": 12000, "step": [0, 0]}, "shapes": [{"type": "circle", "radius": 0.5}]}]
})";
constexpr const char* pair = R"({
  "toibox": 1, "title": "A pair", "world": {"duration": 1},
  "bodies": [{"id": "grain", "repeat": {"count": 2, "step": [0, 0]}, "shapes": [{"type": "circle", "radius": 0.5}]}]
})";

TEST(SessionCrowd, PausesWithAMessageAndStaysUsable) {
    const test::TemporaryFolder folder;
    folder.write("crowd.toi.json", crowd);
    folder.write("pair.toi.json", pair);
    Session session;
    const auto opened = session.open(folder.file("crowd.toi.json"));
    ASSERT_TRUE(opened) << scene::format(opened.error());
    session.take_message();
    const std::uint64_t initial_hash = session.world().hash();
    session.set_playing(true);
    session.tick(1.0 / 60.0);
    EXPECT_FALSE(session.is_playing());
    EXPECT_EQ(session.run().steps(), 0);
    EXPECT_EQ(session.world().hash(), initial_hash);
    const std::string message = session.take_message();
    EXPECT_NE(message.find("The step was undone: too many shapes overlap near body \"grain"),
              std::string::npos)
        << message;
    EXPECT_NE(message.find("Go back or restart, or move the bodies apart."), std::string::npos) << message;
    // The scene file is unchanged, and another scene can be opened.
    EXPECT_EQ(folder.read("crowd.toi.json"), crowd);
    ASSERT_TRUE(session.open(folder.file("pair.toi.json")));
    session.step_once();
    EXPECT_EQ(session.run().steps(), 1);
}

}  // namespace
}  // namespace toibox::app
