#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The CUDA Labs authors
"""Breaks kernels that nobody here wrote, one mistake at a time, and counts what the checked device finds.

    common/emulator/bench/sample_mutants.py build/bin/emucc TABLE [--samples FOLDER] [--hecbench FOLDER]
        [--seed N] [--count N] [--most N] [--limit SECONDS] [--jobs N] [--log FOLDER] [NAME ...]

The folders are checkouts of https://github.com/NVIDIA/cuda-samples and https://github.com/zjin-lcf/HeCBench; nothing
is written there. Programs are taken in an order that the seed makes, from both suites in turn, until `count` mistakes
were tried. Those take part that build, end within `limit` seconds of processor time and have no finding as they are;
HeCBench's run with small numbers on their command line, as hecbench.py runs them. A program has at most `most` mistakes,
drawn by the seed:

    barrier   a barrier of a block or a group is left out
    bound     < becomes <=, or >= becomes >, in the condition of an `if` or a loop in device code
    start     a store of a first value to an array in device code, a cudaMemset or a copy to the device is left out

A line of TABLE for each says what the device found: `found` (a finding that is an error), `told` (a warning or an
information), `own check` (what the program says of itself differs, or its exit code), `hangs` (three times the limit,
and nothing found until then), `refused` (it does not compile, and does not count), `not met` (the run never comes there,
or never with two sides of the comparison that are equal: shown by a second program that traps where it does), or
`nothing`. The last ones are to be read by a person: a mistake may change no access.
Who calls again with the same TABLE goes on where it was.
"""
import argparse
import concurrent.futures
import itertools
import json
import pathlib
import random
import re
import shutil
import tempfile
import threading

import cuda_samples
import hecbench

ENDINGS = (".cu", ".cuh", ".h", ".hpp")
BARRIER = re.compile(r"(?:__syncthreads\(\)|(?:cg::|cooperative_groups::)?\bsync\([^;()]*\)|\b\w+\.sync\(\))\s*;")
CONDITION = re.compile(r"\b(?:if|for|while)\s*\(")
BOUND = re.compile(r"(?<=[\w)\]])(?<!_cast)\s*(<|>=)\s*(?=[\w(])")
NUMBER = r"(?:0x0|0(?:\.0*)?|-?\w*(?:FLT|DBL|INT)_(?:MAX|MIN)|-?INFINITY)[fFuUlL]*"
START = re.compile(r"(?<=[\s;{})])\w[\w.]*(?:->\w+)*(?:\s*\[[^;{}=\[\]]*(?:\[[^;{}=\[\]]*\][^;{}=\[\]]*)*\])+\s*=\s*" + NUMBER + r"\s*;")
HOST_START = re.compile(r"\bcuda(?:Memset|Memcpy)(?:Async|ToSymbol)?\s*\(")
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.S)
COUNTED = ("found", "told", "own check", "hangs", "nothing", "not met")
PROBE = """#if defined(__CUDACC__) && !defined(MUTANT_PROBE)
#define MUTANT_PROBE
struct MutantProbe {};
template <typename T> struct MutantProbed { T value; };
template <typename T> __device__ MutantProbed<T> operator+(MutantProbe, T value) { return {value}; }
#define MUTANT_OPERATOR(op) template <typename T, typename U> __device__ auto operator op(MutantProbed<T> a, U b) \\
    -> MutantProbed<decltype(a.value op b)> { return {a.value op b}; }
MUTANT_OPERATOR(+) MUTANT_OPERATOR(-) MUTANT_OPERATOR(<<) MUTANT_OPERATOR(>>)
#define MUTANT_COMPARISON(op) template <typename T, typename U> __device__ bool operator op(U a, MutantProbed<T> b) \\
    { if (a == b.value) __trap(); return a op b.value; }
MUTANT_COMPARISON(<) MUTANT_COMPARISON(>=)
#endif
"""


def blanked(text):
    """Without comments; every other character is where it was."""
    return COMMENT.sub(lambda found: re.sub(r"[^\n]", " ", found.group()), text)


def closing(text, at, pair="{}"):
    depth = 0
    for i in range(at, len(text)):
        depth += (text[i] == pair[0]) - (text[i] == pair[1])
        if depth == 0:
            return i
    return len(text)


def device_bodies(text):
    for word in re.finditer(r"__(?:global|device)__", text):
        end = re.compile(r"[;{=]").search(text, word.end())
        if end and end.group() == "{":
            yield end.start(), closing(text, end.start())


def mistakes_in(text):
    """@return kind, begin, end and replacement"""
    found = set()
    for begin, end in device_bodies(text):
        for one in BARRIER.finditer(text, begin, end):
            found.add(("barrier", one.start(), one.end(), ";"))
        for head in CONDITION.finditer(text, begin, end):
            stop = closing(text, head.end() - 1, "()")
            for one in BOUND.finditer(text, head.end(), stop):
                found.add(("bound", one.start(), one.end(), " <= " if one.group(1) == "<" else " > "))
        for one in START.finditer(text, begin, end):
            found.add(("start", one.start(), one.end(), ";"))
    for one in HOST_START.finditer(text):
        stop = closing(text, one.end() - 1, "()") + 1
        call = text[one.start():stop]
        if "emset" in call or "HostToDevice" in call or "ToSymbol" in call:
            found.add(("start", one.start(), stop, "cudaSuccess"))
    return sorted(found)


