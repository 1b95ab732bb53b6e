#define _GNU_SOURCE
#include "CEvdev.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

/* Takes away every access to files and directories by path. Kernels without Landlock keep it; the filter below refuses to open
 * a file, too. The rights that later versions of Landlock add are handled where the kernel has them (landlock(7)). */
static void close_file_system(void) {
  long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
  if (version < 1) return;
  int rights = version >= 3 ? 15 : version == 2 ? 14 : 13;
  struct landlock_ruleset_attr rules = {.handled_access_fs = (1ULL << rights) - 1};
  int fd = (int)syscall(SYS_landlock_create_ruleset, &rules, sizeof rules.handled_access_fs, 0);
  if (fd < 0) return;
  syscall(SYS_landlock_restrict_self, fd, 0);
  close(fd);
}

#ifdef ARCHITECTURE
#define LOAD(member) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, member))
#define ANSWER(action) BPF_STMT(BPF_RET | BPF_K, action)
#define ALLOW(call) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##call, 0, 1), ANSWER(SECCOMP_RET_ALLOW)
#define REFUSAL (SECCOMP_RET_ERRNO | EPERM)

/* A call that is not listed fails with EPERM. The lower half of an argument comes first on both architectures. */
static const struct sock_filter calls[] = {
    LOAD(arch),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
    ANSWER(REFUSAL),
    LOAD(nr),
    ALLOW(read),
    ALLOW(write),
    ALLOW(close),
    ALLOW(exit),
    ALLOW(exit_group),
    /* Memory, none of which becomes executable. */
    ALLOW(brk),
    ALLOW(munmap),
    ALLOW(mremap),
    ALLOW(madvise),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mmap, 1, 0),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mprotect, 0, 4),
    LOAD(args[2]),
    BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 0, 1),
    ANSWER(REFUSAL),
    ANSWER(SECCOMP_RET_ALLOW),
    /* Locks and the seeds of hash tables. */
    ALLOW(futex),
    ALLOW(getrandom),
    ALLOW(clock_gettime),
    ALLOW(rt_sigreturn),
    /* Whether a program of the configuration is there: nothing is opened. */
    ALLOW(newfstatat),
    ALLOW(faccessat),
#ifdef SYS_access
    ALLOW(access),
#endif
    ANSWER(REFUSAL),
};
#endif

int gestured_confine(void) {
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) return -errno;
  close_file_system();
#ifdef ARCHITECTURE
  struct sock_fprog program = {.len = sizeof calls / sizeof *calls, .filter = (struct sock_filter *)calls};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) < 0 ? -errno : 0;
#else
  return -ENOSYS;
#endif
}
