// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/function_ref.h"
#include "toibox/core/result.h"

#include "app/platform/scripting/widget_rects.h"

#include <string>
#include <string_view>
#include <vector>

namespace toibox::app {

/// A command of a UI script. A script has one command per line; lines that start with '#' are comments. NAME
/// is a name given by name_widget, in double quotes if it contains spaces. Distances are in points.
///
///     click NAME [left|right|middle|double]   press and release at the centre of a widget
///     move NAME [DX DY]                       move the mouse to the centre of a widget, plus an offset
///     drag NAME DX DY [right|middle]          press at the centre, move by (DX, DY) in eight frames, release
///     press NAME [left|right|middle]          press at the centre and hold
///     release                                 release all buttons
///     wheel NOTCHES                           turn the wheel at the mouse position
///     key CHORD                               press a key: Ctrl+Shift+Z, F2, [
///     text STRING                             type the rest of the line
///     drop FILE                               drop a file on the window (the rest of the line)
///     wait FRAMES
///     expect KEY OP VALUE                     fail unless true; numbers are compared by value
///     await KEY OP VALUE                      wait until true; fail after 3600 frames
///     tell NAME                               print NAME X Y WIDTH HEIGHT of a widget, in points; if there
///                                             is no such widget, NAME and the value of the key NAME
///     screenshot FILE
///
/// OP is one of = != < <= > >=.
///
/// Commands are split into single input transitions, one per frame, because ImGui 1.86 has no input queue. A
/// script without click, press, move, drag or wheel does not set the mouse, so that another program can move
/// the mouse while the script observes.
struct UiCommand {
    enum class Kind {
        Click,
        Press,
        Release,
        Move,
        Drag,
        Wheel,
        Key,
        Text,
        Drop,
        Wait,
        Expect,
        Await,
        Tell,
        Screenshot
    };
    Kind kind = Kind::Wait;
    int line = 0;                   ///< From 1.
    std::vector<std::string> args;  ///< Validated by UiScript::parse.
};

struct UiScript {
    std::vector<UiCommand> commands;

    [[nodiscard]] bool has_mouse() const;

    /// Error: "line 3: unknown command \"clck\"".
    static Result<UiScript, std::string> parse(std::string_view text);
};

/// Compares two values as `expect` does. False for an unknown operator.
bool ui_compare(std::string_view left, std::string_view op, std::string_view right);

/// Returns the value of a key such as "paused" or "ball.x"; empty for an unknown key.
using UiQuery = FunctionRef<std::string(std::string_view key)>;

}  // namespace toibox::app
