// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/checks/name_mistake.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <variant>

#include "grader/compare/mistake_fit.h"

namespace cudalab::grader {

namespace {

using form = std::pair<std::string_view, std::string_view>; ///< id and form of a case's mistake

form form_of(const misconception& mistake) {
  return {mistake.id, mistake.form};
}

wrong_output seen_in(const case_evidence& of, const spoilt_output& output) {
  return {output.name, output.got, output.result, of.one->expected(output.name)};
}

/// The mistake is one of blocks of so many threads, and none of the case's blocks has as many.
bool has_other_blocks(const misconception& mistake, const case_evidence& of) {
  return mistake.block_threads != 0 && !of.block_threads.empty() &&
         std::find(of.block_threads.begin(), of.block_threads.end(), mistake.block_threads) ==
             of.block_threads.end();
}

/// What a mistake explains of one output in all cases.
struct weight {
  std::size_t explained = 0, exact = 0;
  std::size_t place = 0; ///< in the order in which they are known
  std::map<const case_evidence*, const misconception*> in_case;

  auto rank() const { return std::make_pair(explained, exact); }
};

/// Outputs that were compared and are right. What follows one in which nothing was written was not
/// looked at.
std::vector<std::string> right_outputs(const case_evidence& of) {
  std::vector<std::string> names;
  const auto is_unwritten = [](const spoilt_output& each) {
    return each.result.unwritten == each.result.elements;
  };
  if ((!of.right && of.wrong.empty()) ||
      std::any_of(of.wrong.begin(), of.wrong.end(), is_unwritten))
    return names;
  for (const protocol::argument& argument : of.one->call().arguments) {
    const auto* buffer = std::get_if<protocol::buffer_argument>(&argument);
    if (buffer != nullptr && buffer->direction != protocol::direction::input &&
        std::none_of(of.wrong.begin(), of.wrong.end(),
                     [&](const spoilt_output& each) { return each.name == buffer->name; }))
      names.push_back(buffer->name);
  }
  return names;
}

/// The known mistakes of one function against all of its cases.
class inquiry {
public:
  explicit inquiry(const std::vector<const case_evidence*>& cases) : cases_(cases) {
    for (const case_evidence* each : cases_)
      for (const spoilt_output& output : each->wrong)
        add_known(output.name);
    for (const case_evidence* each : cases_)
      for (const spoilt_output& output : each->wrong)
        ask(*each, output);
    for (const case_evidence* each : cases_)
      for (const std::string& output : right_outputs(*each))
        ask_right(*each->one, output);
  }

  /// The mistake to name for an output; null: none.
  const weight* best_of(const std::string& output) const {
    const auto found = weights_.find(output);
    const weight* best = nullptr;
    std::string_view id;
    bool doubtful = false;
    if (found == weights_.end())
      return nullptr;
    for (const auto& [which, each] : found->second) {
      if (refuted_.count(which) != 0)
        continue;
      const bool better = best == nullptr || each.rank() > best->rank();
      const bool equal = best != nullptr && each.rank() == best->rank();
      if (better)
        doubtful = false;
      doubtful = doubtful || (equal && which.first != id);
      if (better || (equal && each.place < best->place)) {
        best = &each;
        id = which.first;
      }
    }
    return doubtful ? nullptr : best;
  }

private:
  void add_known(const std::string& output) {
    if (known_.count(output) != 0)
      return;
    for (const case_evidence* each : cases_)
      for (const misconception& mistake : each->one->known_mistakes(output))
        known_[output].insert(form_of(mistake));
  }

  void ask(const case_evidence& of, const spoilt_output& output) {
    const std::vector<misconception>& all = of.one->known_mistakes(output.name);
    const auto is_vague = [](const misconception& mistake) { return mistake.vague; };
    if (std::all_of(all.begin(), all.end(), is_vague)) // or there are none
      return;
    const wrong_output seen = seen_in(of, output);
    std::set<form> asked, agree;
    for (const misconception& mistake : all) {
      const form which = form_of(mistake);
      if (mistake.vague || refuted_.count(which) != 0)
        continue;
      const mistake_fit fit =
          has_other_blocks(mistake, of) ? mistake_fit{answer::no, 0, 0} : fit_of(mistake, seen);
      asked.insert(which);
      if (fit.says != answer::no)
        agree.insert(which);
      if (fit.says == answer::yes)
        add(of, output, mistake, fit);
    }
    for (const form& which : known_[output.name]) // a case that does not know it is wrong as well
      if (asked.count(which) != 0 || !proves_nothing(seen))
        if (agree.count(which) == 0)
          refuted_.insert(which);
  }

