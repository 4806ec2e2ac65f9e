// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/continuous/toi.h"

namespace toibox::continuous {

// One file each; instantiated there for NoTrace and ToiRecorder. All take the same arguments and mean the
// same by them, so that the switchboard is a switch.

template <class Trace>
ToiResult conservative_advancement(const ToiInput& input, const ToiOptions& options, Trace& trace);

template <class Trace>
ToiResult bilateral_advancement(const ToiInput& input, const ToiOptions& options, Trace& trace);

template <class Trace>
ToiResult certified_advancement(const ToiInput& input, const ToiOptions& options, Trace& trace);

}  // namespace toibox::continuous
