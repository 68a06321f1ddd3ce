//! All functions that are implemented in JavaScript. A worker runs only one program, so the
//! functions have no parameter for it.

use wasm_bindgen::prelude::*;

#[wasm_bindgen(raw_module = "pinnacle-outside")]
extern "C" {
    /// Copies bytes of the program's memory to the buffer.
    #[wasm_bindgen(js_name = readMemory)]
    pub(crate) fn read_memory(at: u32, buffer: &mut [u8]);

    /// Copies bytes to the program's memory.
    #[wasm_bindgen(js_name = writeMemory)]
    pub(crate) fn write_memory(at: u32, bytes: &[u8]);

    /// Grows the program's memory to at least this number of bytes. Returns true on success.
    #[wasm_bindgen(js_name = reachMemory)]
    pub(crate) fn reach_memory(end: u32) -> bool;

    /// Returns the number of milliseconds since 1970.
    #[wasm_bindgen(js_name = realTime)]
    pub(crate) fn real_time() -> f64;

    /// Returns the number of milliseconds since the program's start.
    #[wasm_bindgen(js_name = monotonicTime)]
    pub(crate) fn monotonic_time() -> f64;

    /// Fills a buffer with random bytes.
    #[wasm_bindgen(js_name = fillRandom)]
    pub(crate) fn fill_random(buffer: &mut [u8]);

    /// Returns the number of processors of the machine.
    pub(crate) fn processors() -> u32;

    /// Returns the bytes of the library at a URL, or `None` if there is none or it has more than
    /// `most` bytes.
    #[wasm_bindgen(js_name = readLibrary)]
    pub(crate) fn read_library(url: &str, most: u32) -> Option<Vec<u8>>;

    /// Reports that the program has started.
    pub(crate) fn loaded();

    /// Reports that the program could not be started and ends now.
    pub(crate) fn refused(reason: &str);

    /// Passes on a saved state of the program as a complete file.
    #[wasm_bindgen(js_name = stateSaved)]
    pub(crate) fn state_saved(bytes: &[u8]);

    /// Reports that the state of the program cannot be saved now.
    #[wasm_bindgen(js_name = stateRefused)]
    pub(crate) fn state_refused(reason: &str);

    /// Posts a message to the page, in the format of [`crate::wire`].
    #[wasm_bindgen(js_name = postMessage)]
    pub(crate) fn post_message(message: &[u8]);

    /// Passes on the response to a blocking message; `None` if there is none.
    pub(crate) fn respond(response: Option<Vec<u8>>);

    /// Writes a line to the console. The level is a `log_level` of the module `boundary`.
    pub(crate) fn log(level: u32, text: &str);

    /// Passes on bytes that the program writes to standard output or standard error.
    pub(crate) fn write(is_error: bool, bytes: &[u8]);

    /// Requests the next frame of the display.
    #[wasm_bindgen(js_name = requestFrame)]
    pub(crate) fn request_frame();

    /// Shows a picture at an offset. It is in RGBA with straight alpha. `scale` is the width of a
    /// pixel in CSS pixels.
    #[wasm_bindgen(js_name = showPicture)]
    pub(crate) fn show_picture(
        rgba: &mut [u8],
        width: u32,
        height: u32,
        scale: f32,
        left: f32,
        top: f32,
    );

    /// Removes the picture.
    #[wasm_bindgen(js_name = showNothing)]
    pub(crate) fn show_nothing();

    /// Shows the last swapped contents of a context, stretched to the element.
    #[wasm_bindgen(js_name = showContext)]
    pub(crate) fn show_context(id: u32);

    /// Creates an OpenGL context, which shares its objects with another one (0 for none). Returns
    /// true on success.
    #[wasm_bindgen(js_name = createContext)]
    pub(crate) fn create_context(
        id: u32,
        share: u32,
        width: u32,
        height: u32,
        has_alpha: bool,
        depth: u32,
        stencil: u32,
    ) -> bool;

    /// Destroys a context.
    #[wasm_bindgen(js_name = destroyContext)]
    pub(crate) fn destroy_context(id: u32);

    /// Resizes framebuffer 0 of a context.
    #[wasm_bindgen(js_name = resizeContext)]
    pub(crate) fn resize_context(id: u32, width: u32, height: u32);

    /// Swaps a context: the contents of framebuffer 0 are displayed from now on.
    #[wasm_bindgen(js_name = swapContext)]
    pub(crate) fn swap_context(id: u32);

    /// Calls an OpenGL function by its name without `gl`, with words as arguments. Returns its
    /// result, 0 if it has none, or `-1 - address` if that address is invalid.
    #[wasm_bindgen(js_name = callGl)]
    pub(crate) fn call_gl(id: u32, function: &str, args: &[u32]) -> f64;

    /// Returns the parts of the program's memory that the last [`call_gl`] has written, as
    /// alternating addresses and lengths.
    #[wasm_bindgen(js_name = glWritten)]
    pub(crate) fn gl_written() -> Vec<u32>;

    /// Returns the result of `glGetString`.
    #[wasm_bindgen(js_name = glString)]
    pub(crate) fn gl_string(id: u32, name: u32) -> Option<String>;

    /// Returns the steps that recreate a context, in the format of a saved state. `functions`
    /// contains the names of OpenGL's functions in the order of their numbers, separated by spaces.
    /// The steps of the first context of a group create the shared objects. The steps of the last
    /// one delete those that the program has deleted.
    ///
    /// # Errors
    ///
    /// Fails with the part that cannot be saved, as a text.
    #[wasm_bindgen(catch, js_name = saveContext)]
    pub(crate) fn save_context(
        id: u32,
        functions: &str,
        is_first: bool,
        is_last: bool,
    ) -> Result<Vec<u8>, JsValue>;

    /// Executes a call of a saved state. `place` is the index of the argument that is the address
    /// of the data. If `place` is the number of arguments, the data are the source of a shader.
    /// Returns false if the call accesses any other memory.
    #[wasm_bindgen(js_name = restoreCall)]
    pub(crate) fn restore_call(
        id: u32,
        function: &str,
        args: &[f64],
        place: u32,
        data: Option<Vec<u8>>,
    ) -> bool;

    /// Creates an object of a saved state by calling `maker`. Returns true if the object has the
    /// expected name.
    #[wasm_bindgen(js_name = restoreMake)]
    pub(crate) fn restore_make(id: u32, maker: &str, kind: u32, name: u32, argument: u32) -> bool;

    /// Sets the first name that is tried for the next object of a kind. Returns false if the name
    /// is invalid.
    #[wasm_bindgen(js_name = restoreNext)]
    pub(crate) fn restore_next(id: u32, kind: u32, name: u32) -> bool;

    /// Fills framebuffer 0 of a context, and shows a picture.
    #[wasm_bindgen(js_name = restoreScreen)]
    pub(crate) fn restore_screen(
        id: u32,
        width: u32,
        height: u32,
        colours: &[u8],
        shown_width: u32,
        shown_height: u32,
        shown: &[u8],
    );

    /// Fills a renderbuffer. Returns false if it does not exist.
    #[wasm_bindgen(js_name = restoreRenderbuffer)]
    pub(crate) fn restore_renderbuffer(
        id: u32,
        name: u32,
        width: u32,
        height: u32,
        pixels: &[u8],
    ) -> bool;

    /// Restores the locations of a program that was linked again. Returns false if the browser
    /// links it in a different way.
    #[wasm_bindgen(js_name = restoreLinked)]
    pub(crate) fn restore_linked(
        id: u32,
        name: u32,
        is_linked: bool,
        attributes: Vec<String>,
        attribute_locations: Vec<u32>,
        uniforms: Vec<String>,
        uniform_locations: Vec<u32>,
    ) -> bool;

    /// Completes the restoration of a context.
    #[wasm_bindgen(js_name = restoreEnd)]
    pub(crate) fn restore_end(id: u32);

    /// Sets the classes of input that the program requests: bits of `PP_InputEvent_Class`.
    #[wasm_bindgen(js_name = inputsWanted)]
    pub(crate) fn inputs_wanted(unfiltered: u32, filtered: u32);

    /// Makes the page report gamepads from now on.
    #[wasm_bindgen(js_name = watchGamepads)]
    pub(crate) fn watch_gamepads();

    /// Reports the outcome of the oldest unanswered input event: true if the program has handled
    /// it.
    #[wasm_bindgen(js_name = inputDone)]
    pub(crate) fn input_done(is_handled: bool);

    /// Requests that the element enters or leaves fullscreen. Returns true if the request was made.
    #[wasm_bindgen(js_name = setFullscreen)]
    pub(crate) fn set_fullscreen(on: bool) -> bool;

    /// Requests the mouse lock if `on` is true, otherwise releases it.
    #[wasm_bindgen(js_name = lockMouse)]
    pub(crate) fn lock_mouse(on: bool);

    /// Changes the mouse pointer to one of `PP_MouseCursor_Type`. Returns true if it exists.
    #[wasm_bindgen(js_name = setCursor)]
    pub(crate) fn set_cursor(kind: u32) -> bool;

    /// Changes the mouse pointer to a picture in RGBA with straight alpha.
    #[wasm_bindgen(js_name = setPictureCursor)]
    pub(crate) fn set_picture_cursor(rgba: &[u8], width: u32, height: u32, left: i32, top: i32);

    /// Sets the type of text that the program accepts, a `PP_TextInput_Type`.
    #[wasm_bindgen(js_name = setTextInput)]
    pub(crate) fn set_text_input(kind: u32);

    /// Sets the position of the program's text cursor, in CSS pixels.
    #[wasm_bindgen(js_name = setCaret)]
    pub(crate) fn set_caret(left: i32, top: i32, width: i32, height: i32);

    /// Cancels the text that is being composed.
    #[wasm_bindgen(js_name = cancelComposition)]
    pub(crate) fn cancel_composition();

    /// Starts a request. `headers` alternates names and values. The flags are those of `fetch_flag`
    /// in the module `boundary`.
    #[wasm_bindgen(js_name = startFetch)]
    pub(crate) fn start_fetch(
        id: u32,
        method: &str,
        url: &str,
        headers: Vec<String>,
        body: &[u8],
        flags: u32,
    );

    /// Follows a redirect.
    #[wasm_bindgen(js_name = followFetch)]
    pub(crate) fn follow_fetch(id: u32);

    /// Requests the next bytes of a response.
    #[wasm_bindgen(js_name = readFetch)]
    pub(crate) fn read_fetch(id: u32);

    /// Cancels a request.
    #[wasm_bindgen(js_name = cancelFetch)]
    pub(crate) fn cancel_fetch(id: u32);

    /// Requests reports of all files of a `file_kind` of the module `boundary`. `number` is
    /// reported as stored once all files have been reported.
    #[wasm_bindgen(js_name = openStorage)]
    pub(crate) fn open_storage(number: f64, kind: u32);

    /// Makes a change to the files of a kind. `what` is a `file_change` of the module `boundary`.
    /// `number` is reported once the change is stored.
    #[wasm_bindgen(js_name = changeFile)]
    pub(crate) fn change_file(
        number: f64,
        kind: u32,
        what: u32,
        path: &str,
        from: &str,
        at: f64,
        bytes: &[u8],
    );

    /// Fills a buffer from contents that were reported by their number. Returns true on success.
    #[wasm_bindgen(js_name = readContents)]
    pub(crate) fn read_contents(contents: u32, at: f64, buffer: &mut [u8]) -> bool;

    /// Releases the contents with this number.
    #[wasm_bindgen(js_name = forgetContents)]
    pub(crate) fn forget_contents(contents: u32);

    /// Returns the URL of the program.
    #[wasm_bindgen(js_name = programUrl)]
    pub(crate) fn program_url() -> String;

    /// Returns the URL of the document.
    #[wasm_bindgen(js_name = documentUrl)]
    pub(crate) fn document_url() -> String;

    /// Returns the base URL for relative URLs in the document.
    #[wasm_bindgen(js_name = baseUrl)]
    pub(crate) fn base_url() -> String;

    /// Returns the original address of a URL, in the replay of a web archive.
    #[wasm_bindgen(js_name = capturedUrl)]
    pub(crate) fn captured_url(url: &str) -> String;

    /// Opens a WebSocket.
    #[wasm_bindgen(js_name = openSocket)]
    pub(crate) fn open_socket(id: u32, url: &str, protocols: Vec<String>);

    /// Sends a text message.
    #[wasm_bindgen(js_name = sendText)]
    pub(crate) fn send_text(id: u32, text: &str);

    /// Sends a binary message.
    #[wasm_bindgen(js_name = sendBytes)]
    pub(crate) fn send_bytes(id: u32, bytes: &[u8]);

    /// Closes a WebSocket. A code of 0 stands for no code.
    #[wasm_bindgen(js_name = closeSocket)]
    pub(crate) fn close_socket(id: u32, code: u32, reason: &str);

    /// Closes a WebSocket without reporting any further events.
    #[wasm_bindgen(js_name = dropSocket)]
    pub(crate) fn drop_socket(id: u32);

    /// Creates a video decoder for a context. `codec` is the browsers' name of the codec,
    /// `acceleration` one of the module `boundary`. Returns true if the decoder will report its
    /// state.
    #[wasm_bindgen(js_name = createDecoder)]
    pub(crate) fn create_decoder(id: u32, context: u32, codec: &str, acceleration: u32) -> bool;

    /// Passes the next unit, with this number, to a decoder.
    #[wasm_bindgen(js_name = decodeVideo)]
    pub(crate) fn decode_video(id: u32, unit: u32, bytes: &[u8]);

    /// Copies a frame of a decoder to a texture; 0 stands for a new texture. Returns the name of
    /// the texture, or 0 on failure.
    #[wasm_bindgen(js_name = putFrame)]
    pub(crate) fn put_frame(id: u32, frame: u32, texture: u32) -> u32;

    /// Deletes a texture of a decoder.
    #[wasm_bindgen(js_name = deleteVideoTexture)]
    pub(crate) fn delete_video_texture(id: u32, texture: u32);

    /// Flushes a decoder: makes it output all frames.
    #[wasm_bindgen(js_name = flushDecoder)]
    pub(crate) fn flush_decoder(id: u32);

    /// Resets a decoder: makes it discard all units that it was given.
    #[wasm_bindgen(js_name = resetDecoder)]
    pub(crate) fn reset_decoder(id: u32);

    /// Destroys a decoder.
    #[wasm_bindgen(js_name = closeDecoder)]
    pub(crate) fn close_decoder(id: u32);

    /// Requests the next picture of a track in this size. 0 stands for the track's own size.
    #[wasm_bindgen(js_name = requestPicture)]
    pub(crate) fn request_picture(track: u32, width: u32, height: u32);

    /// Closes a track.
    #[wasm_bindgen(js_name = closeTrack)]
    pub(crate) fn close_track(track: u32);

    /// Starts a sound with this number of frames per second, and this number of frames per piece.
    #[wasm_bindgen(js_name = startSound)]
    pub(crate) fn start_sound(id: u32, sample_rate: u32, frames: u32);

    /// Returns the number of milliseconds until the next piece of a sound is needed; negative if no
    /// device plays it.
    #[wasm_bindgen(js_name = soundWanted)]
    pub(crate) fn sound_wanted(id: u32) -> f64;

    /// Plays the next piece of a sound: 16-bit samples of two channels.
    #[wasm_bindgen(js_name = playSound)]
    pub(crate) fn play_sound(id: u32, samples: &[u8]);

    /// Stops a sound.
    #[wasm_bindgen(js_name = stopSound)]
    pub(crate) fn stop_sound(id: u32);

    /// Returns the sample rate of the sound device.
    #[wasm_bindgen(js_name = soundRate)]
    pub(crate) fn sound_rate() -> u32;

    /// Returns the number of frames that the sound device takes at once.
    #[wasm_bindgen(js_name = soundFrames)]
    pub(crate) fn sound_frames() -> u32;
}
