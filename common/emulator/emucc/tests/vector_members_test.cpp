// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/emucc/vector_members.h"

#include <doctest/doctest.h>

#include "emulator/access_part.h"

using namespace cudalab::emulator;

namespace {

std::string number(const access_part& part) {
  return "i32 " + std::to_string(packed(part)) + ")";
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != text.npos;
}

/// A function whose one block loads x and stores y of a float4, in the words of clang 14.
const std::string typed =
    "define dso_local void @k(%struct.float4* noundef %0) #0 !dbg !6 {\n"
    "  %2 = getelementptr inbounds %struct.float4, %struct.float4* %0, i32 0, i32 0, !dbg !7\n"
    "  %3 = bitcast float* %2 to i8*, !dbg !7\n"
    "  call void @__tsan_read4(i8* %3), !dbg !7\n"
    "  %4 = load float, float* %2, align 16, !dbg !7\n"
    "  %5 = getelementptr inbounds %struct.float4, %struct.float4* %0, i32 0, i32 1, !dbg !8\n"
    "  %6 = bitcast float* %5 to i8*, !dbg !8\n"
    "  call void @__tsan_write4(i8* %6), !dbg !8\n"
    "  store float %4, float* %5, align 4, !dbg !8\n"
    "  ret void\n"
    "}\n";

} // namespace

TEST_CASE("accesses of a block with a member of a vector are marked") {
  const std::string marked = with_marked_members(typed);
  const access_part first{.block = 1, .alignment = 16, .member = true, .apart = false};
  const access_part second{.block = 1, .alignment = 4, .member = true, .apart = false};
  CHECK(has(marked, "call void @cudalab_part_read4(i8* %3, " + number(first) + ", !dbg !7\n"));
  CHECK(has(marked, "call void @cudalab_part_write4(i8* %6, " + number(second) + ", !dbg !8\n"));
  CHECK(has(marked, "declare void @cudalab_part_read4(i8*, i32)"));
  CHECK(has(marked, "declare void @cudalab_part_write4(i8*, i32)"));
}

TEST_CASE("newer versions of clang write pointers without types") {
  const std::string marked = with_marked_members(
      "define dso_local void @k(ptr noalias noundef %p) #0 !dbg !6 {\n"
      "entry:\n"
      "  %x = getelementptr inbounds %struct.float2, ptr %p, i32 0, i32 0, !dbg !7\n"
      "  call void @__tsan_read4(ptr %x), !dbg !7\n"
      "  %0 = load float, ptr %x, align 8, !dbg !7\n"
      "  ret void\n"
      "}\n");
  const access_part part{.block = 1, .alignment = 8, .member = true, .apart = true};
  CHECK(has(marked, "call void @cudalab_part_read4(ptr %x, " + number(part)));
  CHECK(has(marked, "declare void @cudalab_part_read4(ptr, i32)"));
}

TEST_CASE("other blocks stay as they are") {
  std::string plain = typed;
  plain.replace(plain.find("align 16"), 8, "align 4");
  CHECK(with_marked_members(plain) == plain);
  // A block ends at a label, but not where an index is checked.
  std::string two = typed;
  two.insert(two.find("  %5 ="), "  br label %9\n\n9:\n");
  CHECK(has(with_marked_members(two), "@__tsan_write4(i8* %6)"));
  std::string checked = typed;
  checked.insert(
      checked.find("  %5 ="),
      "  br i1 %7, label %9, label %8, !dbg !5, !prof !4, !nosanitize !3\n\n8:  ; preds\n"
      "  unreachable\n\n9:  ; preds\n");
  CHECK(has(with_marked_members(checked), "@cudalab_part_write4(i8* %6, "));
}

TEST_CASE("which programs are looked at") {
  CHECK(names_vector_type("const float4* p;"));
  CHECK(names_vector_type("auto v = make_uint2(1, 2);"));
  CHECK(names_vector_type("struct alignas(16) mine {};"));
  CHECK(names_vector_type("struct __attribute__((aligned(8))) mine {};"));
  CHECK(names_vector_type("struct pair { short a, b; };"));
  CHECK(names_vector_type("memset(p, 0, 12);"));
  CHECK_FALSE(names_vector_type("void k(const float* in, int n) { float f = in[2]; }"));
}

TEST_CASE("a copy of a whole vector says how it must be aligned") {
  const std::string copy = "define dso_local void @k(%struct.float4* %0, %struct.float4* %1) #0 {\n"
                           "  %2 = bitcast %struct.float4* %0 to i8*, !dbg !7\n"
                           "  %3 = bitcast %struct.float4* %1 to i8*, !dbg !7\n"
                           "  %4 = call i8* @memcpy(i8* %2, i8* %3, i64 16), !dbg !7\n"
                           "  ret void\n"
                           "}\n";
  const std::string marked = with_marked_members(copy);
  CHECK(has(marked, " = call i8* @cudalab_vector_copy(i8* %2, i8* %3, i64 16, i32 16), !dbg !7\n"));
  CHECK(has(marked, "declare i8* @cudalab_vector_copy(i8*, i8*, i64, i32)"));
  // Of two kinds both are aligned as the lesser is; of one that is not known nothing is said.
  std::string two = copy;
  two.replace(two.find("float4* %1 to"), 6, "short4");
  CHECK(has(with_marked_members(two), "i64 16, i32 8), !dbg !7\n"));
  std::string own = copy;
  own.replace(own.find("float4* %0 to"), 6, "own4");
  CHECK(with_marked_members(own) == own);
}

