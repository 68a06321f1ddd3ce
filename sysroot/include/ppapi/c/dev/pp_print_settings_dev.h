/* How a page is printed. */
#ifndef PPAPI_C_DEV_PP_PRINT_SETTINGS_DEV_H_
#define PPAPI_C_DEV_PP_PRINT_SETTINGS_DEV_H_

#include "ppapi/c/pp_bool.h"
#include "ppapi/c/pp_macros.h"
#include "ppapi/c/pp_point.h"
#include "ppapi/c/pp_rect.h"
#include "ppapi/c/pp_size.h"
#include "ppapi/c/pp_stdint.h"

typedef enum {
    PP_PRINTORIENTATION_NORMAL = 0,
    PP_PRINTORIENTATION_ROTATED_90_CW = 1,
    PP_PRINTORIENTATION_ROTATED_180 = 2,
    PP_PRINTORIENTATION_ROTATED_90_CCW = 3,
    PP_PRINTORIENTATION_ROTATED_LAST = PP_PRINTORIENTATION_ROTATED_90_CCW
} PP_PrintOrientation_Dev;

typedef enum {
    PP_PRINTOUTPUTFORMAT_RASTER = 1,
    PP_PRINTOUTPUTFORMAT_PDF = 2,
    PP_PRINTOUTPUTFORMAT_POSTSCRIPT = 4,
    PP_PRINTOUTPUTFORMAT_EMF = 8
} PP_PrintOutputFormat_Dev;

typedef enum {
    PP_PRINTSCALINGOPTION_NONE = 0,
    PP_PRINTSCALINGOPTION_FIT_TO_PRINTABLE_AREA = 1,
    PP_PRINTSCALINGOPTION_SOURCE_SIZE = 2,
    PP_PRINTSCALINGOPTION_FIT_TO_PAPER = 3,
    PP_PRINTSCALINGOPTION_LAST = PP_PRINTSCALINGOPTION_FIT_TO_PAPER
} PP_PrintScalingOption_Dev;

/* Lengths are in points, of which an inch has 72. */
struct PP_PrintSettings_Dev {
    struct PP_Rect printable_area;
    struct PP_Rect content_area;
    struct PP_Size paper_size;
    int32_t dpi;
    PP_PrintOrientation_Dev orientation;
    PP_PrintScalingOption_Dev print_scaling_option;
    PP_Bool grayscale;
    PP_PrintOutputFormat_Dev format;
};
PP_COMPILE_ASSERT_STRUCT_SIZE_IN_BYTES(PP_PrintSettings_Dev, 60);

#endif
