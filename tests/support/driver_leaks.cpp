// SPDX-License-Identifier: MIT
// Leaks that are not ours. Under the leak sanitizer drivers stay loaded, so that it can name them: it then
// knows Mesa's option tables (5 kB a context, Mesa 22.3) from a leak of the project.
#if defined(__has_feature)
    #if __has_feature(address_sanitizer)
        #define TOIBOX_LEAKS_ARE_FOUND
    #endif
#endif
#if defined(__SANITIZE_ADDRESS__) && !defined(TOIBOX_LEAKS_ARE_FOUND)
    #define TOIBOX_LEAKS_ARE_FOUND
#endif

#ifdef TOIBOX_LEAKS_ARE_FOUND
extern "C" {
const char* __lsan_default_suppressions() {
    return "leak:_dri.so\nleak:libdbus\n";
}
int dlclose(void* /*handle*/) {
    return 0;
}
}
#endif
