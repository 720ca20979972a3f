// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/emucc/options.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>

#include "emulator/emucc/option_actions.h"
#include "emulator/emucc/option_table.h"
#include "emulator/emucc/response_file.h"
#include "emulator/emucc/toolkit.h"
#include "emulator/emucc/words.h"

namespace cudalab::emulator {
namespace {

using strings = std::vector<std::string>;

class option_reader {
public:
  explicit option_reader(const strings& arguments) : arguments_(with_response_files(arguments)) {}

  options run() {
    while (at_ < arguments_.size())
      read(arguments_[at_++]);
    using action = enum options::action;
    if (result_.action == action::make_preamble)
      check_preamble();
    else if (result_.action != action::help && result_.action != action::version)
      check();
    if (result_.action == action::link_shared)
      result_.for_shared_library = true;
    return std::move(result_);
  }

private:
  void check() {
    const auto is_source = [](const input& in) { return in.what != input::kind::linker; };
    const auto sources = std::count_if(result_.inputs.begin(), result_.inputs.end(), is_source);
    if (sources == 0 && files_ > 0) // where nothing is compiled, emucc takes the place of g++
      add_host_options(unknown_, result_);
    else if (!unknown_.empty())
      throw usage_error("unknown option " + unknown_.front());
    using action = enum options::action;
    const bool links = result_.action == action::link;
    const bool joins = links || result_.action == action::link_shared ||
                       result_.action == action::link_device || result_.action == action::archive;
    if (files_ == 0 || (!joins && sources == 0))
      throw usage_error("no input file");
    if (!joins && sources > 1 && !result_.output.empty())
      throw usage_error("-o with -c, -E or -M takes one source file");
    if (result_.profile && !result_.checked)
      throw usage_error("--profile counts what checked code does: leave out --fast");
    if (result_.run && !links)
      throw usage_error("-run needs a whole program");
  }

  void check_preamble() const {
    if (!result_.output.empty())
      throw usage_error("--make-preamble takes no -o: what it makes has its own place");
    if (files_ > 1 || (files_ == 1 && result_.inputs.front().what != input::kind::cuda))
      throw usage_error(
          "--make-preamble takes one .cu file, whose first headers it holds, or none");
    for (const std::string& word : result_.preprocessor)
      if (files_ == 0 || word.substr(0, 2) != "-I")
        throw usage_error("--make-preamble takes no -D, -include or their like, and -I only with a "
                          "file: other programs are compiled without a preamble");
  }

  void read(const std::string word) { // a copy: -optf changes the list
    if (word.empty())
      throw usage_error("an empty argument");
    if (word[0] != '-')
      return file(word);
    const std::size_t equals = word.find('=');
    if (const option_entry* entry = find_option(std::string_view(word).substr(0, equals)))
      return obey(*entry, word, equals);
    // Letters whose value stands right behind them.
    for (const char* letter : {"-I", "-D", "-U", "-L", "-l", "-O", "-o", "-x", "-t", "-m"})
      if (begins(word, letter))
        return act({*find_option(letter), word, word.substr(2)});
    if (begins(word, "-Wl,"))
      add_for_linker(word, result_);
    else if (begins(word, "-W"))
      result_.compiler.push_back(word);
    else if (forward_unknown_)
      add_host_options({word}, result_);
    else
      unknown_.push_back(word);
  }

  void obey(const option_entry& entry, const std::string& word, std::size_t equals) {
    if (entry.id == option_id::refused)
      throw usage_error(word + " " + std::string(entry.why));
    if (equals != word.npos)
      return act({entry, word, word.substr(equals + 1)});
    const bool takes_next =
        entry.id == option_id::warnings_are_errors // the one whose value may be missing
            ? at_ < arguments_.size() && is_kind_of_warning(split_at_commas(arguments_[at_])[0])
            : entry.values != option_values::none;
    act({entry, word, takes_next ? next(word) : std::string()});
  }

  std::string next(const std::string& option) {
    if (at_ >= arguments_.size())
      throw usage_error(option + " needs a value");
    return arguments_[at_++];
  }

  void act(const given_option& given) {
    switch (given.entry.id) {
    case option_id::options_file:
      for (const std::string& path : split_at_commas(given.value)) {
        const strings more = with_response_files({"@" + path});
        arguments_.insert(arguments_.begin() + static_cast<std::ptrdiff_t>(at_), more.begin(),
                          more.end());
      }
      return;
    case option_id::language:
      if (given.value != "cu" && given.value != "c++" && given.value != "c" &&
          given.value != "none")
        throw usage_error("unknown language " + given.value + ": -x takes cu, c++ or c");
      language_ = given.value == "none" ? "" : given.value;
      return;
    case option_id::forward_unknown:
      forward_unknown_ = true;
      return;
    case option_id::warnings_are_errors:
      return make_warnings_errors(given.value, result_);
    default:
      if (!choose_action(given, result_) && !choose_files(given, result_) &&
          !choose_preprocessing(given, result_) && !choose_compilation(given, result_))
        throw usage_error("unknown option " + given.word);
    }
  }

  void file(const std::string& path) {
    static constexpr std::array<std::string_view, 5> cpp = {".cpp", ".cc", ".cxx", ".C", ".c++"};
    static constexpr std::array<std::string_view, 3> objects = {".o", ".a", ".so"};
    const std::string extension = std::filesystem::path(path).extension();
    if (language_.empty() ? extension == ".cu" : language_ == "cu")
      result_.inputs.push_back({input::kind::cuda, path});
    else if (language_.empty() ? one_of(extension, cpp) : language_ == "c++")
      result_.inputs.push_back({input::kind::cpp, path});
    else if (language_.empty() ? extension == ".c" : language_ == "c")
      result_.inputs.push_back({input::kind::c, path});
    else if (one_of(extension, objects) || path.find(".so.") != path.npos) {
      if (!is_part_of_device(path))
        add_for_linker(path, result_);
    } else
      throw usage_error(path +
                        ": not a .cu, .cpp, .c, .o or .a file (-x cu takes it for CUDA C++)");
    ++files_;
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored))
      throw usage_error(path + ": no such file");
  }

  strings arguments_;
  std::size_t at_ = 0;
  int files_ = 0;
  std::string language_; ///< of the files that follow; empty: by their names
  strings unknown_;      ///< options that are neither nvcc's nor passed on
  bool forward_unknown_ = false;
  options result_;
};

} // namespace

options parse_options(const strings& arguments) {
  return option_reader(arguments).run();
}

bool has_per_thread_default_stream(const options& wanted) {
  const std::string macro = "-DCUDA_API_PER_THREAD_DEFAULT_STREAM";
  return std::any_of(wanted.preprocessor.begin(), wanted.preprocessor.end(),
                     [&](const std::string& word) {
                       return word == macro || word.compare(0, macro.size() + 1, macro + '=') == 0;
                     });
}

} // namespace cudalab::emulator
