// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/emucc/saturating_conversions.h"

#include <doctest/doctest.h>

using cudalab::emulator::with_saturating_conversions;

namespace {

std::size_t times_in(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1))
    ++found;
  return found;
}

} // namespace

TEST_CASE("each conversion becomes a call, in its line") {
  const std::string text = with_saturating_conversions("define void @f() {\n"
                                                       "  %3 = fptosi float %2 to i32, !dbg !7\n"
                                                       "  %4 = fptoui double %1 to i8\n"
                                                       "  %5 = fptosi float %2 to i32\n"
                                                       "}\n");
  CHECK(text.rfind("define void @f() {\n"
                   "  %3 = call i32 @cudalab_float_to_i32(float %2), !dbg !7\n"
                   "  %4 = call i8 @cudalab_double_to_u8(double %1)\n"
                   "  %5 = call i32 @cudalab_float_to_i32(float %2)\n"
                   "}\n",
                   0) == 0);
  CHECK(times_in(text, "define internal i32 @cudalab_float_to_i32(float %x) alwaysinline") == 1);
  CHECK(times_in(text, "define internal i8 @cudalab_double_to_u8(double %x) alwaysinline") == 1);
  CHECK(times_in(text, "declare zeroext i1 @cudalab_in_kernel()") == 1);
  CHECK(times_in(text, "declare i32 @llvm.fptosi.sat.i32.f32(float)") == 1);
  CHECK(times_in(text, "declare i32 @llvm.fptoui.sat.i32.f64(double)") == 1);
}

TEST_CASE("code without conversions stays as it is, and so do those of other types") {
  for (const std::string code :
       {"define void @f() {\n  ret void\n}\n", "  %3 = fptosi x86_fp80 %2 to i32\n",
        "  %3 = fptoui double %2 to i128\n", "  %3 = fptosi <4 x float> %2 to <4 x i32>\n",
        "@text = constant [12 x i8] c\" = fptosi fl\"\n", "", "no line's end"})
    CHECK(with_saturating_conversions(code) == code);
}

TEST_CASE("what the code declares is not declared again") {
  const std::string text =
      with_saturating_conversions("  %3 = fptosi float %2 to i64\n"
                                  "  %4 = call zeroext i1 @cudalab_in_kernel()\n"
                                  "declare zeroext i1 @cudalab_in_kernel() #2\n"
                                  "declare float @llvm.fabs.f32(float) #1\n");
  CHECK(times_in(text, "declare zeroext i1 @cudalab_in_kernel()") == 1);
  CHECK(times_in(text, "declare float @llvm.fabs.f32(float)") == 1);
  // a call is no declaration
  CHECK(times_in(with_saturating_conversions("  %3 = fptosi float %2 to i64\n"
                                             "  %4 = call float @llvm.fabs.f32(float %2)\n"),
                 "declare float @llvm.fabs.f32(float)") == 1);
}

TEST_CASE("the lowest number where a GPU makes it of a NaN") {
  const auto lowest = [](const std::string& conversion) {
    return times_in(with_saturating_conversions("  %3 = " + conversion + "\n"), "fcmp uno") == 1;
  };
  CHECK_FALSE(lowest("fptosi float %2 to i32"));
  CHECK_FALSE(lowest("fptoui float %2 to i16"));
  CHECK(lowest("fptosi float %2 to i64"));
  CHECK(lowest("fptoui double %2 to i32"));
}
