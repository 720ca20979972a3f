// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/run/sandbox/confinement.h"

#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace cudalab::grader {

namespace {

constexpr unsigned bit(int capability) {
  return 1U << capability;
}

/// Root in a container may lack the milder right.
unsigned right_to_keep(unsigned permitted) {
  return permitted & bit(CAP_DAC_READ_SEARCH) ? bit(CAP_DAC_READ_SEARCH)
                                              : permitted & bit(CAP_DAC_OVERRIDE);
}

} // namespace

void drop_privileges() {
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct sets[_LINUX_CAPABILITY_U32S_3]{};
  if (geteuid() != 0 || syscall(SYS_capget, &header, sets) != 0)
    return;
  const unsigned kept = right_to_keep(sets[0].permitted);
  // A program that root starts is given what the bounding set has.
  for (int capability = 0; capability < 64; ++capability)
    if (capability >= 32 || (kept & bit(capability)) == 0)
      prctl(PR_CAPBSET_DROP, static_cast<unsigned long>(capability), 0, 0, 0);
  for (auto& set : sets)
    set = {};
  sets[0].effective = sets[0].permitted = kept;
  syscall(SYS_capset, &header, sets);
}

} // namespace cudalab::grader
