#!/usr/bin/env python3
"""Makes a manifest (.nmf) of programs; see `pinnacle sdk nmf --help`."""

import glob
import os
import sys

root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
tool = glob.glob(os.path.join(root, "toolchain", "*_pnacl", "bin", "pinnacle"))[0]
os.execv(tool, [tool, "sdk", "nmf"] + sys.argv[1:])
