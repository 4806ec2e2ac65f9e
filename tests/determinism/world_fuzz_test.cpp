// SPDX-License-Identifier: MIT
// A world stays valid under random operations, and the same operations give the same bits again.
#include "toibox/dynamics/state_io.h"

#include "tests/support/worlds.h"

namespace toibox {
namespace {

using namespace testing_support;

/// A world and random operations on it. Two fuzzers with the same seed apply the same operations.
class Fuzzer {
public:
    explicit Fuzzer(std::uint64_t seed) : generator_(seed) {
        floor_ = add_floor(world_);
        bodies_.push_back(floor_);
    }

    World& world() { return world_; }

    void apply_random_operation() {
        switch (generator_.rng.below(16)) {
            case 0:
            case 1:
            case 2:
                return create_body();
            case 3:
                return attach();
            case 4:
                return destroy_body();
            case 5:
                return destroy_shape();
            case 6:
                return create_joint();
            case 7:
                return destroy_joint();
            case 8:
                return change_settings();
            case 9:
                return change_body();
            default:
                world_.step(time_step);
        }
    }

private:
    BodyHandle random_body() {
        return bodies_[generator_.rng.below(static_cast<std::uint32_t>(bodies_.size()))];
    }

    void create_body() {
        BodyDef def;
        def.type = static_cast<BodyType>(generator_.rng.integer(0, 6) < 1 ? generator_.rng.below(2) : 2);
        def.position = generator_.point(6.0f) + Vec2{0, 6};
        def.linear_velocity = generator_.point(60.0f);
        def.angular_velocity = generator_.uniform(-30.0f, 30.0f);
        def.bullet = generator_.rng.below(4) == 0;
        bodies_.push_back(world_.create_body(def));
        world_.attach(bodies_.back(), generator_.solid_shape(generator_.magnitude(0.05f, 1.0f)));
    }
    void attach() {
        const BodyHandle body = random_body();
        ShapeDef def;
        def.sensor = generator_.rng.below(8) == 0;
        def.filter.group = generator_.rng.integer(-1, 1);
        def.material.restitution = generator_.uniform(0.0f, 1.0f);
        const Shape shape = generator_.solid_shape(0.5f);
        EXPECT_EQ(world_.try_attach(body, shape, def).has_value(), world_.find(body).has_value());
    }
    void destroy_body() {
        const BodyHandle body = random_body();
        if (body != floor_) world_.destroy(body);
    }
    void destroy_shape() {
        const std::vector<ShapeHandle> shapes = world_.shapes();
        if (!shapes.empty())
            world_.destroy(shapes[generator_.rng.below(static_cast<std::uint32_t>(shapes.size()))]);
    }
    void create_joint() {
        const BodyHandle a = random_body();
        const BodyHandle b = random_body();
        const Vec2 anchor = generator_.point(6.0f);
        if (generator_.rng.next_bool()) {
            (void)world_.try_create_joint(MouseJointDef{.body = a, .point = anchor, .target = {0, 5}});
        } else {
            (void)world_.try_create_joint(RevoluteJointDef{
                .body_a = a, .body_b = b, .anchor = anchor, .collide_connected = generator_.rng.next_bool()});
        }
    }
    void destroy_joint() {
        const std::vector<JointHandle> joints = world_.joints();
        if (!joints.empty())
            world_.destroy(joints[generator_.rng.below(static_cast<std::uint32_t>(joints.size()))]);
    }
    void change_settings() {
        WorldSettings settings;
        settings.continuous = static_cast<ContinuousPolicy>(generator_.rng.below(3));
        settings.broad_phase = static_cast<BroadPhaseKind>(generator_.rng.below(3));
        settings.matching = static_cast<ContactMatching>(generator_.rng.below(4));
        settings.stop_at_each_impact = generator_.rng.below(3) == 0;
        settings.detection_substeps = generator_.rng.integer(1, 2);
        settings.contact_margin = generator_.rng.next_bool() ? 0.02f : 0.3f;
        EXPECT_TRUE(world_.set_settings(settings).has_value());
    }
    void change_body() {
        std::optional<BodyView> body = world_.find(random_body());
        if (!body) return;
        switch (generator_.rng.below(5)) {
            case 0:
                return body->set_transform(generator_.point(6.0f), generator_.uniform(-3.0f, 3.0f));
            case 1:
                return body->set_type(static_cast<BodyType>(generator_.rng.below(3)));
            case 2:
                return body->set_fixed_rotation(generator_.rng.next_bool());
            case 3:
                return body->apply_impulse(generator_.point(20.0f), generator_.point(6.0f));
            default:
                return body->set_velocity(generator_.point(200.0f), generator_.uniform(-50.0f, 50.0f));
        }
    }

    Generator generator_;
    World world_;
    BodyHandle floor_;
    std::vector<BodyHandle> bodies_;
};

TEST(WorldFuzz, KeepsTheWorldValidAndRepeatable) {
    for (std::uint64_t seed = 100; seed < 112; ++seed) {
        Fuzzer first(seed);
        Fuzzer second(seed);
        for (int i = 0; i < 400; ++i) {
            first.apply_random_operation();
            second.apply_random_operation();
            ASSERT_TRUE(is_valid_world(first.world())) << "seed " << seed << ", operation " << i;
            ASSERT_EQ(first.world().hash(), second.world().hash()) << "seed " << seed << ", operation " << i;
            if (i % 50 != 49) continue;
            // The second world continues from its own bytes.
            Result<World, StateError> read = read_state(write_state(second.world().state()));
            ASSERT_TRUE(read.has_value()) << read.error().where << " " << read.error().what;
            second.world() = *std::move(read);
        }
    }
}

}  // namespace
}  // namespace toibox
