# SPDX-License-Identifier: MIT
# Fails when an object that was compiled for AVX2 defines a symbol for everybody (global or weak) whose name does not say so.
# Such a symbol would be an inline function or a template instance that other objects hold too: the linker keeps one of the
# copies, and the AVX2 one would crash on a processor without AVX2, though nobody there asked for the kernel.
#   cmake -D NM=… -D "OBJECTS=a_avx2.cpp.o;…" -P kernel_symbols.cmake
cmake_minimum_required(VERSION 3.25)

if(NOT OBJECTS)
    message(FATAL_ERROR "kernel symbols: no object was named: has the pattern of the objects' names changed?")
endif()
set(errors)
foreach(object IN LISTS OBJECTS)
    execute_process(COMMAND ${NM} --defined-only --extern-only --format=posix "${object}"
        OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
    string(REGEX MATCHALL "[^\n]+" symbols "${symbols}")
    set(named 0)
    foreach(symbol IN LISTS symbols)
        # A line is "name type value size"; the mangled name of anything in the namespace, or instantiated with
        # the namespace's Simd, holds "isa_avx2".
        if(symbol MATCHES "^[^ ]*isa_avx2[^ ]* ")
            math(EXPR named "${named} + 1")
        elseif(NOT symbol MATCHES "^[^ ]* C ")  # Common data, as of the address sanitizer, holds no instruction.
            list(APPEND errors "${object}: ${symbol}")
        endif()
    endforeach()
    if(named EQUAL 0)
        list(APPEND errors "${object}: defines nothing named isa_avx2: what is it for?")
    endif()
endforeach()
if(errors)
    list(JOIN errors "\n  " text)
    message(FATAL_ERROR "kernel symbols:\n  ${text}")
endif()
