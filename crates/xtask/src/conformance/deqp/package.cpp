// The cases of dEQP-GLES2 that `gles2-main` lists: information, capabilities and functions. dEQP's
// own package also has those of accuracy, performance and stress.
#include <memory>

#include "es2fFunctionalTests.hpp"
#include "gluRenderContext.hpp"
#include "gluStateReset.hpp"
#include "glwEnums.hpp"
#include "glwFunctions.hpp"
#include "tcuDefs.hpp"
#include "tcuResource.hpp"
#include "tcuTestLog.hpp"
#include "tcuTestPackage.hpp"
#include "tes2CapabilityTests.hpp"
#include "tes2Context.hpp"
#include "tes2InfoTests.hpp"

namespace {

using namespace deqp::gles2;

class Package : public tcu::TestPackage {
public:
    explicit Package(tcu::TestContext &context)
        : tcu::TestPackage(context, "dEQP-GLES2", "dEQP OpenGL ES 2.0 Tests")
        , m_archive(context.getRootArchive(), "gles2/") {}

    ~Package() override {
        // Cases may use the context while they are destroyed.
        TestNode::deinit();
    }

    void init() override {
        m_context.reset(new Context(m_testCtx));
        addChild(new InfoTests(*m_context));
        addChild(new CapabilityTests(*m_context));
        addChild(new Functional::FunctionalTests(*m_context));
    }

    void deinit() override {
        TestNode::deinit();
        m_context.reset();
    }

    tcu::TestCaseExecutor *createExecutor() const override;

    glu::RenderContext &render_context() const {
        return m_context->getRenderContext();
    }

    const glu::ContextInfo &context_info() const {
        return m_context->getContextInfo();
    }

    tcu::Archive *getArchive() override {
        return &m_archive;
    }

private:
    tcu::ResourcePrefix m_archive;
    std::unique_ptr<Context> m_context;
};

// It is made before the package has a context.
class Executor : public tcu::TestCaseExecutor {
public:
    explicit Executor(const Package &package) : m_package(package) {}

    void init(tcu::TestCase *test, const std::string &) override {
        test->init();
    }

    void deinit(tcu::TestCase *test) override {
        test->deinit();
        glu::resetState(m_package.render_context(), m_package.context_info());
    }

    tcu::TestNode::IterateResult iterate(tcu::TestCase *test) override {
        // Cases rely on a picture of this colour.
        const glw::Functions &gl = m_package.render_context().getFunctions();
        gl.clearColor(0.125f, 0.25f, 0.5f, 1.f);
        gl.clear(GL_COLOR_BUFFER_BIT);
        const tcu::TestNode::IterateResult result = test->iterate();
        m_package.render_context().postIterate();
        return result;
    }

private:
    const Package &m_package;
};

tcu::TestCaseExecutor *Package::createExecutor() const {
    return new Executor(*this);
}

tcu::TestPackage *create_package(tcu::TestContext &context) {
    return new Package(context);
}

tcu::TestPackageDescriptor descriptor("dEQP-GLES2", create_package);

} // namespace
