#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The CUDA Labs authors
"""Makes copies of a solution as somebody who hides a copy would: ten kinds of disguise.

    plant_copies.py FILE.cu OTHER.cu KIND     prints the copy; OTHER is an honest solution of the same lab,
                                              of which the kind `half` keeps one half
"""
import re
import sys

TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|[A-Za-z_]\w*'
                   r'|\.?\d(?:[eEpP][+-]|[\w.\'])*|\s+|<<<|>>>|->|\+\+|--|[-+*/%&|^=!<>]=|&&|\|\||::|.', re.S)
WORDS = set("""alignas auto bool break case catch char class const constexpr continue default delete do
double else enum explicit extern false float for friend goto if inline int long namespace new noexcept
nullptr operator private protected public return short signed sizeof static static_assert static_cast
struct switch template this throw true try typedef typename union unsigned using virtual void volatile
while reinterpret_cast dim3 size_t std""".split())


BUILT_IN = "threadIdx|blockIdx|blockDim|gridDim|warpSize"


def tokens(text):
    return TOKEN.findall(text)


def is_comment(token):
    return token.startswith(("//", "/*"))


def pieces(text):
    """The file's parts at its outermost level: each ends with a ; or a } of its own."""
    parts, now, depth, round_ = [], [], 0, 0
    all_ = tokens(text)
    at_line_start = True
    i = 0
    while i < len(all_):
        token = all_[i]
        if token == "#" and at_line_start and depth == 0:
            if "".join(now).strip():
                parts.append("".join(now))
            now = []
            while i < len(all_) and "\n" not in all_[i]:
                now.append(all_[i])
                i += 1
            parts.append("".join(now))
            now = []
            continue
        now.append(token)
        depth += (token == "{") - (token == "}")
        round_ += (token == "(") - (token == ")")
        closes = token == "}" and depth == 0 and round_ == 0
        if closes:
            rest = "".join(all_[i + 1:i + 4]).lstrip()
            closes = not rest.startswith((";", ","))
        if depth == 0 and round_ == 0 and (closes or token == ";"):
            parts.append("".join(now))
            now = []
        if not token.isspace() or "\n" in token:
            at_line_start = "\n" in token
        i += 1
    parts.append("".join(now))
    return [each for each in parts if each.strip()]


def is_function(piece):
    code = "".join(t for t in tokens(piece) if not is_comment(t))
    return bool(re.search(r"\)\s*(?:const\s*)?\{", code)) and code.rstrip().endswith("}")


def fixed_names(text):
    """What a copier cannot rename: the lab's functions (which its header names), CUDA's, members."""
    fixed = set(WORDS)
    for match in re.finditer(r"(?:\.|->|::|#\s*\w+\s+)\s*([A-Za-z_]\w*)", text):
        fixed.add(match.group(1))
    for match in re.finditer(r"\b(cuda\w*|CUDA\w*|__\w+|atomic\w*|\w+_t|std|threadIdx|blockIdx|blockDim|gridDim|"
                             r"warpSize|lab|main|min|max|printf|float\d|int\d|uint\d)\b", text):
        fixed.add(match.group(1))
    return fixed


# ---- The kinds ------------------------------------------------------------------------------------

def as_it_is(text, _):
    return text


def new_comments_and_layout(text, _):
    """Other comments, other layout: a statement a line, another indentation, braces on lines of their own."""
    out, number = [], 0
    for token in tokens(text):
        if is_comment(token):
            number += 1
            out.append(f"/* step {number} of my solution */\n" if number % 3 == 0 else "\n" if token.startswith("//") else " ")
        elif token.isspace() and "\n" in token:
            out.append("\n" + " " * (2 * (len(token) - token.rfind("\n") - 1)))
        elif token == "{" and not (out and out[-1].startswith("#")):
            out.append("\n{\n")
        else:
            out.append(token)
    return "".join(out)


