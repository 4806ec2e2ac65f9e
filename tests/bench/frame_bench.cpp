// SPDX-License-Identifier: MIT
// Measures the CPU cost of a frame of the sandbox: 1,000 boxes and circles at rest in a bin, with AABBs and
// contacts drawn at 1280 × 720. Prints medians of 300 frames in milliseconds: the step, building the draw
// data, uploading it (until the last GL call returns), their total, and the whole frame with rasterisation,
// which takes most of the time with a software renderer. Then the same for four panes of 500 bodies each: the
// step of the first pane, that of the others in parallel, building and uploading.
#include "app/platform/clock.h"
#include "app/platform/palette.h"
#include "app/platform/window.h"
#include "app/render/renderer.h"
#include "app/window/view_fitting.h"
#include "app/window/world/compare_view.h"
#include "app/window/world/world_view.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <vector>

namespace {

using namespace toibox;
using namespace toibox::app;

constexpr int body_count = 1000;
constexpr int pane_body_count = 500;
constexpr int columns = 40;
constexpr int settling_steps = 900;
constexpr int frame_count = 300;

/// A scene with a bin 24 m wide and bodies, alternately boxes and circles, with deterministic jitter in
/// x.
std::string pile_scene(int bodies) {
    std::string text =
        R"({"toibox": 1, "title": "Pile", "world": {"gravity": [0, -10], "step": "1/60", "continuous": "substep-at-impact"},
"bodies": [
{"id": "floor", "type": "static", "shapes": [{"type": "box", "size": [26, 1], "center": [0, -0.5]},
  {"type": "box", "size": [1, 40], "center": [-12.5, 20]}, {"type": "box", "size": [1, 40], "center": [12.5, 20]}]})";
    for (int i = 0; i < bodies; ++i) {
        const double x = (i % columns - 0.5 * (columns - 1)) * 0.58 + 0.03 * ((i * 7919) % 11 - 5) / 5.0;
        const double y = 0.5 + (i / columns) * 0.62;
        const char* shape =
            i % 2 == 0 ? R"({"type": "box", "size": [0.5, 0.5]})" : R"({"type": "circle", "radius": 0.25})";
        char line[256];
        std::snprintf(line, sizeof line, ",\n{\"id\": \"b%d\", \"position\": [%.4f, %.4f], \"shapes\": [%s]}",
                      i, x, y, shape);
        text += line;
    }
    return text + R"(], "variants": {"off": {"set": {"/world/continuous": "off"}},
"impulses": {"set": {"/world/solver": "sequential-impulses"}},
"tree": {"set": {"/world/broad_phase": "dynamic-tree"}}}})";
}

double median(std::vector<double> values) {
    std::ranges::nth_element(values, values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2));
    return values[values.size() / 2];
}

double milliseconds_since(std::uint64_t start) {
    return 1e-6 * static_cast<double>(steady_nanoseconds() - start);
}

/// Opens a pile of bodies that has come to rest; false after an error, which is printed.
bool open_pile(Session& session, const std::filesystem::path& path, int bodies) {
    std::ofstream(path) << pile_scene(bodies);
    if (const auto opened = session.open(path.string()); !opened) {
        std::fputs(scene::format(opened.error()).c_str(), stderr);
        return false;
    }
    for (int i = 0; i < settling_steps; ++i)
        session.step_once();
    return true;
}

