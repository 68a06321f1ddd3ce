"""`pinnacle scan` by Spark: each part is an element of its own partition, and becomes the file with
its lines."""

import argparse
import os

from pyspark.sql import SparkSession

from command import main
from job import Settings, scan
from parts import Part

HERE = os.path.dirname(os.path.abspath(__file__))


def by_spark(parts: list[Part], settings: Settings, words: argparse.Namespace) -> list[str]:
    # Executors are processes of their own on one machine too, so that one can be lost.
    master = words.master or f"local-cluster[{words.workers or os.cpu_count()},1,1024]"
    builder = SparkSession.builder.master(master).appName("pinnacle scan")
    builder = builder.config("spark.ui.enabled", "false").config("spark.task.maxFailures", "4")
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    for name in ["parts.py", "job.py"]:
        session.sparkContext.addPyFile(os.path.join(HERE, name))
    # Results come in the order of the parts.
    rows = session.sparkContext.parallelize(parts, len(parts))
    results = rows.map(lambda row: scan(Part(*row), settings)).collect()
    session.stop()
    return results


if __name__ == "__main__":
    main("Spark", by_spark)
