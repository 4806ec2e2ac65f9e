// SPDX-License-Identifier: MIT
#pragma once

namespace toibox::broad {

/// Buffers that outlive a call to save allocations, and that a copy of their owner does without: a world that
/// is copied for its history should not carry them along.
template <class T>
class WorkSpace {
public:
    WorkSpace() = default;
    WorkSpace(const WorkSpace& /*other*/) {}
    WorkSpace& operator=(const WorkSpace& /*other*/) { return *this; }
    ~WorkSpace() = default;

    T& operator*() { return value_; }
    const T& operator*() const { return value_; }
    T* operator->() { return &value_; }

private:
    T value_;
};

}  // namespace toibox::broad
