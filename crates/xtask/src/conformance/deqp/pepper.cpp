// dEQP's platform on Pepper: an OpenGL ES 2 context of PPB_Graphics3D, and the files of the page.
#include <assert.h>
#include <sys/mount.h>

#include <GLES2/gl2.h>
#include <GLES2/gl2ext.h>
#include <ppapi/c/pp_graphics_3d.h>
#include <ppapi/c/ppb_core.h>
#include <ppapi/c/ppb_graphics_3d.h>
#include <ppapi/c/ppb_instance.h>
#include <ppapi/lib/gl/gles2/gl2ext_ppapi.h>
#include <ppapi_simple/ps.h>
#include <ppapi_simple/ps_interface.h>
#include <ppapi_simple/ps_main.h>

#include "gluContextFactory.hpp"
#include "gluPlatform.hpp"
#include "gluRenderConfig.hpp"
#include "gluRenderContext.hpp"
#include "glwFunctions.hpp"
#include "glwEnums.hpp"
#include "glwInitES20Direct.hpp"
#include "tcuDefs.hpp"
#include "tcuMustpassGen.hpp"
#include "tcuPlatform.hpp"
#include "tcuRenderTarget.hpp"

namespace {

// Returns a value of the configuration, or the usual one if dEQP does not care.
int chosen(int configured, int usual) {
    return configured == glu::RenderConfig::DONT_CARE ? usual : configured;
}

class PepperContext : public glu::RenderContext {
public:
    explicit PepperContext(const glu::RenderConfig &config);
    ~PepperContext() override;

    glu::ContextType getType() const override {
        return m_type;
    }

    const glw::Functions &getFunctions() const override {
        return m_functions;
    }

    const tcu::RenderTarget &getRenderTarget() const override {
        return m_target;
    }

    // Surfaces that dEQP draws to are read with glReadPixels, so no frame is shown.
    void postIterate() override {
        m_functions.finish();
    }

    void makeCurrent() override {
        glSetCurrentContextPPAPI(m_context);
    }

private:
    glu::ContextType m_type;
    glw::Functions m_functions;
    tcu::RenderTarget m_target;
    PP_Resource m_context;
};

PepperContext::PepperContext(const glu::RenderConfig &config) : m_type(config.type) {
    const int width = chosen(config.width, 256), height = chosen(config.height, 256);
    const int32_t attributes[] = {
        PP_GRAPHICS3DATTRIB_WIDTH, width,
        PP_GRAPHICS3DATTRIB_HEIGHT, height,
        PP_GRAPHICS3DATTRIB_ALPHA_SIZE, chosen(config.alphaBits, 8),
        PP_GRAPHICS3DATTRIB_DEPTH_SIZE, chosen(config.depthBits, 24),
        PP_GRAPHICS3DATTRIB_STENCIL_SIZE, chosen(config.stencilBits, 8),
        PP_GRAPHICS3DATTRIB_SAMPLES, chosen(config.numSamples, 0),
        PP_GRAPHICS3DATTRIB_NONE,
    };
    if (!glInitializePPAPI(PSGetInterface))
        throw tcu::NotSupportedError("the browser has no OpenGL ES 2");
    m_context = PSInterfaceGraphics3D()->Create(PSGetInstanceId(), 0, attributes);
    if (!m_context)
        throw tcu::NotSupportedError("PPB_Graphics3D.Create failed");
    glSetCurrentContextPPAPI(m_context);
    PSInterfaceInstance()->BindGraphics(PSGetInstanceId(), m_context);
    glw::initES20Direct(&m_functions);
    // OpenGL ES 2 has these; in Chrome a program asks for them.
    const char *const features[] = {
        "pepper3d_support_fixed_attribs",
        "pepper3d_allow_buffers_on_multiple_targets",
    };
    for (const char *feature : features)
        if (!glEnableFeatureCHROMIUM(feature))
            throw tcu::NotSupportedError(feature);

    const auto bits = [this](glw::GLenum name) {
        glw::GLint value = 0;
        m_functions.getIntegerv(name, &value);
        return value;
    };
    const tcu::PixelFormat format(
        bits(GL_RED_BITS), bits(GL_GREEN_BITS), bits(GL_BLUE_BITS), bits(GL_ALPHA_BITS));
    m_target = tcu::RenderTarget(
        width, height, format, bits(GL_DEPTH_BITS), bits(GL_STENCIL_BITS), bits(GL_SAMPLES));
}

PepperContext::~PepperContext() {
    glSetCurrentContextPPAPI(0);
    PSInterfaceCore()->ReleaseResource(m_context);
}

class PepperContextFactory : public glu::ContextFactory {
public:
    PepperContextFactory() : glu::ContextFactory("pepper", "PPB_Graphics3D") {}

    glu::RenderContext *createContext(const glu::RenderConfig &config, const tcu::CommandLine &,
                                      const glu::RenderContext *shared) const override {
        if (shared)
            throw tcu::NotSupportedError("shared contexts");
        if (config.type.getAPI() != glu::ApiType::es(2, 0))
            throw tcu::NotSupportedError("Pepper has OpenGL ES 2.0 alone");
        return new PepperContext(config);
    }
};

class PepperPlatform : public tcu::Platform, private glu::Platform {
public:
    PepperPlatform() {
        m_contextFactoryRegistry.registerFactory(new PepperContextFactory());
    }

    const glu::Platform &getGLPlatform() const override {
        return *this;
    }

    void getMemoryLimits(tcu::PlatformMemoryLimits &limits) const override {
        limits.totalSystemMemory = 256 * 1024 * 1024;
        limits.totalDeviceLocalMemory = 0;
        limits.deviceMemoryAllocationGranularity = 4096;
        limits.devicePageSize = 4096;
        limits.devicePageTableEntrySize = 8;
        limits.devicePageTableHierarchyLevels = 3;
    }
};

} // namespace

// dEQP reports failed assertions as glibc does.
extern "C" void __assert_fail(
    const char *expression, const char *file, unsigned line, const char *function) {
    __assert_func(file, static_cast<int>(line), function, expression);
}

// dEQP's `main` calls this before it reads a file. The page's folder appears as /data.
tcu::Platform *createPlatform() {
    if (mount("", "/data", "httpfs", 0, "") != 0)
        throw tcu::ResourceError("cannot mount the folder of the page at /data");
    return new PepperPlatform();
}

// The mode that writes lists of cases needs a library of JSON.
void tcu::genMustpassFromSpec(TestPackageRoot &, TestContext &, const CommandLine &) {
    throw tcu::NotSupportedError("lists of cases are not written by this build");
}
