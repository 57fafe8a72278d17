// What a worker gives up before it reads an image: files, paths, privileges, and system calls (seccomp(2), prctl(2),
// setrlimit(2)).
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CLinuxWorker.h"

#include <errno.h>
#include <sys/resource.h>
#include <unistd.h>

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))

#include <dirent.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#ifdef __x86_64__
#define OWN_ARCHITECTURE AUDIT_ARCH_X86_64
#else
#define OWN_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

// The calls that decoding needs: reading open files, memory, threads, clocks, random numbers, and exit.
static const int allowed[] = {
    SYS_read,          SYS_write,       SYS_readv,         SYS_writev,          SYS_pread64,
    SYS_lseek,         SYS_recvmsg,     SYS_sendmsg,       SYS_recvfrom,        SYS_ppoll,
    SYS_close,         SYS_munmap,      SYS_mremap,        SYS_brk,
    SYS_futex,         SYS_exit,        SYS_exit_group,    SYS_rt_sigreturn,    SYS_rt_sigprocmask,
    SYS_rt_sigaction,  SYS_sigaltstack, SYS_getpid,        SYS_gettid,          SYS_getrandom,
    SYS_clock_gettime, SYS_clock_getres, SYS_clock_nanosleep, SYS_nanosleep,    SYS_gettimeofday,
    SYS_sched_yield,   SYS_sched_getaffinity, SYS_set_robust_list, SYS_restart_syscall, SYS_getrusage,
    SYS_sysinfo,       SYS_membarrier,  SYS_getcpu,
#ifdef SYS_rseq
    SYS_rseq,
#endif
#ifdef SYS_poll
    SYS_poll,
#endif
#ifdef SYS_time
    SYS_time,
#endif
};

// Calls that no decoder has a reason to make: they end the process at once.
static const int deadly[] = {
    SYS_execve,       SYS_execveat,      SYS_ptrace,        SYS_process_vm_readv, SYS_process_vm_writev,
    SYS_kexec_load,   SYS_init_module,   SYS_finit_module,  SYS_delete_module,    SYS_bpf,
    SYS_keyctl,       SYS_add_key,       SYS_request_key,   SYS_mount,            SYS_umount2,
    SYS_pivot_root,   SYS_chroot,        SYS_reboot,        SYS_unshare,          SYS_setns,
    SYS_userfaultfd,  SYS_perf_event_open, SYS_swapon,      SYS_setuid,           SYS_setgid,
};

// The clone flags of threads in glibc and musl; others could create a process, or share less than a thread does.
static const unsigned thread_flags[] = {
    CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM | CLONE_SETTLS | CLONE_PARENT_SETTID |
        CLONE_CHILD_CLEARTID,
    CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM | CLONE_SETTLS | CLONE_PARENT_SETTID |
        CLONE_CHILD_CLEARTID | CLONE_DETACHED,
};

// The madvise(2) values that allocators use: hints, and returning pages.
static const unsigned advice[] = {
    MADV_NORMAL, MADV_RANDOM, MADV_SEQUENTIAL, MADV_WILLNEED, MADV_DONTNEED, MADV_FREE, MADV_HUGEPAGE, MADV_NOHUGEPAGE,
};

struct filter {
  struct sock_filter steps[512];
  unsigned short count;
  int is_full;
};

static void add(struct filter *filter, struct sock_filter step) {
  if (filter->count < sizeof filter->steps / sizeof *filter->steps) {
    filter->steps[filter->count++] = step;
  } else {
    filter->is_full = 1;
  }
}

static void load(struct filter *filter, size_t offset) {
  add(filter, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (unsigned)offset));
}

static void answer(struct filter *filter, unsigned action) {
  add(filter, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, action));
}

// Applies the next `steps` instructions to this call only.
static void only_for(struct filter *filter, int call, unsigned char steps) {
  add(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)call, 0, steps));
}

// The offset of an argument's lower half or, with `half` 1, its upper half; both architectures are little-endian.
static size_t argument(int index, int half) { return offsetof(struct seccomp_data, args) + 8u * (unsigned)index + 4u * (unsigned)half; }

// Allows a call if none of the bits is set in an argument.
static void judge_bits(struct filter *filter, int call, int index, unsigned bits) {
  only_for(filter, call, 4);
  load(filter, argument(index, 0));
  add(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 0, 1));
  answer(filter, SECCOMP_RET_ERRNO | EPERM);
  answer(filter, SECCOMP_RET_ALLOW);
}

// Allows a call if the lower half of an argument has one of the values.
static void judge_values(struct filter *filter, int call, int index, const unsigned *values, unsigned char count) {
  only_for(filter, call, (unsigned char)(2 * count + 2));
  load(filter, argument(index, 0));
  for (unsigned char i = 0; i < count; i++) {
    add(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, values[i], 0, 1));
    answer(filter, SECCOMP_RET_ALLOW);
  }
  answer(filter, SECCOMP_RET_ERRNO | EPERM);
}

