#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The CUDA Labs authors
"""Builds and runs NVIDIA's cuda-samples as they are on the emulated device, and prints a table.

    common/emulator/bench/cuda_samples.py build/bin/emucc FOLDER [NAME ...]

FOLDER is a checkout of https://github.com/NVIDIA/cuda-samples (with Samples/ and Common/). Nothing is
written there: a program runs in a copy of its folder. A sample takes part when it asks for nothing
outside the CUDA runtime (no OpenGL, no cuBLAS, no driver API, no PTX).
"""
import argparse
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

OUTSIDE = re.compile(
    r"GL/|GLFW|helper_gl|vulkan|d3d|EGL/|"  # graphics
    r"cublas|cufft|cusparse|cusolver|nvjpeg|npp\.h|nppimpi\.h|nvscibuf|cudla|nccl|thrust|cub/|"  # libraries
    r"nvrtc|nvJitLink|cuModule|cuLaunch|cuCtx|cuInit|cuGreen|drvapi|cuda\.h\"|<cuda\.h>|"  # the driver API
    r"mma\.h|wmma|asm\b|omp\.h|-rdc|"  # hardware, PTX, OpenMP
    r"cuda_runtime_api.h.*dynamic|cudaDeviceSynchronize\(\);\s*//\s*device")
SOURCES = (".cu", ".cpp", ".cc", ".c")
BUILD_LIMIT, RUN_LIMIT = 300, 60  # seconds


def files_with(folder, endings):
    return sorted(f for f in folder.iterdir() if f.suffix in endings)


def samples(root):
    for folder in sorted({f.parent for f in (root / "Samples").rglob("*.cu")}):
        if "8_Platform" in str(folder) or "7_lib" in str(folder):
            continue
        text = "".join(f.read_text(errors="replace") for f in files_with(folder, SOURCES + (".h", ".cuh")))
        if not OUTSIDE.search(text):
            yield folder


def name_of(folder):
    return folder.parent.name if folder.name == "src" else folder.name


def first_line(text, word):
    lines = [line for line in text.splitlines() if word.search(line)] or text.splitlines()
    return lines[0].strip()[:100].replace("|", "/") if lines else ""


def build(emucc, flavour, folder, root, program):
    includes = [f"-I{d}" for d in (root / "Common", folder, folder / "inc", folder.parent / "inc") if d.is_dir()]
    sources = [str(f) for f in files_with(folder, SOURCES)]
    command = [emucc, "--" + flavour, "-std=c++17", *includes, *sources, "-o", program]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=BUILD_LIMIT, cwd=folder)
    except subprocess.TimeoutExpired:
        return f"not in {BUILD_LIMIT} s"
    return "" if done.returncode == 0 else first_line(done.stderr, re.compile("error"))


def run_in_copy(program, folder, limit):
    """The program in a copy of its folder. @return None when it took longer than `limit` seconds"""
    with tempfile.TemporaryDirectory() as copy:
        place = pathlib.Path(copy) / folder.name
        shutil.copytree(folder, place)
        try:
            return subprocess.run([program], capture_output=True, timeout=limit, cwd=place)
        except subprocess.TimeoutExpired:
            return None


def run(program, folder):
    """@return exit, findings and what the sample says of itself"""
    done = run_in_copy(program, folder, RUN_LIMIT)
    if done is None:
        return f"more than {RUN_LIMIT} s", ""
    errors = done.stderr.decode(errors="replace")
    text = done.stdout.decode(errors="replace") + errors
    count = re.search(r"^emucc: (.*)", errors, re.M)
    own = re.compile(r"fail|mismatch|pass|waiv|two or more|success|error", re.I)
    said = [line.strip() for line in text.splitlines() if own.search(line) and not line.startswith("emucc:")]
    end = f"{done.returncode}" + (f" ({count.group(1)})" if count else "")
    return end, said[-1][:80].replace("|", "/") if said else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("emucc", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--build-only", action="store_true")
    wanted = parser.parse_intermixed_args()
    emucc, root = str(wanted.emucc.resolve()), wanted.folder.resolve()
    built = total = 0
    print("| sample | build | ends with | says |\n| --- | --- | --- | --- |", flush=True)
    with tempfile.TemporaryDirectory() as scratch:
        for folder in samples(root):
            if wanted.names and name_of(folder) not in wanted.names:
                continue
            for flavour in ("fast", "checked"):
                program = f"{scratch}/{name_of(folder)}"
                why = build(emucc, flavour, folder, root, program)
                end, said = ("", "") if why or wanted.build_only else run(program, folder)
                total, built = total + 1, built + (not why)
                print(f"| {name_of(folder)}, {flavour} | {why or 'yes'} | {end} | {said} |", flush=True)
    print(f"\n{built} of {total} programs were built.", file=sys.stderr)


if __name__ == "__main__":
    main()
