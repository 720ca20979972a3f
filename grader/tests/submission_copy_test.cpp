// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/build/submission_copy.h"

#include <fstream>

#include <doctest/doctest.h>

#include <sys/stat.h>

#include "grader/files/read_text.h"
#include "grader/tests/scratch_folder.h"

using namespace cudalab::grader;
namespace fs = std::filesystem;

namespace {

fs::path write(const fs::path& file, const std::string& text) {
  std::ofstream(file, std::ios::binary) << text;
  return file;
}

std::string complaint(const fs::path& file) {
  try {
    read_submission(file);
  } catch (const unfit_submission& unfit) {
    return unfit.what();
  }
  return "";
}

std::string copied(const fs::path& original, const fs::path& store) {
  return content_of(keep_submission(read_submission(original), "lab04.cu", store));
}

} // namespace

TEST_CASE("a copy begins with the name of its original") {
  const scratch_folder here;
  const fs::path file = write(here.path() / "mine.cu", "int a;\n");
  const fs::path copy = keep_submission(read_submission(file), "lab04.cu", here.path() / "store");
  CHECK(copy.filename() == "lab04.cu");
  CHECK(content_of(copy) == "#line 1 \"" + file.string() + "\"\nint a;\n");
}

TEST_CASE("what the system makes while it is read is no submission") {
  CHECK(complaint("/proc/self/maps").find("as in /proc") != std::string::npos);
  const scratch_folder here;
  CHECK(complaint(write(here.path() / "empty.cu", "")).empty());
}

TEST_CASE("what is read once stays, whatever happens to the file") {
  const scratch_folder here;
  const fs::path file = write(here.path() / "mine.cu", "int a;\n");
  const submission_text read = read_submission(file);
  write(file, "int b;\n");
  CHECK(content_of(keep_submission(read, "lab04.cu", here.path())).find("int a;") !=
        std::string::npos);
}

TEST_CASE("one content has one copy, another has another, another name too") {
  const scratch_folder here;
  const fs::path file = write(here.path() / "mine.cu", "int a;\n"), store = here.path() / "store";
  const fs::path first = keep_submission(read_submission(file), "lab04.cu", store);
  CHECK(keep_submission(read_submission(file), "lab04.cu", store) == first);
  const fs::path other = write(here.path() / "other.cu", "int a;\n");
  CHECK(keep_submission(read_submission(other), "lab04.cu", store) != first);
  write(file, "int b;\n");
  CHECK(keep_submission(read_submission(file), "lab04.cu", store) != first);
}

TEST_CASE("a header that is written into the file itself is another submission") {
  const scratch_folder here;
  const fs::path file = here.path() / "mine.cu", store = here.path() / "store";
  write(here.path() / "one.h", "int one;\n");
  write(file, "#include \"one.h\"\n");
  const fs::path apart = keep_submission(read_submission(file), "lab04.cu", store);
  fs::remove(here.path() / "one.h");
  write(file,
        "#include \"one.h\"\n#line 1 \"" + (here.path() / "one.h").string() + "\"\nint one;\n");
  CHECK(keep_submission(read_submission(file), "lab04.cu", store) != apart);
}

TEST_CASE("after a link to a folder, two points mean what they mean to the system") {
  const scratch_folder here;
  fs::create_directories(here.path() / "far" / "inside");
  write(here.path() / "mine.cu", "int near;\n");
  write(here.path() / "far" / "mine.cu", "int far;\n");
  fs::create_symlink("far/inside", here.path() / "link");
  CHECK(read_submission(here.path() / "link" / ".." / "mine.cu").file.text == "int far;\n");
  CHECK(read_submission(here.path() / "far" / ".." / "mine.cu").file.path ==
        here.path() / "mine.cu");
}

TEST_CASE("headers beside it come along, with what they include") {
  const scratch_folder here;
  write(here.path() / "one.h", "#include \"two.cuh\"\n");
  write(here.path() / "two.cuh", "int two;\n");
  write(here.path() / "unused.h", "int unused;\n");
  write(here.path() / "data.txt", "1, 2\n");
  const fs::path file = write(here.path() / "mine.cu",
                              "  #  include \"one.h\"\n#include <two.h>\n#include \"data.txt\"\n"
                              "#include \"../mine.cu\"\n#include \"missing.h\"\n");
  const fs::path copy = keep_submission(read_submission(file), "lab04.cu", here.path() / "store");
  CHECK(content_of(copy.parent_path() / "two.cuh") ==
        "#line 1 \"" + (here.path() / "two.cuh").string() + "\"\nint two;\n");
  int files = 0;
  for ([[maybe_unused]] const auto& each : fs::directory_iterator(copy.parent_path()))
    ++files;
  CHECK(files == 3);
  CHECK(read_submission(file, /*with_headers=*/false).headers.empty());
}

