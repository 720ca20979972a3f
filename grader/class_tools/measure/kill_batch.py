#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The CUDA Labs authors
"""A batch that is killed again and again loses nothing, grades nothing twice and leaves nothing torn.

    kill_batch.py CLASS_TOOLS [--count 100] [--kills 5] [--whole 20]

grades `count` hand-ins of lab 04 twice: once undisturbed, once killed by SIGKILL at `kills` random moments and begun again
each time. Every hand-in is another file and is graded by the real judge. They do not compile, which is graded quickest;
with --whole each 20th (or so) does: the reference, the starter and the wrong variants in turn, each with another comment.
Exit code 1 when anything is wrong.
"""
import argparse
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from simulated_students import write_hand_ins


def begin(tools, at, out):
    """Its words go into a file: a pipe that nobody reads would stop it."""
    with open(at / "said.txt", "w") as said:
        return subprocess.Popen([tools, "batch", "lab04", "in", "--out", out], cwd=at, stdout=said, stderr=said,
                                start_new_session=True)


def results_in(folder):
    """File name to (inode, time), and those that are not whole."""
    found, torn = {}, []
    for file in folder.glob("*.json"):
        state = file.stat()
        found[file.name] = (state.st_ino, state.st_mtime_ns)
        try:
            json.loads(file.read_bytes())["grade"]["verdict"]
        except (ValueError, KeyError):
            torn.append(file.name)
    return found, torn


def database(file):
    """All but the time at which each was graded."""
    with sqlite3.connect(file) as book:
        columns = [row[1] for row in book.execute("PRAGMA table_info(grades)") if row[1] != "graded_at"]
        return (book.execute(f"SELECT {','.join(columns)} FROM grades ORDER BY lab, student").fetchall(),
                book.execute("SELECT * FROM checks ORDER BY lab, student, id").fetchall())


def wait_for_results(batch, folder, count):
    while batch.poll() is None and (not folder.is_dir() or len(os.listdir(folder)) < count):
        time.sleep(0.02)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("class_tools")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--kills", type=int, default=5)
    parser.add_argument("--whole", type=int, default=0)
    parser.add_argument("--draw", type=int, default=1, help="the moments are drawn from it")
    given = parser.parse_args()
    tools = str(Path(given.class_tools).resolve())
    drawn = random.Random(given.draw)
    with tempfile.TemporaryDirectory() as scratch:
        at = Path(scratch)
        write_hand_ins(at / "in", given.count, given.whole)
        (at / "course.toml").write_text('[course]\nseed = 4\nbackend = "cpu"\nsandbox = "optional"\n[labs.lab04]\n')
        begun = time.monotonic()
        quiet = begin(tools, at, "quiet")
        quiet.wait()
        quiet_seconds = time.monotonic() - begun
        if quiet.returncode != 0:
            sys.exit((at / "said.txt").read_text()[-2000:])
        results = at / "killed/lab04/results"
        killed, twice, torn, unwanted = 0, set(), set(), 0
        known = {}

        def look():
            found, not_whole = results_in(results) if results.is_dir() else ({}, [])
            torn.update(not_whole)
            twice.update(name for name, state in known.items() if found.get(name) != state)
            known.update(found)

        moments = sorted(drawn.uniform(0, given.count * 0.97) for _ in range(given.kills))
        for moment in moments:
            batch = begin(tools, at, "killed")
            wait_for_results(batch, results, int(moment))
            time.sleep(drawn.uniform(0, 0.3))
            if batch.poll() is None:
                os.kill(batch.pid, signal.SIGKILL)
                killed += 1
            batch.wait()
            look()
        last = begin(tools, at, "killed")
        last.wait()
        look()
        lost = given.count - len(known)
        same_book = (at / "quiet/gradebook.csv").read_bytes() == (at / "killed/gradebook.csv").read_bytes()
        rows = [database(at / which / "gradebook.sqlite") for which in ("quiet", "killed")]
        same_rows = rows[0] == rows[1]
        left = [str(path) for path in (at / "killed").rglob("*.part-*")]
        print(f"hand-ins: {given.count}; undisturbed: {quiet_seconds:.0f} s, {given.count / quiet_seconds * 3600:.0f} an hour")
        print(f"kill -9 at {killed} random moments: {lost} lost, {len(twice)} graded twice, {len(torn)} torn, "
              f"{len(left)} half written files left")
        print(f"gradebook.csv byte for byte the same: {'yes' if same_book else 'NO'}; "
              f"the same rows in gradebook.sqlite: {'yes' if same_rows else 'NO'}")
        good = last.returncode == 0 and not (lost or twice or torn or left) and same_book and same_rows and killed > 0
        if not good:
            print((at / "said.txt").read_text()[-2000:])
            for before, after in zip(rows[0], rows[1]):
                print("\n".join(map(str, sorted(set(before) ^ set(after))[:20])))
        return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
