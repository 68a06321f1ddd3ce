#!/usr/bin/env python3
"""What this system is called in the folders of the SDK; where its root is."""

import os
import sys

name = "mac" if sys.platform == "darwin" else "linux"
root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
answers = {
    None: name,
    "--arch": "x86_64" if os.uname().machine == "x86_64" else os.uname().machine,
    "--sdk-root": root,
    "--pnacl": os.path.join(root, "toolchain", name + "_pnacl"),
}
asked = sys.argv[1] if len(sys.argv) > 1 else None
if asked not in answers:
    sys.exit("usage: getos.py [--arch|--pnacl|--sdk-root]")
print(answers[asked])
