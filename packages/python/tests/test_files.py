"""Files in memory: what they are, their text, their translation, their runs."""

from pathlib import Path

import pytest

import pinnacle

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"


@pytest.fixture(scope="module")
def hello() -> pinnacle.Program:
    return pinnacle.read(EXAMPLES / "hello.pnasm")


def test_a_program_is_read_from_its_text_its_bytes_and_a_file(
    hello: pinnacle.Program, tmp_path: Path
) -> None:
    assert hello.name.endswith("hello.pnasm")
    file = tmp_path / "hello.pexe"
    file.write_bytes(hello.data)
    for source in (hello.data, bytearray(hello.data), file, str(file)):
        program = pinnacle.read(source)
        assert program.data == hello.data
        assert program.info()["size"] == len(hello.data)
    with pytest.raises(FileNotFoundError):
        pinnacle.read(tmp_path / "none")


def test_a_text_that_is_wrong_is_refused_with_its_lines() -> None:
    with pytest.raises(pinnacle.Error, match="^bytes:2:") as caught:
        pinnacle.read(b"module {\n  nonsense\n}\n")
    assert caught.value.args[0]


def test_everything_wrong_with_a_file_is_told(hello: pinnacle.Program) -> None:
    verdict = hello.verify()
    assert verdict and verdict.valid and verdict.errors == []
    cut = pinnacle.verify(hello.data[: len(hello.data) // 2])
    assert not cut
    assert cut.errors[0]["code"].startswith("B")
    assert str(cut).startswith("bytes: error: ")
    longer = pinnacle.read(hello.data + b"abcd")
    assert not longer.verify()
    assert longer.verify(allow=["trailing-data"])


def test_text_of_a_program_makes_the_same_program(hello: pinnacle.Program) -> None:
    assert pinnacle.read(hello.text().encode()).data == hello.data
    assert "|" in hello.text(form="listing")
    with pytest.raises(pinnacle.Error, match="no form"):
        hello.text(form="half")  # type: ignore[arg-type]


def test_bytecode_of_llvm_1_is_printed(hello: pinnacle.Program) -> None:
    old = pinnacle.read(EXAMPLES / "collatz-llvm1.ll")
    assert "LLVM" in old.kind
    assert "implementation" in old.text(style="v3")


def test_assembly_of_llvm_is_printed_as_that_of_today() -> None:
    old = pinnacle.read(b"@x = global i32* null\ndefine void @f() { ret void }\n")
    assert "@x = global ptr null" in old.text()
    with pytest.raises(pinnacle.Error, match="bytes:1:20"):
        pinnacle.read(b"define void @f() { nonsense }").text()


def test_a_translation_is_a_module(hello: pinnacle.Program) -> None:
    module = hello.translate()
    assert module.startswith(b"\0asm")
    assert len(hello.translate(strip=True)) < len(module)
    with pytest.raises(pinnacle.Error):
        pinnacle.read(b"no program").translate()


def test_a_compressed_program_is_valid_and_no_larger(hello: pinnacle.Program) -> None:
    small = hello.compress(effort=9)
    assert len(small.data) <= len(hello.data)
    assert small.verify()
    assert hello.statistics()["bitstream"]["parts"]["records"] > 0


def test_a_program_runs(hello: pinnacle.Program) -> None:
    result = hello.run()
    assert result.status == 0
    assert b"Hello" in result.stdout
    assert result.stderr == b""


def test_a_program_gets_its_input() -> None:
    count = pinnacle.read(EXAMPLES / "count.pnasm")
    assert count.run(stdin="one\ntwo\n").stdout != count.run(stdin=b"one\n").stdout


ENDLESS = b"""
module {
  version 1;
  types { count 3; @t0 = void; @t1 = i32; @t2 = void (i32); }
  define external void @f0(i32);
  valuesymtab { @f0 : "_start"; }
  function void @f0(i32 %p0) {
    blocks 2;
  %b0:
    br label %b1;
  %b1:
    br label %b1;
  }
}
"""


def test_a_run_that_takes_too_long_is_a_trap() -> None:
    endless = pinnacle.read(ENDLESS)
    with pytest.raises(pinnacle.Trap, match="time"):
        endless.run(timeout=0.05)
    with pytest.raises(pinnacle.Error):
        endless.run(timeout=-1)