TEST_CASE("a structure is aligned as its members are, or as the program asks for") {
  const std::string types = "%struct.three = type { i8, i8, i8 }\n"
                            "%\"struct.space::pair\" = type { float, float }\n"
                            "%struct.holder = type { [2 x %\"struct.space::pair\"] }\n";
  const auto cleared = [&](const std::string& type, const std::string& behind) {
    return with_marked_members(types + "define dso_local void @k(" + type +
                               "* %0) #0 {\n  %1 = bitcast " + type +
                               "* %0 to i8*, !dbg !7\n"
                               "  %2 = call i8* @memset(i8* %1, i32 0, i64 16), !dbg !7\n"
                               "  ret void\n}\n" +
                               behind);
  };
  const std::string asked =
      "!14 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: \"pair\", scope: !15, "
      "size: 64, align: 64, flags: DIFlagTypePassByValue)\n";
  const std::string filled = " = call i8* @cudalab_vector_fill(i8* %1, i32 0, i64 16, i32 ";
  CHECK(has(cleared("%struct.three", ""), filled + "1), !dbg !7\n"));
  CHECK(has(cleared("%\"struct.space::pair\"", ""), filled + "4), !dbg !7\n"));
  CHECK(has(cleared("%\"struct.space::pair\"", asked), filled + "8), !dbg !7\n"));
  CHECK(has(cleared("%struct.holder", asked), filled + "8), !dbg !7\n"));
  CHECK(has(cleared("%struct.holder", asked),
            "declare i8* @cudalab_vector_fill(i8*, i32, i64, i32)"));
}

TEST_CASE("memcpy and memset of the program itself are told from assignments") {
  const std::string code =
      "define dso_local void @k(%struct.float4* %0, i8* %1) #0 {\n"
      "  %2 = bitcast %struct.float4* %0 to i8*, !dbg !7\n"
      "  %3 = call i8* @memcpy(i8* noundef %2, i8* noundef %2, i64 noundef 16) #9\n"
      "  %4 = call i8* @memset(i8* noundef %1, i32 noundef 0, i64 noundef %5) #9\n"
      "  ret void\n"
      "}\n";
  const std::string marked = with_marked_members(code);
  CHECK(has(marked,
            "@cudalab_byte_copy(i8* noundef %2, i8* noundef %2, i64 noundef 16, i32 16) #9\n"));
  CHECK(
      has(marked, "@cudalab_byte_fill(i8* noundef %1, i32 noundef 0, i64 noundef %5, i32 1) #9\n"));
  CHECK(has(marked, "declare i8* @cudalab_byte_copy(i8*, i8*, i64, i32)"));
  CHECK(has(marked, "declare i8* @cudalab_byte_fill(i8*, i32, i64, i32)"));
  // So does std::fill of the C++ library, which has only a pointer to bytes.
  std::string filled = code;
  for (std::size_t at; (at = filled.find(" noundef")) != filled.npos;)
    filled.erase(at, 8);
  CHECK(
      has(with_marked_members(filled), "@cudalab_vector_fill(i8* %1, i32 0, i64 %5, i32 1) #9\n"));
}

TEST_CASE("a copy of a structure of one's own is aligned as its variables are") {
  const std::string
      head = "define dso_local void @k(%\"struct.(anonymous namespace)::Four\"* %0) #0 {\n",
      variable = "  %v = alloca %\"struct.(anonymous namespace)::Four\", align 4\n",
      rest = "  %2 = bitcast %\"struct.(anonymous namespace)::Four\"* %v to i8*, !dbg !7\n"
             "  %3 = bitcast %\"struct.(anonymous namespace)::Four\"* %0 to i8*, !dbg !7\n"
             "  %4 = call i8* @memcpy(i8* %2, i8* %3, i64 16), !dbg !7\n"
             "  ret void\n"
             "}\n";
  CHECK(has(with_marked_members(head + variable + rest),
            " = call i8* @cudalab_vector_copy(i8* %2, i8* %3, i64 16, i32 4), !dbg !7\n"));
  CHECK(with_marked_members(head + rest) == head + rest); // no variable says how
}

TEST_CASE("so where pointers have no types, if both are known to be of the structure") {
  const auto copy_from = [](const std::string& element) {
    return "define dso_local void @k(ptr noundef %in) #0 {\n"
           "  %v = alloca %struct.four, align 4\n"
           "  %1 = load ptr, ptr %in.addr, align 8, !dbg !6\n"
           "  %2 = " +
           element +
           ", !dbg !7\n"
           "  %3 = call ptr @__tsan_memcpy(ptr %v, ptr %2, i64 16), !dbg !7\n"
           "  ret void\n"
           "}\n";
  };
  const std::string marked =
      with_marked_members(copy_from("getelementptr inbounds %struct.four, ptr %1, i64 %idxprom"));
  CHECK(has(marked, " = call ptr @cudalab_vector_copy(ptr %v, ptr %2, i64 16, i32 4), !dbg !7\n"));
  CHECK(has(marked, "declare ptr @cudalab_vector_copy(ptr, ptr, i64, i32)"));
  for (const char* other : {"load ptr, ptr %bytes, align 8",
                            "getelementptr inbounds %struct.pair, ptr %1, i32 0, i32 1"})
    CHECK(with_marked_members(copy_from(other)) == copy_from(other));
}
