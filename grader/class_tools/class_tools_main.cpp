// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// class_tools: a course with all its students, for instructors. A program of its own, so that the
// grader starts at once and no student needs the libraries for it.
#include <string>
#include <vector>

#include "grader/class_tools/commands.h"
#include "grader/class_tools/export_forms.h"
#include "grader/main/run_tool.h"
#include "grader/main/subcommands.h"
#include "grader/own_checks.h"

namespace cudalab::grader {

namespace {

class class_commands : public subcommands {
public:
  class_commands()
      : subcommands("CUDA Labs: collects and grades the hand-ins of a course.", "class_tools", "") {
    CLI::App* course = add("course", "write, check or show what course.toml says", command_course);
    course->add_option("action", given_.action, "new, check or show")
        ->type_name("ACTION")
        ->required()
        ->check(CLI::IsMember({"new", "check", "show"}));
    course->add_option("file", given_.course, "the course (course.toml)")->type_name("FILE");
    CLI::App* collect =
        add("collect", "who handed in what, when, and what is wrong with it", command_collect);
    handed_in(collect);
    CLI::App* batch =
        add("batch", "grade all hand-ins; goes on where it was stopped", command_batch);
    handed_in(batch);
    batch->add_option("--out", given_.out, "the folder for all results (grades)")
        ->type_name("FOLDER");
    batch
        ->add_option("--jobs", given_.jobs,
                     "gradings at once (as many as there are cores; slurm: in a task, 1)")
        ->check(CLI::Range(1, 256));
    seed(batch, "in place of the course's");
    batch
        ->add_option("--engine", given_.engine,
                     "where: local, on this machine; slurm, in jobs on a cluster's nodes, which go "
                     "on when this command is stopped")
        ->check(CLI::IsMember({"local", "slurm"}));
    batch
        ->add_option("--sbatch", given_.sbatch,
                     "slurm: options for sbatch, for instance \"--partition=cpu --time=2:00:00\"")
        ->type_name("OPTIONS");
    batch
        ->add_option("--sbatch-gpu", given_.sbatch_gpu,
                     "slurm: more of them, for the jobs that measure speed on a GPU")
        ->type_name("OPTIONS");
    batch
        ->add_option("--ask-after", given_.ask_after,
                     "slurm: seconds between questions to the controller, and up to 15 times that "
                     "while nothing changes (1)")
        ->check(CLI::Range(0.1, 60.0));
    batch->add_option("--per-task", given_.per_task, "slurm: hand-ins in one task of a job (20)")
        ->check(CLI::Range(1, 10'000));
    batch
        ->add_option("--on-node", given_.on_node,
                     "slurm: how class_tools is started on a node, where it is not at this path: "
                     "\"apptainer exec labs.sif /labs/build/bin/class_tools\"")
        ->type_name("COMMAND");
    time_limit(batch, "for one call of a function (10)");
    backend(batch);
    CLI::App* task = add("batch_task", "what batch starts on a node", command_batch_task);
    task->group(""); // not for people
    lab(task);
    task->add_option("folder", given_.out, "of results")->required();
    task->add_option("--order", given_.order, "which of batch's")->required();
    task->add_flag("--second-part", given_.second_part, "what is left to a GPU");
    CLI::App* gradebook =
        add("gradebook", "write gradebook.csv and gradebook.sqlite anew", command_gradebook);
    gradebook->add_option("folder", given_.out, "what batch wrote (grades)")->type_name("FOLDER");
    CLI::App* to_export = add("export", "the grades as other systems read them", command_export);
    to_export
        ->add_option(
            "form", given_.form,
            "moodle, canvas, blackboard or csv (a gradebook); gradescope, check50, junit or "
            "classroom50 (a file for each hand-in); gradescope-zip (an autograder of one lab)")
        ->type_name("FORM")
        ->required()
        ->check(CLI::IsMember(export_forms()));
    to_export->add_option("lab", given_.lab, "only this lab (all)")->type_name("LAB");
    graded(to_export);
    to_export->add_option("--out", given_.target, "what to write (below the folder export)")
        ->type_name("PATH");
    to_export
        ->add_option("--roster", given_.roster,
                     "the other system's list of students: its names and numbers are taken over")
        ->type_name("FILE.csv");
    to_export
        ->add_option("--column", given_.column,
                     "what the other system calls the column of the lab (the lab's name)")
        ->type_name("NAME");
    seed(to_export, "of gradescope-zip: the inputs (drawn)");
    to_export->add_flag("--zero", given_.zero,
                        "no points for who handed in nothing, in place of an "
                        "empty cell");
    CLI::App* feedback =
        add("feedback", "a folder for each student, with the page of each lab and a text for mail",
            command_feedback);
    feedback->add_option("lab", given_.lab, "only this lab (all)")->type_name("LAB");
    graded(feedback);
    feedback->add_option("--out", given_.target, "where the folders go (feedback)")
        ->type_name("FOLDER");
    CLI::App* statistics = add(
        "statistics", "a page on the class: points, checks, commonest mistakes, speed, attempts",
        command_statistics);
    statistics->add_option("lab", given_.lab, "only this lab (all)")->type_name("LAB");
    graded(statistics);
    statistics->add_option("--out", given_.target, "the page to write (statistics.html)")
        ->type_name("FILE.html");
    statistics->add_flag("--names", given_.names, "with the students' names and points");
    CLI::App* similarity =
        add("similarity", "which hand-ins share a source: a page with pairs side by side",
            command_similarity);
    lab(similarity);
    graded(similarity);
    similarity->add_option("--out", given_.target, "the page to write (similarity.html)")
        ->type_name("FILE.html");
    similarity->add_option("--csv", given_.csv, "all pairs that share anything")
        ->type_name("FILE.csv");
    similarity
        ->add_option("--from", given_.from_percent,
                     "pairs are shown from this share on, in percent (50)")
        ->check(CLI::Range(1, 100));
    CLI::App* regrade =
        add("regrade", "grade again what batch graded, and say whose points changed and why",
            command_regrade);
    lab(regrade);
    graded(regrade);
    regrade->add_option("--out", given_.target, "the folder for the new results (regraded)")
        ->type_name("FOLDER");
    seed(regrade, "other inputs (those of before)");
    regrade
        ->add_option("--course", given_.course,
                     "deadlines and points (course.toml, if it is there)")
        ->type_name("FILE");
    regrade->add_option("--jobs", given_.jobs, "gradings at once (as many as there are cores)")
        ->check(CLI::Range(1, 256));
    time_limit(regrade, "for one call of a function (10)");
    backend(regrade);
    CLI::App* verify =
        add("verify", "grade a file as a stored grade says, and say what differs", command_verify);
    verify->add_option("grade", given_.json, "what --json or batch wrote")
        ->type_name("GRADE.json")
        ->required();
    verify->add_option("file", given_.file, "the file that was graded")
        ->type_name("FILE")
        ->required();
    time_limit(verify, "for one call of a function (that of the batch, or 10)");
  }

private:
  void graded(CLI::App* to) {
    to->add_option("--grades", given_.grades, "what batch wrote (grades)")->type_name("FOLDER");
  }

  void handed_in(CLI::App* to) {
    lab(to);
    to->add_option("hand_ins", given_.hand_ins,
                   "a folder or an archive: a file or a folder for each student, clones by git, a "
                   "download of Moodle or Canvas, an export of Gradescope")
        ->type_name("PATH")
        ->required();
    to->add_option("--course", given_.course, "deadlines and points (course.toml, if it is there)")
        ->type_name("FILE");
    to->add_option("--roster", given_.roster, "all students, in place of the course's roster")
        ->type_name("FILE.csv");
    to->add_option("--ref", given_.ref, "of clones by git: a tag, branch or commit (HEAD)")
        ->type_name("NAME");
  }
};

} // namespace

} // namespace cudalab::grader

int main(int argc, char** argv) {
  return cudalab::grader::run_tool(argc, argv, [](const std::vector<std::string>& arguments) {
    cudalab::grader::load_own_checks_too();
    return cudalab::grader::class_commands().run(arguments);
  });
}