/// Four panes: prints the medians. Returns false after an error, which is printed.
bool measure_panes(const std::filesystem::path& path, const Window& window, Renderer& renderer,
                   const DrawChoices& draw) {
    Session leader;
    if (!open_pile(leader, path, pane_body_count)) return false;
    Comparison comparison(leader);
    if (const auto started = comparison.start({{"off"}, {"impulses"}, {"tree"}}); !started) {
        std::fputs(scene::format(started.error()).c_str(), stderr);
        return false;
    }
    View view{.camera = {}, .viewport = {0, 0, 1280, 720}, .pixel_ratio = window.pixel_ratio()};
    view.camera = fit_to_box(view, *world_bounds(leader.world()));
    const Palette& palette = palette_of(ThemeKind::Dark);
    CompareView panes;
    std::vector<double> step;
    std::vector<double> others;
    std::vector<double> build;
    std::vector<double> upload;
    std::vector<double> total;
    for (int i = 0; i < frame_count; ++i) {
        const std::uint64_t start = steady_nanoseconds();
        leader.step_once();
        step.push_back(milliseconds_since(start));
        const std::uint64_t others_start = steady_nanoseconds();
        static_cast<void>(comparison.update());
        others.push_back(milliseconds_since(others_start));
        const std::uint64_t build_start = steady_nanoseconds();
        const auto arrangement = CompareView::arrange(comparison, {}, view, 32.0f);
        panes.build(comparison, arrangement, draw, palette, {});
        build.push_back(milliseconds_since(build_start));
        const std::uint64_t upload_start = steady_nanoseconds();
        renderer.begin_frame(window.pixels(), palette.canvas);
        panes.upload(renderer);
        upload.push_back(milliseconds_since(upload_start));
        total.push_back(milliseconds_since(start));
        window.gl().finish();
    }
    std::printf(
        "four panes of %d bodies: step %.3f ms, other panes %.3f ms, build %.3f ms, upload %.3f ms, total "
        "%.3f ms\n",
        pane_body_count, median(step), median(others), median(build), median(upload), median(total));
    return true;
}

}  // namespace

int main() {
    const auto path = std::filesystem::temp_directory_path() / "toibox-frame-bench.toi.json";
    Session session;
    if (!open_pile(session, path, body_count)) return 1;
    auto window = Window::open({.title = "frame bench", .width = 1280, .height = 720, .unattended = true});
    if (!window) {
        std::fprintf(stderr, "%s\n", window.error().c_str());
        return 1;
    }
    auto renderer = Renderer::create(window->gl());
    if (!renderer) {
        std::fprintf(stderr, "%s\n", renderer.error().c_str());
        return 1;
    }
    DrawChoices draw;
    draw.world.boxes = true;
    draw.world.contacts = true;
    View view{.camera = {}, .viewport = {0, 0, 1280, 720}, .pixel_ratio = window->pixel_ratio()};
    view.camera = fit_to_box(view, *world_bounds(session.world()));
    const Palette& palette = palette_of(ThemeKind::Dark);
    WorldView world_view;
    std::vector<double> step;
    std::vector<double> build;
    std::vector<double> upload;
    std::vector<double> cpu_total;
    std::vector<double> whole_frame;
    for (int i = 0; i < frame_count; ++i) {
        const std::uint64_t start = steady_nanoseconds();
        session.step_once();
        step.push_back(milliseconds_since(start));
        const std::uint64_t build_start = steady_nanoseconds();
        world_view.build(session, draw, palette, view, {});
        build.push_back(milliseconds_since(build_start));
        const std::uint64_t upload_start = steady_nanoseconds();
        (*renderer)->begin_frame(window->pixels(), palette.canvas);
        world_view.upload(**renderer);
        upload.push_back(milliseconds_since(upload_start));
        cpu_total.push_back(milliseconds_since(start));
        window->gl().finish();
        window->swap();
        whole_frame.push_back(milliseconds_since(start));
    }
    const StepReport& report = session.last_report();
    std::printf("bodies %d, touching contacts %d, points %d\n", report.bodies, report.touching,
                report.manifold_points);
    std::printf(
        "step %.3f ms, build %.3f ms, upload %.3f ms, total %.3f ms; whole frame with rasterisation %.3f "
        "ms\n",
        median(step), median(build), median(upload), median(cpu_total), median(whole_frame));
    const bool measured = measure_panes(path, *window, **renderer, draw);
    std::filesystem::remove(path);
    return measured ? 0 : 1;
}
