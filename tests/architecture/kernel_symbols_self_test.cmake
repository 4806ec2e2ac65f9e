# SPDX-License-Identifier: MIT
# Compiles small kernels, with and without a violation, and expects kernel_symbols.cmake to report only the violations.
cmake_minimum_required(VERSION 3.25)

# expect(<source> <pass or fail>)
function(expect source outcome)
    file(REMOVE_RECURSE "${WORK}")
    file(WRITE "${WORK}/kernel.cpp" "${source}")
    # Unoptimised, so that inline functions are emitted.
    execute_process(COMMAND ${CXX} -O0 -c "${WORK}/kernel.cpp" -o "${WORK}/kernel.o" COMMAND_ERROR_IS_FATAL ANY)
    execute_process(COMMAND ${CMAKE_COMMAND} -D NM=${NM} -D OBJECTS=${WORK}/kernel.o -P ${CHECK}
        RESULT_VARIABLE result OUTPUT_QUIET ERROR_QUIET)
    if(outcome STREQUAL pass AND NOT result EQUAL 0)
        message(FATAL_ERROR "reported without reason: ${source}")
    elseif(outcome STREQUAL fail AND result EQUAL 0)
        message(FATAL_ERROR "not reported: ${source}")
    endif()
endfunction()

set(kernel "namespace isa_avx2 { struct Simd {}; void run(float* x) { *x = half(*x); } }")
set(body "(float x) { return x / 2; }\n")
expect("static float half${body}${kernel}" pass)
expect("inline float half${body}${kernel}" fail)
expect("float half${body}${kernel}" fail)
expect("template <class S> float half_of${body}namespace isa_avx2 { struct Simd {}; void run(float* x) { *x = half_of<Simd>(*x); } }" pass)
expect("template <class T> T half(T x) { return x / 2; }\n${kernel}" fail)
expect("static float half${body}" fail)