TEST_CASE("what the lab gives is not taken from beside the file") {
  const scratch_folder here;
  fs::create_directories(here.path() / "lab");
  fs::create_directories(here.path() / "mine");
  write(here.path() / "lab" / "lab04.h", "int given;\n");
  write(here.path() / "mine" / "lab04.h", "int old;\n");
  write(here.path() / "mine" / "own.h", "#include \"lab04.h\"\n");
  const fs::path file =
      write(here.path() / "mine" / "lab04.cu", "#include \"lab04.h\"\n#include \"own.h\"\n");
  CHECK(read_submission(file).headers.size() == 2);
  const submission_text read = read_submission(file, /*with_headers=*/true, here.path() / "lab");
  REQUIRE(read.headers.size() == 1);
  CHECK(read.headers[0].path.filename() == "own.h");
}

TEST_CASE("names that mean something to a compiler or to a shell are only names") {
  const scratch_folder here;
  const fs::path file = write(here.path() / "a\"b\\c\n$(touch x).cu", "int a;\n");
  const std::string text = copied(file, here.path() / "store");
  CHECK(text.find("a\\\"b\\\\c\\012$(touch x).cu\"\nint a;\n") != std::string::npos);
}

TEST_CASE("a name that is no UTF-8 is one for compilers") {
  const scratch_folder here;
  const fs::path file = write(here.path() / "n\xFF.cu", "int a;\n");
  CHECK(copied(file, here.path() / "store").find("/n\uFFFD.cu\"\nint a;\n") != std::string::npos);
}

TEST_CASE("a byte order mark is kept out of the middle, and in what is hashed") {
  const scratch_folder here;
  const fs::path file = write(here.path() / "mine.cu", "\xEF\xBB\xBFint a;\n");
  CHECK(copied(file, here.path() / "store").find("\"\nint a;\n") != std::string::npos);
  CHECK(read_submission(file).file.text == "\xEF\xBB\xBFint a;\n");
}

TEST_CASE("what is no file of a student is refused by what it is") {
  const scratch_folder here;
  const fs::path folder = here.path() / "inside", pipe = here.path() / "pipe.cu";
  fs::create_directory(folder);
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  CHECK(complaint(pipe).find("pipe.cu is a pipe; what is graded is one .cu file.") !=
        std::string::npos);
  CHECK(complaint(folder).find("is a folder") != std::string::npos);
  CHECK(complaint("/dev/zero") == "/dev/zero is a device; what is graded is one .cu file.");
  CHECK(complaint(here.path() / "none.cu").find("cannot be read: No such file") !=
        std::string::npos);
}

TEST_CASE("a link may lead to its own folder only") {
  const scratch_folder here;
  const fs::path inside = here.path() / "inside", link = inside / "lab04.cu";
  fs::create_directory(inside);
  write(here.path() / "solution.cu", "int answer;\n");
  write(inside / "mine.cu", "int mine;\n");
  fs::create_symlink("../solution.cu", link);
  CHECK(complaint(link).find("is a link to " + (here.path() / "solution.cu").string() +
                             ", outside its folder. Name that file itself.") != std::string::npos);
  fs::remove(link);
  fs::create_symlink("/dev/zero", link);
  CHECK(complaint(link).find("is a link to /dev/zero") != std::string::npos);
  fs::remove(link);
  fs::create_symlink("nowhere.cu", link);
  CHECK(complaint(link).find("is a link that leads nowhere.") != std::string::npos);
  fs::remove(link);
  fs::create_symlink("mine.cu", link);
  CHECK(read_submission(link).file.text == "int mine;\n");
  CHECK(read_submission(link).file.path == link);
  // A header that is a link to elsewhere is not there.
  write(inside / "mine.cu", "#include \"secret.h\"\n");
  fs::create_symlink("/etc/passwd", inside / "secret.h");
  CHECK(read_submission(inside / "mine.cu").headers.empty());
}

TEST_CASE("too much, and what is no text, is refused") {
  const scratch_folder here;
  const fs::path file = here.path() / "mine.cu";
  write(file, std::string(largest_submission, ' '));
  CHECK(complaint(file).empty());
  write(file, std::string(largest_submission + 1, ' '));
  CHECK(complaint(file).find("is larger than 1 MiB.") != std::string::npos);
  write(file, std::string("\xFF\xFEi\0n\0t\0", 8));
  CHECK(complaint(file).find("is saved as UTF-16. Save it as UTF-8") != std::string::npos);
  write(file, std::string("int\0a;", 6));
  CHECK(complaint(file).find("holds bytes of value 0") != std::string::npos);
}

TEST_CASE("a row of headers without an end has one") {
  const scratch_folder here;
  for (std::size_t i = 0; i < most_headers + 5; ++i)
    write(here.path() / ("h" + std::to_string(i) + ".h"),
          "#include \"h" + std::to_string(i + 1) + ".h\"\n");
  write(here.path() / "mine.cu", "#include \"h0.h\"\n");
  CHECK(read_submission(here.path() / "mine.cu").headers.size() == most_headers);
}
