// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Who handed in what, and when: made of a folder or an archive as it is.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "grader/term/course.h"
#include "grader/term/handed_files.h"
#include "grader/term/roster.h"

namespace cudalab::term {

enum class hand_in_state {
  ready,
  starter, ///< nothing was written; it is graded all the same
  no_cuda, ///< it has not a word of CUDA; it is graded all the same
  empty,
  binary,
  nothing,    ///< no .cu file
  several,    ///< and none is called as the lab's
  superseded, ///< the same student or group handed in another one later
  unknown     ///< nobody on the roster
};

struct hand_in {
  std::string owner;                 ///< a student's id, or a group's name
  std::string name;                  ///< of a person, as far as it is known
  std::vector<std::string> students; ///< whose it is
  std::string path;                  ///< of the file, in the folder or archive
  kept_text text;                    ///< the file
  std::optional<instant> time;
  std::string commit; ///< of a clone by git
  bool marked_late = false;
  lateness late;
  hand_in_state state = hand_in_state::ready;
  std::string problem;              ///< why it is not graded, or what is odd
  std::vector<std::string> remarks; ///< what was not read

  bool graded() const {
    return state == hand_in_state::ready || state == hand_in_state::starter ||
           state == hand_in_state::no_cuda;
  }
};

struct collection {
  std::string form; ///< "a Moodle download"
  std::vector<hand_in> hand_ins;
  std::vector<student> missing;
  std::vector<std::string> remarks;
};

struct collect_settings {
  std::string lab;     ///< "lab04"
  std::string starter; ///< text of the lab's own file; empty: not known
  const course* term = nullptr;
  const roster* students = nullptr;
};

collection collect(handed_files all, const collect_settings& settings);

/// The plan, for people, in parts.
void tell_collection(const collection& one, const std::string& lab, const std::string& where,
                     const std::function<void(const std::string& part)>& tell);

std::string name_of(hand_in_state state); ///< "ready"
/// An unknown word: `unknown`, which is not graded.
hand_in_state state_named(const std::string& name);

} // namespace cudalab::term
