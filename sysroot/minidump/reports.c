/* Reports of crashes, of which there are none: see the header. */
#include <nacl/nacl_minidump.h>
#include <stdio.h>

void nacl_minidump_register_crash_handler(void) {
    fputs("minidump: crashes are not reported, since this host handles no exceptions\n", stderr);
}

void nacl_minidump_set_callback(nacl_minidump_callback_t callback) {
    (void) callback;
}

void nacl_minidump_set_module_name(const char *name) {
    (void) name;
}

void nacl_minidump_set_module_build_id(const uint8_t data[NACL_MINIDUMP_BUILD_ID_SIZE]) {
    (void) data;
}

void nacl_minidump_snapshot_module_list(void) {}

void nacl_minidump_clear_module_list(void) {}
