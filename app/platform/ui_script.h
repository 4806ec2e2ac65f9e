// SPDX-License-Identifier: MIT
#pragma once

#include "toibox/core/function_ref.h"
#include "toibox/core/result.h"

#include "app/platform/ui_marks.h"

#include <string>
#include <string_view>
#include <vector>

namespace toibox::app {

/// A GUI script, one command a line; '#' begins a comment. Names are those of name_widget, in double quotes
/// if they have blanks; distances are points.
///
///     click NAME [left|right|middle|double]   press and release in the middle of a widget
///     move NAME [DX DY]                       mouse to the middle of a widget, plus an offset
///     drag NAME DX DY [right|middle]          press in the middle, move by (DX, DY) in eight steps, release
///     press NAME [left|right|middle]          … and hold
///     release                                 every button
///     wheel NOTCHES                           at the mouse
///     key CHORD                               Ctrl+Shift+Z, F2, [
///     text STRING                             the rest of the line, typed
///     drop FILE                               as if dropped on the window; the rest of the line
///     wait FRAMES
///     expect KEY OP VALUE                     OP: = != < <= > >=; compared as numbers where both are
///     await KEY OP VALUE                      waits until it holds, at most 3600 frames
///     tell NAME                               prints NAME X Y WIDTH HEIGHT of a widget, points; where there
///                                             is no such widget, NAME and the value that expect would read
///     screenshot FILE
///
/// Each command becomes single input transitions, one a frame: ImGui 1.86 has no queue of input. A script
/// without click, press, move, drag and wheel leaves the mouse to whoever holds it, so that another program
/// can be the hand and the script the eye.
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
    std::vector<std::string> args;  ///< Checked: their count and numbers are right.
};

struct UiScript {
    std::vector<UiCommand> commands;

    [[nodiscard]] bool has_mouse() const;

    /// Error: "line 3: unknown command \"clck\"".
    static Result<UiScript, std::string> parse(std::string_view text);
};

/// Compares as `expect` does. False for an unknown operator.
bool ui_compare(std::string_view left, std::string_view op, std::string_view right);

/// The value of a key such as "paused" or "ball.x"; empty for an unknown one.
using UiQuery = FunctionRef<std::string(std::string_view key)>;

}  // namespace toibox::app
