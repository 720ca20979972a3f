#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The CUDA Labs authors
"""A batch beside the shell loop that it replaces: how many right hand-ins of lab 04 each grades in an hour.

    batch_against_loop.py CLASS_TOOLS [--count 40] [--rounds 3] [--jobs 2]

grades `count` hand-ins, each the reference with another comment, by `batch` and by a plain loop of `grade --file` of the same
build, in turn, `rounds` times. Nothing is graded from what was built before: every round has other comments. On a machine that
does other things, too, the processor seconds of a grading say more than the rates. Exit code 1 when a grading does not pass.
"""
import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from simulated_students import reference

LOOP = """mkdir loop
for file in in/*.cu; do
  '{grader}' grade lab04 --file "$file" --backend cpu --seed 4 --json "loop/$(basename "$file" .cu).json" >/dev/null || exit
done
"""


def measured(command, at):
    """Seconds on the wall, and of processors."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    code = subprocess.run(command, cwd=at, stdout=subprocess.DEVNULL).returncode
    wall, after = time.monotonic() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    if code != 0:
        sys.exit(f"{command[0]} ends with {code}: not every hand-in passed")
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def one_round(tools, count, jobs, number):
    with tempfile.TemporaryDirectory() as scratch:
        at = Path(scratch)
        (at / "course.toml").write_text('[course]\nseed = 4\nbackend = "cpu"\nsandbox = "optional"\n[labs.lab04]\n')
        found = {}
        for which in ("loop", "batch"):
            folder = at / "in"
            folder.mkdir()
            for i in range(count):
                (folder / f"s{i:04}.cu").write_text(reference("lab04") + f"// {which} {number} {i} {time.time_ns()}\n")
            command = ([tools, "batch", "lab04", "in", "--jobs", str(jobs)] if which == "batch"
                       else ["bash", "-c", LOOP.format(grader=str(Path(tools).with_name("grader")))])
            found[which] = measured(command, at)
            if which == "batch" and (at / "grades/gradebook.csv").read_text().count(",graded,pass,") != count:
                sys.exit("not every hand-in passed")
            for file in folder.iterdir():
                file.unlink()
            folder.rmdir()
        return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("class_tools")
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    given = parser.parse_args()
    tools = str(Path(given.class_tools).resolve())
    print(f"{given.count} hand-ins in each of {given.rounds} rounds, {given.jobs} at once, load {os.getloadavg()[0]:.1f}")
    print("| round | loop, an hour | batch, an hour | batch / loop | loop, processor s each | batch, processor s each |")
    print("| ---: | ---: | ---: | ---: | ---: | ---: |")
    ratios, rates = [], []
    for number in range(given.rounds):
        found = one_round(tools, given.count, given.jobs, number)
        rate = {which: given.count / wall * 3600 for which, (wall, _) in found.items()}
        ratios.append(rate["batch"] / rate["loop"])
        rates.append(rate["batch"])
        print(f"| {number + 1} | {rate['loop']:.0f} | {rate['batch']:.0f} | {ratios[-1]:.2f} | "
              f"{found['loop'][1] / given.count:.2f} | {found['batch'][1] / given.count:.2f} |", flush=True)
    print(f"median: {statistics.median(rates):.0f} an hour, {statistics.median(ratios):.2f} times the loop")


if __name__ == "__main__":
    main()