def other_names(text, _):
    """Each name that is the student's own gets another one."""
    fixed, known, out, directive = fixed_names(text), {}, [], False
    declared = set(re.findall(r"\b(?:int|float|unsigned|auto|bool|double|void|size_t|dim3|long|constexpr|struct|class|"
                              r"typename|namespace|\w+_t|uint\w*|\w+[*&]|\w+>)\s*[*&]*\s*(?:const\s+)?(?:__restrict__\s+)?"
                              r"([A-Za-z_]\w*)", text)) - fixed
    heads = set(re.findall(r"^(?:[\w:]+[*&]?\s+)+\*?([A-Za-z_]\w*)\s*\(", text, re.M))
    own = {name for name in declared if name not in heads or "__global__" in text.split(name)[0].rsplit("\n", 2)[-1]}
    words = ["alpha", "beta", "gamma", "delta", "theta", "kappa", "omega", "sigma", "tau", "rho", "phi", "psi"]
    for token in tokens(text):
        if token == "#":
            directive = True
        elif "\n" in token:
            directive = False
        if token in own and not directive:
            known.setdefault(token, words[len(known) % 12] + str(len(known) // 12 or ""))
            out.append(known[token])
        else:
            out.append(token)
    return "".join(out)


def moved_functions(text, _):
    """Functions the other way round, with declarations before them."""
    parts = pieces(text)
    head = [p for p in parts if not is_function(p)]
    functions = [p for p in parts if is_function(p)]
    if len(functions) < 2:  # all of it stands in a namespace: turn the statements of its inside
        return text
    return "\n".join(head) + "\n" + "\n".join(reversed(functions)) + "\n"


def other_constants(text, _):
    """Other numbers and other words in strings and comments."""
    out = []
    for token in tokens(text):
        if is_comment(token):
            out.append("// see the lecture\n" if token.startswith("//") and len(out) % 2 else "")
        elif re.fullmatch(r"\d+", token) and int(token) > 3:
            out.append(str(int(token) * 2))
        elif re.fullmatch(r"\d+\.\d*f?", token):
            out.append("0.000f" if float(token.rstrip("f")) == 0 else token)
        elif token.startswith('"') and not out[-2:-1] == ["include"]:
            out.append('"went wrong"' if not token.endswith('.h"') else token)
        else:
            out.append(token)
    return "".join(out)


def helper_extracted(text, _):
    """Right sides of assignments and conditions become functions of their own."""
    helpers = []

    def replace(match):
        left, right = match.group(1), match.group(2)
        names = [n for n in dict.fromkeys(re.findall(r"(?<![\w.>])[A-Za-z_]\w*", right))]
        if len(right) < 14 or len(helpers) > 8 or re.search(r"\w\(", right) or '"' in right:
            return match.group(0)
        arguments = [n for n in names if n not in WORDS and not n.startswith("__") and not re.fullmatch(BUILT_IN, n)]
        if not arguments:
            return match.group(0)
        helpers.append("template <%s>\n__host__ __device__ auto part%d(%s) {\n  return %s;\n}\n" %
                       (", ".join(f"class T{i}" for i in range(len(arguments))), len(helpers),
                        ", ".join(f"T{i} {a}" for i, a in enumerate(arguments)), right))
        return f"{left} part{len(helpers) - 1}({', '.join(arguments)});"

    changed = re.sub(r"((?:^|\s)[\w\[\]. ]+ [-+*]?=)\s*([^;={}\n]+);", replace, text)
    parts = pieces(changed)
    last = max((i for i, p in enumerate(parts) if p.lstrip().startswith("#include")), default=-1)
    return "\n".join(parts[:last + 1] + helpers + parts[last + 1:]) + "\n"


def helper_inlined(text, _):
    """Small functions that return an expression go; the expression stands where they were called.
    Where there is none, constants and named intermediate values go instead."""
    done = 0
    for match in list(re.finditer(r"(?:(?:__\w+__|static|inline|constexpr)\s+)+[\w:]+\s+(\w+)\(([^()]*)\)\s*\{\s*return ([^;{}]+);\s*\}", text)):
        name, parameters, body = match.groups()
        names = [p.split()[-1].lstrip("*&") for p in parameters.split(",") if p.strip()]
        text = text.replace(match.group(0), "")

        def expand(call):
            arguments = [a.strip() for a in call.group(1).split(",")]
            if len(arguments) != len(names):
                return call.group(0)
            inside = body
            for n, a in zip(names, arguments):
                inside = re.sub(rf"\b{n}\b", lambda _: f"({a})", inside)
            return f"({inside})"

        text = re.sub(rf"\b{name}\(([^()]*)\)", expand, text)
        done += 1
    for match in list(re.finditer(r"\n\s*(?:static )?(?:const|constexpr) (?:unsigned|int|bool|size_t|float|auto)(?: int)? (\w+) = ([^;,{}\n]+);[^\n]*", text)):
        if done >= 6:
            break
        name, value = match.groups()
        if text.count(match.group(0)) != 1 or len(re.findall(rf"\b{name} =", text)) != 1:
            continue
        text = text.replace(match.group(0), "")
        text = re.sub(rf"\b{name}\b", lambda _: f"({value})", text)
        done += 1
    return text


def other_statements(text, _):
    """The same said otherwise: for as while, ++i as i += 1, a += b as a = a + b, sums and products turned round."""
    text = re.sub(r"\+\+(\w+)\)", r"\1 += 1)", text)
    text = re.sub(r"^(\s*)(\w+(?:\[[^\]]*\])*) ([-+*])= ([^;]+);", r"\1\2 = \2 \3 (\4);", text, flags=re.M)
    text = re.sub(r"\b(\w+) < (\w+)\b(?![<(\[])", r"\2 > \1", text)
    text = re.sub(r"(?<![-*/%<>&] )\b(\w+) \+ (\w+)(?= *[;,)\]])", r"\2 + \1", text)
    text = re.sub(r"(?<![-*/%<>&] )\b(\w+) \* (\w+)(?= *[;,)\]])", r"\2 * \1", text)
    return re.sub(r"for \(((?:const )?[^;()]*);([^;()]*);([^;()]*)\)\s*\n?\s*(?!for|if|while)([^;{}\n]+;)", r"{ \1; while (\2) { \4 \3; } }", text)


def dead_code(text, _):
    """A statement that does nothing after each third statement."""
    out, count, depth, round_ = [], 0, 0, 0
    for token in tokens(text):
        out.append(token)
        depth += (token == "{") - (token == "}")
        round_ += (token == "(") - (token == ")")
        if token == ";" and depth > 0 and round_ == 0:
            count += 1
            if count % 3 == 0:
                out.append(f"\n  int unused{count} = {count};\n  (void)unused{count};")
    return "".join(out)


def half(text, other):
    """One half is copied, with other names, into an honest solution by somebody else."""
    mine = pieces(other_names(text, other))
    theirs = pieces(other)
    return "\n".join(theirs[:len(theirs) // 2] + mine[len(mine) // 2:]) + "\n"


def all_at_once(text, other):
    """Names, comments, layout, constants, order of the functions, and some dead code."""
    for step in (moved_functions, other_names, other_constants, new_comments_and_layout, dead_code):
        text = step(text, other)
    return text


KINDS = {f.__name__: f for f in (new_comments_and_layout, other_names, moved_functions, other_constants,
                                 helper_extracted, helper_inlined, other_statements, dead_code, half, all_at_once)}

if __name__ == "__main__":
    with open(sys.argv[1]) as mine, open(sys.argv[2]) as other:
        sys.stdout.write(KINDS[sys.argv[3]](mine.read(), other.read()))
