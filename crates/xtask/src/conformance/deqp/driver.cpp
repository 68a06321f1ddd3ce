// dEQP's platform on the machine's OpenGL ES, by EGL and without a window. It shows which cases the
// driver below Pepper passes by itself.
#include <EGL/egl.h>
#include <EGL/eglext.h>

#include "gluContextFactory.hpp"
#include "gluPlatform.hpp"
#include "gluRenderConfig.hpp"
#include "gluRenderContext.hpp"
#include "glwFunctions.hpp"
#include "glwFunctionLoader.hpp"
#include "glwInitES20Direct.hpp"
#include "tcuDefs.hpp"
#include "tcuMustpassGen.hpp"
#include "tcuPlatform.hpp"
#include "tcuRenderTarget.hpp"

namespace {

// A picture of 256 by 256 pixels with alpha, depth and stencil.
const EGLint SIDE = 256;

void check(bool is_good, const char *what) {
    if (!is_good)
        throw tcu::ResourceError(what);
}

class DriverFunctions : public glw::FunctionLoader {
public:
    glw::GenericFuncType get(const char *name) const override {
        return eglGetProcAddress(name);
    }
};

class DriverContext : public glu::RenderContext {
public:
    explicit DriverContext(const glu::RenderConfig &config);
    ~DriverContext() override;

    glu::ContextType getType() const override {
        return m_type;
    }

    const glw::Functions &getFunctions() const override {
        return m_functions;
    }

    const tcu::RenderTarget &getRenderTarget() const override {
        return m_target;
    }

    void postIterate() override {
        m_functions.finish();
    }

    void makeCurrent() override {
        check(eglMakeCurrent(m_display, m_surface, m_surface, m_context), "eglMakeCurrent");
    }

private:
    glu::ContextType m_type;
    glw::Functions m_functions;
    tcu::RenderTarget m_target;
    EGLDisplay m_display = EGL_NO_DISPLAY;
    EGLSurface m_surface = EGL_NO_SURFACE;
    EGLContext m_context = EGL_NO_CONTEXT;
};

DriverContext::DriverContext(const glu::RenderConfig &config)
    : m_type(config.type), m_target(SIDE, SIDE, tcu::PixelFormat(8, 8, 8, 8), 24, 8, 0) {
    const EGLint wanted[] = {
        EGL_RENDERABLE_TYPE, EGL_OPENGL_ES2_BIT, EGL_SURFACE_TYPE, EGL_PBUFFER_BIT,
        EGL_RED_SIZE, 8, EGL_GREEN_SIZE, 8, EGL_BLUE_SIZE, 8, EGL_ALPHA_SIZE, 8,
        EGL_DEPTH_SIZE, 24, EGL_STENCIL_SIZE, 8, EGL_NONE,
    };
    const EGLint size[] = {EGL_WIDTH, SIDE, EGL_HEIGHT, SIDE, EGL_NONE};
    const EGLint version[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
    EGLConfig chosen = nullptr;
    EGLint count = 0;
    m_display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
    check(eglInitialize(m_display, nullptr, nullptr), "eglInitialize");
    check(eglBindAPI(EGL_OPENGL_ES_API), "eglBindAPI");
    check(eglChooseConfig(m_display, wanted, &chosen, 1, &count) && count == 1, "eglChooseConfig");
    m_surface = eglCreatePbufferSurface(m_display, chosen, size);
    m_context = eglCreateContext(m_display, chosen, EGL_NO_CONTEXT, version);
    makeCurrent();
    glw::initES20Direct(&m_functions);
    // dEQP resets the state of extensions that the driver has.
    const DriverFunctions functions;
    glu::initExtensionFunctions(&m_functions, &functions, config.type.getAPI());
}

DriverContext::~DriverContext() {
    eglMakeCurrent(m_display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext(m_display, m_context);
    eglDestroySurface(m_display, m_surface);
}

class DriverContextFactory : public glu::ContextFactory {
public:
    DriverContextFactory() : glu::ContextFactory("driver", "EGL without a window") {}

    glu::RenderContext *createContext(const glu::RenderConfig &config, const tcu::CommandLine &,
                                      const glu::RenderContext *shared) const override {
        if (shared || config.type.getAPI() != glu::ApiType::es(2, 0))
            throw tcu::NotSupportedError("only one context of OpenGL ES 2.0");
        return new DriverContext(config);
    }
};

class DriverPlatform : public tcu::Platform, private glu::Platform {
public:
    DriverPlatform() {
        m_contextFactoryRegistry.registerFactory(new DriverContextFactory());
    }

    const glu::Platform &getGLPlatform() const override {
        return *this;
    }
};

} // namespace

tcu::Platform *createPlatform() {
    return new DriverPlatform();
}

// The mode that writes lists of cases needs a library of JSON.
void tcu::genMustpassFromSpec(TestPackageRoot &, TestContext &, const CommandLine &) {
    throw tcu::NotSupportedError("lists of cases are not written by this build");
}
