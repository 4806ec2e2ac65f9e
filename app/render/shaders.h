// SPDX-License-Identifier: MIT
#pragma once

namespace toibox::app::shaders {

// Lengths in fragment shaders are in pixels. Boxes and polygons take the position of a fragment from
// gl_FragCoord, not from an interpolated varying: gl_FragCoord is exact at any zoom, even if the quad extends
// far beyond the screen.
// Output colours have premultiplied alpha.

/// Start of every shader: uniforms of the view, rotations, and the width of a packed style.
inline constexpr char prelude[] = R"(#version 330 core
uniform vec2 view_to_clip;      // clip units per metre
uniform vec2 view_center;       // centre of the viewport, window pixels
uniform vec2 pattern_origin;    // world origin in window pixels, modulo the period of the patterns
uniform float pixels_per_meter;
uniform float pixels_per_point;

vec2 turn(vec2 q, vec2 v) { return vec2(q.x * v.x - q.y * v.y, q.y * v.x + q.x * v.y); }
vec2 turn_back(vec2 q, vec2 v) { return vec2(q.x * v.x + q.y * v.y, q.x * v.y - q.y * v.x); }
float line_width(uvec2 bits) { return float(bits.x) / 256.0 * pixels_per_point; }
)";

/// Part of every fragment shader: fill, pattern and outline from a signed distance.
inline constexpr char shading[] = R"(
// Coverage of a band of `width` around distance 0. A band thinner than a pixel fades and does not break up.
float band(float distance, float width) {
    return clamp(0.5 * width + 0.5 - abs(distance), 0.0, min(width, 1.0));
}
float stripes(float along, float pitch, float width) {
    return band(mod(along, pitch) - 0.5 * pitch, width);
}
float pattern_coverage(uint flags) {
    uint pattern = flags & 3u;
    if (pattern == 0u) return 0.0;
    vec2 p = (gl_FragCoord.xy - pattern_origin) / pixels_per_point;
    float width = pixels_per_point;
    float pitch = 8.0 * 1.41421356;
    float falling = stripes((p.x + p.y) * pixels_per_point * 0.70710678, pitch * 0.70710678 * pixels_per_point, width);
    float rising = stripes((p.x - p.y) * pixels_per_point * 0.70710678, pitch * 0.70710678 * pixels_per_point, width);
    if (pattern == 1u) return falling;
    if (pattern == 2u) return max(rising, falling);
    vec2 cell = mod(p, 8.0) - 4.0;
    return clamp(1.2 * pixels_per_point + 0.5 - length(cell) * pixels_per_point, 0.0, 1.0);
}
// `along`: arc length along the outline, for dashes.
vec4 shade(float distance, float along, float width, vec4 fill, vec4 outline, uint flags, float extra_line) {
    float inside = clamp(0.5 - distance, 0.0, 1.0);
    vec4 color = vec4(fill.rgb, 1.0) * (fill.a * inside);
    float marks = 0.4 * pattern_coverage(flags) * inside * outline.a;
    color = vec4(outline.rgb, 1.0) * marks + color * (1.0 - marks);
    float line = band(distance, width);
    if ((flags & 4u) != 0u) line *= stripes(along, 8.0 * pixels_per_point, 4.5 * pixels_per_point);
    line = max(line, extra_line * inside) * outline.a;
    return vec4(outline.rgb, 1.0) * line + color * (1.0 - line);
}
)";

inline constexpr char box_vertex[] = R"(
layout(location = 0) in vec2 in_center;
layout(location = 1) in vec2 in_rotation;
layout(location = 2) in vec3 in_half_radius;
layout(location = 3) in vec4 in_fill;
layout(location = 4) in vec4 in_outline;
layout(location = 5) in uvec2 in_bits;
flat out vec2 center;
flat out vec2 rotation;
flat out vec3 half_radius;
flat out vec4 fill;
flat out vec4 outline;
flat out uvec2 bits;

void main() {
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
    // The quad extends beyond the shape by half the outline and one pixel for antialiasing.
    float pad = in_half_radius.z + (0.5 * line_width(in_bits) + 1.0) / pixels_per_meter;
    vec2 at = in_center + turn(in_rotation, corner * (in_half_radius.xy + pad));
    gl_Position = vec4(at * view_to_clip, 0.0, 1.0);
    center = in_center * pixels_per_meter;
    rotation = in_rotation;
    half_radius = in_half_radius * pixels_per_meter;
    fill = in_fill;
    outline = in_outline;
    bits = in_bits;
}
)";

inline constexpr char box_fragment[] = R"(
flat in vec2 center;
flat in vec2 rotation;
flat in vec3 half_radius;
flat in vec4 fill;
flat in vec4 outline;
flat in uvec2 bits;
out vec4 color;

// Arc length, within one quadrant, from the midpoint of the right side to the outline point closest to p.
float outline_length(vec2 p, vec2 h, float r) {
    vec2 a = abs(p);
    vec2 q = a - h;
    if (q.x > 0.0 && q.y > 0.0) return h.y + max(r, 1.0) * atan(q.y, q.x);
    if (q.x > q.y) return a.y;
    return h.y + 1.57079633 * r + h.x - a.x;
}

