#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The CUDA Labs authors
"""Draws programs of HeCBench, builds and runs them on the emulated device, and prints a table.

    common/emulator/bench/hecbench.py build/bin/emucc FOLDER [--draw 60] [--seed 20261124] [NAME ...]

FOLDER is a checkout of https://github.com/zjin-lcf/HeCBench. Nothing is written there: a program is built in a copy of its
folder, by its own Makefile with emucc as the compiler, and run as `make run` does. What takes longer than --limit seconds is run
once more with every number of its command line that is larger than 1000, and the last one, made small (marked "small"), and
where that is too much, with every number that is larger than 64 ("tiny"); with --small no program is run with its own numbers.
--except leaves out programs of earlier draws.
A folder takes part when it asks for no closed library, no other language and no file that the checkout lacks.
"""
import argparse
import contextlib
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

OUTSIDE = re.compile(
    r"cublas|hip/hip|cufft|cusparse|cusolver|cudnn|nvjpeg|npp\.h|nccl|nvshmem|thrust/|cub/|cutlass|cute/|"
    r"mpi\.h|boost/|gdal|nvrtc|cuModule|cuLaunch|cuCtx|cuInit|cuMem|cuda/std|nvtx|torch/")
ENDINGS = (".cu", ".cuh", ".h", ".hpp", ".cpp", ".c", ".cc")
FOREIGN = re.compile(r"mpicc|-lgsl|-lboost|-lgdal|-lcu(?!rand)|-lmpi|-lz\b|-ljpeg|-lpng|-lOpenCL")
OWN = re.compile(r"pass|fail|mismatch|error|success|wrong|correct|verif", re.I)


def texts(folder):
    for file in sorted(folder.rglob("*")):
        if file.suffix in ENDINGS and file.is_file():
            yield file.read_text(errors="replace")


def why_not(root, folder):
    """@return why the folder takes no part; empty: it does"""
    makefile = folder / "Makefile"
    if not makefile.is_file():
        return "no Makefile"
    make = makefile.read_text(errors="replace")
    for text in texts(folder):
        if found := OUTSIDE.search(text):
            return found.group(0)
    if found := FOREIGN.search(make):
        return found.group(0)
    run = re.search(r"^run:.*\n((?:\t.*\n?)+)", make, re.M)
    if not run:
        return "no target run"
    for word in re.findall(r"(?<=\s)\.\.?/[\w./-]+|(?<=\s)\w[\w./-]*\.[A-Za-z]\w*", run.group(1)):
        place = folder / word
        if not place.exists() and not re.fullmatch(r"\./\w+", word):  # ./main is built first
            return f"data: {word}"
    return ""


def processor_seconds(pid):
    try:
        fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def waited_for(child, limit, processor_limit):
    """@return exit status @throws subprocess.TimeoutExpired"""
    last = time.time() + limit
    while True:
        try:
            return child.wait(0.2)
        except subprocess.TimeoutExpired:
            if time.time() > last or (processor_limit and processor_seconds(child.pid) > processor_limit):
                raise


def ended(command, folder, limit, processor_limit=0, report_limit=0, **variables):
    """
    @param processor_limit seconds of processor time; 0: only `limit` counts
    @param report_limit seconds for a checked program that was too slow to report what it has found so far
    @return exit status (None: it was too slow), output, seconds
    """
    began = time.time()
    with tempfile.TemporaryFile() as out:
        child = subprocess.Popen(command, cwd=folder, stdout=out, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                                 start_new_session=True, env={**os.environ, **variables})
        try:
            status = waited_for(child, limit, processor_limit)
        except subprocess.TimeoutExpired:
            with contextlib.suppress(subprocess.TimeoutExpired):
                if report_limit:
                    child.send_signal(signal.SIGABRT)
                    child.wait(report_limit)
            with contextlib.suppress(ProcessLookupError):
                os.killpg(child.pid, signal.SIGKILL)
            child.wait()
            status = None
        out.seek(0)
        return status, out.read(4 << 20).decode(errors="replace"), time.time() - began


