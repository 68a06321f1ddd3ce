// Video: PPB_VideoDecoder. The program writes its own stream of H.264: pictures of one colour whose
// pixels stand in the stream as they are.
#define OWN_CONTEXTS
#include "../gl/gl.h"

#include <ppapi/c/ppb_video_decoder.h>

static const PPB_VideoDecoder *decoders;
static PP_Resource decoder;
static struct PP_VideoPicture shown;

/* Bits, the highest of a byte first. */
static uint8_t bytes[4096];
static uint32_t length, free_bits;

static void put(int count, uint32_t value) {
    while (count-- > 0) {
        if (!free_bits) {
            bytes[length++] = 0;
            free_bits = 8;
        }
        bytes[length - 1] |= (value >> count & 1) << --free_bits;
    }
}

/* Numbers in the code of Golomb, as digits. */
static void golomb(const char *digits) {
    for (; *digits; digits++) {
        uint32_t value = *digits - '0' + 1;
        int size = 32 - __builtin_clz(value);
        put(2 * size - 1, value);
    }
}

static void begin_unit(uint8_t header) {
    const uint8_t start[] = {0, 0, 0, 1, header};
    memcpy(bytes + length, start, sizeof start);
    length += sizeof start;
    free_bits = 0;
}

static void end_unit(void) {
    put(1, 1);
    free_bits = 0;
}

/* Two by two macroblocks, shown in the order of the stream. */
static void parameters(void) {
    length = 0;
    begin_unit(0x67);
    put(24, 0x42C00A);
    golomb("0021");
    put(1, 0);
    golomb("11");
    put(4, 12);
    end_unit();
    begin_unit(0x68);
    golomb("00");
    put(2, 0);
    golomb("000");
    put(3, 0);
    golomb("000");
    put(3, 0);
    end_unit();
}

/* A picture of one colour that needs no other. */
static void key_picture(int luma, int blue, int red) {
    begin_unit(0x65);
    golomb("070");
    put(4, 0);
    golomb("0");
    put(2, 0);
    golomb("0");
    for (int block = 0; block < 4; block++) {
        /* The number 25: pixels follow, from the next byte on. */
        put(9, 26);
        free_bits = 0;
        memset(bytes + length, luma, 256);
        memset(bytes + length + 256, blue, 64);
        memset(bytes + length + 320, red, 64);
        length += 384;
    }
    end_unit();
}

/* A picture that is the same as the one before. */
static void same_picture(uint32_t number) {
    length = 0;
    begin_unit(0x41);
    golomb("050");
    put(4, number);
    put(3, 0);
    golomb("04");
    end_unit();
}

static int32_t decode(uint32_t unit) {
    return decoders->Decode(decoder, unit, length, bytes, unexpected("a unit is taken at once"));
}

/* The colour of a pixel of the picture. */
static uint32_t colour(int x, int y) {
    GLuint framebuffer;
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, shown.texture_target, shown.texture_id, 0);
    uint32_t colour = pixel(x, y);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glDeleteFramebuffers(1, &framebuffer);
    return colour;
}

static void check_picture(const char *name, uint32_t unit, uint32_t expected) {
    CHECK("a picture knows its unit", shown.decode_id, unit);
    CHECK("it is as wide as the stream says", shown.texture_size.width, 32);
    CHECK("it is a flat texture", shown.texture_target, GL_TEXTURE_2D);
    check_colour(name, colour(16, 16), expected, 8);
    CHECK("nothing that the program has bound changes", integer(GL_TEXTURE_BINDING_2D), 0);
    CHECK("no call of the program failed", glGetError(), 0);
}

static void picture(void) {
}

static void reset(void) {
    CHECK("after a reset the stream starts again", decode(9), PP_OK);
    core->ReleaseResource(decoder);
    CHECK("the textures go with their decoder", glIsTexture(shown.texture_id), 0);
    finish();
}

static void flushed(void) {
    decoders->RecyclePicture(decoder, &shown);
    CHECK("a reset takes a moment", decoders->Reset(decoder, expect("it ends", PP_OK, reset)), PP_OK_COMPLETIONPENDING);
    CHECK("nothing is decoded meanwhile", decode(8), PP_ERROR_FAILED);
}

static void third(void) {
    check_picture("the third picture is green", 3, 0x00FF00FF);
    int32_t result = decoders->Flush(decoder, expect("a flush ends", PP_OK, flushed));
    CHECK("a flush takes a moment", result, PP_OK_COMPLETIONPENDING);
}

static void second(void) {
    check_picture("the second picture is as the first", 2, 0xFF0000FF);
    decoders->RecyclePicture(decoder, &shown);
    length = 0;
    key_picture(145, 54, 34);
    CHECK("a third unit is taken", decode(3), PP_OK);
    decoders->GetPicture(decoder, &shown, expect("a third picture comes", PP_OK, third));
}

static void first(void) {
    check_picture("the first picture is red", 1, 0xFF0000FF);
    decoders->RecyclePicture(decoder, &shown);
    same_picture(1);
    CHECK("a second unit is taken", decode(2), PP_OK);
    decoders->GetPicture(decoder, &shown, expect("a second picture comes", PP_OK, second));
}

static void initialized(void) {
    parameters();
    key_picture(81, 90, 240);
    int32_t result = decoders->GetPicture(decoder, &shown, expect("a picture comes", PP_OK, first));
    CHECK("a picture may be asked for before its unit comes", result, PP_OK_COMPLETIONPENDING);
    CHECK("a unit is taken", decode(1), PP_OK);
}

static void begin(void) {
    contexts = ask(PPB_GRAPHICS_3D_INTERFACE);
    decoders = ask(PPB_VIDEODECODER_INTERFACE);
    glInitializePPAPI(browser);
    context = context_of(SIDE, SIDE, 0, 8);
    glSetCurrentContextPPAPI(context);
    decoder = decoders->Create(instance);
    CHECK("nothing is decoded before", decode(0), PP_ERROR_FAILED);
    int32_t result = decoders->Initialize(decoder, context, PP_VIDEOPROFILE_H264BASELINE,
                                          PP_HARDWAREACCELERATION_WITHFALLBACK, 0,
                                          expect("it is initialized", PP_OK, initialized));
    CHECK("initialization takes a moment", result, PP_OK_COMPLETIONPENDING);
}
