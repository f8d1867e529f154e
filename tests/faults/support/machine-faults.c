/* Loaded before the C library: makes the disk of one folder slow or broken, and shifts the clock,
   as the numbers in a shared file say. The numbers may change while the process runs. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

struct faults {
  int32_t sync_delay_ms; /* how long each sync takes */
  int32_t write_errno;   /* what each write and sync fails with; 0: they succeed; -1: it kills */
  int32_t every;         /* of the writes and syncs, only each so many-th fails */
  int32_t clock_shift_s; /* how far the clock on the wall is off */
};

static const struct faults none = {0, 0, 1, 0};
static const volatile struct faults *faults = (const volatile struct faults *)&none;
static const char *folder = NULL;
static volatile uint32_t calls = 0;

__attribute__((constructor)) static void start(void) {
  const char *path = getenv("MACHINE_FAULTS");
  folder = getenv("DATA_DIR");
  int file = path == NULL ? -1 : open(path, O_RDONLY);
  if (file < 0) return;
  void *shared = mmap(NULL, sizeof none, PROT_READ, MAP_SHARED, file, 0);
  close(file);
  if (shared != MAP_FAILED) faults = shared;
}

static int is_ours(int file) {
  char link[64], path[4096];
  if (folder == NULL) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = '\0';
  return strncmp(path, folder, strlen(folder)) == 0;
}

static int fails(int file) {
  if (faults->write_errno == 0 || !is_ours(file)) return 0;
  uint32_t call = __sync_add_and_fetch(&calls, 1);
  if (call % (uint32_t)faults->every != 0) return 0;
  if (faults->write_errno < 0) kill(getpid(), SIGKILL);
  errno = faults->write_errno;
  return 1;
}

static int sync_fails(int file) {
  if (faults->sync_delay_ms > 0 && is_ours(file)) {
    struct timespec delay = {faults->sync_delay_ms / 1000,
                             faults->sync_delay_ms % 1000 * 1000000L};
    nanosleep(&delay, NULL);
  }
  return fails(file);
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

int fsync(int file) { return sync_fails(file) ? -1 : NEXT(fsync)(file); }
int fdatasync(int file) { return sync_fails(file) ? -1 : NEXT(fdatasync)(file); }

ssize_t write(int file, const void *bytes, size_t length) {
  return fails(file) ? -1 : NEXT(write)(file, bytes, length);
}
ssize_t pwrite(int file, const void *bytes, size_t length, off_t at) {
  return fails(file) ? -1 : NEXT(pwrite)(file, bytes, length, at);
}
ssize_t pwrite64(int file, const void *bytes, size_t length, off64_t at) {
  return fails(file) ? -1 : NEXT(pwrite64)(file, bytes, length, at);
}
int ftruncate(int file, off_t length) { return fails(file) ? -1 : NEXT(ftruncate)(file, length); }
int ftruncate64(int file, off64_t length) {
  return fails(file) ? -1 : NEXT(ftruncate64)(file, length);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  static int (*next)(clockid_t, struct timespec *) = NULL;
  if (next == NULL) next = NEXT(clock_gettime);
  int result = next(clock, time);
  if (result == 0 && clock == CLOCK_REALTIME) time->tv_sec += faults->clock_shift_s;
  return result;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
  static int (*next)(struct timeval *, void *) = NULL;
  if (next == NULL) next = (int (*)(struct timeval *, void *))dlsym(RTLD_NEXT, "gettimeofday");
  int result = next(time, zone);
  if (result == 0) time->tv_sec += faults->clock_shift_s;
  return result;
}
