// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// mutate [options] GRADER SOLUTION...: grades small changes of the solutions and lists those that
// no check notices. usage() says the rest.
#include <cstdlib>
#include <fstream>
#include <future>
#include <iostream>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "grader/course/mutation/equivalents.h"
#include "grader/course/mutation/grade_mutants.h"
#include "grader/course/mutation/page.h"

using namespace cudalab::mutation;

namespace {

constexpr const char* usage = R"(usage: mutate [options] GRADER SOLUTION.cu...
  --list            print the mutants, and what is outdated in equivalent_mutants.txt; grade nothing
  --every K         only every K-th mutant of a solution
  --some N          only N mutants of a solution, from all of its text
  --names           a mutant that is taken for a known mistake must stand in named_mutants.txt
  --sound           the solutions are known to pass
  --function NAME   only mutants in this function
  --line TEXT       only mutants of lines that hold this text
  --first GRADER    a grader with some of the checks, to be asked first: quicker
  --likely          it is asked first for the exercises that wrong variants of the function fail
  --jobs N          gradings at once (1)
  --limit SECONDS   for one grading (120)
  --total SECONDS   begin no grading later than this
  --results FILE    add what became of each mutant; mutants that stand there are not graded again
  --page            print what stands in the results as Markdown; grade nothing
  --scratch FOLDER  (a folder for temporary files)
Exit code: 0 each mutant is caught or known to be equivalent (and rightly named); 1 not so; 2 no
verdict.
)";

struct options {
  bool list = false, page = false, names = false, sound = false;
  std::size_t every = 1, some = 0;
  std::string function, line;
  std::filesystem::path results;
  grading_settings grading;
  std::vector<std::string> files; ///< without the grader
};

options read_options(int count, char** arguments) {
  options read;
  read.grading.scratch = std::filesystem::temp_directory_path() / "cudalab_mutation";
  std::map<std::string, std::string> given;
  std::vector<std::string> rest;
  for (int i = 1; i < count; ++i) {
    const std::string word = arguments[i];
    if (word == "--list")
      read.list = true;
    else if (word == "--page")
      read.page = true;
    else if (word == "--names")
      read.names = true;
    else if (word == "--sound")
      read.sound = true;
    else if (word == "--likely")
      read.grading.likely_checks_first = true;
    else if (word.rfind("--", 0) == 0 && i + 1 < count)
      given[word] = arguments[++i];
    else
      rest.push_back(word);
  }
  for (const auto& [name, value] : given) {
    if (name == "--every")
      read.every = std::stoul(value);
    else if (name == "--some")
      read.some = std::stoul(value);
    else if (name == "--function")
      read.function = value;
    else if (name == "--line")
      read.line = value;
    else if (name == "--first")
      read.grading.first_grader = value;
    else if (name == "--jobs")
      read.grading.jobs = static_cast<unsigned>(std::stoul(value));
    else if (name == "--limit")
      read.grading.limit = std::chrono::seconds(std::stol(value));
    else if (name == "--total")
      read.grading.total = std::chrono::seconds(std::stol(value));
    else if (name == "--results")
      read.results = value;
    else if (name == "--scratch")
      read.grading.scratch = value;
    else
      throw std::invalid_argument("there is no option " + name);
  }
  if (rest.size() < 2 || read.every == 0)
    throw std::invalid_argument("a grader and a solution are needed");
  read.grading.grader = rest.front();
  read.files.assign(rest.begin() + 1, rest.end());
  return read;
}

/// Its mutants: those that were asked for.
using subject = page_subject;

/// @return whether the list fits
bool check_list(const subject& one, const equivalents& list, const char* file,
                const std::vector<mutant>& all) {
  const auto stale = outdated(list, all);
  for (const mutant_name& name : stale)
    std::cout << fmt::format("{}/{}: there is no such mutant (any more):\n"
                             "  {}, {}\n  - {}\n  + {}\n",
                             one.what.folder, file, name.file, name.function, name.before,
                             name.after);
  return stale.empty();
}

/// `some` of them, as far from each other as can be.
std::vector<mutant> spread(std::vector<mutant> all, std::size_t some) {
  if (some == 0 || some >= all.size())
    return all;
  std::vector<mutant> chosen;
  for (std::size_t i = 0; i < some; ++i)
    chosen.push_back(all[(2 * i + 1) * all.size() / (2 * some)]);
  return chosen;
}

subject read_subject(const std::string& file, const options& wanted, bool& good) {
  subject one;
  one.what = cudalab::reference::read_solution(file);
  one.known = equivalents_of(one.what);
  const std::vector<mutant> all = mutants_of(one.what);
  good = check_list(one, one.known, "equivalent_mutants.txt", all) && good;
  good = check_list(one, named_mutants_of(one.what), "named_mutants.txt", all) && good;
  std::size_t number = 0;
  for (const mutant& each : all)
    if ((wanted.function.empty() || each.name.function == wanted.function) &&
        each.name.before.find(wanted.line) != std::string::npos && number++ % wanted.every == 0)
      one.mutants.push_back(each);
  one.mutants = spread(std::move(one.mutants), wanted.some);
  return one;
}

