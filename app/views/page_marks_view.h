// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/scene/lesson.h"

#include "app/platform/palette.h"
#include "app/render/draw_batch.h"
#include "app/render/labels.h"
#include "app/session/session.h"

#include <span>

namespace toibox::app {

/// Draws the marks of a page of a lesson over the world. Marks of bodies that no longer exist are left out.
void draw_page_marks(std::span<const scene::PageMark> marks, const Session& session, const Palette& palette,
                     DrawBatch& overlay, LabelLayer& labels);

}  // namespace toibox::app
