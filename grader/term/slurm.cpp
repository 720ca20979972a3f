// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/term/slurm.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <sstream>

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern "C" char** environ;

namespace cudalab::term {

namespace {

constexpr std::size_t longest_answer = std::size_t{256} << 20;

struct slurm_answer {
  bool good = false;
  std::string said, complaint;
};

/// A file without a name, which a command writes and we read afterwards.
class nameless_file {
public:
  nameless_file() : file_(std::tmpfile(), std::fclose) {
    if (!file_)
      throw slurm_trouble("there is no room for temporary files");
  }
  int fd() const { return fileno(file_.get()); }
  std::string text() const {
    std::string all;
    std::rewind(file_.get());
    char part[1 << 14];
    while (const std::size_t got = std::fread(part, 1, sizeof part, file_.get())) {
      all.append(part, got);
      if (all.size() > longest_answer)
        throw slurm_trouble("Slurm says more than 256 MiB");
    }
    return all;
  }

private:
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
};

/// The tool's own folder for temporary files is not on the nodes, and a job takes over what its
/// sbatch has.
std::vector<char*> environment_of_jobs() {
  std::vector<char*> all;
  for (char** each = environ; *each != nullptr; ++each)
    if (std::string_view(*each).substr(0, 7) != "TMPDIR=")
      all.push_back(*each);
  all.push_back(nullptr);
  return all;
}

int status_of(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR)
      return -1;
  return status;
}

slurm_answer ask_slurm(std::vector<std::string> words) {
  const nameless_file said, complaint;
  std::vector<char*> arguments;
  for (std::string& each : words)
    arguments.push_back(each.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, said.fd(), 1);
  posix_spawn_file_actions_adddup2(&actions, complaint.fd(), 2);
  pid_t child = -1;
  const int trouble = posix_spawnp(&child, arguments.front(), &actions, nullptr, arguments.data(),
                                   environment_of_jobs().data());
  posix_spawn_file_actions_destroy(&actions);
  if (trouble != 0)
    throw slurm_trouble(fmt::format(
        "there is no command '{}' here. Type the same command on a machine from which jobs are "
        "submitted, or install Slurm's commands there (Debian: slurm-client).\nWithout '--engine "
        "slurm' this machine grades.",
        words.front()));
  const int status = status_of(child);
  return {WIFEXITED(status) && WEXITSTATUS(status) == 0, said.text(), complaint.text()};
}

std::string slurm_words(const slurm_answer& one) {
  std::string text;
  std::istringstream lines(one.complaint.empty() ? one.said : one.complaint);
  int count = 0;
  for (std::string line; std::getline(lines, line) && count < 12; ++count)
    text += "  " + line + '\n';
  return text.empty() ? "  (nothing)\n" : text;
}

slurm_silent silent(const std::string& command, const slurm_answer& one) {
  return slurm_silent(fmt::format(
      "Slurm's controller gives no answer. {} says:\n{}'scontrol ping' says whether it runs; "
      "SLURM_CONF names the file that says where, if it is not /etc/slurm/slurm.conf.",
      command, slurm_words(one)));
}

std::size_t whole_number(const std::string& text) {
  return text.empty() || text.find_first_not_of("0123456789") != text.npos || text.size() > 18
             ? 0
             : std::stoul(text);
}

/// The same words come where the controller is away.
bool is_silence(const std::string& complaint) {
  for (const char* words : {"Unable to contact slurm controller", "Unable to establish",
                            "Connection refused", "Socket timed out", "Zero Bytes were transmitted",
                            "Protocol authentication error", "DNS SRV lookup failed"})
    if (complaint.find(words) != complaint.npos)
      return true;
  return false;
}

} // namespace

std::size_t parse_largest_array(const std::string& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string key, sign, value;
    if (words >> key >> sign >> value && key == "MaxArraySize" && sign == "=") {
      if (whole_number(value) == 0)
        throw slurm_trouble("Slurm takes no job arrays here (MaxArraySize is 0 in slurm.conf).");
      return whole_number(value);
    }
  }
  throw slurm_trouble("'scontrol show config' does not tell MaxArraySize.");
}

std::size_t largest_array() {
  const slurm_answer answer = ask_slurm({"scontrol", "show", "config"});
  if (!answer.good)
    throw silent("scontrol", answer);
  return parse_largest_array(answer.said);
}

std::string submit(const job_array& what) {
  std::vector<std::string> words{"sbatch",
                                 "--parsable",
                                 "--requeue",
                                 "--open-mode=append",
                                 "--job-name=" + what.name,
                                 fmt::format("--array=0-{}", what.tasks - 1)};
  words.insert(words.end(), what.options.begin(), what.options.end());
  words.push_back(what.script.string());
  const slurm_answer answer = ask_slurm(words);
  if (!answer.good && is_silence(answer.complaint))
    throw silent("sbatch", answer);
  if (!answer.good)
    throw slurm_refusal(fmt::format(
        "Slurm refuses the jobs. sbatch says:\n{}--sbatch=\"...\" has the options for sbatch; "
        "'sinfo' lists the partitions, 'scontrol show partition' their limits.",
        slurm_words(answer)));
  // "123", or "123;cluster"
  const std::string job = answer.said.substr(0, answer.said.find_first_of(";\n"));
  if (whole_number(job) == 0)
    throw slurm_refusal(
        fmt::format("sbatch gives no number of a job. It says:\n{}", slurm_words(answer)));
  return job;
}

std::vector<queued_task> parse_queue(const std::string& text, const std::string& name_begins) {
  std::vector<queued_task> found;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream parts(line);
    queued_task one;
    std::string task;
    if (std::getline(parts, one.job, '|') && std::getline(parts, task, '|') &&
        std::getline(parts, one.state, '|') && std::getline(parts, one.name, '|') &&
        one.name.rfind(name_begins, 0) == 0) {
      std::getline(parts, one.reason);
      one.task = whole_number(task);
      found.push_back(one);
    }
  }
  return found;
}

std::vector<queued_task> queued_tasks(const std::string& name_begins) {
  const slurm_answer answer =
      ask_slurm({"squeue", "--noheader", "--array", fmt::format("--user={}", getuid()),
                 "--format=%F|%K|%T|%j|%r"});
  if (!answer.good)
    throw silent("squeue", answer);
  return parse_queue(answer.said, name_begins);
}

void cancel(const std::string& job) {
  ask_slurm({"scancel", "--quiet", job});
}

std::string shell_word(const std::string& word) {
  std::string quoted_word = "'";
  for (const char c : word)
    quoted_word += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted_word + '\'';
}

} // namespace cudalab::term