class Samples:
    """NVIDIA's cuda-samples"""

    name = "cuda-samples"

    def __init__(self, root):
        self.root, self.folders = root, list(cuda_samples.samples(root))

    program = staticmethod(cuda_samples.name_of)

    def copied(self, folder, scratch):
        whole = folder.parent if folder.name == "src" else folder
        shutil.copytree(whole, pathlib.Path(scratch) / whole.name)
        return pathlib.Path(scratch) / whole.name / folder.relative_to(whole)

    def built(self, emucc, place):
        """@return why it was not built; empty: it was"""
        return cuda_samples.build(emucc, "checked", place, self.root, str(place / "mutant"))

    def commands(self, place):
        return [["./mutant"]]


class HeCBench:
    name = "HeCBench"

    def __init__(self, root):
        self.root = root / "src"
        self.folders = [each for each in sorted(self.root.glob("*-cuda")) if not hecbench.why_not(self.root, each)]

    def program(self, folder):
        return folder.name.removesuffix("-cuda")

    def copied(self, folder, scratch):
        return hecbench.copied(self.root, folder, scratch)

    def built(self, emucc, place):
        status, said, _ = hecbench.ended(["make", f"CC={emucc} --checked", "-j1"], place, cuda_samples.BUILD_LIMIT)
        return "" if status == 0 else cuda_samples.first_line(said, re.compile("error")) or "no words"

    def commands(self, place):
        words = hecbench.run_line(place)
        lines = hecbench.command_lines(words) if words else []
        return [line for _, line in lines[1:] or lines]


def says_of_itself(text):
    """The lines with a word like "passed", without their numbers."""
    return {re.sub(r"[-+]?\d[\d.e+-]*", "", line) for line in text.splitlines() if hecbench.OWN.search(line)}


def seen_in(place, command, limit, log=None):
    """@return verdict without regard to what the program says, its first words, exit code and what it says"""
    place_of_findings = place / "findings.json"
    status, said, _ = hecbench.ended(command, place, 10 * limit, limit, 60,
                                      CUDALAB_FINDINGS_JSON=str(place_of_findings))
    if log:
        log.write_text(f"{' '.join(command)}\n{said}\nends with {status}\n")
    try:
        findings = json.loads(place_of_findings.read_text())
    except (OSError, ValueError):  # it was killed before it could write all
        findings = []
    text = said.split("\nemucc: ")[0] if findings else said
    for severity, verdict in (("error", "found"), ("", "told")):
        for each in findings:
            if each["severity"] == severity or not severity:
                words = f"{each['title']}: {each['object']}"
                return verdict, words[:100].replace("|", "/"), status, says_of_itself(text)
    return ("hangs" if status is None else "nothing"), "", status, says_of_itself(text)


class Table:
    HEAD = "| suite | program | mistake | seen | first words |\n| --- | --- | --- | --- | --- |\n"

    def __init__(self, file):
        self.file, self.lock, self.rows = file, threading.Lock(), {}
        if not file.exists():
            file.write_text(self.HEAD)
        for line in file.read_text().splitlines()[2:]:
            suite, program, mistake, seen, words = [cell.strip() for cell in line.strip("| ").split(" | ", 4)]
            self.rows[suite, program, mistake] = seen

    def add(self, suite, program, mistake, seen, words):
        with self.lock, self.file.open("a") as out:
            self.rows[suite, program, mistake] = seen
            out.write(f"| {suite} | {program} | {mistake} | {seen} | {words or '-'} |\n")

    def tried(self):
        with self.lock:
            return sum(seen in COUNTED for seen in self.rows.values())


def with_place(folder, place, copy, probe=False):
    """Writes the mistake, or what traps where it would show, into the copy of the folder"""
    file, kind, begin, end, text = place
    code = (folder / file).read_bytes().decode(errors="replace")
    if probe:
        text = code[begin:end] + " MutantProbe{} + " if kind == "bound" else "__trap();"
    code = code[:begin] + text + code[end:]
    (copy / file).write_bytes(((PROBE if probe else "") + code).encode())


def is_met(suite, folder, place, emucc, limit, command):
    """Does the run of the program as it is come to a place where the mistake makes a difference? Where nobody knows: yes."""
    if place[4] == "cudaSuccess":  # host code
        return True
    with tempfile.TemporaryDirectory() as scratch:
        copy = suite.copied(folder, scratch)
        with_place(folder, place, copy, probe=True)
        return bool(suite.built(emucc, copy)) or seen_in(copy, command, limit)[0] != "nothing"


