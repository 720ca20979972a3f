// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/checks/explain.h"

#include "grader/checks/causes.h"
#include "grader/checks/empty_pass.h"
#include "grader/checks/foreign_files.h"
#include "grader/verdict.h"

namespace cudalab::grader {

const std::vector<explain_step>& explain_steps() {
  constexpr auto watched = explain_moment::after_watching, end = explain_moment::at_the_end;
  static const std::vector<explain_step> steps = {
      {"take back empty passes",
       watched,
       {},
       [](explanation& on) { take_back_empty_pass(on.judged, on.check); }},
      // It runs the program once more: not for what the step above has settled.
      {"take back idle passes",
       watched,
       {"take back empty passes"},
       [](explanation& on) { take_back_idle_pass(on.shared, on.judged, on.check); }},
      {"tell unset from unwritten",
       watched,
       {},
       [](explanation& on) { tell_unset_from_unwritten(on.judged, on.check); }},
      {"tell one mistake once",
       watched,
       {},
       [](explanation& on) { tell_one_mistake_once(on.judged, on.check); }},
      // It puts its words before the advice that the other steps give.
      {"point to causes",
       watched,
       {"tell unset from unwritten", "tell one mistake once"},
       [](explanation& on) { point_to_causes(on.shared.lab, on.judged, on.check); }},
      // Every message is there now; what is shown of a file is read after this.
      {"hide foreign files",
       end,
       {"point to causes"},
       [](explanation& on) { hide_foreign_files(on.whole.checks, on.submission); }},
      {"settle points and verdict",
       end,
       {"take back empty passes", "take back idle passes"},
       [](explanation& on) { settle(on.whole); }},
  };
  return steps;
}

void explain(explain_moment when, explanation& on) {
  for (const explain_step& step : explain_steps())
    if (step.when == when)
      step.apply(on);
}

} // namespace cudalab::grader
