// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/emucc/block_trace.h"

namespace cudalab::emulator {

std::string inlined_block_trace(const toolchain& tools) {
#if defined(__x86_64__)
  // A macro of the GNU assembler in place of its instruction `call`; clang has its own assembler.
  // The code is that of __sanitizer_cov_trace_pc() in observe/access/callbacks.cpp, for
  // cudalab_trail in runtime/execution.h. It may change what a call may. The address that it keeps
  // is the one after it, as that of a call would be. At -O0 a compiler leaves this text where it
  // is: at the top.
  if (!tools.clang)
    return R"(__asm__(".macro call function:vararg\n"
".ifc \\function,__sanitizer_cov_trace_pc\n"
"movl %fs:cudalab_trail@tpoff, %eax\n"
"leal 1(%rax), %ecx\n"
"andl $3, %eax\n"
"movl %ecx, %fs:cudalab_trail@tpoff\n"
"movl $.Lcudalab_block\\@, %fs:cudalab_trail@tpoff+4(,%rax,4)\n"
"testw %cx, %cx\n"
"jne .Lcudalab_block\\@\n"
"callq cudalab_entered_many_blocks\n"
".Lcudalab_block\\@:\n"
".else\n"
"callq \\function\n"
".endif\n"
".endm\n");
)";
#endif
  (void)tools;
  return "";
}

} // namespace cudalab::emulator
