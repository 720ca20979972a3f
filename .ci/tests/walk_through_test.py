#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The CUDA Labs authors
"""walk_through_test.py CLASS_TOOLS: types the lines of the instructor's guide, "A term, line by line", in a folder with 40
hand-ins of 28 students in mixed layouts, and looks at what each of them makes. Of every other line of the guides for instructors
that begins with ./lab, the command must know the options. Exit code 1 when the guides promise too much."""
import csv
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "grader/class_tools/measure"))
import simulated_students  # noqa: E402

DUE = 1793401140  # what the guide's course file says
MOST_LATE = "s28"


def lines_of_the_guide():
    """The section's indented blocks: those with commands, and those for course.toml."""
    text = (ROOT / "docs/guides/instructor.md").read_text()
    section = text.split("{#walk_through}", 1)[1].split("\n## ", 1)[0]
    return [[line[4:] for line in block.strip("\n").split("\n")] for block in section.split("\n\n") if block.startswith("    ")]


def unknown_options():
    """A sentence for each option on the pages that the help of its command does not have. (What stands in quotes is another
    program's.)"""
    wrong = []
    for page in ("docs/guides/instructor.md", "docs/slurm.md", "docs/formats.md"):
        for command, rest in re.findall(r"\./lab ([a-z]+)([^`\n]*)", (ROOT / page).read_text()):
            page_of_help = ROOT / f"common/launcher/help/{command}.txt"
            text = page_of_help.read_text() if page_of_help.exists() else subprocess.run(
                [ROOT / "lab", command, "--help"], stdout=subprocess.PIPE, text=True).stdout
            wrong += [f"{page}: ./lab {command} knows no {option}" for option in
                      re.findall(r"(?<![\w-])--[a-z][a-z-]*", re.sub(r'"[^"]*"', "", rest)) if option not in text]
    return wrong