  void add(const case_evidence& of, const spoilt_output& output, const misconception& mistake,
           const mistake_fit& fit) {
    auto& weights = weights_[output.name];
    const std::size_t place = weights.size();
    weight& to = weights.try_emplace(form_of(mistake), weight{0, 0, place, {}}).first->second;
    if (!to.in_case.emplace(&of, &mistake).second)
      return; // another way to make the same mistake
    to.explained += fit.explained;
    to.exact += fit.exact;
  }

  /// An output that a mistake would have spoilt, in whichever way it is made, and that is right.
  void ask_right(const test_case& one, const std::string& output) {
    std::map<form, bool> shows;
    for (const misconception& mistake : one.known_mistakes(output)) {
      const form which = form_of(mistake);
      const bool is_named = std::any_of(weights_.begin(), weights_.end(), [&](const auto& each) {
        return each.second.count(which) != 0;
      });
      if (mistake.vague || !is_named || refuted_.count(which) != 0)
        continue;
      bool& in_every_way = shows.try_emplace(which, true).first->second;
      in_every_way = in_every_way && would_show(mistake, one.expected(output));
    }
    for (const auto& [which, in_every_way] : shows)
      if (in_every_way)
        refuted_.insert(which);
  }

  const std::vector<const case_evidence*>& cases_;
  std::map<std::string, std::set<form>> known_;           ///< by output
  std::map<std::string, std::map<form, weight>> weights_; ///< by output
  std::set<form> refuted_;
};

named_mistake sure_mistake(const inquiry& asked, const case_evidence& of) {
  for (std::size_t i = 0; i < of.wrong.size(); ++i)
    if (const weight* best = asked.best_of(of.wrong[i].name))
      if (const auto found = best->in_case.find(&of); found != best->in_case.end())
        return {found->second, i};
  return {};
}

/// Whether a mistake says that nobody writes anything of this output, and nobody did.
bool leaves_all_unwritten(const misconception& mistake) {
  if (!mistake.want)
    return false;
  const std::vector<double> made = mistake.want();
  return std::all_of(made.begin(), made.end(),
                     [](double value) { return std::isinf(value) && value < 0; });
}

/// Of a case that proves nothing of its function's mistake, or whose mistakes are not known.
std::string likely_mistake(const inquiry& asked, const case_evidence& of) {
  if (of.wrong.empty())
    return "";
  const spoilt_output& output = of.wrong.front();
  const weight* const best = asked.best_of(output.name);
  if (best == nullptr || best->in_case.empty())
    return "";
  const form which = form_of(*best->in_case.begin()->second);
  if (output.result.unwritten == output.result.elements) {
    const auto& known = of.one->known_mistakes(output.name);
    if (std::none_of(known.begin(), known.end(), [&](const misconception& each) {
          return form_of(each) == which && leaves_all_unwritten(each);
        }))
      return "";
  }
  return std::string(which.first);
}

named_mistake vague_mistake(const case_evidence& of, const std::vector<const case_evidence*>& all) {
  const bool alone = std::all_of(all.begin(), all.end(), [&of](const case_evidence* each) {
    return each == &of || each->right;
  });
  for (const bool first : {true, false})
    for (std::size_t i = 0; i < of.wrong.size(); ++i)
      for (const misconception& mistake : of.one->known_mistakes(of.wrong[i].name))
        if (mistake.vague && mistake.before_others == first && (alone || !mistake.only_here) &&
            fit_of(mistake, seen_in(of, of.wrong[i])).says == answer::yes)
          return {&mistake, i};
  return {};
}

} // namespace

std::vector<named_mistake> name_mistakes(const std::vector<case_evidence>& cases) {
  std::map<std::string, std::vector<const case_evidence*>> by_function;
  for (const case_evidence& each : cases)
    if (each.one != nullptr)
      by_function[each.one->function()].push_back(&each);
  std::vector<named_mistake> named(cases.size());
  for (const auto& [function, its_cases] : by_function) {
    const inquiry asked(its_cases);
    for (const case_evidence* each : its_cases) {
      named_mistake& named_of_it = named[static_cast<std::size_t>(each - cases.data())];
      named_of_it = sure_mistake(asked, *each);
      if (named_of_it.what != nullptr)
        continue;
      named_of_it = vague_mistake(*each, its_cases);
      named_of_it.likely = likely_mistake(asked, *each);
    }
  }
  return named;
}

} // namespace cudalab::grader
