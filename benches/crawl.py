#!/usr/bin/env python3
"""Writes a web archive to standard output, each record packed by itself: answers with pages,
manifests, programs and foreign files among them, every other one with its request before it. One
site in twenty has a program; page, manifest and program come in any order. The number of programs
goes to standard error.

usage: crawl.py PROGRAM.pexe RECORDS
"""

import gzip
import random
import sys

program, count = open(sys.argv[1], "rb").read(), int(sys.argv[2])
random.seed(2)
out, written = sys.stdout.buffer, 0

def record(kind, url, block):
    global written
    if written == count:
        return
    head = (f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {url}\r\n"
            f"WARC-Date: 2013-05-01T12:00:00Z\r\nWARC-Record-ID: <urn:test:{written}>\r\n"
            f"Content-Length: {len(block)}\r\n\r\n")
    out.write(gzip.compress(head.encode() + block + b"\r\n\r\n", 1))
    written += 1

def answer(url, kind, body):
    if written % 2 == 0:
        record("request", url, f"GET {url} HTTP/1.1\r\n\r\n".encode())
    record("response", url, f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\n\r\n".encode() + body)

site = programs = 0
while written < count:
    home = f"http://site{site}.example/"
    if site % 20 == 0 and written + 6 <= count:
        manifest = '{"program":{"portable":{"pnacl-translate":{"url":"app%d.pexe"}}}}' % site
        parts = [
            ("", "text/html", b'<!doctype html><embed type="application/x-pnacl" src="app.nmf">'),
            ("app.nmf", "application/json", manifest.encode()),
            (f"app{site}.pexe", "application/octet-stream", program),
        ]
        random.shuffle(parts)
        for name, kind, body in parts:
            answer(home + name, kind, body)
        programs += 1
    else:
        answer(home, "text/html", b"<!doctype html><p>" + random.randbytes(random.randrange(8000)).hex().encode())
        answer(home + "a.png", "image/png", b"\x89PNG" + random.randbytes(random.randrange(60_000)))
    site += 1
print(programs, file=sys.stderr)
