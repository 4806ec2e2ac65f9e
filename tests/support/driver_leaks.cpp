// SPDX-License-Identifier: MIT
// Suppresses leaks of graphics drivers and of D-Bus, such as Mesa's option tables (5 kB per context,
// Mesa 22.3). This dlclose does nothing, because the leak sanitizer can attribute leaks only to libraries
// that are still loaded.
#include "tests/support/sanitizers.h"

#ifdef TOIBOX_ADDRESS_SANITIZER
extern "C" {
const char* __lsan_default_suppressions() {
    return "leak:_dri.so\nleak:libdbus\n";
}
int dlclose(void* /*handle*/) {
    return 0;
}
}
#endif