static void judge_value(struct filter *filter, int call, int index, unsigned value) {
  judge_values(filter, call, index, &value, 1);
}

// Reading limits is harmless: the pointer to new ones must be null.
static void judge_limits(struct filter *filter) {
  only_for(filter, SYS_prlimit64, 6);
  load(filter, argument(2, 0));
  add(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 3));
  load(filter, argument(2, 1));
  add(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 1));
  answer(filter, SECCOMP_RET_ALLOW);
  answer(filter, SECCOMP_RET_ERRNO | EPERM);
}

static void judge(struct filter *filter) {
  load(filter, offsetof(struct seccomp_data, arch));
  add(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, OWN_ARCHITECTURE, 1, 0));
  answer(filter, SECCOMP_RET_KILL_PROCESS);
  load(filter, offsetof(struct seccomp_data, nr));
#ifdef __x86_64__
  const unsigned other_numbers = 0x40000000;  // __X32_SYSCALL_BIT
  add(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, other_numbers, 0, 1));
  answer(filter, SECCOMP_RET_KILL_PROCESS);
#endif
  for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++) {
    only_for(filter, allowed[i], 1);
    answer(filter, SECCOMP_RET_ALLOW);
  }
  for (size_t i = 0; i < sizeof deadly / sizeof *deadly; i++) {
    only_for(filter, deadly[i], 1);
    answer(filter, SECCOMP_RET_KILL_PROCESS);
  }
  judge_bits(filter, SYS_mmap, 2, PROT_EXEC);
  judge_bits(filter, SYS_mprotect, 2, PROT_EXEC);
  judge_values(filter, SYS_clone, 0, thread_flags, sizeof thread_flags / sizeof *thread_flags);
  judge_values(filter, SYS_madvise, 2, advice, sizeof advice / sizeof *advice);
  judge_value(filter, SYS_tgkill, 0, (unsigned)getpid());
  judge_value(filter, SYS_prctl, 0, PR_SET_NAME);
  judge_limits(filter);
#ifdef SYS_clone3
  only_for(filter, SYS_clone3, 1);
  // its flags are in memory, where no filter can read them: libraries then try clone(2)
  answer(filter, SECCOMP_RET_ERRNO | ENOSYS);
#endif
  answer(filter, SECCOMP_RET_ERRNO | EPERM);
}

int upright_filter_calls(void) {
  struct filter filter = {.count = 0};
  judge(&filter);
  if (filter.is_full) return errno = E2BIG, -1;
  const struct sock_fprog program = {filter.count, filter.steps};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
  return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) == 0 ? 0 : -1;
}

static int bound(int what, rlim_t most) {
  const struct rlimit limit = {most, most};
  return setrlimit(what, &limit);
}

// The maximum number of threads of a worker whose user is not root, including everything else that the user runs.
enum { most_processes = 8192 };

static int bound_processes(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NPROC, &limit) != 0) return -1;
  return limit.rlim_max <= most_processes ? 0 : bound(RLIMIT_NPROC, most_processes);
}

// capabilities(7): what root may do beyond file permissions. The bounding set is cleared if allowed; the others always.
static int drop_capabilities(void) {
  for (int number = 0; prctl(PR_CAPBSET_READ, number, 0, 0, 0) >= 0; number++) {
    if (prctl(PR_CAPBSET_DROP, number, 0, 0, 0) != 0 && errno != EPERM) return -1;
  }
  if (prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0) != 0 && errno != EINVAL) return -1;
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  const struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {{0, 0, 0}};
  return (int)syscall(SYS_capset, &header, none);
}

int upright_close_listed(int last) {
  DIR *folder = opendir("/proc/self/fd");
  if (!folder) return -1;
  for (const struct dirent *entry; (entry = readdir(folder));) {
    const int file = atoi(entry->d_name);
    if (file > last && file != dirfd(folder)) close(file);
  }
  return closedir(folder);
}

// close_range(2) is missing on older systems, and some filters report it as missing.
static int close_others(void) {
  if (syscall(SYS_close_range, UPRIGHT_CHANNEL + 1, ~0u, 0) == 0) return 0;
  return errno == ENOSYS ? upright_close_listed(UPRIGHT_CHANNEL) : -1;
}

int upright_enter_worker(int confined) {
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) return -1;
  if (chdir("/") != 0) return -1;
  if (close_others() != 0) return -1;
  if (bound(RLIMIT_CORE, 0) != 0) return -1;
  if (!confined) return 0;
  if (prctl(PR_SET_DUMPABLE, 0) != 0 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
  if (drop_capabilities() != 0 || bound_processes() != 0) return -1;
  return bound(RLIMIT_NOFILE, 16) == 0 && bound(RLIMIT_FSIZE, 0) == 0 ? 0 : -1;
}

#else

int upright_filter_calls(void) { return errno = ENOSYS, -1; }

int upright_close_listed(int last) { return errno = ENOSYS, -1; }

int upright_enter_worker(int confined) { return confined ? (errno = ENOSYS, -1) : 0; }

#endif