def smaller(words, most, least):
    """A command line whose numbers larger than `most` are `least`, and which does it but twice; or none."""
    numbers = [i for i, word in enumerate(words) if i > 0 and word.isdigit()]
    if not numbers:
        return None
    less = list(words)
    for i in numbers:
        if int(words[i]) > most:
            less[i] = str(least)
    last = numbers[-1]  # mostly how often; after an option, how much
    of_option = words[last - 1].startswith("-")
    less[last] = str(max(16, int(words[last]) // 8) if of_option else min(int(less[last]), 2))
    return less if less != words else None


def run_line(folder):
    """What `make run` does, without building."""
    said = subprocess.run(["make", "-n", "-o", "main", "run", "LAUNCHER="], cwd=folder, capture_output=True, text=True).stdout
    lines = [line.strip() for line in said.splitlines() if line.strip().startswith("./") and "emucc" not in line]
    return lines[0].split() if lines else None


def command_lines(words):
    """`words`, and as far as they differ the same with smaller numbers; each with a note."""
    lines = [("", words), ("small ", smaller(words, 1000, 256)), ("tiny ", smaller(words, 64, 32))]
    return [one for i, one in enumerate(lines) if one[1] and one[1] not in [before[1] for before in lines[:i]]]


def copied(root, folder, scratch):
    """@return a copy of the folder in `scratch`, with the neighbours that it names beside it"""
    place = pathlib.Path(scratch) / folder.name
    shutil.copytree(folder, place, symlinks=False, ignore_dangling_symlinks=True)
    named = "".join([(folder / "Makefile").read_text(errors="replace"), *texts(folder)])
    for other in set(re.findall(r"\.\./([\w-]+)", named)):
        if (root / other).is_dir():
            (place.parent / other).symlink_to(root / other)
    return place


def try_one(emucc, flavour, folder, limit, log, small):
    status, said, _ = ended(["make", f"CC={emucc} --{flavour}", "-j1"], folder, 300)
    (log / f"{folder.name}.{flavour}.build").write_text(said)
    if status != 0:
        errors = [line for line in said.splitlines() if "error" in line]
        return "no: " + (errors or said.splitlines() or ["?"])[0].strip()[:110].replace("|", "/"), "", "", ""
    words = run_line(folder)
    if words is None:
        return "yes", "no line to run", "", ""
    tries = command_lines(words)
    for note, words in tries[1:] if small and len(tries) > 1 else tries:
        status, said, seconds = ended(words, folder, limit)
        if status is not None:
            break
    (log / f"{folder.name}.{flavour}.run").write_text(" ".join(words) + "\n" + said)
    own = [line.strip() for line in said.splitlines() if OWN.search(line) and not line.startswith(("emucc:", "error:", " "))]
    count = re.search(r"^emucc: (\d.*)", said, re.M)
    end = "too slow" if status is None else f"{note}{status} in {seconds:.0f} s"
    return "yes", end, count.group(1) if count else "", own[-1][:70].replace("|", "/") if own else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("emucc", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--except", dest="but", nargs="*", default=[])
    parser.add_argument("--only-names", action="store_true", help="print what would be drawn")
    parser.add_argument("--draw", type=int, default=60)
    parser.add_argument("--seed", type=int, default=20261124)
    parser.add_argument("--limit", type=float, default=60)
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--flavours", nargs="+", default=["checked", "fast"])
    parser.add_argument("--log", type=pathlib.Path, default=pathlib.Path(tempfile.mkdtemp(prefix="hecbench-")))
    wanted = parser.parse_intermixed_args()
    emucc, root = str(wanted.emucc.resolve()), wanted.folder.resolve() / "src"
    wanted.log.mkdir(parents=True, exist_ok=True)
    order = sorted(root.glob("*-cuda"))
    random.Random(wanted.seed).shuffle(order)
    left_out, drawn = {}, []
    for folder in order:
        if wanted.names and folder.name.removesuffix("-cuda") not in wanted.names:
            continue
        if folder.name.removesuffix("-cuda") in wanted.but:
            continue
        if len(drawn) == wanted.draw:
            break
        if reason := why_not(root, folder):
            left_out[folder.name] = reason
        else:
            drawn.append(folder)
    if wanted.only_names:
        print(*(folder.name.removesuffix("-cuda") for folder in drawn))
        return
    print("| program | build | ends with | findings | says |\n| --- | --- | --- | --- | --- |", flush=True)
    for folder in drawn:
        for flavour in wanted.flavours:
            with tempfile.TemporaryDirectory() as scratch:
                cells = try_one(emucc, flavour, copied(root, folder, scratch), wanted.limit, wanted.log, wanted.small)
                print(f"| {folder.name}, {flavour} | " + " | ".join(cells) + " |", flush=True)
    print(f"\n{len(drawn)} drawn, {len(left_out)} left out on the way: {left_out}", file=sys.stderr)


if __name__ == "__main__":
    main()
