// SPDX-License-Identifier: MIT
#include "app/platform/text_wrap.h"

#include <imgui.h>

namespace toibox::app {

std::string with_line_breaks(std::string_view text, float width) {
    const auto width_of = [](std::string_view part) {
        return ImGui::CalcTextSize(part.data(), part.data() + part.size()).x;
    };
    std::string wrapped(text);
    std::size_t line = 0;
    std::size_t last_space = std::string::npos;  // in the current line
    for (std::size_t i = 0; i <= wrapped.size(); ++i) {
        const bool is_end = i == wrapped.size();
        if (!is_end && wrapped[i] != ' ' && wrapped[i] != '\n') continue;
        const std::string_view all = wrapped;
        if (last_space != std::string::npos && width_of(all.substr(line, i - line)) > width) {
            wrapped[last_space] = '\n';
            line = last_space + 1;
        }
        if (is_end) break;
        if (wrapped[i] == '\n') {
            line = i + 1;
            last_space = std::string::npos;
        } else {
            last_space = i;
        }
    }
    return wrapped;
}

}  // namespace toibox::app
