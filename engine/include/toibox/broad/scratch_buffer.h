// SPDX-License-Identifier: MIT
#pragma once

namespace toibox::broad {

/// A buffer that is reused between calls to save allocations. A copy of the owner gets an empty buffer,
/// because a world copied for its history should not carry scratch memory; an assignment keeps the buffer of
/// the target.
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
