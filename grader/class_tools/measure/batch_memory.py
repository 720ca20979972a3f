#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The CUDA Labs authors
"""How much memory a batch needs: with 100 hand-ins, and with many.

    batch_memory.py CLASS_TOOLS [--graded 40] [--counts 100 1000 10000]

Of each count `graded` are graded by the real judge, one after the other. The results of the others are put there beforehand:
one real result, under the keys that batch itself wrote into its plan. So the batch reads, compares and books all of them.
The memory is the largest that batch itself had resident (VmHWM), and that of any process that it started.
"""
import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path


def begin(tools, at):
    return subprocess.Popen([tools, "batch", "lab04", "in", "--jobs", "1"], cwd=at, stdout=subprocess.DEVNULL)


def highest(pid):
    try:
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("VmHWM"):
                return int(line.split()[1])
    except (FileNotFoundError, ProcessLookupError):
        pass
    return 0


def children(pid):
    try:
        return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except (FileNotFoundError, ProcessLookupError):
        return []


def plan_of(at):
    try:
        return json.loads((at / "grades/lab04/plan.json").read_text())
    except (OSError, ValueError):
        return None


def measure(tools, count, graded, padding):
    with tempfile.TemporaryDirectory() as scratch:
        at = Path(scratch)
        (at / "in").mkdir()
        for i in range(count):
            (at / f"in/s{i:05}.cu").write_text(f"#error not yet, __global__ number {i}\n{padding}")
        (at / "course.toml").write_text('[course]\nseed = 4\nbackend = "cpu"\nsandbox = "optional"\n[labs.lab04]\n')
        first = begin(tools, at)
        results = at / "grades/lab04/results"
        while not (plan_of(at) and list(results.glob("*.json"))):
            time.sleep(0.05)
        os.kill(first.pid, signal.SIGKILL)
        first.wait()
        done = json.loads(next(results.glob("*.json")).read_text())
        for each in plan_of(at)["hand_ins"][graded:]:
            (results / (each["owner"] + ".json")).write_text(
                json.dumps({**done, "owner": each["owner"], "key": each["key"]}))
        batch, own, largest, samples = begin(tools, at), 0, 0, 0
        while batch.poll() is None:
            own = max(own, highest(batch.pid))
            for each in children(batch.pid):
                largest = max(largest, highest(each))
            samples += 1
            time.sleep(0.01)
        lines = (at / "grades/gradebook.csv").read_text().count(",graded,")
        print(f"| {count:,} | {own / 1024:.0f} MiB | {largest / 1024:.0f} MiB | {lines:,} |", flush=True)
        return batch.returncode == 0 and lines == count


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("class_tools")
    parser.add_argument("--graded", type=int, default=40)
    parser.add_argument("--counts", type=int, nargs="+", default=[100, 1000, 10000])
    given = parser.parse_args()
    padding = (Path(__file__).resolve().parents[3] / "labs/lab04_tiled_matmul/lab04.cu").read_text()
    print("| hand-ins | batch | largest grading | in the gradebook |\n| --- | --- | --- | --- |")
    return 0 if all([measure(str(Path(given.class_tools).resolve()), n, given.graded, padding) for n in given.counts]) else 1


if __name__ == "__main__":
    sys.exit(main())
