# SPDX-License-Identifier: MIT
# Fails if an object that was compiled for AVX2 defines a global or weak symbol without isa_avx2 in its name. Such a symbol
# would be an inline function or a template instance that other objects define, too. The linker keeps one of the copies, and
# the AVX2 copy crashes on processors without AVX2, even if no kernel is used.
#   cmake -D NM=… -D "OBJECTS=a_avx2.cpp.o;…" -P kernel_symbols.cmake
cmake_minimum_required(VERSION 3.25)

if(NOT OBJECTS)
    message(FATAL_ERROR "kernel symbols: no objects given; has the naming pattern of the objects changed?")
endif()
set(errors)
foreach(object IN LISTS OBJECTS)
    execute_process(COMMAND ${NM} --defined-only --extern-only --format=posix "${object}"
        OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
    string(REGEX MATCHALL "[^\n]+" symbols "${symbols}")
    set(named 0)
    foreach(symbol IN LISTS symbols)
        # A line is "name type value size". The mangled name of anything in the namespace isa_avx2, or instantiated with
        # its Simd, contains "isa_avx2".
        if(symbol MATCHES "^[^ ]*isa_avx2[^ ]* ")
            math(EXPR named "${named} + 1")
        elseif(NOT symbol MATCHES "^[^ ]* C ")  # Common data, such as that of the address sanitizer, contains no instructions.
            list(APPEND errors "${object}: ${symbol}")
        endif()
    endforeach()
    if(named EQUAL 0)
        list(APPEND errors "${object}: defines no isa_avx2 symbol")
    endif()
endforeach()
if(errors)
    list(JOIN errors "\n  " text)
    message(FATAL_ERROR "kernel symbols:\n  ${text}")
endif()
