#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The CUDA Labs authors
#
# The files for continuous integration in docs/ci: they are YAML of the right form, and their scripts
# grade what was begun, write the results, and end with the worst exit code. `./lab` is a stand-in.
# Ends with 77 where PyYAML is missing.
import pathlib
import subprocess
import sys
import tempfile

try:
    import yaml
except ImportError:
    print("PyYAML is missing (python3-yaml)")
    sys.exit(77)

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "docs" / "ci"
failures = []

STAND_IN = """#!/bin/bash
echo "$*" >>calls
case $1 in
grade)
  [ "$2" = lab03 ] || echo '{}' >"results/$2.json"
  case $2 in lab01) exit 1 ;; lab03) exit 3 ;; esac ;;
report) cp "$2" "$3" ;;
esac
"""


def expect(what, holds):
    if not holds:
        failures.append(what)


class StrictLoader(yaml.SafeLoader):
    """A key that comes twice is a mistake: the later one wins silently elsewhere."""


def mapping_without_doubles(loader, node, deep=False):
    keys = [loader.construct_object(key, deep=deep) for key, _ in node.value]
    if len(keys) != len(set(keys)):
        raise yaml.YAMLError(f"a key comes twice: {keys}")
    return yaml.SafeLoader.construct_mapping(loader, node, deep)


StrictLoader.add_constructor("tag:yaml.org,2002:map", mapping_without_doubles)


def read(name):
    return yaml.load((FOLDER / name).read_text(encoding="utf-8"), StrictLoader)


def try_script(where, script, variables, begun, code):
    """Runs it in a repository with three labs; those in `begun` differ from their starter."""
    with tempfile.TemporaryDirectory() as scratch:
        root = pathlib.Path(scratch)
        for number in (1, 2, 3):
            lab = f"lab0{number}"
            starter = root / "labs" / f"{lab}_topic" / "starter"
            starter.mkdir(parents=True)
            (starter / f"{lab}.cu").write_text("starter")
            (starter.parent / f"{lab}.cu").write_text("mine" if number in begun else "starter")
        (root / "lab").write_text(STAND_IN)
        (root / "lab").chmod(0o755)
        environment = {"PATH": "/usr/bin:/bin", **variables}
        ended = subprocess.run(["bash", "-eo", "pipefail", "-c", script], cwd=root, env=environment,
                               capture_output=True, text=True, check=False)
        calls = (root / "calls").read_text().splitlines() if (root / "calls").exists() else []
        graded = [line for line in calls if line.startswith("grade ")]
        expect(f"{where}: labs {begun} are graded, and no other: {calls} {ended.stderr}",
               [line.split()[1] for line in graded] == [f"lab0{number}" for number in begun])
        expect(f"{where}: the backend is said",
               all(f"--backend {variables['BACKEND']} " in line for line in graded))
        if variables["BACKEND"] == "gpu":
            expect(f"{where}: a GPU's runner asks for the sandbox",
                   all("--require-sandbox" in line for line in graded))
        expect(f"{where}: ends with {ended.returncode}, not {code}", ended.returncode == code)
        written = sorted(path.name for path in (root / "results").glob("*.xml"))
        expect(f"{where}: JUnit for each grade: {written}",
               written == [f"lab0{number}.xml" for number in begun if number != 3])


def try_all(where, script, variables):
    try_script(where, script, variables, [], 0)
    try_script(where, script, variables, [2], 0)
    try_script(where, script, variables, [1, 2], 1)
    try_script(where, script, variables, [1, 2, 3], 3)


def check_github():
    workflow = read("github-actions.yml")
    triggers = workflow[True]  # YAML 1.1 reads `on` as true, GitHub does not
    expect("github: a runner of one's own takes no pull request", set(triggers) == {"push", "workflow_dispatch"})
    expect("github: it may only read", workflow["permissions"] == {"contents": "read"})
    expect("github: its jobs", set(workflow["jobs"]) == {"cpu", "gpu"})
    for name, job in workflow["jobs"].items():
        expect(f"github, {name}: a job has these", {"runs-on", "steps", "timeout-minutes"} <= set(job))
        for step in job["steps"]:
            expect(f"github, {name}: a step uses or runs: {step}", ("uses" in step) != ("run" in step))
            expect(f"github, {name}: actions have a version", "@v" in step.get("uses", "@v"))
        script = next(step["run"] for step in job["steps"] if step.get("name") == "Grade")
        try_all(f"github, {name}", script, {"BACKEND": job["env"]["BACKEND"]})
    expect("github: the GPU's is not for everybody", "self-hosted" in workflow["jobs"]["gpu"]["runs-on"]
           and "GPU_RUNNER" in workflow["jobs"]["gpu"]["if"])


def check_gitlab():
    pipeline = read("gitlab-ci.yml")
    common = pipeline[".grade"]
    expect("gitlab: the stage is there", common["stage"] in pipeline["stages"])
    expect("gitlab: tests are shown", common["artifacts"]["reports"]["junit"] == "results/*.xml")
    expect("gitlab: results of a failed job are kept", common["artifacts"]["when"] == "always")
    for name in ("cpu", "gpu"):
        job = pipeline[name]
        expect(f"gitlab, {name}: extends the common part", job["extends"] == ".grade")
        variables = {key: job["variables"][key] for key in ("BACKEND", "SANDBOX")}
        try_all(f"gitlab, {name}", "\n".join(common["script"]), variables)
    expect("gitlab: the GPU's is not for everybody",
           pipeline["gpu"]["tags"] == ["gpu"] and "GPU_RUNNER" in pipeline["gpu"]["rules"][0]["if"])


check_github()
check_gitlab()
for each in failures:
    print("FAILED:", each)
sys.exit(1 if failures else 0)