std::string words(const std::string& lab, int line, const std::string& kind,
                  const mutant_name& name) {
  return fmt::format("{} {}:{} {} ({})\n  - {}\n  + {}\n", lab, name.file, line, name.function,
                     kind, name.before, name.after);
}

/// Prints survivors as they come and counts.
class tally {
public:
  explicit tally(const std::filesystem::path& file) {
    if (!file.empty())
      out_.open(file, std::ios::app);
  }

  void add(const result& one, const equivalents& known) {
    if (out_.is_open())
      out_ << to_json_line(one) << std::endl;
    count(one, known);
    if (one.how == outcome::survived && known.count(one.name) == 0)
      std::cout << "survived: " << words(one.lab, one.line, one.operator_name, one.name)
                << std::flush;
  }
  /// @param reviewed what somebody has looked at
  void look_at_names(const result& one, const equivalents& reviewed) {
    if (one.named.empty())
      return;
    const auto found = reviewed.find(one.name);
    const auto unknown = false_names(one.named, found == reviewed.end() ? "" : found->second);
    ++(unknown.empty() ? named_ : false_named_);
    std::cout << fmt::format("{}: {} {}", unknown.empty() ? "named" : "is that its name?",
                             fmt::join(one.named, ", "),
                             words(one.lab, one.line, one.operator_name, one.name))
              << std::flush;
  }
  int false_named() const { return false_named_; }
  void count(const result& one, const equivalents& known) {
    ++counts_[one.how];
    if (one.how == outcome::survived && known.count(one.name) != 0)
      ++equivalent_;
    else if (one.how == outcome::survived)
      ++unexplained_;
  }
  int unexplained() const { return unexplained_; }
  std::string sum() {
    return fmt::format("{} caught, {} more ran out of time, {} do not compile, {} survived: {} of "
                       "them are equivalent, {} not explained\n",
                       counts_[outcome::caught], counts_[outcome::out_of_time],
                       counts_[outcome::invalid], counts_[outcome::survived], equivalent_,
                       unexplained_) +
           fmt::format("{} rightly taken for a known mistake, {} others taken for one\n", named_,
                       false_named_);
  }

private:
  std::ofstream out_;
  std::map<outcome, int> counts_;
  int equivalent_ = 0, unexplained_ = 0, named_ = 0, false_named_ = 0;
};

int run(const options& wanted) {
  bool good = true;
  std::vector<subject> subjects;
  for (const std::string& file : wanted.files)
    subjects.push_back(read_subject(file, wanted, good));
  if (wanted.list) {
    for (const subject& one : subjects)
      for (const mutant& each : one.mutants)
        std::cout << words(one.what.lab, each.line, each.change.name, each.name);
    return good ? 0 : 1;
  }
  const std::vector<result> before = read_results(wanted.results);
  if (wanted.page) {
    std::cout << mutation_page(subjects, before);
    return 0;
  }
  tally counted(wanted.results);
  std::vector<task> tasks;
  std::map<std::string, const subject*> by_lab;
  std::map<std::string, equivalents> reviewed;
  std::vector<std::future<void>> unchanged;
  for (const subject& one : wanted.sound ? std::vector<subject>() : subjects)
    unchanged.push_back(std::async(std::launch::async, require_pass, std::cref(one.what),
                                   std::cref(wanted.grading)));
  for (auto& each : unchanged)
    each.get();
  for (const subject& one : subjects) {
    by_lab[one.what.lab] = &one;
    reviewed[one.what.lab] = named_mutants_of(one.what);
    for (const mutant& each : one.mutants) {
      const auto known = std::find_if(before.begin(), before.end(), [&](const result& old) {
        return old.is_of(one.what.lab, each);
      });
      if (known == before.end())
        tasks.push_back({&one.what, &each});
      else
        counted.count(*known, one.known);
    }
  }
  const std::size_t graded = grade_mutants(tasks, wanted.grading, [&](const result& one) {
    counted.add(one, by_lab.at(one.lab)->known);
    counted.look_at_names(one, reviewed.at(one.lab));
  });
  std::cout << counted.sum();
  if (graded < tasks.size())
    std::cout << tasks.size() - graded << " not graded: the time was over\n";
  good = good && !(wanted.names && counted.false_named() != 0);
  return good && counted.unexplained() == 0 && graded == tasks.size() ? 0 : 1;
}

} // namespace

int main(int count, char** arguments) {
  setenv("CUDACXX", "none", 1); // nvcc's remark is no check, and takes longer than all the rest
  try {
    return run(read_options(count, arguments));
  } catch (const std::invalid_argument& problem) {
    std::cerr << problem.what() << '\n' << usage;
  } catch (const std::exception& problem) {
    std::cerr << problem.what() << '\n';
  }
  return 2;
}
