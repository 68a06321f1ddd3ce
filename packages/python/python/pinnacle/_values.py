"""Values of Python as the messages of Pepper, and back."""

import base64
import json
import math
from typing import Any, TypeAlias

Value: TypeAlias = "None | bool | int | float | str | bytes | list[Value] | dict[str, Value]"
"""A value that a page and a program can send each other."""

# Numbers of messages are 32-bit integers or doubles.
_INT32 = range(-(2**31), 2**31)


def to_json(value: Any) -> str:
    """Write a value as the JSON of messages. Names with `$` mark values that JSON lacks."""
    return json.dumps(_encoded(value), allow_nan=False)


def from_json(text: str) -> Any:
    """Read a message. `undefined` becomes `None`."""
    return _decoded(json.loads(text))


def _encoded(value: Any) -> Any:
    if value is None or isinstance(value, bool | str):
        return value
    if isinstance(value, int):
        return value if value in _INT32 else {"$double": float(value)}
    if isinstance(value, float):
        if math.isfinite(value):
            return {"$double": value}
        return {"$double": "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"}
    if isinstance(value, bytes | bytearray | memoryview):
        return {"$bytes": base64.b64encode(value).decode()}
    if isinstance(value, list | tuple):
        return [_encoded(item) for item in value]
    if isinstance(value, dict):
        return {_name(name): _encoded(item) for name, item in value.items()}
    raise TypeError(f"a message cannot contain a value of type {type(value).__name__}")


def _name(name: Any) -> str:
    if not isinstance(name, str):
        raise TypeError(f"a name in a message must be a string, found {type(name).__name__}")
    return f"${name}" if name.startswith("$") else name


def _decoded(value: Any) -> Any:
    if isinstance(value, list):
        return [_decoded(item) for item in value]
    if not isinstance(value, dict):
        return value
    if len(value) == 1:
        [(name, content)] = value.items()
        if name == "$double":
            return float(content)
        if name == "$bytes":
            return base64.b64decode(content)
        if name == "$undefined":
            return None
    return {name.removeprefix("$"): _decoded(item) for name, item in value.items()}