def programs():
    """A class as it is, of 28 who handed in: a right one of two students, a starter, two wrong variants, and four that cannot be
    graded; the others do not compile, and several are the same, which is graded quickest."""
    wrong = list(simulated_students.variants("lab01").values())
    found = {f"s{i:02}": f"#error the __global__ function number {i % 4} is not finished\n" for i in range(1, 29)}
    for i, student in enumerate(["s02", "s23"]):
        found[student] = wrong[i * len(wrong) // 2]
    for student in ("s01", "s07"):
        found[student] = simulated_students.reference("lab01")
    found["s13"] = simulated_students.starter("lab01")
    found["s05"] = ""
    found["s15"] = "\0\1\2"
    return found


def write(file, text, when=DUE - 86_400):
    file.parent.mkdir(exist_ok=True)
    file.write_text(text)
    os.utime(file, (when, when))


def zip_of(file, entries):
    with zipfile.ZipFile(file, "w") as archive:
        for name, text in entries:
            archive.writestr(zipfile.ZipInfo(name, (2026, 10, 28, 12, 0, 0)), text)
    os.utime(file, (DUE - 86_400, DUE - 86_400))


def commit(folder, when):
    author = ["-c", "user.name=x", "-c", "user.email=x", "-c", "commit.gpgsign=false"]
    for words in (["init", "-q"], ["add", "."], [*author, "commit", "-q", "-m", "done"]):
        subprocess.run(["git", "-C", folder, *words], check=True, env={**os.environ, "GIT_COMMITTER_DATE": f"@{when} +0000"})


def hand_in(folder):
    """40 hand-ins in all layouts; eleven students handed in twice, and one is unknown."""
    early = "#error an earlier attempt\n"
    program = programs()
    moodle = [(f"Student s{i:02}_{i}_assignsubmission_file_/lab01.cu", program[f"s{i:02}"]) for i in range(1, 7)]
    moodle += [(f"Student s{i}_{i}_assignsubmission_file_/lab01.cu", early) for i in range(13, 19)]
    zip_of(folder / "from_moodle.zip", moodle)
    for i in range(7, 13):
        write(folder / f"s{i:02}.cu", program[f"s{i:02}"])
    for i in range(7, 12):
        write(folder / f"s{i:02}/lab01.cu", early, DUE - 200_000)
    write(folder / "who.cu", early)
    for i in range(13, 19):
        write(folder / f"s{i}/Lab 1 (final).cu", program[f"s{i}"])
    write(folder / "s16/old.cu", early)
    for i in range(19, 23):
        zip_of(folder / f"s{i}.zip", [("my work/lab01.cpp" if i == 21 else "my work/lab01.cu", program[f"s{i}"])])
    for i in range(23, 29):
        write(folder / f"s{i}/lab01.cu", program[f"s{i}"])
        commit(folder / f"s{i}", DUE + 90_000 if f"s{i}" == MOST_LATE else DUE - 86_400)


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
        expected = {"collect lab01": "Handed in nothing: 2", "batch lab01": "Graded now: 9: ", "course check": "",
                    "handout cuda-labs.tar.gz": "no line of an answer",
                    "similarity lab01": "26 files",
                    "regrade lab01": "Compared: 26; other points: 0", "verify grades/lab01/results/s07.json": "Reproduced",
                    "export canvas": "30 students, 1 lab", "feedback": "a folder for each of 26 students",
                    "statistics": "26 hand-ins", "course show": "due 2026-10-30 22:59 UTC; 10 points"}
        if what == "similarity lab01" and code == 2 and "not installed" in said:
            return print("not tested: similarity-tester is not installed")
        some_cannot_be_graded = what in ("collect lab01", "batch lab01")
        self.must(code == (1 if some_cannot_be_graded else 0), f"'./lab {what}' ends with {code}:\n{said}")
        if some_cannot_be_graded:
            for words in ("mixed: 7 files, 11 folders, 4 archives, 6 clones by git, a Moodle download (from_moodle.zip)", "is empty",
                          "who: who.cu is of nobody on the roster", "s21 (Student s21): has no .cu file, but lab01.cpp", "s15 (Student s15): s15/Lab 1 (final).cu is no text",
                          "s16 (Student s16): 2 files: s16/Lab 1 (final).cu, s16/old.cu"):
                self.must(words in said, f"'./lab {what}' does not say '{words}':\n{said}")
        self.must(expected.get(what, "") in said, f"'./lab {what}' does not say '{expected.get(what)}':\n{said}")
        return None

    def look_at_files(self):
        with open(self.at / "export/canvas.csv", newline="") as file:
            points = {row["SIS Login ID"]: row["lab01"] for row in csv.DictReader(file)}
        self.must(points.get("s07") == "10" and points.get("s29") == "" and "who" not in points, f"points in Canvas's file: {points}")
        with open(self.at / "grades/gradebook.csv", newline="") as file:
            book = {row["student"]: row for row in csv.DictReader(file)}
        self.must(len(book) == 31, f"{len(book)} students in the gradebook")
        self.must(book[MOST_LATE]["late_seconds"] == "90000", "who is late is not late")
        self.must([each for each, row in book.items() if row["verdict"] == "pass"] == ["s01", "s07"], "not just the right ones passed")
        for name in ("cuda-labs.tar.gz", "statistics.html", "feedback/s07/lab01.html", "feedback/s07/lab01.txt",
                     "export/moodle.csv", "regraded/gradebook.csv"):
            self.must((self.at / name).is_file(), f"{name} was not written")


def main():
    blocks = lines_of_the_guide()
    typed = sum(line.startswith("./lab") for block in blocks for line in block)
    with tempfile.TemporaryDirectory() as scratch:
        term = Term(Path(scratch), Path(sys.argv[1]).resolve())
        students = [f"s{i:02}" for i in range(1, 31)]
        (term.at / "handed_in").mkdir()
        hand_in(term.at / "handed_in")
        (term.at / "roster.csv").write_text("id,name\n" + "".join(f"{each},Student {each}\n" for each in students))
        for block in blocks:
            if block[0].startswith("["):
                course = term.at / "course.toml"
                course.write_text(course.read_text().split("\n[labs.")[0] + "\n" + "\n".join(block) + "\n")
            else:
                for line in block:
                    term.type(line)
        for each in unknown_options():
            term.must(False, each)
        term.must(typed >= 13, f"the guide has only {typed} lines to type")
        term.look_at_files()
        return 1 if term.failures else 0


if __name__ == "__main__":
    if shutil.which("git") is None:
        print("not tested: git is not installed")
        sys.exit(77)
    sys.exit(main())
