// Runs the Lua script that is named first, with the other arguments as `arg`.
#include <stdio.h>

#include "lauxlib.h"
#include "lua.h"
#include "lualib.h"

int main(int count, char **arguments)
{
    if (count < 2) {
        fprintf(stderr, "usage: %s SCRIPT [ARGUMENT...]\n", arguments[0]);
        return 2;
    }
    lua_State *state = luaL_newstate();
    if (!state)
        return 3;
    luaL_openlibs(state);
    lua_createtable(state, count - 2, 0);
    for (int i = 2; i < count; i++) {
        lua_pushstring(state, arguments[i]);
        lua_rawseti(state, -2, i - 1);
    }
    lua_setglobal(state, "arg");
    int failed = luaL_dofile(state, arguments[1]);
    if (failed)
        fprintf(stderr, "%s\n", lua_tostring(state, -1));
    lua_close(state);
    return failed ? 1 : 0;
}
