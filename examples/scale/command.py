"""The command line that both engines have."""

import argparse
import sys
from typing import Callable

from job import Settings, join
from parts import Part, cut, files

Scan = Callable[[list[Part], Settings, argparse.Namespace], list[str]]


def main(engine: str, scan: Scan) -> None:
    """Cuts the files, lets an engine scan the parts, and joins them."""
    parser = argparse.ArgumentParser(description=f"pinnacle scan, by {engine}.")
    parser.add_argument("paths", nargs="+", metavar="PATH")
    parser.add_argument("-o", "--output", required=True, metavar="FILE", help="the lines")
    parser.add_argument(
        "--results",
        required=True,
        metavar="FOLDER",
        help="a folder that every worker sees; what it has is not scanned again",
    )
    parser.add_argument("--cache", metavar="FOLDER", help="a shared cache of translations")
    parser.add_argument(
        "--part",
        type=int,
        default=256,
        metavar="MIB",
        help="cut web archives into parts of this size; 0 leaves them whole [256]",
    )
    parser.add_argument(
        "--seconds", type=int, default=600, help="the longest that a part may take [600]"
    )
    parser.add_argument("--workers", type=int, help="how many parts are scanned side by side")
    parser.add_argument("--master", help="the cluster; without it one on this machine")
    words = parser.parse_args()
    parts = [part for path in files(words.paths) for part in cut(path, words.part << 20)]
    settings = Settings(words.results, seconds=words.seconds, cache=words.cache)
    results = scan(parts, settings, words)
    sys.exit(join(results, words.output))
