"""Programs of the browser: messages and pictures, without a screen.

The programs are those of the corpus; without it these tests say so and are skipped.
"""

import os
import subprocess
from pathlib import Path

import pytest

import pinnacle

ROOT = Path(__file__).resolve().parents[3]
PROGRAMS = ROOT.parent / "shared/corpus/ppapi"
EXAMPLES = ROOT / "examples"

needs_corpus = pytest.mark.skipif(not PROGRAMS.is_dir(), reason=f"there is no {PROGRAMS}")


@needs_corpus
def test_a_program_answers_messages() -> None:
    with pinnacle.open_page(PROGRAMS / "counter.pexe") as page:
        assert page.ask(1) == 1
        page.post(1)
        page.post(41.0)
        assert [page.message(), page.message()] == [2, 43]
        assert page.messages() == []
        assert page.status is None
        with pytest.raises(TimeoutError):
            page.message(timeout=0.01)
    assert page.status is not None
    with pytest.raises(pinnacle.Error, match="has ended"):
        page.post(1)


@needs_corpus
def test_values_of_python_are_messages() -> None:
    with pinnacle.open_page(PROGRAMS / "hello_tutorial.pexe") as page:
        assert page.ask("hello") == "Hello from NaCl!"
        with pytest.raises(TypeError, match="object"):
            page.post([object()])  # type: ignore[list-item]
    request: dict[str, pinnacle.Value] = {
        "pass": "password",
        "salt": "somesalt",
        "time": 1,
        "mem": 64,
        "hashLen": 32,
        "parallelism": 1,
        "type": 0,
    }
    with pinnacle.open_page(PROGRAMS / "argon2.pexe") as page:
        answer = page.ask(request, timeout=60.0)
        assert answer["res"] == 0
        assert answer["encoded"].startswith("$argon2d$v=19$m=64,t=1,p=1$")


@pytest.fixture(scope="module")
def sketch(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Compile an example with the native command that the variable PINNACLE names."""
    command = os.environ.get("PINNACLE")
    if command is None:
        pytest.skip("PINNACLE does not name the command that compiles programs")
    program = tmp_path_factory.mktemp("programs") / "sketch.pexe"
    source = EXAMPLES / "pepper/sketch.c"
    words: list[str | Path] = [command, "cc", "-O2", source, "-lppapi", "-lm", "-o", program]
    compiled = subprocess.run(words, capture_output=True, text=True, check=False)
    if compiled.returncode != 0:
        pytest.skip(f"nothing can be compiled here: {compiled.stderr}")
    return program


def test_a_program_shows_a_picture(sketch: Path, tmp_path: Path) -> None:
    paper, ink = b"\xfd\xf6\xe3\xff", b"\x26\x8b\xd2\xff"
    lines = (EXAMPLES / "pepper/sketch.jsonl").read_text().splitlines(keepends=True)
    script = "".join(line for line in lines if '"mouse"' in line)
    with pinnacle.open_page(sketch, size=(320, 240), script=script) as page:
        assert page.message(timeout=60.0) == "a stroke of 6 points"
        picture = page.picture()
        assert page.frames > 0
    assert (picture.width, picture.height) == (320, 240)
    colours = {picture.pixels[at : at + 4] for at in range(0, len(picture.pixels), 4)}
    assert colours == {paper, ink}
    assert picture._repr_png_().startswith(b"\x89PNG")
    picture.save(tmp_path / "sketch.png")
    assert (tmp_path / "sketch.png").read_bytes() == picture.png


@needs_corpus
def test_a_script_that_is_wrong_is_refused() -> None:
    with pytest.raises(pinnacle.Error):
        pinnacle.open_page(PROGRAMS / "counter.pexe", script="no JSON")


@needs_corpus
def test_a_manifest_leads_to_its_program(tmp_path: Path) -> None:
    (tmp_path / "counter.pexe").write_bytes((PROGRAMS / "counter.pexe").read_bytes())
    manifest = tmp_path / "counter.nmf"
    manifest.write_text('{"program": {"portable": {"pnacl-translate": {"url": "counter.pexe"}}}}')
    with pinnacle.open_page(manifest) as page:
        assert page.ask(5) == 5


def test_what_is_no_program_of_the_browser_is_refused(tmp_path: Path) -> None:
    hello = EXAMPLES / "hello.pnasm"
    with pytest.raises(pinnacle.Error, match="not a browser program"):
        pinnacle.open_page(hello)
    with pytest.raises(pinnacle.Error, match="cannot read"):
        pinnacle.open_page(tmp_path / "none.pexe")


@needs_corpus
def test_a_program_of_the_browser_is_not_run_as_one_of_a_console() -> None:
    with pytest.raises(pinnacle.Error, match="open_page"):
        pinnacle.read(PROGRAMS / "counter.pexe").run()
