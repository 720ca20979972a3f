// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/emucc/submission_code.h"

#include <doctest/doctest.h>

#include "emulator/emucc/tests/workshop.h"
#include "emulator/emucc/words.h"

using namespace cudalab::emulator;

namespace {

/// A function with these instructions, as clang prints it.
std::string module_of(const std::string& instructions) {
  return "%struct.pair = type { i32, [2 x i64] }\n"
         "module asm \".pushsection .cudalab.flavour,\\22\\22,@progbits\"\n"
         "module asm \".asciz \\22checked\\22\"\n"
         "module asm \".popsection\"\n"
         "define dso_local void @_Z1fv() #0 {\n" +
         instructions + "  ret void\n}\nattributes #0 = { noinline sanitize_thread }\n";
}

int announcements(const std::string& instructions, const std::vector<const char*>& calls) {
  const judged_code judged = judge_code(module_of(instructions));
  CHECK_MESSAGE(judged.reasons.empty(), instructions);
  int count = 0;
  for (const char* call : calls)
    for (std::size_t at = judged.text.find(call); at != std::string::npos;
         at = judged.text.find(call, at + 1))
      ++count;
  return count;
}

/// How many stores got one.
int added(const std::string& instructions) {
  return announcements(instructions,
                       {"call void @__tsan_unaligned_write", "call void @cudalab_write_range"});
}

int added_reads(const std::string& instructions) {
  return announcements(instructions, {"call void @cudalab_reads_unwatched"});
}

bool refused(const std::string& instructions) {
  return !judge_code(module_of(instructions)).reasons.empty();
}

/// Whether emucc takes it as a submission.
bool is_taken(const std::string& text) {
  const workshop shop;
  const std::string file = shop.write("one.cu", text), object = shop.path("one.o");
  return shop.emucc({"--checked", "--submission", "-c", file, "-o", object}).status == 0;
}

} // namespace

TEST_CASE("a store that clang announces is not announced again") {
  CHECK(added("  %2 = bitcast float* %1 to i8*\n  call void @__tsan_write4(i8* %2)\n"
              "  store float 1.0, float* %1, align 4\n") == 0);
  CHECK(added("  call void @__tsan_write4(ptr %1)\n  store float 1.0, ptr %1, align 4\n") == 0);
  CHECK(added("  call void @__tsan_write4(i8* bitcast (i32* @a to i8*))\n"
              "  store i32 1, i32* @a, align 4\n") == 0);
  CHECK(added("  call void @__tsan_volatile_write4(ptr @a)\n"
              "  store volatile i32 1, ptr @a, align 4\n") == 0);
}

TEST_CASE("a store that clang does not announce is announced") {
  CHECK(added("  store float 1.0, float* %1, align 4\n") == 1);
  CHECK(added("  store x86_fp80 %2, ptr %1, align 16, !dbg !7\n") == 1);
  CHECK(added("  call void @__tsan_read4(ptr %1)\n  store float 1.0, ptr %1, align 4\n") == 1);
  CHECK(added("  call void @__tsan_write4(ptr %2)\n  store float 1.0, ptr %1, align 4\n") == 1);
  CHECK(added("  call void @__tsan_write4(ptr %1)\n  br label %3\n\n3:\n"
              "  store float 1.0, ptr %1, align 4\n") == 1);
  CHECK(added("  call void @llvm.va_start(ptr %1)\n") == 1);
  CHECK(contains(judge_code(module_of("  store <8 x float> %2, <8 x float>* %1, align 32, !dbg !7, "
                                      "!tbaa !3\n"))
                     .text,
                 "bitcast <8 x float>* %1 to i8*\n"
                 "  call void @cudalab_write_range(i8* %cudalab.0, i64 32), !dbg !7\n"));
}