def drawn_places(suite, folder, seed, most):
    """At most `most`, of all kinds in turn"""
    draw = random.Random(f"{seed} {suite.name} {suite.program(folder)}")
    of_kind = {}
    for file in sorted(folder.rglob("*")):
        if file.suffix in ENDINGS and file.is_file():
            for one in mistakes_in(blanked(file.read_bytes().decode(errors="replace"))):
                of_kind.setdefault(one[0], []).append((file.relative_to(folder), *one))
    orders = [draw.sample(places, len(places)) for _, places in sorted(of_kind.items())]
    return [each for some in itertools.zip_longest(*orders) for each in some if each][:most]


def named(folder, place):
    """The cell of the table: what is broken, and where"""
    file, kind, begin, *_ = place
    before = (folder / file).read_bytes().decode(errors="replace")[:begin]
    return f"{kind}, {file}:{before.count(chr(10)) + 1}:{begin - before.rfind(chr(10))}"


def as_it_is(suite, folder, emucc, limit):
    """@return why it takes no part (empty: it does), its command, exit code and what it says of itself"""
    with tempfile.TemporaryDirectory() as scratch:
        place = suite.copied(folder, scratch)
        if why := suite.built(emucc, place):
            return f"does not build: {why}", None, 0, set()
        for command in suite.commands(place):
            seen, words, status, says = seen_in(place, command, limit)
            if seen == "nothing":
                return ("" if status == 0 else f"ends with {status}"), command, status, says
            if seen != "hangs":
                return f"has a finding: {words}", None, 0, set()
        return "too slow, or no command", None, 0, set()


def broken(suite, folder, place, emucc, limit, whole, log):
    """@return what was seen, and first words"""
    _, command, status_before, says_before = whole
    with tempfile.TemporaryDirectory() as scratch:
        copy = suite.copied(folder, scratch)
        with_place(folder, place, copy)
        if why := suite.built(emucc, copy):
            return "refused", why
        seen, words, status, says = seen_in(copy, command, 3 * limit, log)
    if seen == "nothing" and status != status_before:
        return "own check", f"ends with {status}"
    if seen == "nothing" and says != says_before:
        return "own check", " ".join(sorted(says - says_before))[:80].replace("|", "/")
    if seen == "nothing" and not is_met(suite, folder, place, emucc, 3 * limit, command):
        return "not met", ""
    return seen, words


def try_program(suite, folder, table, wanted):
    key = suite.name, suite.program(folder)
    if (*key, "takes no part") in table.rows:
        return
    places = drawn_places(suite, folder, wanted.seed, wanted.most)
    left = [place for place in places if (*key, named(folder, place)) not in table.rows]
    if not left:
        return
    whole = as_it_is(suite, folder, wanted.emucc, wanted.limit)
    if whole[0]:
        table.add(*key, "takes no part", "-", whole[0])
        return
    for place in left:
        name = named(folder, place)
        log = wanted.log / f"{suite.name}.{key[1]}.{re.sub('[^A-Za-z0-9.]+', '_', name)}" if wanted.log else None
        table.add(*key, name, *broken(suite, folder, place, wanted.emucc, wanted.limit, whole, log))


def in_turn(suites, seed, names):
    """Folders of all suites, each suite's in the seed's order"""
    orders = []
    for suite in suites:
        order = [(suite, folder) for folder in suite.folders if not names or suite.program(folder) in names]
        random.Random(seed).shuffle(order)
        orders.append(order)
    return [each for some in itertools.zip_longest(*orders) for each in some if each]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("emucc", type=lambda text: str(pathlib.Path(text).resolve()))
    parser.add_argument("table", type=pathlib.Path)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--samples", type=pathlib.Path)
    parser.add_argument("--hecbench", type=pathlib.Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--most", type=int, default=6)
    parser.add_argument("--limit", type=float, default=10)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--log", type=pathlib.Path)
    wanted = parser.parse_intermixed_args()
    if wanted.log:
        wanted.log.mkdir(parents=True, exist_ok=True)
    suites = [kind(folder.resolve()) for kind, folder in ((Samples, wanted.samples), (HeCBench, wanted.hecbench)) if folder]
    table = Table(wanted.table)

    def try_next(one):
        if table.tried() < wanted.count:
            try_program(*one, table, wanted)

    with concurrent.futures.ThreadPoolExecutor(wanted.jobs) as pool:
        for done in [pool.submit(try_next, one) for one in in_turn(suites, wanted.seed, wanted.names)]:
            done.result()
    counts = {}
    for (suite, _, mistake), seen in table.rows.items():
        if seen in COUNTED:
            of_kind = counts.setdefault((suite, mistake.split(",")[0]), dict.fromkeys(COUNTED, 0))
            of_kind[seen] += 1
    print("| suite | kind | " + " | ".join(COUNTED) + " |\n" + "| --- " * 2 + "| ---: " * len(COUNTED) + "|")
    for (suite, kind), seen in sorted(counts.items()):
        print(f"| {suite} | {kind} | " + " | ".join(str(seen[each]) for each in COUNTED) + " |")


if __name__ == "__main__":
    main()
