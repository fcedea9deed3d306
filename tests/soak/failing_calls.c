/* Counts the calls by which a process changes files in one folder, and at the nth kills the process or lets the call fail.

   cc -shared -fPIC -o failing_calls.so failing_calls.c -ldl;  LD_PRELOAD=./failing_calls.so; see failing_calls.py */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

enum { OFF, KILL_BEFORE, KILL_AFTER, FAIL_ONCE, FAIL_FROM };
static int mode = OFF, wanted, error_number;
static volatile int count;
static char prefix[PATH_MAX];
static char watched[65536];

/* mode as above; at: which call, from 1; with: the errno of calls that fail; folder: whose files count. */
void failing_calls_arm(int mode_, int at, int with, const char *folder) {
  count = 0, wanted = at, error_number = with;
  snprintf(prefix, sizeof prefix, "%s", folder);
  memset(watched, 0, sizeof watched);
  mode = mode_;
}
int failing_calls_count(void) { return count; }

static void die(void) {
  kill(getpid(), SIGKILL);
  for (;;) pause();
}
static int inside(const char *path) {
  size_t length = strlen(prefix);
  return mode && path && strncmp(path, prefix, length) == 0 && (path[length] == '/' || !path[length]);
}
static int is_watched(int fd) { return mode && fd >= 0 && fd < (int)sizeof watched && watched[fd]; }

/* Whether this call, which counts, is to fail; `takes_space`: it does on a disk that is full. */
static int fails(int takes_space) {
  int number = __sync_add_and_fetch(&count, 1);
  if (mode == KILL_BEFORE && number == wanted) die();
  if ((mode == FAIL_ONCE && number == wanted) || (mode == FAIL_FROM && number >= wanted && takes_space)) {
    errno = error_number;
    return 1;
  }
  return 0;
}
static long after(long result) {
  if (mode == KILL_AFTER && count == wanted) die();
  return result;
}
#define NEXT(name) static __typeof__(name) *next; if (!next) next = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

#define OPEN(name)                                                           \
  int name(const char *path, int flags, ...) {                               \
    NEXT(name);                                                              \
    va_list rest;                                                            \
    va_start(rest, flags);                                                   \
    mode_t bits = va_arg(rest, mode_t);                                      \
    va_end(rest);                                                            \
    if (!inside(path)) return next(path, flags, bits);                       \
    if (fails(flags & O_CREAT)) return -1;                                   \
    int fd = next(path, flags, bits);                                        \
    if (fd >= 0 && fd < (int)sizeof watched) watched[fd] = 1;                \
    return (int)after(fd);                                                   \
  }
OPEN(open)
OPEN(open64)

#define OPENAT(name)                                                         \
  int name(int folder, const char *path, int flags, ...) {                   \
    NEXT(name);                                                              \
    va_list rest;                                                            \
    va_start(rest, flags);                                                   \
    mode_t bits = va_arg(rest, mode_t);                                      \
    va_end(rest);                                                            \
    if (!inside(path)) return next(folder, path, flags, bits);               \
    if (fails(flags & O_CREAT)) return -1;                                   \
    int fd = next(folder, path, flags, bits);                                \
    if (fd >= 0 && fd < (int)sizeof watched) watched[fd] = 1;                \
    return (int)after(fd);                                                   \
  }
OPENAT(openat)
OPENAT(openat64)

ssize_t write(int fd, const void *data, size_t length) {
  NEXT(write);
  if (!is_watched(fd)) return next(fd, data, length);
  if (mode == KILL_BEFORE && count + 1 == wanted) next(fd, data, length / 2);
  if (fails(1)) return -1;
  return after(next(fd, data, length));
}
int close(int fd) {
  NEXT(close);
  if (!is_watched(fd)) return next(fd);
  watched[fd] = 0;
  int failed = fails(0);
  int result = next(fd);
  if (failed) return errno = error_number, -1;
  return (int)after(result);
}

#define ON_PATH(type, name, declared, given, path, space)                    \
  type name declared {                                                       \
    NEXT(name);                                                              \
    if (!inside(path)) return next given;                                    \
    if (fails(space)) return -1;                                             \
    return (type)after(next given);                                          \
  }
ON_PATH(int, rename, (const char *from, const char *to), (from, to), to, 0)
ON_PATH(int, renameat, (int a, const char *from, int b, const char *to), (a, from, b, to), to, 0)
ON_PATH(int, link, (const char *from, const char *to), (from, to), to, 1)
ON_PATH(int, linkat, (int a, const char *from, int b, const char *to, int f), (a, from, b, to, f), to, 1)
ON_PATH(int, unlink, (const char *path), (path), path, 0)
ON_PATH(int, unlinkat, (int a, const char *path, int f), (a, path, f), path, 0)
ON_PATH(int, mkdir, (const char *path, mode_t bits), (path, bits), path, 1)
ON_PATH(int, mkdirat, (int a, const char *path, mode_t bits), (a, path, bits), path, 1)
ON_PATH(int, rmdir, (const char *path), (path), path, 0)

#define ON_FILE(name, declared, given)                                       \
  int name declared {                                                        \
    NEXT(name);                                                              \
    if (!is_watched(fd)) return next given;                                  \
    if (fails(0)) return -1;                                                 \
    return (int)after(next given);                                           \
  }
ON_FILE(fsync, (int fd), (fd))
ON_FILE(fdatasync, (int fd), (fd))
ON_FILE(ftruncate, (int fd, off_t length), (fd, length))
ON_FILE(ftruncate64, (int fd, off64_t length), (fd, length))
ON_FILE(flock, (int fd, int operation), (fd, operation))
