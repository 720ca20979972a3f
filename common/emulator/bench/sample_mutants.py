#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The CUDA Labs authors
"""Breaks kernels of NVIDIA's cuda-samples, one mistake at a time, and counts what the checked device finds.

    common/emulator/bench/sample_mutants.py build/bin/emucc FOLDER [--seed N] [--count N] [--jobs N] [NAME ...]

FOLDER is a checkout of https://github.com/NVIDIA/cuda-samples; nothing is written there. Samples take part
that build, end within LIMIT seconds and have no finding as they are. The mistakes, drawn by the seed:

    barrier   a barrier of a block or a group is left out
    bound     < becomes <=, or >= becomes >, in the condition of an `if` or a `for` in device code
    start     a store of zero to an array in device code, a cudaMemset or a copy to the device is left out

A line for each says what the device found: `found` (a finding that is an error), `told` (a warning or an
information), `own check` (the sample's own comparison fails), `hangs`, `refused` (it does not compile), or
`nothing`. The last ones are to be read by a person: a mistake may change no access.
"""
import argparse
import concurrent.futures
import pathlib
import random
import re
import shutil
import sys
import tempfile

from cuda_samples import build, first_line, name_of, run_in_copy, samples

LIMIT = 10  # seconds
ENDINGS = (".cu", ".cuh", ".h", ".hpp")
BARRIER = re.compile(r"(?:__syncthreads\(\)|(?:cg::|cooperative_groups::)?\bsync\([^;()]*\)|\b\w+\.sync\(\))\s*;")
CONDITION = re.compile(r"\b(?:if|for)\s*\(")
BOUND = re.compile(r" (<|>=) (?=[\w(])")
START = re.compile(r"[^;{}]*\w\s*\[[^;{}=]*\]\s*=\s*(?:0|0\.0?f?)\s*;")
HOST_START = re.compile(r"(?:checkCudaErrors|CUDA_CHECK)?\(?\s*\bcuda(?:Memset|Memcpy)(?:Async)?\s*\(")
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.S)


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
            found.add(("start", one.start(), one.end(), re.match(r"\s*", one.group()).group() + ";"))
    for one in HOST_START.finditer(text):
        stop = text.find(";", one.end())
        call = text[one.start():stop]
        if "emset" in call or "HostToDevice" in call:
            found.add(("start", one.start(), stop, "cudaSuccess"))
    return sorted(found)


def verdict(emucc, folder, root, program):
    why = build(emucc, "checked", folder, root, program)
    if why:
        return "refused", why
    done = run_in_copy(program, folder, LIMIT)
    if done is None:
        return "hangs", ""
    status, errors = done.returncode, done.stderr.decode(errors="replace")
    told = first_line(errors, re.compile(r"^(error|warning|information):"))
    if status == 66 or re.search(r"^error:", errors, re.M):
        return "found", told
    if re.search(r"^(warning|information):", errors, re.M):
        return "told", told
    return ("nothing", "") if status == 0 else ("own check", f"ends with {status}")


def places_in(emucc, folder, root):
    """Of a sample that takes part; else none."""
    found = [(folder, file.relative_to(folder), *one) for file in sorted(folder.rglob("*")) if file.suffix in ENDINGS
             for one in mistakes_in(blanked(file.read_text(errors="replace")))]
    with tempfile.TemporaryDirectory() as scratch:
        return found if found and verdict(emucc, folder, root, f"{scratch}/program") == ("nothing", "") else []


def broken(emucc, place, root):
    """@return the line of the table, the kind and what was seen"""
    folder, file, kind, begin, end, text = place
    with tempfile.TemporaryDirectory() as scratch:
        whole_sample = folder.parent if folder.name == "src" else folder
        shutil.copytree(whole_sample, pathlib.Path(scratch) / whole_sample.name)
        copy = pathlib.Path(scratch) / whole_sample.name / folder.relative_to(whole_sample)
        whole = (folder / file).read_text(errors="replace")
        (copy / file).write_text(whole[:begin] + text + whole[end:])
        seen, words = verdict(emucc, copy, root, f"{scratch}/program")
    line = whole[:begin + 1].count("\n") + 1
    return f"| {name_of(folder)} | {kind}, {file}:{line} | {seen} | {words} |", kind, seen


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("emucc", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--jobs", type=int, default=1)
    wanted = parser.parse_intermixed_args()
    emucc, root = str(wanted.emucc.resolve()), wanted.folder.resolve()
    folders = [each for each in samples(root) if not wanted.names or name_of(each) in wanted.names]
    counts = {}
    with concurrent.futures.ThreadPoolExecutor(wanted.jobs) as pool:
        places = [each for some in pool.map(lambda folder: places_in(emucc, folder, root), folders) for each in some]
        drawn = random.Random(wanted.seed).sample(places, min(wanted.count, len(places)))
        taken = sorted({name_of(each[0]) for each in places})
        print(f"{len(taken)} of {len(folders)} samples take part: {', '.join(taken)}.\n")
        print(f"{len(places)} places in all, {len(drawn)} drawn\n\n| sample | mistake | seen | first words |\n"
              "| --- | --- | --- | --- |", flush=True)
        for line, kind, seen in pool.map(lambda place: broken(emucc, place, root), drawn):
            counts.setdefault(kind, {}).setdefault(seen, 0)
            counts[kind][seen] += 1
            print(line, flush=True)
    print()
    for kind, seen in sorted(counts.items()):
        print(f"{kind}: " + ", ".join(f"{seen[each]} {each}" for each in sorted(seen)))


if __name__ == "__main__":
    main()