void main() {
    vec2 p = turn_back(rotation, gl_FragCoord.xy - view_center - center);
    vec2 h = half_radius.xy;
    float r = half_radius.z;
    vec2 q = abs(p) - h;
    float distance = length(max(q, 0.0)) + min(max(q.x, q.y), 0.0) - r;
    float width = line_width(bits);
    float spoke = 0.0;
    if ((bits.y & 8u) != 0u) spoke = 0.7 * band(length(p - vec2(clamp(p.x, 0.0, h.x + r), 0.0)), width);
    float along = (bits.y & 4u) != 0u ? outline_length(p, h, r) : 0.0;
    color = shade(distance, along, width, fill, outline, bits.y, spoke);
}
)";

inline constexpr char polygon_vertex[] = R"(
layout(location = 0) in vec2 in_origin;
layout(location = 1) in vec2 in_rotation;
layout(location = 2) in vec4 in_vertices_0;
layout(location = 3) in vec4 in_vertices_1;
layout(location = 4) in vec4 in_vertices_2;
layout(location = 5) in vec4 in_vertices_3;
layout(location = 6) in float in_radius;
layout(location = 7) in vec4 in_fill;
layout(location = 8) in vec4 in_outline;
layout(location = 9) in uvec2 in_bits;
flat out vec2 origin;
flat out vec2 rotation;
flat out vec4 vertices_0;
flat out vec4 vertices_1;
flat out vec4 vertices_2;
flat out vec4 vertices_3;
flat out float radius;
flat out vec4 fill;
flat out vec4 outline;
flat out uvec2 bits;

void main() {
    vec2 v[8] = vec2[8](in_vertices_0.xy, in_vertices_0.zw, in_vertices_1.xy, in_vertices_1.zw,
                        in_vertices_2.xy, in_vertices_2.zw, in_vertices_3.xy, in_vertices_3.zw);
    int count = int(in_bits.y >> 8u);
    vec2 lower = v[0];
    vec2 upper = v[0];
    for (int i = 1; i < count; ++i) {
        lower = min(lower, v[i]);
        upper = max(upper, v[i]);
    }
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
    float pad = in_radius + (0.5 * line_width(in_bits) + 1.0) / pixels_per_meter;
    vec2 at = in_origin + turn(in_rotation, mix(lower - pad, upper + pad, corner));
    gl_Position = vec4(at * view_to_clip, 0.0, 1.0);
    origin = in_origin * pixels_per_meter;
    rotation = in_rotation;
    vertices_0 = in_vertices_0 * pixels_per_meter;
    vertices_1 = in_vertices_1 * pixels_per_meter;
    vertices_2 = in_vertices_2 * pixels_per_meter;
    vertices_3 = in_vertices_3 * pixels_per_meter;
    radius = in_radius * pixels_per_meter;
    fill = in_fill;
    outline = in_outline;
    bits = in_bits;
}
)";

inline constexpr char polygon_fragment[] = R"(
flat in vec2 origin;
flat in vec2 rotation;
flat in vec4 vertices_0;
flat in vec4 vertices_1;
flat in vec4 vertices_2;
flat in vec4 vertices_3;
flat in float radius;
flat in vec4 fill;
flat in vec4 outline;
flat in uvec2 bits;
out vec4 color;

void main() {
    vec2 v[8] = vec2[8](vertices_0.xy, vertices_0.zw, vertices_1.xy, vertices_1.zw,
                        vertices_2.xy, vertices_2.zw, vertices_3.xy, vertices_3.zw);
    int count = int(bits.y >> 8u);
    vec2 p = turn_back(rotation, gl_FragCoord.xy - view_center - origin);
    float deepest = -1e30;     // maximum signed distance to the lines through the edges; exact inside
    float nearest = 1e30;      // squared distance to the nearest edge; exact outside
    float along = 0.0;
    vec2 from = v[count - 1];
    for (int i = 0; i < count; ++i) {
        vec2 edge = v[i] - from;
        vec2 d = p - from;
        float len = length(edge);
        vec2 dir = edge / len;
        deepest = max(deepest, d.x * dir.y - d.y * dir.x);
        float t = clamp(dot(d, dir), 0.0, len);
        vec2 off = d - t * dir;
        float squared_distance = dot(off, off);
        if (squared_distance < nearest) {
            nearest = squared_distance;
            along = t;
        }
        from = v[i];
    }
    float distance = (deepest < 0.0 ? deepest : sqrt(nearest)) - radius;
    color = shade(distance, along, line_width(bits), fill, outline, bits.y, 0.0);
}
)";

inline constexpr char fill_vertex[] = R"(
layout(location = 0) in vec2 in_position;
layout(location = 1) in vec2 in_distance_along;
layout(location = 2) in vec4 in_fill;
layout(location = 3) in vec4 in_outline;
layout(location = 4) in uvec2 in_bits;
out vec2 distance_along;
flat out vec4 fill;
flat out vec4 outline;
flat out uvec2 bits;

void main() {
    gl_Position = vec4(in_position * view_to_clip, 0.0, 1.0);
    distance_along = in_distance_along * pixels_per_point;
    fill = in_fill;
    outline = in_outline;
    bits = in_bits;
}
)";

inline constexpr char fill_fragment[] = R"(
in vec2 distance_along;
flat in vec4 fill;
flat in vec4 outline;
flat in uvec2 bits;
out vec4 color;

void main() {
    color = shade(distance_along.x, distance_along.y, line_width(bits), fill, outline, bits.y, 0.0);
}
)";

}  // namespace toibox::app::shaders
