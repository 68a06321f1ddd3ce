// Says a line of each level in the console, alone and with a source, then posts "said".
#include "check.h"

#include <ppapi/c/ppb_console.h>
#include <ppapi/c/ppb_messaging.h>

static void begin(void) {
    const PPB_Console *console = ask(PPB_CONSOLE_INTERFACE);
    const PPB_Messaging *messaging = ask(PPB_MESSAGING_INTERFACE);
    struct PP_Var text = text_var("a line"), source = text_var("here"), said = text_var("said");
    for (int level = PP_LOGLEVEL_TIP; level <= PP_LOGLEVEL_ERROR; level++) {
        console->Log(instance, (PP_LogLevel) level, text);
        console->LogWithSource(instance, (PP_LogLevel) level, source, text);
    }
    console->Log(instance, PP_LOGLEVEL_LOG, PP_MakeInt32(7));
    messaging->PostMessage(instance, said);
    vars->Release(text);
    vars->Release(source);
    vars->Release(said);
}