TEST_CASE("a load that clang does not announce is announced, too") {
  CHECK(added_reads("  call void @__tsan_read4(ptr %1)\n  %2 = load float, ptr %1, align 4\n") ==
        0);
  CHECK(added_reads("  %2 = bitcast float* %1 to i8*\n  call void @__tsan_volatile_read4(i8* %2)\n"
                    "  %3 = load volatile float, float* %1, align 4\n") == 0);
  CHECK(added_reads("  %1 = alloca x86_fp80, align 16\n"
                    "  %2 = load x86_fp80, x86_fp80* %1, align 16\n") == 0);
  CHECK(added_reads("  %2 = load x86_fp80, x86_fp80* %1, align 16\n") == 1);
  CHECK(added_reads(
            "  %2 = load atomic i8, i8* %1 syncscope(\"singlethread\") acquire, align 8\n") == 1);
  CHECK(contains(judge_code(module_of("  %2 = load atomic i8, i8* bitcast (i64* @g to i8*) "
                                      "acquire, align 8\n"))
                     .text,
                 "@cudalab_reads_unwatched(i8* bitcast (i64* @g to i8*), i64 1)\n"));
  CHECK(added_reads("  %2 = load volatile i24, ptr %1, align 4\n") == 1);
  CHECK(added_reads("  call void @__tsan_write4(ptr %1)\n  %2 = load float, ptr %1, align 4\n") ==
        1);
  CHECK(added_reads("  call void @__tsan_read4(ptr %1)\n  br label %3\n\n3:\n"
                    "  %4 = load float, ptr %1, align 4\n") == 1);
  CHECK(added_reads("  call void @llvm.va_copy(ptr %1, ptr %2)\n") == 1);
  const std::string argument = "%struct.pair* noundef byval(%struct.pair) align 8 %1";
  const std::string call = "  call void @_Z1f4pair(" + argument + ")\n";
  CHECK(added_reads(call) == 1);
  CHECK(added_reads("  %1 = alloca %struct.pair, align 8\n" + call) == 0);
  CHECK(contains(judge_code(module_of(call)).text, ", i64 24)"));
}

TEST_CASE("a variable and its first member are one place") {
  const std::string variable = "i8* bitcast (%struct.uint3* @a to i8*)",
                    first = "i32* getelementptr inbounds (%struct.uint3, %struct.uint3* @a, i32 0, "
                            "i32 0), align 4\n",
                    second =
                        "i32* getelementptr inbounds (%struct.uint3, %struct.uint3* @a, i32 0, "
                        "i32 1), align 4\n";
  CHECK(added("  call void @__tsan_write4(" + variable + ")\n  store i32 1, " + first) == 0);
  CHECK(added("  call void @__tsan_write4(" + variable + ")\n  store i32 1, " + second) == 1);
  CHECK(added_reads("  call void @__tsan_read4(" + variable + ")\n  %1 = load i32, " + first) == 0);
  CHECK(added_reads("  call void @__tsan_read4(" + variable + ")\n  %1 = load i32, " + second) ==
        1);
  CHECK(added_reads("  call void @__tsan_read4(i8* bitcast (" +
                    first.substr(0, first.find(", align")) +
                    " to i8*))\n  %1 = load i32, i32* @a, align 4\n") == 0);
}

TEST_CASE("local variables are nobody else's, up to their ends") {
  const std::string variable = "  %1 = alloca [8 x float], align 16\n";
  const std::string first = "  %2 = getelementptr inbounds [8 x float], ptr %1, i64 0, i64 0\n";
  CHECK(added("  %1 = alloca i32, align 4\n  store i32 1, ptr %1, align 4\n") == 0);
  CHECK(added("  %1 = alloca i32, align 4\n  store i64 1, ptr %1, align 4\n") == 1);
  CHECK(added("  %1 = alloca i32, i64 %0, align 4\n  store i32 1, ptr %1, align 4\n") == 1);
  CHECK(added(variable + first + "  store float 1.0, ptr %2, align 4\n") == 0);
  CHECK(added(variable + "  %2 = getelementptr inbounds [8 x float], ptr %1, i64 0, i64 8\n"
                         "  store float 1.0, ptr %2, align 4\n") == 1);
  CHECK(added(variable + first +
              "  %3 = getelementptr inbounds float, ptr %2, i64 9\n"
              "  store float 1.0, ptr %3, align 4\n") == 1);
  CHECK(added("  %1 = alloca %struct.pair, align 8\n"
              "  %2 = getelementptr inbounds %struct.pair, ptr %1, i32 0, i32 1\n"
              "  %3 = getelementptr inbounds [2 x i64], ptr %2, i64 0, i64 1\n"
              "  store i64 1, ptr %3, align 8\n") == 0);
  // the same variable under a larger type
  CHECK(added("  %1 = alloca i32, align 8\n  %2 = bitcast i32* %1 to %struct.pair*\n"
              "  %3 = getelementptr inbounds %struct.pair, %struct.pair* %2, i32 0, i32 1\n"
              "  %4 = getelementptr inbounds [2 x i64], [2 x i64]* %3, i64 0, i64 1\n"
              "  store i64 1, i64* %4, align 8\n") == 1);
}

