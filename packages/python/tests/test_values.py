"""Values of Python as messages, and back."""

import math
from typing import Any

import pytest

from pinnacle._values import from_json, to_json


@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        0,
        -(2**31),
        0.5,
        1.0,
        math.inf,
        -math.inf,
        "text",
        b"\x00\xff",
        [],
        [1, [2.5, b""]],
        {"a": 1, "$b": {"$bytes": "no bytes", "c": None}},
        {"$double": "no number"},
    ],
)
def test_a_value_comes_back(value: Any) -> None:
    back = from_json(to_json(value))
    assert back == value
    assert type(back) is type(value)


def test_what_a_message_does_not_tell_apart_becomes_one() -> None:
    assert from_json(to_json((1, 2))) == [1, 2]
    assert from_json(to_json(bytearray(b"x"))) == b"x"
    assert from_json(to_json(2**40)) == float(2**40)
    assert math.isnan(from_json(to_json(math.nan)))
    assert from_json('{"$undefined": true}') is None


@pytest.mark.parametrize("value", [object(), {1: 2}, [{"a": {1, 2}}]])
def test_other_values_are_refused(value: Any) -> None:
    with pytest.raises(TypeError, match="message"):
        to_json(value)
