#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The CUDA Labs authors
"""How well copies are found: `class_tools similarity` (sim_c++), sim_c++ as it comes, and Dolos.

    measure_similarity.py CLASS_TOOLS --honest FOLDER [--dolos FOLDER] [--keep FOLDER]

FOLDER of --honest holds labNN/*.cu: right solutions by people who did not see each other's. The references, and the right
variants that are whole files of their own, are added. 60 copies are planted among them, six of each of the ten kinds of
plant_copies.py. FOLDER of --dolos is where npm installed @dodona/dolos-lib. Prints Markdown.

A pair of a copy and its source must be found. A pair of two honest solutions, or of a copy and an honest solution that
is not its source, must not. Pairs of two copies are not counted.
"""
import argparse
import csv
import itertools
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from plant_copies import KINDS

ROOT = Path(__file__).resolve().parents[3]
COPIES_OF_A_KIND = 6


def reference_of(folder):
    """The solution without the lines that make the starter of it."""
    text = (ROOT / "solutions" / folder / (folder[:5] + ".cu")).read_text()
    return re.sub(r"^ *// (STARTER:.*|BEGIN SOLUTION|END SOLUTION)\n", "", text, flags=re.M)


def whole_variants(folder):
    """Right variants that are no difference from the reference, by their names."""
    right = (ROOT / "solutions" / folder / "variants.md").read_text().partition("\n## Right\n")[2]
    found = {}
    for section in re.split(r"^### ", right, flags=re.M)[1:]:
        if code := re.search(r"^```cpp\n(.*?)^```", section, re.M | re.S):
            found[section.split("\n")[0]] = code.group(1)
    return found


class Lab:
    def __init__(self, folder, honest):
        self.name = folder[:5]
        self.files = {"reference": reference_of(folder), **whole_variants(folder)}
        for file in sorted((honest / self.name).glob("*.cu")):
            self.files[file.stem] = file.read_text()
        self.starter = ROOT / "labs" / folder / (self.name + ".cu")
        self.honest = sorted(self.files)
        self.copies = {}  # name: kind, source, the other source of a half

    def plant(self, kind, number):
        names = self.honest
        for first in range(number, number + len(names)):
            source, other = names[first % len(names)], names[(first + 4) % len(names)]
            copy = KINDS[kind](self.files[source], self.files[other])
            if copy != self.files[source]:  # else there is nothing in this file for this kind
                name = f"{kind}__{source}"
                self.files[name] = copy
                self.copies[name] = (kind, source, other)
                return
        sys.exit(f"{self.name} has no file for {kind}")

    def write(self, folder):
        """As `batch` keeps them."""
        hand_ins = []
        for name, text in self.files.items():
            file = folder / self.name / "files" / name / (self.name + ".cu")
            file.parent.mkdir(parents=True)
            file.write_text(text)
            hand_ins.append({"owner": name, "name": "", "students": [name], "state": "graded", "key": ""})
        plan = {"schema": "cudalab/plan/v1", "lab": self.name, "seed": 1, "checks": {}, "hidden": [],
                "hand_ins": hand_ins, "missing": []}
        (folder / self.name / "plan.json").write_text(json.dumps(plan))


def plant_all(labs):
    """Six of each kind: one in every lab, and a second one in the first labs."""
    for i, kind in enumerate(KINDS):
        for j in range(COPIES_OF_A_KIND):
            labs[j % len(labs)].plant(kind, 3 * i + 5 * j)


# ---- The engines: each gives for a lab the share of each pair, which is 0 where it says nothing ----

def ours(tools, folder, lab):
    with tempfile.TemporaryDirectory() as out:
        subprocess.run([tools, "similarity", lab.name, "--grades", folder, "--out", f"{out}/page.html", "--csv",
                        f"{out}/pairs.csv"], check=True, stdout=subprocess.DEVNULL)
        with open(f"{out}/pairs.csv", newline="") as file:
            return {(row["one"], row["other"]): float(row["share"]) for row in csv.DictReader(file)}


def paths_of(folder, lab):
    return {str(folder / lab.name / "files" / name / (lab.name + ".cu")): name for name in lab.files}


def sim_alone(folder, lab):
    """What `sim_c++ -p` says, the larger of both directions; the given code counts."""
    paths = paths_of(folder, lab)
    said = subprocess.run(["sim_c++", "-p", "-e", "-s", *paths], check=True, capture_output=True, text=True).stdout
    shares = {}
    for one, percent, other in re.findall(r"^(\S+) consists for (\d+) % of (\S+) material$", said, re.M):
        pair = tuple(sorted((paths[one], paths[other])))
        shares[pair] = max(shares.get(pair, 0), int(percent) / 100)
    return shares


DOLOS = """
import { Dolos } from "%s/node_modules/@dodona/dolos-lib/dist/index.js";
const [starter, common, ...files] = process.argv.slice(2);
const settings = { language: "cpp" };
if (+common > 0) settings.maxFingerprintPercentage = +common;
const report = await new Dolos(settings).analyzePaths(files, starter);
for (const pair of report.allPairs())
  console.log([pair.leftFile.path, pair.rightFile.path, pair.similarity].join("\\t"));
"""


