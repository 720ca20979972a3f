# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The CUDA Labs authors
"""Programs as a class hands them in: a lab's reference, its starter, and variants of the reference, each with one mistake.

    simulated_students.py FOLDER COUNT WHOLE
    simulated_students.py --reference FILE.cu

The first writes COUNT hand-ins of lab 04 into a folder. Each WHOLEth is one of these programs, in turn (0: none); the others do
not compile, which is graded quickest. No two are alike. The second writes lab 04's reference.
"""
import os
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
EDIT = re.compile(r"^- in (\w+): `(.+)` becomes `(.*)`$")


def folder_of(kind, lab):
    return next((ROOT / kind).glob(lab + "_*"))


def reference(lab):
    """Without the marks of what students write."""
    text = (folder_of("solutions", lab) / (lab + ".cu")).read_text()
    return re.sub(r"(?m)^ *// (BEGIN SOLUTION|END SOLUTION|STARTER:.*)\n", "", text)


def starter(lab):
    return (folder_of("labs", lab) / (lab + ".cu")).read_text()


def changed(text, edits):
    """The reference after edits of the form "in FUNCTION: `this` becomes `that`"; None: one of them does not fit."""
    for function, before, after in edits:
        begin = re.search(rf"(?m)^\w.*\b{function}\(.*\{{$", text)
        at = text.find(before, begin.start()) if begin else -1
        if at < 0 or "\n}" in text[begin.start():at]:
            return None
        text = text[:at] + after + text[at + len(before):]
    return text


def variants(lab):
    """Name to program: the wrong variants that are described by replacements alone, in the order of the page."""
    found = {}
    page = (folder_of("solutions", lab) / "variants.md").read_text().split("\n## Right", 1)[0]
    for part in re.split(r"(?m)^### ", page)[1:]:
        lines = [line for line in part.splitlines() if line.startswith(("- in ", "```"))]
        edits = [EDIT.match(line).groups() for line in lines if EDIT.match(line)]
        program = changed(reference(lab), edits) if edits and len(edits) == len(lines) else None
        if program is not None:
            found[part.split("\n", 1)[0].strip()] = program
    return found


def write_hand_ins(folder, count, whole):
    folder.mkdir()
    programs = [reference("lab04"), starter("lab04"), *variants("lab04").values()]
    for i in range(count):
        file = folder / f"s{i:05}.cu"
        file.write_text(programs[i // whole % len(programs)] + f"// {i}\n" if whole and i % whole == 0
                        else f"#error not yet, __global__ number {i}\n")
        os.utime(file, (1_700_000_000, 1_700_000_000))


if __name__ == "__main__":
    if sys.argv[1] == "--reference":
        Path(sys.argv[2]).write_text(reference("lab04"))
    else:
        write_hand_ins(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
