// Lua and SQLite in one program: the first argument says which is to run.
#include <string.h>

int lua_run_main(int count, char **arguments);
int sqlite_session_main(int count, char **arguments);

int main(int count, char **arguments)
{
    int is_lua = count > 1 && !strcmp(arguments[1], "lua_run");
    int (*run)(int, char **) = is_lua ? lua_run_main : sqlite_session_main;
    return count > 1 ? run(count - 1, arguments + 1) : 2;
}
