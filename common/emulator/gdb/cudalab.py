# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The CUDA Labs authors
"""CUDA's words in gdb, for programs on the emulated device: gdb -x cudalab.py PROGRAM

  break lab04.cu:50 if $block(1,0) && $thread(3,2)
  break lab04.cu:50 if blockIdx.x == 1 && threadIdx.x == 3     as in cuda-gdb
  print threadIdx
  info cuda          the kernel, and which thread of which block this is

A stop in a kernel says which thread it is; a backtrace ends at the kernel.
"""
import gdb

SETTINGS = (
    # The program has no debug information for these variables of the emulator.
    "macro define threadIdx (*(const uint3*)&cudalab_threadIdx)",
    "macro define blockIdx (*(const uint3*)&cudalab_blockIdx)",
    "macro define blockDim (*(const dim3*)&cudalab_blockDim)",
    "macro define gridDim (*(const dim3*)&cudalab_gridDim)",
    # Blocks run one after the other, and a launch may last as long as somebody looks at it.
    "set environment CUDALAB_THREADS 1",
    "set environment CUDALAB_TIME_LIMIT 0",
    # A thread that runs for long would be interrupted, so that others get their turn. A person's step
    # takes long: it must stay with its thread.
    "set environment CUDALAB_PREEMPTION 0",
    "set breakpoint pending on",
    "set print thread-events off",
    "skip -gfile */cudalab/launch.h",  # what stands between a launch and its kernel
)


def is_launch(frame):
    """Whether the frame hands a thread its arguments: the kernel's caller calls from there."""
    symtab = frame.find_sal().symtab
    return symtab is not None and symtab.filename.endswith("cudalab/launch.h")


def kernel_frame():
    """The frame of the kernel that the selected OS thread runs, or None in host code."""
    frame, callers = gdb.newest_frame(), []
    while frame is not None and frame.is_valid():
        if is_launch(frame):
            return callers[-2] if len(callers) > 1 else None
        callers.append(frame)
        frame = frame.older()
    return None


def coordinates(variable):
    """(x, y, z) of threadIdx and its like."""
    value = gdb.parse_and_eval("*(unsigned int(*)[3])&cudalab_" + variable)
    return tuple(int(value[i]) for i in range(3))


def written(point):
    return "({},{},{})".format(*point)


def position(kernel):
    return "block {}, thread {} of {}".format(
        written(coordinates("blockIdx")), written(coordinates("threadIdx")), kernel.name()
    )


class At(gdb.Function):
    """Whether this thread is at the given place: $block(x), $block(x,y), $block(x,y,z)."""

    def __init__(self, name, variable):
        super().__init__(name)
        self.variable = variable

    def invoke(self, x, y=0, z=0):
        return coordinates(self.variable) == (int(x), int(y), int(z))


class InfoCuda(gdb.Command):
    """The kernel at hand, and which thread of which block this is."""

    def __init__(self):
        super().__init__("info cuda", gdb.COMMAND_STATUS)

    def invoke(self, _argument, _from_terminal):
        kernel = kernel_frame() if gdb.selected_thread() is not None else None
        if kernel is None:
            raise gdb.GdbError("This is host code: no kernel runs in this thread of the system.")
        place, launch = kernel.find_sal(), kernel.older().find_sal()
        print(position(kernel))
        print("at {}:{}".format(place.symtab.filename, place.line))
        print(
            "launched by {}:{} as a grid of {} blocks, each of {} threads".format(
                launch.symtab.filename,
                launch.line,
                written(coordinates("gridDim")),
                written(coordinates("blockDim")),
            )
        )


class KernelFrames:
    """A backtrace ends at the kernel: who called it is the emulator."""

    name, priority, enabled = "cudalab", 100, True

    def filter(self, frames):
        shown = []
        for each in frames:
            if is_launch(each.inferior_frame()):
                return iter(shown[:-1])  # without the launch's own
            shown.append(each)
        return iter(shown)


last_said = None


def say_position(event):
    """At a breakpoint, and when a step has led to another thread."""
    global last_said
    kernel = kernel_frame()
    here = None if kernel is None else position(kernel)
    if here is not None and (here != last_said or isinstance(event, gdb.BreakpointEvent)):
        print("[{}]".format(here))
    last_said = here


for setting in SETTINGS:
    gdb.execute(setting, to_string=True)
At("block", "blockIdx")
At("thread", "threadIdx")
InfoCuda()
gdb.frame_filters["cudalab"] = KernelFrames()
gdb.events.stop.connect(say_position)
