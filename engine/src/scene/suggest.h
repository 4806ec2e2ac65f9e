// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/scene/suggest.h"