def dolos(modules, common, folder, lab):
    """`common`: what more than this part of the files have does not count; 0: all counts."""
    paths = paths_of(folder, lab)
    with tempfile.NamedTemporaryFile("w", suffix=".mjs") as script:
        script.write(DOLOS % modules)
        script.flush()
        said = subprocess.run(["node", script.name, lab.starter, str(common), *paths], check=True, capture_output=True,
                              text=True).stdout
    shares = {}
    for line in said.splitlines():
        one, other, share = line.split("\t")
        shares[tuple(sorted((paths[one], paths[other])))] = float(share)
    return shares


# ---- What came out ----------------------------------------------------------------------------------

def judge(lab, shares):
    """(share, kind) of pairs that must be found, and (share, words) of those that must not."""
    shares = {tuple(sorted(pair)): share for pair, share in shares.items()}
    wanted, unwanted = [], []
    for pair in itertools.combinations(sorted(lab.files), 2):
        share, copies = shares.get(pair, 0.0), [name for name in pair if name in lab.copies]
        if len(copies) == 2:
            continue
        if not copies:
            unwanted.append((share, f"{lab.name}: {pair[0]}, {pair[1]}"))
            continue
        kind, source, other = lab.copies[copies[0]]
        honest = pair[0] if copies[0] == pair[1] else pair[1]
        if honest == source:
            wanted.append((share, kind))
        elif kind != "half" or honest != other:
            unwanted.append((share, f"{lab.name}: {pair[0]}, {pair[1]}"))
    return wanted, unwanted


def at(share, wanted, unwanted):
    right, wrong = sum(s >= share for s, _ in wanted), sum(s >= share for s, _ in unwanted)
    return (right / (right + wrong) if right + wrong else 1.0), right / len(wanted)


def average_precision(wanted, unwanted):
    ranked = sorted([(-s, 1) for s, _ in unwanted] + [(-s, 0) for s, _ in wanted], reverse=False)
    ranked.sort(key=lambda pair: (pair[0], -pair[1]))  # of equals the wrong one first
    found, total = 0, 0.0
    for place, (_, wrong) in enumerate(ranked, 1):
        if not wrong:
            found += 1
            total += found / place
    return total / len(wanted)


def row(name, wanted, unwanted, fixed=None):
    def f1(share):
        precision, recall = at(share, wanted, unwanted)
        return 2 * precision * recall / (precision + recall) if precision + recall else 0
    share = fixed if fixed is not None else max(sorted({s for s, _ in wanted}), key=f1)
    precision, recall = at(share, wanted, unwanted)
    wrong = sum(s >= share for s, _ in unwanted)
    print(f"| {name} | {100 * share:.0f} % | {precision:.3f} | {recall:.3f} | {wrong} | {f1(share):.3f} | "
          f"{average_precision(wanted, unwanted):.3f} |")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("class_tools")
    parser.add_argument("--honest", type=Path, required=True)
    parser.add_argument("--dolos", type=Path)
    parser.add_argument("--keep", type=Path, help="writes all files there")
    given = parser.parse_args()
    folders = {path.name[:5]: path.name for path in (ROOT / "solutions").glob("lab*")}
    labs = [Lab(folders[path.name], given.honest) for path in sorted(given.honest.glob("lab*"))
            if any(path.glob("*.cu"))]
    plant_all(labs)
    with tempfile.TemporaryDirectory() as temporary:
        folder = given.keep or Path(temporary)
        for lab in labs:
            lab.write(folder)
        engines = {"`./lab similarity`": lambda lab: ours(given.class_tools, folder, lab),
                   "`sim_c++ -p` alone": lambda lab: sim_alone(folder, lab)}
        if given.dolos:
            for common in (0, 0.5, 0.3):
                words = f", without what {common:.0%} have" if common else ""
                engines["Dolos" + words] = lambda lab, common=common: dolos(given.dolos.resolve(), common, folder, lab)
        results = {}
        for name, engine in engines.items():
            both = [judge(lab, engine(lab)) for lab in labs]
            results[name] = [sum((each[i] for each in both), []) for i in (0, 1)]
    wanted, unwanted = results["`./lab similarity`"]
    print(f"{sum(len(lab.honest) for lab in labs)} honest files of {len(labs)} labs, {len(wanted)} planted copies; "
          f"{len(unwanted)} pairs that must not be found.\n")
    print("| engine | from | precision | recall | wrong pairs | F1 | average precision |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    row("`./lab similarity`, as it is set", wanted, unwanted, 0.5)
    for name, (right, wrong) in results.items():
        row(f"{name}, at its best", right, wrong)
    print("\n| kind of copy | found from 50 % on | least share |\n| --- | --- | --- |")
    for kind in KINDS:
        shares = [s for s, k in wanted if k == kind]
        print(f"| {kind.replace('_', ' ')} | {sum(s >= 0.5 for s in shares)} of {len(shares)} | {100 * min(shares):.0f} % |")
    print("\nThe highest pairs that share no source:\n")
    for share, words in sorted(unwanted, reverse=True)[:6]:
        print(f"- {100 * share:.0f} % {words}")


if __name__ == "__main__":
    main()
