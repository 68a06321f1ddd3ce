/* From one case to the other, for letters of the other case only: functions of the names that
   are macros, too, as in other C libraries. */
#include <ctype.h>

#undef _tolower
#undef _toupper

int _tolower(int letter) {
    return letter - 'A' + 'a';
}

int _toupper(int letter) {
    return letter - 'a' + 'A';
}