TEST_CASE("an index is good where clang has checked it") {
  const std::string check = "  %1 = alloca [8 x float], align 16\n"
                            "  %4 = sext i32 %3 to i64, !nosanitize !4\n"
                            "  %5 = icmp ult i64 %4, ";
  const std::string access =
      "  br i1 %5, label %7, label %6, !nosanitize !4\n\n"
      "6:\n  unreachable\n\n7:\n  %8 = sext i32 %3 to i64\n"
      "  %9 = getelementptr inbounds [8 x float], [8 x float]* %1, i64 0, i64 %8\n"
      "  store float 1.0, float* %9, align 4\n";
  CHECK(added(check + "8, !nosanitize !4\n" + access) == 0);
  CHECK(added(check + "9, !nosanitize !4\n" + access) == 1);
  CHECK(added(check + "8\n" + access) == 1); // written by the student
}

TEST_CASE("what cannot be watched is refused") {
  CHECK(refused("  call void asm sideeffect \"nop\", \"\"()\n"));
  CHECK(refused("  %1 = call i32 asm \"nop\", \"=r\"()\n"));
  CHECK(refused("  call void @llvm.x86.sse2.maskmov.dqu(<16 x i8> %1, <16 x i8> %2, ptr %3)\n"));
  CHECK(refused("  %1 = cmpxchg ptr %2, i32 0, i32 1 seq_cst seq_cst\n"));
  CHECK(refused("  store i32 1, ptr addrspace(1) %1, align 4\n"));
  CHECK(refused("  indirectbr i8* %1, [label %2]\n"));
  CHECK_FALSE(refused("  %1 = call float @llvm.sqrt.f32(float %0)\n"));
  CHECK_FALSE(judge_code("module asm \"nop\"\n").reasons.empty());
}

TEST_CASE("however an attribute is written, it is seen") {
  CHECK(is_taken("[ [gnu::aligned(16)] ] float a; float f(const float* p) { return *p; }\n"));
  CHECK(is_taken("alignas(8) thread_local int a = 3;\nint f() { return a; }\n"));
  CHECK(is_taken("struct big { long double a; long b[9]; };\n"
                 "big f(long double* p) { *p = 1; return {}; }\n"));
  CHECK(is_taken("#include <iostream>\n#include <map>\nstatic std::map<int, int> all;\n"
                 "void f() { std::cout << all[1]; }\n"));
  for (const char* attribute :
       {"clang::no_sanitize(\"thread\")", "clang::disable_sanitizer_instrumentation",
        "clang::no_sanitize(\"coverage\")", "gnu::section(\"cudalab_x\")", "gnu::constructor",
        "gnu::destructor"}) {
    INFO(attribute);
    CHECK_FALSE(is_taken(std::string("[ [") + attribute + "] ] void f(float* p) { *p = 1; }\n"));
  }
  CHECK_FALSE(is_taken("[ [gnu::section(\"cudalab_own_data\")] ] int a = 1;\n"));
  CHECK_FALSE(is_taken("void f(float* p) { *(__seg_gs float*)p = 1; }\n"));
}

