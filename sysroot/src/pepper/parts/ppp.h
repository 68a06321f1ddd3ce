#ifdef __cplusplus
extern "C" {
#endif

/* What a program defines. The first is called before all else, and gives PP_OK if
   the program can run. */
PP_EXPORT int32_t PPP_InitializeModule(
    PP_Module module, PPB_GetInterface get_browser_interface);
PP_EXPORT void PPP_ShutdownModule(void);

/* The interface of the program's with a name, or NULL. */
PP_EXPORT const void* PPP_GetInterface(const char* interface_name);

#ifdef __cplusplus
}
#endif
