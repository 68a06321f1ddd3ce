"""`pinnacle scan` by Ray Data: each part is a row, and a row becomes the file with its lines."""

import argparse
import os
import sys

import ray

from command import main
from job import Settings, scan
from parts import Part

HERE = os.path.dirname(os.path.abspath(__file__))


def by_ray(parts: list[Part], settings: Settings, words: argparse.Namespace) -> list[str]:
    # Workers on other machines find these files where this one has them.
    path = os.pathsep.join([HERE, *filter(None, [os.environ.get("PYTHONPATH")])])
    environment = {"env_vars": {"PYTHONPATH": path}}
    ray.init(
        address=words.master,
        num_cpus=None if words.master else words.workers,
        runtime_env=environment,
        include_dashboard=False,
        log_to_driver=False,
    )
    rows = [{"number": number, **part._asdict()} for number, part in enumerate(parts)]

    def scanned(row: dict) -> dict:
        end = row["end"]
        part = Part(row["path"], row["start"], None if end is None or end != end else int(end))
        return {"number": row["number"], "result": scan(part, settings)}

    # A block is what is lost and begun again with a worker.
    data = ray.data.from_items(rows, override_num_blocks=len(rows))
    done = data.map(scanned, num_cpus=1).take_all()
    ray.shutdown()
    return [row["result"] for row in sorted(done, key=lambda row: row["number"])]


if __name__ == "__main__":
    sys.path.insert(0, HERE)
    main("Ray Data", by_ray)
