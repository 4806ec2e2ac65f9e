// SPDX-License-Identifier: MIT
#include "scene/format/choices.h"

#include "toibox/dynamics/settings.h"
#include "toibox/geometry/bounding_volume.h"
#include "toibox/scene/scene.h"

namespace toibox::scene {

namespace {

template <class Enum>
std::vector<Choice> available(std::span<const EnumEntry<Enum>> table) {
    std::vector<Choice> out;
    for (const EnumEntry<Enum>& entry : table) {
        out.push_back({entry.name, static_cast<int>(entry.value)});
    }
    return out;
}

}  // namespace

Choices solver_choices() {
    return {"solver", available(solver_kinds())};
}
Choices integrator_choices() {
    return {"integrator", available(integrators())};
}
Choices continuous_choices() {
    return {"continuous policy", available(continuous_policies())};
}
Choices toi_choices() {
    Choices out{"time-of-impact method", {}};
    for (const ToiPromises& entry : toi_methods()) {
        out.available.push_back({entry.name, static_cast<int>(entry.method)});
    }
    return out;
}
Choices root_finder_choices() {
    Choices out{"root finder", {}};
    for (const RootFinderInfo& entry : root_finders()) {
        out.available.push_back({entry.name, static_cast<int>(entry.finder)});
    }
    return out;
}
Choices matching_choices() {
    return {"contact matching", available(contact_matchings())};
}
Choices broad_phase_choices() {
    return {"broad phase", available(broad_phase_kinds())};
}
Choices body_type_choices() {
    return {"body type",
            {{"static", static_cast<int>(BodyType::Static)},
             {"kinematic", static_cast<int>(BodyType::Kinematic)},
             {"dynamic", static_cast<int>(BodyType::Dynamic)}}};
}

std::string_view name_of(BodyType type) {
    switch (type) {
        case BodyType::Static:
            return "static";
        case BodyType::Kinematic:
            return "kinematic";
        case BodyType::Dynamic:
            return "dynamic";
    }
    return {};
}

Choices shape_choices() {
    return {"shape type",
            {{"circle", static_cast<int>(ShapeKind::Circle)},
             {"capsule", static_cast<int>(ShapeKind::Capsule)},
             {"box", static_cast<int>(ShapeKind::Box)},
             {"polygon", static_cast<int>(ShapeKind::Polygon)},
             {"segment", static_cast<int>(ShapeKind::Segment)},
             {"chain", static_cast<int>(ShapeKind::Chain)},
             {"hull", static_cast<int>(ShapeKind::Hull)},
             {"concave", static_cast<int>(ShapeKind::Concave)}}};
}

Choices joint_choices() {
    return {"joint type",
            {{"revolute", 0},
             {"distance", 1},
             {"prismatic", 2},
             {"weld", 3},
             {"wheel", 4},
             {"motor", 5},
             {"mouse", 6}}};
}

Choices event_choices() {
    return {"event",
            {{"spawn", static_cast<int>(EventKind::Spawn)},
             {"remove", static_cast<int>(EventKind::Remove)},
             {"impulse", static_cast<int>(EventKind::Impulse)},
             {"force", static_cast<int>(EventKind::Force)},
             {"set_velocity", static_cast<int>(EventKind::SetVelocity)},
             {"set", static_cast<int>(EventKind::Set)},
             {"camera", static_cast<int>(EventKind::Camera)},
             {"annotate", static_cast<int>(EventKind::Annotate)},
             {"slow_motion", static_cast<int>(EventKind::SlowMotion)},
             {"pause", static_cast<int>(EventKind::Pause)},
             {"assert", static_cast<int>(EventKind::Assert)},
             {"explode", static_cast<int>(EventKind::Explode)},
             {"teleport", static_cast<int>(EventKind::Teleport)},
             {"set_joint", static_cast<int>(EventKind::SetJoint)}}};
}

Choices query_choices() {
    Choices out{"query", {}};
    for (const QueryKind& entry : query_kinds()) {
        out.available.push_back({entry.name, static_cast<int>(entry.kind)});
    }
    return out;
}

Choices volume_choices() {
    Choices out{"bounding volume", {}};
    for (const BoundingVolumeInfo& entry : bounding_volume_kinds()) {
        out.available.push_back({entry.name, static_cast<int>(entry.kind)});
    }
    return out;
}

Choices distance_choices() {
    Choices out{"distance method", {}};
    for (const DistanceMethodInfo& entry : distance_methods()) {
        out.available.push_back({entry.name, static_cast<int>(entry.method)});
    }
    return out;
}

Choices ending_choices() {
    return {"ending",
            {{"pause", static_cast<int>(Ending::Pause)},
             {"verdict", static_cast<int>(Ending::AtVerdict)},
             {"loop", static_cast<int>(Ending::Loop)},
             {"never", static_cast<int>(Ending::Never)}}};
}
Choices mark_choices() {
    return {"mark",
            {{"note", static_cast<int>(PageMark::Kind::Note)},
             {"line", static_cast<int>(PageMark::Kind::Line)},
             {"arrow", static_cast<int>(PageMark::Kind::Arrow)},
             {"band", static_cast<int>(PageMark::Kind::Band)},
             {"ghost", static_cast<int>(PageMark::Kind::Ghost)}}};
}
Choices mark_color_choices() {
    return {"color",
            {{"text", static_cast<int>(PageMark::Paint::Text)},
             {"good", static_cast<int>(PageMark::Paint::Good)},
             {"bad", static_cast<int>(PageMark::Paint::Bad)},
             {"warning", static_cast<int>(PageMark::Paint::Warning)},
             {"a", static_cast<int>(PageMark::Paint::A)},
             {"b", static_cast<int>(PageMark::Paint::B)}}};
}
Choices sweep_scale_choices() {
    return {"scale", {{"linear", 0}, {"log", 1}}};
}

}  // namespace toibox::scene
