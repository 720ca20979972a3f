// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "emulator/emucc/host_options.h"
#include "emulator/emucc/option_table.h"
#include "emulator/emucc/options.h"
#include "emulator/emucc/response_file.h"
#include "emulator/emucc/tests/workshop.h"

using namespace cudalab::emulator;
using words = std::vector<std::string>;

namespace {

options read(words arguments) {
  arguments.insert(arguments.end(), {"-x", "cu", EMUCC_PROGRAMS "/vector_add.cu"});
  return parse_options(arguments);
}

std::string refusal(const words& arguments) {
  try {
    read(arguments);
  } catch (const usage_error& error) {
    return error.what();
  }
  return "";
}

} // namespace

TEST_CASE("a value stands behind =, in the next word, or right behind a letter") {
  for (const words& given : {words{"-O3"}, words{"-O", "3"}, words{"-O=3"}, words{"--optimize=3"},
                             words{"--optimize", "3"}})
    CHECK(read(given).optimization == "-O3");
  CHECK(read({"-std", "c++20"}).language_standard == "c++20");
  CHECK(read({"--std=c++14"}).language_standard == "c++14");
  CHECK(read({"-I=/a,/b", "--include-path", "/c"}).preprocessor == words{"-I/a", "-I/b", "-I/c"});
  CHECK(read({"-Da,b=1"}).preprocessor == words{"-Da,b=1"});
}

TEST_CASE("checked is the default") {
  CHECK(read({}).checked);
  CHECK_FALSE(read({"--fast"}).checked);
  CHECK(read({"--fast", "--checked"}).checked);
}

TEST_CASE("options for a GPU's code are accepted with their values") {
  const options all =
      read({"-arch", "sm_90", "-arch=sm_80", "-gencode", "arch=compute_90,code=sm_90", "-Xptxas",
            "-v", "-rdc=true", "--threads", "4", "-t4", "-lineinfo", "-use_fast_math",
            "--maxrregcount", "32", "-diag-suppress", "177"});
  CHECK(all.inputs.size() == 1);
  CHECK(all.compiler.empty());
}

TEST_CASE("which stream the default one is") {
  const std::string macro = "-DCUDA_API_PER_THREAD_DEFAULT_STREAM";
  for (const words& given :
       {words{"--default-stream", "per-thread"}, words{"-default-stream=per-thread"}, words{macro},
        words{macro + "=1"}})
    CHECK(has_per_thread_default_stream(read(given)));
  for (const words& given : {words{"--default-stream", "legacy"}, words{"-default-stream=null"},
                             words{macro + "_OF_MINE"}, words{}})
    CHECK_FALSE(has_per_thread_default_stream(read(given)));
  CHECK(read({"--default-stream", "per-thread"}).preprocessor == words{macro + "=1"});
}

TEST_CASE("what cannot be done is refused by name") {
  CHECK(refusal({"-ptx"}) == "-ptx makes code for a GPU; there is none here");
  CHECK(refusal({"--cubin"}).find("--cubin makes code for a GPU") == 0);
  CHECK(refusal({"-dryrun"}).find("-dryrun asks for nvcc's commands") == 0);
  CHECK(refusal({"-m32"}).find("-m32") == 0);
  CHECK(refusal({"-std=c++98"}).find("unknown language standard: c++98") == 0);
  CHECK(refusal({"--default-stream", "mine"}).find("--default-stream mine: it is legacy") == 0);
  CHECK(refusal({"--what"}) == "unknown option --what");
  CHECK(refusal({"-fwhat"}) == "unknown option -fwhat");
}

TEST_CASE("options of the host compiler: passed on, dropped, or refused by name") {
  const options passed = read({"-Xcompiler", "-Wall,-fopenmp", "-Xcompiler=-O1", "-Xcompiler",
                               "-Wl,-rpath,/x", "--compiler-options", "-fPIC -march=native"});
  CHECK(passed.compiler == words{"-Wall", "-fopenmp", "-march=native"});
  CHECK(passed.optimization == "-O1");
  CHECK(passed.inputs[0].text == "-Wl,-rpath,/x");
  CHECK(passed.for_shared_library);
  for (const char* word : {"-fsanitize=address", "-flto", "-static", "-m32", "-pg"})
    CHECK(refusal({"-Xcompiler", word}).find("-Xcompiler " + std::string(word)) == 0);
  CHECK(read({"-forward-unknown-to-host-compiler", "-fwhat"}).compiler == words{"-fwhat"});
}

TEST_CASE("where nothing is compiled, g++'s options for a link are taken") {
  const workshop here;
  const std::string object = here.write("a.o", "");
  const options shared = parse_options(
      {"-fPIC", "-shared", "-rdynamic", "-Wl,-soname,libx.so", object, "-o", "libx.so"});
  CHECK(shared.action == options::action::link_shared);
  CHECK(shared.compiler == words{"-rdynamic"});
  CHECK_THROWS_AS(parse_options({"-fsanitize=address", object}), usage_error);
  CHECK(parse_options({"-shared", "-dlink", object, "-o", "x.o"}).action ==
        options::action::link_device);
}

TEST_CASE("libraries of the CUDA Toolkit that the device has itself are left out") {
  const workshop here;
  const std::string file = here.write("libcudart.so.13", "");
  const options linked = read({"-lcudart", "-lcuda,m", "-lcudart_static", "-lcudadevrt", file});
  REQUIRE(linked.inputs.size() == 2);
  CHECK(linked.inputs[0].text == "-lm");
}

TEST_CASE("warnings as errors, in nvcc's and in the host compiler's words") {
  CHECK(read({"-Werror", "all-warnings"}).compiler == words{"-Werror"});
  CHECK(read({"-Werror", "cross-execution-space-call,reorder"}).compiler ==
        words{"-Werror=reorder"});
  CHECK(read({"-Werror"}).compiler == words{"-Werror"});
  CHECK(read({"-Werror=shadow", "-Wshadow"}).compiler == words{"-Werror=shadow", "-Wshadow"});
}

TEST_CASE("a response file is read as words") {
  CHECK(words_of_file("-a \"b c\"\n'd\\e' f\\ g \"\"") == words{"-a", "b c", "d\\e", "f g", ""});
  const workshop here;
  const std::string inner = here.write("inner", "-DY");
  const std::string outer = here.write("outer", "-DX=1 @" + inner + "\n");
  CHECK(read({"@" + outer}).preprocessor == words{"-DX=1", "-DY"});
  CHECK(read({"-optf", outer}).preprocessor == words{"-DX=1", "-DY"});
  const std::string endless = here.write("endless", "@" + here.path("endless"));
  CHECK(refusal({"@" + endless}).find("without end") != std::string::npos);
  CHECK(refusal({"@none"}) == "@none: no such file");
}
