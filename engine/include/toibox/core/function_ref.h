// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <type_traits>
#include <utility>

namespace toibox {

template <class Signature>
class FunctionRef;

/// A non-owning reference to a callable: two pointers, no allocation. Valid only while the callable is alive,
/// so use it as a parameter type, never as a member.
template <class R, class... Args>
class FunctionRef<R(Args...)> {
public:
    // Implicit on purpose: lambdas are passed directly as FunctionRef arguments.
    template <class F>
        requires(!std::is_same_v<std::remove_cvref_t<F>, FunctionRef> &&
                 std::is_invocable_r_v<R, F&, Args...>)
    FunctionRef(
        F&& f) noexcept  // NOLINT(google-explicit-constructor, bugprone-forwarding-reference-overload)
        : object_(const_cast<void*>(static_cast<const void*>(std::addressof(f)))),
          call_([](void* object, Args... args) -> R {
              return (*static_cast<std::add_pointer_t<std::remove_reference_t<F>>>(object))(
                  std::forward<Args>(args)...);
          }) {}

    R operator()(Args... args) const { return call_(object_, std::forward<Args>(args)...); }

private:
    void* object_;
    R (*call_)(void*, Args...);
};

}  // namespace toibox
