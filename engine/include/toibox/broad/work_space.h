// SPDX-License-Identifier: MIT
#pragma once

namespace toibox::broad {

/// Buffers that outlive a call to save allocations, and that a copy of their owner does without: a world that
/// is copied for its history should not carry them along.
template <class T>
class ScratchBuffer {
public:
    ScratchBuffer() = default;
    ScratchBuffer(const ScratchBuffer& /*other*/) {}
    ScratchBuffer& operator=(const ScratchBuffer& /*other*/) { return *this; }
    ~ScratchBuffer() = default;

    T& operator*() { return value_; }
    const T& operator*() const { return value_; }
    T* operator->() { return &value_; }

private:
    T value_;
};

}  // namespace toibox::broad
