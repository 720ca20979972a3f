#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The CUDA Labs authors
#
# sample_mutants.py with a checkout of two small programs: where it breaks them, what it says of each mistake, and that it
# goes on where it was. The argument is emucc.
import pathlib
import subprocess
import sys
import tempfile

import sample_mutants

PROGRAM = """#include <cstdio>
__global__ void turned(int n, const int *in, int *out)
{
    __shared__ int tile[64];
    int i = threadIdx.x;
    tile[i] = 0;
    for (int k = 0; k < n; ++k)
        tile[i] += in[i];
    __syncthreads();
    if (i>=63 + 64)  // never equal: i >= 1
        out[0] = 7;
    out[i] = tile[63 - i];
    __syncthreads();
}
int main(int, char **words)
{
    int n, host[64] = {}, *in, *out;
    sscanf(words[1], "%d", &n);
    cudaMalloc(&in, sizeof(host));
    cudaMalloc(&out, sizeof(host));
    cudaMemcpy(in, host, sizeof(host), cudaMemcpyHostToDevice);
    turned<<<1, 64>>>(n, in, out);
    cudaMemcpy(host, out, sizeof(host), cudaMemcpyDeviceToHost);
    puts(host[5] == 0 ? "PASS" : "FAIL");
    cudaFree(in);
    cudaFree(out);
}
"""
MAKEFILE = "main: main.cu\n\t$(CC) -c main.cu -o main.o\n\t$(CC) main.o -o main\nrun: main\n\t$(LAUNCHER) ./main 2000000 3\n"
FINDS = {"barrier, main.cu:9:5": "found", "barrier, main.cu:13:5": "nothing", "bound, main.cu:7:22": "nothing",
         "bound, main.cu:10:10": "not met", "start, main.cu:6:5": "found", "start, main.cu:21:5": "found"}
failures = []


def expect(what, holds):
    if not holds:
        failures.append(what)


def called(emucc, folder, *words):
    command = [sample_mutants.__file__, emucc, "table.md", "--hecbench", ".", "--limit", "60", "--log", "log", *words]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    expect(f"it ends with 0: {done.stderr}", done.returncode == 0)
    lines = (folder / "table.md").read_text().splitlines()[2:]
    return [tuple(line.strip("| ").split(" | ")) for line in lines], done.stdout


with tempfile.TemporaryDirectory() as scratch:
    root = pathlib.Path(scratch)
    for name, program in (("tiny", PROGRAM), ("torn", PROGRAM.replace("tile[i] = 0;", "")), ("whole", PROGRAM)):
        (root / "src" / f"{name}-cuda").mkdir(parents=True)
        (root / "src" / f"{name}-cuda" / "main.cu").write_text(program)
        (root / "src" / f"{name}-cuda" / "Makefile").write_text(MAKEFILE)
    rows, _ = called(sys.argv[1], root, "tiny", "torn")
    seen = {row[2]: row[3] for row in rows if row[1] == "tiny"}
    expect(f"each mistake of the first program has its verdict: {seen}", seen == FINDS)
    expect(f"a program with a finding takes no part: {rows}",
           [row[2] for row in rows if row[1] == "torn"] == ["takes no part"])
    expect("it is run with small numbers", "./main 256 2" in (root / "log" / "HeCBench.tiny.barrier_main.cu_9_5").read_text())
    again, told = called(sys.argv[1], root, "tiny", "torn")
    expect("nothing is tried twice", again == rows)
    expect(f"counts are printed: {told}", "| HeCBench | barrier | 1 | 0 | 0 | 0 | 1 | 0 |" in told)
    more, _ = called(sys.argv[1], root, "tiny", "whole", "--count", "8", "--most", "2")
    expect(f"a further program follows, with at most two mistakes: {more}",
           more[:len(rows)] == rows and len(more) == len(rows) + 2 and {row[1] for row in more[len(rows):]} == {"whole"})

for failure in failures:
    print(f"FAILED: {failure}")
sys.exit(1 if failures else 0)
