// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The system calls that are refused whatever their arguments are. For seccomp_filter.cpp.
#pragma once

#include <sys/syscall.h>

namespace cudalab::grader {

// Newer than some C libraries' headers; the numbers are the same on every architecture.
#ifndef SYS_open_tree_attr
#define SYS_open_tree_attr 467
#endif
#ifndef SYS_quotactl_fd
#define SYS_quotactl_fd 443
#endif
#ifndef SYS_mount_setattr
#define SYS_mount_setattr 442
#endif

/// Always.
inline constexpr unsigned refused_calls[] = {
    // other processes' memory and descriptors
    SYS_process_vm_readv,
    SYS_process_vm_writev,
    SYS_process_madvise,
    SYS_kcmp,
    SYS_pidfd_getfd,
    SYS_tkill,
    // what is mounted, namespaces, files by handle (which knows no mounts)
    SYS_mount,
    SYS_umount2,
    SYS_pivot_root,
    SYS_chroot,
    SYS_move_mount,
    SYS_open_tree,
    SYS_open_tree_attr,
    SYS_fsopen,
    SYS_fsconfig,
    SYS_fsmount,
    SYS_fspick,
    SYS_mount_setattr,
    SYS_unshare,
    SYS_setns,
    SYS_open_by_handle_at,
    SYS_name_to_handle_at,
    // keys, which no namespace holds apart
    SYS_keyctl,
    SYS_add_key,
    SYS_request_key,
    // wide ways into the kernel
    SYS_bpf,
    SYS_perf_event_open,
    SYS_userfaultfd,
    SYS_io_uring_setup,
    SYS_io_uring_enter,
    SYS_io_uring_register,
    SYS_fanotify_init,
#ifdef SYS_modify_ldt
    SYS_modify_ldt,
#endif
    // the machine as a whole
    SYS_kexec_load,
#ifdef SYS_kexec_file_load
    SYS_kexec_file_load,
#endif
    SYS_init_module,
    SYS_finit_module,
    SYS_delete_module,
    SYS_reboot,
    SYS_swapon,
    SYS_swapoff,
    SYS_settimeofday,
    SYS_clock_settime,
    SYS_clock_adjtime,
    SYS_adjtimex,
    SYS_sethostname,
    SYS_setdomainname,
    SYS_acct,
    SYS_quotactl,
    SYS_quotactl_fd,
    SYS_syslog,
    SYS_vhangup,
#ifdef SYS_iopl
    SYS_iopl,
    SYS_ioperm,
#endif
};

/// Unless the GPU is used.
inline constexpr unsigned ipc_objects[] = {SYS_memfd_create, SYS_shmget, SYS_msgget, SYS_semget};

/// Calls whose first argument says which process they go to.
inline constexpr unsigned calls_to_a_process[] = {
    SYS_kill,       SYS_tgkill,   SYS_rt_sigqueueinfo, SYS_rt_tgsigqueueinfo,
    SYS_pidfd_open, SYS_prlimit64};

} // namespace cudalab::grader
