// SPDX-License-Identifier: MIT
// The panels and overlays that a page of a lesson may name.
#include "app/panels/panels.h"

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

// Each name that the format allows is one of the sandbox.
TEST(PageNames, PanelsAndOverlaysExist) {
    for (const char* panel : {"gjk", "toi", "broad", "contacts", "statistics", "compare", "sweep"}) {
        UiState ui;
        EXPECT_TRUE(show_panel(ui, panel)) << panel;
    }
    for (const char* overlay :
         {"shapes", "aabbs",  "contacts", "normals",    "impulses",  "friction",    "impulse-values",
          "ids",    "joints", "centers",  "velocities", "simplices", "pair-search", "names",
          "swept",  "ghosts", "trails",   "islands",    "sleep",     "legend"}) {
        UiState ui;
        EXPECT_TRUE(show_overlay(ui, overlay)) << overlay;
    }
}

}  // namespace
}  // namespace toibox::app
