#!/usr/bin/env python3
"""Serves a folder to a browser; see `pinnacle serve --help`."""

import argparse
import glob
import os

options = argparse.ArgumentParser()
options.add_argument("-C", "--serve-dir", default=".")
options.add_argument("-p", "--port", default="5103")
options.add_argument("--no-dir-check", "--no_dir_check", action="store_true")
options = options.parse_args()
root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
tool = glob.glob(os.path.join(root, "toolchain", "*_pnacl", "bin", "pinnacle"))[0]
os.execv(tool, [tool, "serve", "--port", options.port, options.serve_dir])
