#!/usr/bin/env python3
"""Commands for files that Makefiles of the SDK use: cp, mkdir, mv, rm, which, zip."""

import argparse
import glob
import os
import shutil
import sys
import zipfile


def paths(names):
    """Names with patterns replaced by what they stand for."""
    found = []
    for name in names:
        found.extend(sorted(glob.glob(name)) or [name])
    return found


def parser(command, *options):
    result = argparse.ArgumentParser(prog="oshelpers.py " + command)
    for option in options:
        result.add_argument(*option, action="store_true")
    result.add_argument("files", nargs="+")
    return result


def cp(arguments):
    options = parser("cp", ("-r", "-R"), ("-f",), ("-v",), ("-u",)).parse_args(arguments)
    *sources, target = paths(options.files)
    for source in sources:
        place = os.path.join(target, os.path.basename(source)) if os.path.isdir(target) else target
        if os.path.isdir(source):
            if not options.r:
                sys.exit("oshelpers.py cp: %s is a folder" % source)
            shutil.copytree(source, place, dirs_exist_ok=True)
        else:
            shutil.copy2(source, place)


def mkdir(arguments):
    options = parser("mkdir", ("-p",), ("-v",)).parse_args(arguments)
    for name in options.files:
        os.makedirs(name, exist_ok=options.p)


def mv(arguments):
    options = parser("mv", ("-f",), ("-v",)).parse_args(arguments)
    *sources, target = paths(options.files)
    for source in sources:
        shutil.move(source, target)


def rm(arguments):
    options = parser("rm", ("-r", "-R"), ("-f",), ("-v",)).parse_args(arguments)
    for name in paths(options.files):
        if os.path.isdir(name) and not os.path.islink(name):
            if not options.r:
                sys.exit("oshelpers.py rm: %s is a folder" % name)
            shutil.rmtree(name)
        elif os.path.lexists(name):
            os.remove(name)
        elif not options.f:
            sys.exit("oshelpers.py rm: there is no %s" % name)


def which(arguments):
    for name in parser("which").parse_args(arguments).files:
        found = shutil.which(name)
        if not found:
            sys.exit("oshelpers.py which: there is no %s in PATH" % name)
        print(found)


def pack(arguments):
    options = parser("zip", ("-r",), ("-q",)).parse_args(arguments)
    target, *sources = paths(options.files)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for source in sources:
            archive.write(source)
            for folder, _, names in os.walk(source) if options.r else ():
                for name in names:
                    archive.write(os.path.join(folder, name))


COMMANDS = {"cp": cp, "mkdir": mkdir, "mv": mv, "rm": rm, "which": which, "zip": pack}

if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1] not in COMMANDS:
        sys.exit("usage: oshelpers.py %s ARGUMENTS" % "|".join(COMMANDS))
    COMMANDS[sys.argv[1]](sys.argv[2:])
