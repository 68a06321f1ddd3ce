// The source of a worker that draws the same as gl_page.c in plain WebGL, to a buffer of the same
// size. For each message (0, 1, or -1 minus these) it posts the number of milliseconds.

/** The worker's source. */
export const plainGl = `
  const gl = new OffscreenCanvas(64, 64).getContext("webgl2", { antialias: false, depth: false });
  const made = (type, text) => {
    const shader = gl.createShader(type);
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    return shader;
  };
  const program = gl.createProgram();
  gl.attachShader(program, made(gl.VERTEX_SHADER, "attribute vec2 place; void main() { gl_Position = vec4(place, 0., 1.); gl_PointSize = 1.; }"));
  gl.attachShader(program, made(gl.FRAGMENT_SHADER, "precision mediump float; uniform vec4 colour; void main() { gl_FragColor = colour; }"));
  gl.bindAttribLocation(program, 0, "place");
  gl.linkProgram(program);
  gl.useProgram(program);
  const colour = gl.getUniformLocation(program, "colour");
  const places = Float32Array.from({ length: 2000 }, (_, at) => (at % 2 ? ((at >> 1) >> 5) : (at >> 1) % 32) / 16 - 1);
  const indices = Uint16Array.from({ length: 1000 }, (_, at) => at);
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ARRAY_BUFFER, places, gl.STATIC_DRAW);
  gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, indices, gl.STATIC_DRAW);
  gl.enableVertexAttribArray(0);
  gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);
  gl.bindFramebuffer(gl.FRAMEBUFFER, gl.createFramebuffer());
  gl.bindRenderbuffer(gl.RENDERBUFFER, gl.createRenderbuffer());
  gl.renderbufferStorage(gl.RENDERBUFFER, gl.RGB8, 64, 64);
  gl.framebufferRenderbuffer(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.RENDERBUFFER, gl.getParameter(gl.RENDERBUFFER_BINDING));
  gl.viewport(0, 0, 64, 64);
  const pixel = new Uint8Array(4);
  onmessage = ({ data }) => {
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
    const start = performance.now();
    if (data === 1 || data === -2) {
      for (let round = 0; round < 1000; round++) gl.drawElements(gl.POINTS, 1000, gl.UNSIGNED_SHORT, 0);
    } else {
      for (let round = 0; round < 10000; round++) {
        gl.uniform4f(colour, round & 1, 0, 0, 1);
        gl.drawElements(gl.TRIANGLES, 3, gl.UNSIGNED_SHORT, 0);
      }
    }
    if (data >= 0) gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
    postMessage(performance.now() - start);
  };`;
