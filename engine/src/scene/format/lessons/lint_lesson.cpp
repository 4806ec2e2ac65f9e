// SPDX-License-Identifier: MIT
// Warns of pages that are too long to read, that answer themselves, or whose right choice nothing proves.
#include "toibox/scene/tuning.h"

#include "scene/format/lint.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <fmt/format.h>
#include <sstream>
#include <string_view>
#include <utility>

namespace toibox::scene {

namespace {

std::string to_lower(std::string_view text) {
    std::string out(text);
    std::ranges::transform(out, out.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return out;
}

bool is_word_character(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0;
}

/// The words of a text: whatever stands between spaces and has a letter or a digit.
std::size_t count_words(std::string_view text) {
    std::istringstream stream{std::string(text)};
    std::size_t count = 0;
    for (std::string word; stream >> word;)
        count += std::ranges::any_of(word, is_word_character) ? 1u : 0u;
    return count;
}

/// Whether `text` contains `part` as whole words. Both in lower case.
bool contains_words(std::string_view text, std::string_view part) {
    for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) {
        const std::size_t end = at + part.size();
        const bool starts = at == 0 || !is_word_character(text[at - 1]);
        if (starts && (end == text.size() || !is_word_character(text[end]))) return true;
    }
    return false;
}

/// The numbers in a text that have at least two digits: "0.67", "2,048".
std::vector<std::string> numbers_in(std::string_view text) {
    const auto is_part = [](char c) {
        return std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '.' || c == ',';
    };
    std::vector<std::string> numbers;
    for (std::size_t i = 0; i < text.size();) {
        std::string number;
        for (; i < text.size() && is_part(text[i]); ++i)
            number += text[i];
        ++i;
        while (number.ends_with('.') || number.ends_with(','))
            number.pop_back();
        if (number.size() >= 2) numbers.push_back(std::move(number));
    }
    return numbers;
}

/// In lower case, without the marks of emphasis and code.
std::string plain(std::string_view text) {
    std::string out = to_lower(text);
    std::erase_if(out,
                  [](char character) { return character == '*' || character == '`' || character == '_'; });
    return out;
}

bool names_choice(const std::string& text, const PageChoice& choice) {
    if (choice.text.empty()) return false;
    if (contains_words(text, plain(choice.text))) return true;
    const std::vector<std::string> seen = numbers_in(text);
    return std::ranges::any_of(numbers_in(choice.text), [&](const std::string& number) {
        return std::ranges::find(seen, number) != seen.end();
    });
}

/// A word that lessons do not use, and the term of the glossary.
struct Synonym {
    std::string_view word;
    std::string_view term;
};
constexpr std::array<Synonym, 16> synonyms = {{
    {"timestep", "step"},
    {"time-step", "step"},
    {"tick", "step"},
    {"substep", "sub-step"},
    {"substeps", "sub-steps"},
    {"penetration", "overlap"},
    {"penetrates", "overlaps"},
    {"bounciness", "restitution"},
    {"ghost collision", "ghost hit"},
    {"toi", "time of impact"},
    {"swaps", "exchanges"},
    {"share", "fraction"},
    {"corner point", "vertex"},
    {"tunnels through", "tunnels"},
    {"distance call", "distance query"},
    {"distance calls", "distance queries"},
}};

class LessonLinter {
public:
    explicit LessonLinter(SceneContext& context) : context_(context) {}

    void run() {
        for (std::size_t i = 0; i < context_.scene.lesson.size(); ++i) {
            index_ = i;
            const Page& page = context_.scene.lesson[i];
            lint_length(page);
            lint_words(page);
            if (page.ask.empty()) continue;
            lint_question(page);
            lint_giveaway(page);
        }
    }

private:
    void warn(std::string message, std::string hint) {
        const SceneContext::BodySource& source = context_.page_sources[index_];
        context_.sink.warning_at(source.span, source.pointer, std::move(message), std::move(hint));
    }

    void lint_length(const Page& page) {
        std::size_t words = count_words(page.text) + count_words(page.ask);
        for (const PageChoice& choice : page.choices)
            words += count_words(choice.text);
        if (words > tuning::max_page_words)
            warn(fmt::format("page \"{}\" has {} words on screen", page.id, words),
                 fmt::format("use at most {}: text, question and choices together", tuning::max_page_words));
        const std::size_t reveal = count_words(page.reveal.text);
        if (reveal > tuning::max_page_words)
            warn(fmt::format("the reveal of page \"{}\" has {} words", page.id, reveal),
                 fmt::format("use at most {}", tuning::max_page_words));
    }

    void lint_words(const Page& page) {
        std::string text = page.text + "\n" + page.ask + "\n" + page.reveal.text;
        for (const PageChoice& choice : page.choices)
            text += "\n" + choice.text;
        text = to_lower(text);
        for (const Synonym& synonym : synonyms) {
            if (contains_words(text, synonym.word))
                warn(fmt::format("page \"{}\" says \"{}\"", page.id, synonym.word),
                     fmt::format("the term is \"{}\"", synonym.term));
        }
    }

    void lint_question(const Page& page) {
        if (page.choices.size() < tuning::min_page_choices || page.choices.size() > tuning::max_page_choices)
            warn(fmt::format("page \"{}\" has {} choices", page.id, page.choices.size()),
                 "write three or four, each wrong one what a definite misconception predicts");
        for (const PageChoice& choice : page.choices) {
            if (choice.text.empty())
                warn(fmt::format("a choice of page \"{}\" has no text", page.id), "write what it says");
            if (choice.is_right && choice.claim.empty())
                warn(fmt::format("no claim proves the right choice of page \"{}\"", page.id),
                     "write the claim that decides it as \"that\" of the choice");
            if (!choice.is_right && choice.misconception.empty())
                warn(fmt::format("page \"{}\": the choice \"{}\" has no misconception", page.id, choice.text),
                     "say what somebody who chooses it believes");
        }
        if (page.reveal.text.empty())
            warn(fmt::format("page \"{}\" reveals nothing", page.id), "say why in the text of \"reveal\"");
    }

    /// A text gives the answer away if it names the right choice and no other.
    void lint_giveaway(const Page& page) {
        const auto check = [&](std::string_view where, const std::string& text) {
            const std::string lower = plain(text);
            const bool names_wrong = std::ranges::any_of(page.choices, [&](const PageChoice& choice) {
                return !choice.is_right && names_choice(lower, choice);
            });
            if (names_wrong || !names_choice(lower, page.choices[page.right_choice()])) return;
            warn(fmt::format("{} answers page \"{}\": \"{}\"", where, page.id, text),
                 "it is on screen before the learner chooses: reword it");
        };
        const Scene& scene = context_.scene;
        check("the title", scene.title);
        check("the summary", scene.goal);
        check("the text", page.text + " " + page.ask);
        for (const PageMark& mark : page.set_up.display.marks)
            check("a mark", mark.text);
        for (const Event& event : scene.timeline) {
            const auto* note = std::get_if<action::Annotate>(&event.action);
            if (note != nullptr && event.step <= page.set_up.step) check("a note in the world", note->text);
        }
    }

    SceneContext& context_;
    std::size_t index_ = 0;
};

}  // namespace

void lint_lesson(SceneContext& context) {
    LessonLinter(context).run();
}

}  // namespace toibox::scene
