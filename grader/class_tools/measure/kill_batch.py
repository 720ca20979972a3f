#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The CUDA Labs authors
"""A batch that is killed again and again loses nothing, grades nothing twice and leaves nothing torn.

    kill_batch.py CLASS_TOOLS [--count 100] [--kills 5] [--whole 20] [--jobs N] [--folder F] [--seconds S]

grades `count` hand-ins of lab 04 twice: once undisturbed, once killed by SIGKILL at `kills` random moments and begun again
each time. Every hand-in is another file and is graded by the real judge. They do not compile, which is graded quickest;
with --whole each 20th (or so) does: the reference, the starter and the wrong variants in turn, each with another comment.
Exit code 1 when anything is wrong.

With --folder all is kept there, and the same command goes on where it was. With --seconds it stops by itself after so long: the
batch that runs is asked to end (SIGTERM), and the exit code is 3 as long as something is left to do.
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


class OutOfTime(Exception):
    pass


def results_in(folder):
    """File name to [inode, time]."""
    found = {}
    for file in folder.glob("*.json"):
        state = file.stat()
        found[file.name] = [state.st_ino, state.st_mtime_ns]
    return found


def torn_among(folder, names):
    torn = []
    for name in names:
        try:
            json.loads((folder / name).read_bytes())["grade"]["verdict"]
        except (ValueError, KeyError):
            torn.append(name)
    return torn


def database(file):
    """All but the time at which each was graded."""
    with sqlite3.connect(file) as book:
        columns = [row[1] for row in book.execute("PRAGMA table_info(grades)") if row[1] != "graded_at"]
        return (book.execute(f"SELECT {','.join(columns)} FROM grades ORDER BY lab, student").fetchall(),
                book.execute("SELECT * FROM checks ORDER BY lab, student, id").fetchall())


class Trial:
    """What is known of it lies in state.json, as well: it may go on in another process."""

    def __init__(self, tools, at, given):
        self.tools, self.at, self.given = tools, at, given
        self.until = time.monotonic() + given.seconds if given.seconds else None
        self.results = at / "killed/lab04/results"
        self.file = at / "state.json"
        order = {"count": given.count, "kills": given.kills, "whole": given.whole, "draw": given.draw}
        self.state = {"order": order, "written": False, "quiet_done": False, "quiet_seconds": 0, "stops": 0, "next_kill": 0,
                      "killed": 0, "last_code": None, "known": {}, "twice": [], "torn": []}
        if self.file.exists():
            self.state = json.loads(self.file.read_text())
            if self.state["order"] != order:
                sys.exit(f"{at} holds another trial: {self.state['order']}")

    def save(self):
        new = self.file.with_suffix(".new")
        new.write_text(json.dumps(self.state))
        new.rename(self.file)

    def begin(self, out):
        """Its words go into a file: a pipe that nobody reads would stop it."""
        jobs = ["--jobs", str(self.given.jobs)] if self.given.jobs else []
        with open(self.at / "said.txt", "w") as said:
            return subprocess.Popen([self.tools, "batch", "lab04", "in", "--out", out, *jobs], cwd=self.at, stdout=said,
                                    stderr=said, start_new_session=True)

    def wait(self, batch, reached=lambda: False):
        """Until the batch has ended, or that is reached. @throws OutOfTime"""
        while batch.poll() is None and not reached():
            if self.until and time.monotonic() > self.until:
                batch.terminate()
                batch.wait()
                raise OutOfTime
            time.sleep(0.02)

    def there_are(self, count):
        return self.results.is_dir() and len(os.listdir(self.results)) >= count

    def look(self):
        """New results must be whole, and those that were there must not have been written again."""
        if not self.results.is_dir():
            return
        found = results_in(self.results)
        known = self.state["known"]
        self.state["torn"] += torn_among(self.results, [name for name in found if known.get(name) != found[name]])
        self.state["twice"] += [name for name, state in known.items() if found.get(name) != state]
        self.state["known"] = found

    def grade_quietly(self):
        begun = time.monotonic()
        quiet = self.begin("quiet")
        try:
            self.wait(quiet)
        except OutOfTime:
            self.state["stops"] += 1
            raise
        finally:
            self.state["quiet_seconds"] += time.monotonic() - begun
        if quiet.returncode != 0:
            sys.exit((self.at / "said.txt").read_text()[-2000:])
        self.state["quiet_done"] = True

    def kill_once(self, moment, pause):
        batch = self.begin("killed")
        self.wait(batch, lambda: self.there_are(int(moment)))
        time.sleep(pause)
        if batch.poll() is None:
            os.kill(batch.pid, signal.SIGKILL)
            self.state["killed"] += 1
        batch.wait()
        self.look()

    def run(self):
        if not self.state["written"]:
            if (self.at / "in").exists():
                sys.exit(f"{self.at / 'in'} is there already, and not whole: remove {self.at}")
            write_hand_ins(self.at / "in", self.given.count, self.given.whole)
            (self.at / "course.toml").write_text('[course]\nseed = 4\nbackend = "cpu"\nsandbox = "optional"\n[labs.lab04]\n')
            self.state["written"] = True
            self.save()
        drawn = random.Random(self.given.draw)
        moments = sorted(drawn.uniform(0, self.given.count * 0.97) for _ in range(self.given.kills))
        pauses = [drawn.uniform(0, 0.3) for _ in moments]
        try:
            if not self.state["quiet_done"]:
                self.grade_quietly()
            while self.state["next_kill"] < len(moments):
                self.kill_once(moments[self.state["next_kill"]], pauses[self.state["next_kill"]])
                self.state["next_kill"] += 1
                self.save()
            last = self.begin("killed")
            self.wait(last)
            self.look()
            self.state["last_code"] = last.returncode
        except OutOfTime:
            time.sleep(1)  # what was asked to end writes no more
            self.look()
            there = len(self.state["known"])
            print(f"not finished: {'undisturbed run done' if self.state['quiet_done'] else 'in the undisturbed run'}, "
                  f"{self.state['killed']} of {self.given.kills} kills, {there} results. The same command goes on.")
            return 3
        finally:
            self.save()
        return self.tell()

    def tell(self):
        state, at, count = self.state, self.at, self.given.count
        lost = count - len(state["known"])
        same_book = (at / "quiet/gradebook.csv").read_bytes() == (at / "killed/gradebook.csv").read_bytes()
        rows = [database(at / which / "gradebook.sqlite") for which in ("quiet", "killed")]
        same_rows = rows[0] == rows[1]
        left = [str(path) for path in (at / "killed").rglob("*.part-*")]
        seconds = state["quiet_seconds"]
        stops = f", stopped and gone on {state['stops']} times" if state["stops"] else ""
        print(f"hand-ins: {count}; undisturbed{stops}: {seconds:.0f} s, {count / seconds * 3600:.0f} an hour")
        print(f"kill -9 at {state['killed']} random moments: {lost} lost, {len(state['twice'])} graded twice, "
              f"{len(state['torn'])} torn, {len(left)} half written files left")
        print(f"gradebook.csv byte for byte the same: {'yes' if same_book else 'NO'}; "
              f"the same rows in gradebook.sqlite: {'yes' if same_rows else 'NO'}")
        good = (state["last_code"] == 0 and not (lost or state["twice"] or state["torn"] or left) and same_book and same_rows
                and state["killed"] > 0)
        if not good:
            print((at / "said.txt").read_text()[-2000:])
            for before, after in zip(*rows):
                print("\n".join(map(str, sorted(set(before) ^ set(after))[:20])))
        return 0 if good else 1


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("class_tools")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--kills", type=int, default=5)
    parser.add_argument("--whole", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=0, help="gradings at once; 0: as many as there are cores")
    parser.add_argument("--draw", type=int, default=1, help="the moments are drawn from it")
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--seconds", type=float, default=0)
    given = parser.parse_args()
    tools = str(Path(given.class_tools).resolve())
    if given.folder:
        given.folder.mkdir(exist_ok=True)
        return Trial(tools, given.folder.resolve(), given).run()
    with tempfile.TemporaryDirectory() as scratch:
        return Trial(tools, Path(scratch), given).run()


if __name__ == "__main__":
    sys.exit(main())
