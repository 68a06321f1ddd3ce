//! Types of pictures, surfaces and contexts.

use super::*;

headers! {
    "pp_graphics_3d.h" {
        enum PP_Graphics3DAttrib {
            PP_GRAPHICS3DATTRIB_ALPHA_SIZE = 12321,
            PP_GRAPHICS3DATTRIB_BLUE_SIZE = 12322,
            PP_GRAPHICS3DATTRIB_GREEN_SIZE = 12323,
            PP_GRAPHICS3DATTRIB_RED_SIZE = 12324,
            PP_GRAPHICS3DATTRIB_DEPTH_SIZE = 12325,
            PP_GRAPHICS3DATTRIB_STENCIL_SIZE = 12326,
            PP_GRAPHICS3DATTRIB_SAMPLES = 12337,
            PP_GRAPHICS3DATTRIB_SAMPLE_BUFFERS = 12338,
            PP_GRAPHICS3DATTRIB_NONE = 12344,
            PP_GRAPHICS3DATTRIB_HEIGHT = 12374,
            PP_GRAPHICS3DATTRIB_WIDTH = 12375,
            PP_GRAPHICS3DATTRIB_SWAP_BEHAVIOR = 12435,
            PP_GRAPHICS3DATTRIB_BUFFER_PRESERVED = 12436,
            PP_GRAPHICS3DATTRIB_BUFFER_DESTROYED = 12437,
            PP_GRAPHICS3DATTRIB_GPU_PREFERENCE = 69632,
            PP_GRAPHICS3DATTRIB_GPU_PREFERENCE_LOW_POWER = 69633,
            PP_GRAPHICS3DATTRIB_GPU_PREFERENCE_PERFORMANCE = 69634,
            PP_GRAPHICS3DATTRIB_SINGLE_BUFFER = 12421,
        }
    }
    "ppb_fullscreen.h" {
        interface "PPB_Fullscreen" PPB_Fullscreen PPB_FULLSCREEN;
    }
    "ppb_graphics_2d.h" {
        interface "PPB_Graphics2D" PPB_Graphics2D PPB_GRAPHICS_2D;
    }
    "ppb_graphics_3d.h" {
        interface "PPB_Graphics3D" PPB_Graphics3D PPB_GRAPHICS_3D;
    }
    "ppb_image_data.h" {
        enum PP_ImageDataFormat {
            PP_IMAGEDATAFORMAT_BGRA_PREMUL = 0,
            PP_IMAGEDATAFORMAT_RGBA_PREMUL = 1,
        }
        struct PP_ImageDataDesc {
            format: PP_ImageDataFormat,
            size: PP_Size,
            stride: int32_t,
        }
        interface "PPB_ImageData" PPB_ImageData PPB_IMAGEDATA;
    }
    "ppb_opengles2.h" {
        interface "PPB_OpenGLES2" PPB_OpenGLES2 PPB_OPENGLES2;
        interface "PPB_OpenGLES2ChromiumEnableFeature" PPB_OpenGLES2ChromiumEnableFeature PPB_OPENGLES2CHROMIUMENABLEFEATURE;
        interface "PPB_OpenGLES2ChromiumMapSub" PPB_OpenGLES2ChromiumMapSub PPB_OPENGLES2CHROMIUMMAPSUB;
        interface "PPB_OpenGLES2FramebufferBlit" PPB_OpenGLES2FramebufferBlit PPB_OPENGLES2FRAMEBUFFERBLIT;
        interface "PPB_OpenGLES2FramebufferMultisample" PPB_OpenGLES2FramebufferMultisample PPB_OPENGLES2FRAMEBUFFERMULTISAMPLE;
        interface "PPB_OpenGLES2InstancedArrays" PPB_OpenGLES2InstancedArrays PPB_OPENGLES2INSTANCEDARRAYS;
        interface "PPB_OpenGLES2Query" PPB_OpenGLES2Query PPB_OPENGLES2QUERY;
        interface "PPB_OpenGLES2VertexArrayObject" PPB_OpenGLES2VertexArrayObject PPB_OPENGLES2VERTEXARRAYOBJECT;
    }
    "ppb_view.h" {
        interface "PPB_View" PPB_View PPB_VIEW;
    }
    "ppp_graphics_3d.h" {
        interface "PPP_Graphics_3D" PPP_Graphics3D PPP_GRAPHICS_3D;
    }
}
