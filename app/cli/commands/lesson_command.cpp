// SPDX-License-Identifier: MIT
// `toibox lesson`: the pages of a lesson in the terminal. Asks, runs what decides the question, and reveals.
#include "app/cli/base/exit_code.h"
#include "app/cli/commands/commands.h"
#include "app/cli/commands/variant_run.h"
#include "app/cli/inputs/scene_input.h"
#include "app/text/markdown.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace toibox::app {

namespace {

constexpr Console::Stream out = Console::Stream::Out;

struct LessonArguments {
    std::string scene;
    std::string page;  ///< Id; empty: all pages.
    ConsoleOptions console;
};

/// What was typed at a question.
struct TypedAnswer {
    std::optional<std::size_t> choice;  ///< Index; nullopt: the question is skipped.
    bool quits = false;
};

/// Asks until the answer is a choice, empty, or "q". The end of the input skips the question.
TypedAnswer ask(const scene::Page& page, const Console& console) {
    const std::size_t count = page.choices.size();
    for (std::string line;;) {
        console.put(
            out, fmt::format("Your answer (1 to {}; Enter skips the question, q ends the lesson):", count));
        if (!std::getline(std::cin, line) || line.empty()) return {};
        if (line == "q") return {.choice = std::nullopt, .quits = true};
        std::size_t number = 0;
        const auto read = std::from_chars(line.data(), line.data() + line.size(), number);
        const bool is_whole = read.ec == std::errc() && read.ptr == line.data() + line.size();
        if (is_whole && number >= 1 && number <= count) return {.choice = number - 1, .quits = false};
        console.put(out, fmt::format("\"{}\" is not a number from 1 to {}.", line, count));
    }
}

/// The variants whose runs decide the choices of a page, each once.
std::vector<std::string> deciding_variants(const scene::Page& page) {
    std::vector<std::string> variants;
    for (const scene::PageChoice& choice : page.choices) {
        const std::string name = choice.variant.empty() ? std::string(base_variant) : choice.variant;
        const bool is_new = std::ranges::find(variants, name) == variants.end();
        if (!choice.claim.empty() && is_new) variants.push_back(name);
    }
    return variants;
}

class LessonReader {
public:
    LessonReader(const scene::Document& document, const Console& console)
        : document_(document), console_(console) {}

    /// False if the reader wants to end the lesson.
    bool read(const scene::Page& page, std::size_t number, std::size_t count) {
        console_.put(out, fmt::format("\n{}, page {} of {}\n", document_.title(), number, count));
        say(page.text);
        if (page.choices.empty()) return true;
        say(page.ask);
        for (std::size_t i = 0; i < page.choices.size(); ++i)
            console_.put(out, fmt::format("  {}  {}", i + 1, plain_text(page.choices[i].text)));
        const TypedAnswer answer = ask(page, console_);
        if (answer.quits) return false;
        run(page);
        reveal(page, answer.choice);
        return true;
    }

    /// ExitCode::success, or why the last run did not prove the right choice.
    [[nodiscard]] int exit_code() const { return exit_code_; }

private:
    void say(const std::string& markdown) const {
        if (!markdown.empty()) console_.put(out, plain_text(markdown));
    }

    void run(const scene::Page& page) {
        for (const std::string& variant : deciding_variants(page)) {
            console_.put(out, fmt::format("\nRuns {}:", variant));
            const auto result = run_variant(document_, {.name = variant});
            if (!result) {
                print_diagnostics(result.error(), console_);
                exit_code_ = ExitCode::bad_input;
                return;
            }
            if (!result->failure.empty()) {
                console_.error(result->failure);
                exit_code_ = ExitCode::aborted;
            }
            for (std::size_t i = 0; i < result->claims.size(); ++i)
                report(page, result->claims[i], result->outcomes[i]);
        }
    }

    /// What the run says of a choice.
    void report(const scene::Page& page, const scene::Claim& claim, const scene::ClaimOutcome& outcome) {
        const auto choice = std::ranges::find(page.choices, claim.pointer, &scene::PageChoice::claim);
        if (choice == page.choices.end()) return;
        console_.put(out, fmt::format("  {}  {}", choice - page.choices.begin() + 1, outcome.detail));
        if (outcome.status == scene::ClaimOutcome::Status::Passed) return;
        console_.error("the run does not agree with the lesson: " + claim.text);
        exit_code_ = ExitCode::check_failed;
    }

    void reveal(const scene::Page& page, std::optional<std::size_t> chosen) const {
        const std::size_t right = page.right_choice();
        console_.put(out, "");
        if (chosen && *chosen != right) {
            const std::string& belief = page.choices[*chosen].misconception;
            console_.put(out, console_.colorize(out, TextColor::Bad, fmt::format("Not {}.", *chosen + 1)) +
                                  (belief.empty() ? "" : " The misconception: " + belief + "."));
        }
        console_.put(out, console_.colorize(out, TextColor::Good,
                                            fmt::format("{}: {}  {}", chosen == right ? "Right" : "It is",
                                                        right + 1, plain_text(page.choices[right].text))));
        say(page.reveal.text);
    }

    const scene::Document& document_;
    const Console& console_;
    int exit_code_ = ExitCode::success;
};

int lesson_command(const LessonArguments& arguments) {
    const Console console(arguments.console);
    const auto document = load_scene(arguments.scene, console);
    if (!document) return document.error().exit_code;
    const auto scene = resolve_scene(*document, {}, {}, console);
    if (!scene) return scene.error().exit_code;
    const std::vector<scene::Page>& pages = scene->lesson;
    const auto wanted = std::ranges::find(pages, arguments.page, &scene::Page::id);
    if (!arguments.page.empty() && wanted == pages.end()) {
        std::string known;
        for (const scene::Page& page : pages)
            known += (known.empty() ? "" : ", ") + page.id;
        console.error(fmt::format("the lesson has no page \"{}\"; its pages are: {}", arguments.page, known));
        return ExitCode::usage;
    }
    if (pages.empty()) {
        console.say("The scene has no lesson.");
        return ExitCode::success;
    }
    LessonReader reader(*document, console);
    for (std::size_t i = 0; i < pages.size(); ++i) {
        if (!arguments.page.empty() && pages[i].id != arguments.page) continue;
        if (!reader.read(pages[i], i + 1, pages.size())) break;
    }
    return reader.exit_code();
}

}  // namespace

Action declare_lesson(CommandOptions& options) {
    const auto arguments = std::make_shared<LessonArguments>();
    options.option("scene", arguments->scene, "Scene file", {.kind = "SCENE", .required = true});
    options.option("--page", arguments->page, "Only the page with this id", {.kind = "ID"});
    options.console(arguments->console);
    return [arguments] { return lesson_command(*arguments); };
}

}  // namespace toibox::app
