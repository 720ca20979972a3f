// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/files/sha256.h"

#include <doctest/doctest.h>

#include "grader/files/write_file.h"
#include "grader/tests/scratch_folder.h"

using namespace cudalab::grader;

TEST_CASE("the examples of FIPS 180-4, and every length of padding") {
  CHECK(sha256("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(sha256("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  CHECK(sha256(std::string(1'000'000, 'a')) ==
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_CASE("with instructions of the processor and without them: the same sums") {
  CHECK(sha256_in_plain_code("abc") ==
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  std::string bytes;
  for (unsigned i = 0; i < 400; ++i) {
    CHECK(sha256_in_plain_code(bytes) == sha256(bytes));
    bytes += static_cast<char>(i * i + i / 7);
  }
}

TEST_CASE("a file has the sum of its bytes, in however many parts it is read") {
  const scratch_folder scratch;
  for (const std::size_t size : {0, 63, 64, 32'767, 32'769, 100'001}) {
    const std::string bytes(size, 'x');
    write_file(scratch.path() / "file", bytes);
    CHECK(sha256_of_file(scratch.path() / "file") == sha256(bytes));
  }
}
