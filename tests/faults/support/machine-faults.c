/* Loaded before the C library: makes the disk of one folder slow or broken, as the numbers in a
   shared file say. The numbers may change while the process runs. It also records what is done to
   the folder's files, so that a power cut can be played. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

struct faults {
  int32_t sync_delay_ms; /* how long each sync takes */
  int32_t write_errno;   /* what each write and sync fails with; 0: they succeed */
  int32_t every;         /* of the writes and syncs, only each so many-th fails */
};

static const struct faults none = {0, 0, 1};
static const volatile struct faults *faults = (const volatile struct faults *)&none;
static const char *folder = NULL;
static volatile uint32_t calls = 0;
static int record = -1;

__attribute__((constructor)) static void start(void) {
  const char *path = getenv("MACHINE_FAULTS");
  const char *record_path = getenv("MACHINE_RECORD");
  folder = getenv("DATA_DIR");
  if (record_path != NULL) record = open(record_path, O_WRONLY | O_APPEND | O_CLOEXEC);
  int file = path == NULL ? -1 : open(path, O_RDONLY);
  if (file < 0) return;
  void *shared = mmap(NULL, sizeof none, PROT_READ, MAP_SHARED, file, 0);
  close(file);
  if (shared != MAP_FAILED) faults = shared;
}

/* The name of a file in the folder, written to the path; NULL for other files. */
static const char *name_in_folder(int file, char path[4096]) {
  char link[64];
  if (folder == NULL) return NULL;
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, 4095);
  if (length < 0) return NULL;
  path[length] = '\0';
  size_t start = strlen(folder);
  return strncmp(path, folder, start) == 0 && path[start] == '/' ? path + start + 1 : NULL;
}

static int is_ours(int file) {
  char path[4096];
  return name_in_folder(file, path) != NULL;
}

enum kind { WRITTEN = 1, CUT_OFF = 2, SYNCED = 3 };

/* Appends an entry: four numbers, then the file's name and the bytes. */
static void note(enum kind kind, int file, int64_t at, const void *bytes, int64_t length) {
  char path[4096];
  const char *name = record < 0 ? NULL : name_in_folder(file, path);
  if (name == NULL) return;
  int64_t numbers[4] = {kind, at, (int64_t)strlen(name), length};
  struct iovec parts[3] = {{numbers, sizeof numbers},
                           {(void *)name, strlen(name)},
                           {(void *)bytes, (size_t)length}};
  if (writev(record, parts, 3) < 0) abort();
}

static int fails(int file) {
  if (faults->write_errno == 0 || !is_ours(file)) return 0;
  uint32_t call = __sync_add_and_fetch(&calls, 1);
  if (call % (uint32_t)faults->every != 0) return 0;
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

static int sync_with(int (*next)(int), int file) {
  if (sync_fails(file)) return -1;
  int result = next(file);
  if (result == 0) note(SYNCED, file, 0, NULL, 0);
  return result;
}

int fsync(int file) { return sync_with(NEXT(fsync), file); }
int fdatasync(int file) { return sync_with(NEXT(fdatasync), file); }

static ssize_t written(int file, const void *bytes, ssize_t length, off_t at) {
  if (length > 0) note(WRITTEN, file, at, bytes, length);
  return length;
}

ssize_t write(int file, const void *bytes, size_t length) {
  if (fails(file)) return -1;
  off_t at = record < 0 ? 0 : lseek(file, 0, SEEK_CUR);
  return written(file, bytes, NEXT(write)(file, bytes, length), at);
}
ssize_t pwrite(int file, const void *bytes, size_t length, off_t at) {
  return fails(file) ? -1 : written(file, bytes, NEXT(pwrite)(file, bytes, length, at), at);
}
ssize_t pwrite64(int file, const void *bytes, size_t length, off64_t at) {
  return fails(file) ? -1 : written(file, bytes, NEXT(pwrite64)(file, bytes, length, at), at);
}

static int cut_off(int file, int result, off_t length) {
  if (result == 0) note(CUT_OFF, file, length, NULL, 0);
  return result;
}

int ftruncate(int file, off_t length) {
  return fails(file) ? -1 : cut_off(file, NEXT(ftruncate)(file, length), length);
}
int ftruncate64(int file, off64_t length) {
  return fails(file) ? -1 : cut_off(file, NEXT(ftruncate64)(file, length), length);
}
