// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/run/write_replay.h"

#include "grader/files/write_file.h"
#include "grader/run/case_layout.h"
#include "protocol/replay_files.h"

namespace cudalab::grader {

namespace {

std::string_view bytes_in(const shared_block& block) {
  return {reinterpret_cast<const char*>(block.data()), block.size()};
}

} // namespace

void write_replay(const std::filesystem::path& folder, const std::vector<test_case>& cases) {
  std::vector<const test_case*> pointers;
  for (const test_case& one : cases)
    pointers.push_back(&one);
  const case_layout layout(pointers);
  protocol::batch all;
  all.watched = true;
  for (std::size_t i = 0; i < cases.size(); ++i)
    all.calls.push_back(layout.call(i));
  std::filesystem::create_directories(folder);
  write_file(folder / protocol::replay_inputs, bytes_in(layout.inputs()));
  write_file(folder / protocol::replay_outputs, bytes_in(layout.outputs()));
  write_file(folder / protocol::replay_request, protocol::to_text(all));
}

} // namespace cudalab::grader
