#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The CUDA Labs authors
"""walk_through_test.py CLASS_TOOLS: types the lines of the instructor's guide, "A term, line by line", in a folder with 40
hand-ins of mixed layouts, and looks at what each of them makes. Exit code 1 when the guide promises too much."""
import csv
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DUE = 1793401140  # what the guide's course file says
MOST_LATE = "s06"


def lines_of_the_guide():
    """The section's indented blocks: those with commands, and those for course.toml."""
    text = (ROOT / "docs/guides/instructor.md").read_text()
    section = text.split("{#walk_through}", 1)[1].split("\n## ", 1)[0]
    return [[line[4:] for line in block.strip("\n").split("\n")] for block in section.split("\n\n") if block.startswith("    ")]


def program_of(student):
    """A right one and a starter; the others do not compile, in four ways: that is graded quickest."""
    number = int(student[1:])
    if number == 7:
        return (ROOT / "solutions/lab01_thread_indexing/lab01.cu").read_text() + f"// by {student}\n"
    if number == 1:
        return (ROOT / "labs/lab01_thread_indexing/lab01.cu").read_text()
    return f"#error the __global__ function number {number % 4} is not finished\n"


def hand_in(folder, student):
    """By number: a file, a folder with a file in it, an archive, a clone by git."""
    number, text = int(student[1:]), program_of(student)
    when = DUE + (90_000 if student == MOST_LATE else -86_400)
    if number % 4 == 0:
        file = folder / f"{student}.cu"
    elif number % 4 == 2:
        file = folder / f"{student}.zip"
        with zipfile.ZipFile(file, "w") as archive:
            archive.writestr("my work/lab01.cu", text)
    else:
        file = folder / student / "lab01.cu"
        file.parent.mkdir()
    if file.suffix == ".cu":
        file.write_text(text)
    os.utime(file, (when, when))
    if number % 4 == 3:
        author = ["-c", "user.name=x", "-c", "user.email=x", "-c", "commit.gpgsign=false"]
        for words in (["init", "-q"], ["add", "."], [*author, "commit", "-q", "-m", "done"]):
            subprocess.run(["git", "-C", file.parent, *words], check=True,
                           env={**os.environ, "GIT_COMMITTER_DATE": f"@{when} +0000"})


class Term:
    def __init__(self, at, tools):
        self.at, self.tools, self.failures = at, tools, 0

    def must(self, right, words):
        if not right:
            self.failures += 1
            print(f"FAILED: {words}")

    def type(self, line):
        words = line.split()
        assert words[0] == "./lab", line
        program = [ROOT / "lab"] if words[1] == "handout" else [self.tools]
        done = subprocess.run(program + words[1:], cwd=self.at, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              env={**os.environ, "CUDALAB_CALLED": "./lab"})
        self.look(" ".join(words[1:3]), done.returncode, done.stdout)

    def look(self, what, code, said):
        expected = {"collect lab01": "Handed in nothing: 2", "batch lab01": "Graded now: 40: ", "course check": "",
                    "handout cuda-labs.tar.gz": "no line of an answer",
                    "similarity lab01": "40 files",
                    "regrade lab01": "Compared: 40; other points: 0", "verify grades/lab01/results/s07.json": "Reproduced",
                    "export canvas": "42 students, 1 lab", "feedback": "a folder for each of 40 students",
                    "statistics": "40 hand-ins", "course show": "due 2026-10-30 22:59 UTC; 10 points"}
        if what == "similarity lab01" and code == 2 and "not installed" in said:
            return print("not tested: similarity-tester is not installed")
        self.must(code == 0, f"'./lab {what}' ends with {code}:\n{said}")
        self.must(expected.get(what, "") in said, f"'./lab {what}' does not say '{expected.get(what)}':\n{said}")
        return None

    def look_at_files(self):
        with open(self.at / "export/canvas.csv", newline="") as file:
            points = {row["SIS Login ID"]: row["lab01"] for row in csv.DictReader(file)}
        self.must(points.get("s07") == "10" and points.get("s41") == "", f"points in Canvas's file: {points}")
        with open(self.at / "grades/gradebook.csv", newline="") as file:
            book = {row["student"]: row for row in csv.DictReader(file)}
        self.must(len(book) == 42, f"{len(book)} students in the gradebook")
        self.must(book[MOST_LATE]["late_seconds"] == "90000", "who is late is not late")
        self.must(sum(row["verdict"] == "pass" for row in book.values()) == 1, "the right ones did not pass")
        for name in ("cuda-labs.tar.gz", "statistics.html", "feedback/s07/lab01.html", "feedback/s07/lab01.txt",
                     "export/moodle.csv", "regraded/gradebook.csv"):
            self.must((self.at / name).is_file(), f"{name} was not written")


def main():
    blocks = lines_of_the_guide()
    typed = sum(line.startswith("./lab") for block in blocks for line in block)
    with tempfile.TemporaryDirectory() as scratch:
        term = Term(Path(scratch), Path(sys.argv[1]).resolve())
        students = [f"s{i:02}" for i in range(1, 43)]
        (term.at / "handed_in").mkdir()
        for student in students[:40]:
            hand_in(term.at / "handed_in", student)
        (term.at / "roster.csv").write_text("id,name\n" + "".join(f"{each},Student {each}\n" for each in students))
        for block in blocks:
            if block[0].startswith("["):
                course = term.at / "course.toml"
                course.write_text(course.read_text().split("\n[labs.")[0] + "\n" + "\n".join(block) + "\n")
            else:
                for line in block:
                    term.type(line)
        term.must(typed >= 13, f"the guide has only {typed} lines to type")
        term.look_at_files()
        return 1 if term.failures else 0


if __name__ == "__main__":
    if shutil.which("git") is None:
        print("not tested: git is not installed")
        sys.exit(77)
    sys.exit(main())