TEST_CASE("what a function of others stores is announced before it is called") {
  const auto code_of = [](const std::string& call, const std::string& declaration) {
    const judged_code judged = judge_code(module_of(call) + "declare " + declaration + "\n");
    CHECK_MESSAGE(judged.reasons.empty(), call);
    return judged.text;
  };
  CHECK(contains(code_of("  %2 = call i32 @_Z18cudaGetDeviceCountPi(i32* noundef %1), !dbg !7\n",
                         "i32 @_Z18cudaGetDeviceCountPi(i32* noundef) #1"),
                 "  %cudalab.0 = bitcast i32* %1 to i8*\n"
                 "  call void @cudalab_library_writes(i8* %cudalab.0, i64 4, i64 1), !dbg !7\n"
                 "  %2 = call i32"));
  CHECK(contains(code_of("  %2 = call i32 @_Z21cudaDeviceGetPCIBusIdPcii(ptr %1, i32 9, i32 0)\n",
                         "i32 @_Z21cudaDeviceGetPCIBusIdPcii(ptr, i32, i32)"),
                 "  %cudalab.count.0 = sext i32 9 to i64\n"
                 "  call void @cudalab_library_writes(ptr %1, i64 1, i64 %cudalab.count.0)\n"));
  CHECK(contains(code_of("  %2 = call x86_fp80 @frexpl(x86_fp80 %1, ptr %0)\n",
                         "x86_fp80 @frexpl(x86_fp80, ptr)"),
                 "@cudalab_library_writes(ptr %0, i64 4, i64 1)"));
  CHECK(contains(code_of("  %2 = call ptr @_ZNSolsEi(ptr %1, i32 5)\n", "ptr @_ZNSolsEi(ptr, i32)"),
                 "@cudalab_known_stream(ptr %1)"));
  CHECK_FALSE(contains(code_of("  %2 = call float @_Z3fooPKf(ptr %1)\n", "float @_Z3fooPKf(ptr)"),
                       "@cudalab_library_writes(ptr %1"));
}

TEST_CASE(
    "calls through pointers are asked about, and functions whose addresses are taken listed") {
  const judged_code judged =
      judge_code(module_of("  store void ()* @_Z1fv, void ()** %1, align 8\n"
                           "  %3 = load void (i32)*, void (i32)** %2, align 8\n"
                           "  call void %3(i32 noundef 1)\n"));
  CHECK(contains(judged.text, "  %cudalab.2 = bitcast void (i32)* %3 to i8*\n"
                              "  call void @cudalab_calls(i8* %cudalab.2)\n"));
  CHECK(contains(judged.text, "module asm \".quad \\22_Z1fv\\22\"\n"));
  CHECK_FALSE(judge_code(module_of("  store i32 (i32*)* @_Z18cudaGetDeviceCountPi, "
                                   "i32 (i32*)** %1, align 8\n") +
                         "declare i32 @_Z18cudaGetDeviceCountPi(i32*)\n")
                  .reasons.empty());
}

TEST_CASE("of a thread's own position nobody is told") {
  const auto reads_told = [](const std::string& place) {
    return announcements("  call void @__tsan_read4(i8* bitcast (" + place + " to i8*))\n" +
                             "  %2 = load i32, i32* %1, align 4\n",
                         {"call void @__tsan_read4"});
  };
  const std::string position = "%struct.uint3* @cudalab_blockIdx";
  CHECK(reads_told(position) == 0);
  const auto member = [&](const std::string& which) {
    return "i32* getelementptr inbounds (%struct.uint3, " + position + ", i32 0, i32 " + which +
           ")";
  };
  CHECK(reads_told(member("2")) == 0);
  CHECK(reads_told(member("3")) == 1); // what lies behind it
  CHECK(reads_told("%struct.uint3* @cudalab_blockIdx_of_mine") == 1);
  CHECK(reads_told("i32* @mine") == 1);
}

TEST_CASE("of functions on the way to the kernel nobody is told") {
  const std::string body = ") #0 {\n  call void @__tsan_func_entry(i8* %2)\n"
                           "  call void @__tsan_func_exit()\n  ret void\n}\n";
  const auto told = [&](const std::string& function) {
    const std::string code =
        module_of("") + "define dso_local void @" + function + "(i8* %0" + body;
    return contains(judge_code(code).text, "__tsan_func_entry") ||
           contains(judge_code(code).text, "__tsan_func_exit");
  };
  CHECK(told("_Z1gPv"));
  CHECK(!told("_ZN7cudalab8emulator11run_closureIZ1fE3$_0EEvPv"));
  CHECK(!told("_ZZN7cudalab8emulator9make_callIZ1fE3$_0JiEEENUlvE_clEv"));
}
