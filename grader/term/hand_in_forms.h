// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// How learning platforms name what they give out.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "grader/term/handed_files.h"

namespace cudalab::term {

/// Whose a file or folder is, by the form's own marks.
struct claimed_owner {
  std::string id, name;
  std::string email = {};
  bool marked_late = false;
  std::optional<instant> time = {};
  bool own_number = false; ///< the id is one that the platform gave the hand-in: on no roster
};

/// `plain`: files, folders, archives and clones that are called after students.
enum class hand_in_form { moodle, canvas, gradescope, plain };

/// Takes the one folder away in which all of it lies, if there is one and it is nobody's own.
void unwrap(handed_files& all);

hand_in_form form_of(const handed_files& all);

/// Downloads that lie among other hand-ins: the path of each, "from_moodle.zip", and its form.
std::map<std::string, hand_in_form> downloads_among(const handed_files& all);

/// "a Moodle download"; "mixed: 3 files, 2 clones by git, a Moodle download".
std::string form_words(const handed_files& all, hand_in_form form,
                       const std::map<std::string, hand_in_form>& downloads);

/// The first part of a path: "anna" of "anna/lab04.cu".
std::string top_of(const std::string& path);

/// @param listed of Gradescope
claimed_owner owner_of(const std::string& top, hand_in_form form,
                       const std::map<std::string, claimed_owner>& listed);

/// Gradescope's submission_metadata.yml: who handed in each folder.
std::map<std::string, claimed_owner> gradescope_list(const handed_files& all);

} // namespace cudalab::term
