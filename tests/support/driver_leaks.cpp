// SPDX-License-Identifier: MIT
// Leaks that are not ours. Under the leak sanitizer drivers stay loaded, so that it can name them: it then
// knows Mesa's option tables (5 kB a context, Mesa 22.3) from a leak of the project.
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
