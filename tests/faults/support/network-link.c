/*
 * The link between two network namespaces: passes IPv4 packets between two TUN devices, and loses, delays,
 * reorders or forgets some without a word, as the lines on its standard input tell:
 *
 *   LOSS SHORTEST LONGEST  loses so many in a hundred packets, and delays each of the others by so many
 *                          milliseconds, drawn evenly: unequal bounds reorder them; what was delayed arrives
 *   forget                 drops all further packets of the TCP connections there are, as a router does that
 *                          has lost its table; new connections pass
 *
 * Its arguments are the devices' names, the clients' side first, and a seed. It ends with its input.
 */
#include <fcntl.h>
#include <linux/if_tun.h>
#include <net/if.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

enum { CLIENTS, SERVER, CONTROL, LARGEST = 65536, SYN = 2, ACK = 16 };

struct packet {
  struct packet *next;
  int64_t due;
  int to;
  size_t length;
  unsigned char bytes[];
};

/* Packets on their way, the next one due first. */
static struct packet *under_way;
static int loss, shortest, longest;
/* By the client's port: whether there is, or was, a connection, and whether it is forgotten. */
static char seen[LARGEST], forgotten[LARGEST];

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static int open_device(const char *name) {
  struct ifreq request = {0};
  int device = open("/dev/net/tun", O_RDWR);
  strncpy(request.ifr_name, name, IFNAMSIZ - 1);
  request.ifr_flags = IFF_TUN | IFF_NO_PI;
  if (device < 0 || ioctl(device, TUNSETIFF, &request) < 0) {
    perror(name);
    exit(1);
  }
  return device;
}

static int is_forgotten(const unsigned char *bytes, size_t length, int from) {
  size_t head = (bytes[0] & 15) * 4;
  if (bytes[9] != IPPROTO_TCP || length < head + 20) return 0;
  const unsigned char *ports = bytes + head + (from == CLIENTS ? 0 : 2);
  int port = ports[0] << 8 | ports[1];
  /* The first packet of a new connection, on a port that may have been used before. */
  if (from == CLIENTS && (bytes[head + 13] & (SYN | ACK)) == SYN) forgotten[port] = 0;
  seen[port] = 1;
  return forgotten[port];
}

static void take(int device, int from) {
  static unsigned char bytes[LARGEST];
  ssize_t length = read(device, bytes, sizeof bytes);
  if (length < 20 || bytes[0] >> 4 != 4) return;
  if (is_forgotten(bytes, length, from) || rand() % 100 < loss) return;
  struct packet *packet = malloc(sizeof *packet + length), **place = &under_way;
  if (packet == NULL) return;
  packet->due = now() + shortest + rand() % (longest - shortest + 1);
  packet->to = 1 - from;
  packet->length = length;
  memcpy(packet->bytes, bytes, length);
  while (*place != NULL && (*place)->due <= packet->due) place = &(*place)->next;
  packet->next = *place;
  *place = packet;
}

static void obey(const char *line) {
  if (strncmp(line, "forget", 6) == 0) {
    for (int port = 0; port < LARGEST; port += 1) forgotten[port] |= seen[port];
    return;
  }
  sscanf(line, "%d %d %d", &loss, &shortest, &longest);
  for (struct packet *packet = under_way; packet != NULL; packet = packet->next) packet->due = 0;
}

int main(int count, char **arguments) {
  if (count != 4) return 2;
  int devices[] = {open_device(arguments[1]), open_device(arguments[2])};
  srand(atoi(arguments[3]));
  puts("ready");
  fflush(stdout);
  for (;;) {
    struct pollfd ready[] = {{devices[0], POLLIN, 0}, {devices[1], POLLIN, 0}, {0, POLLIN, 0}};
    int64_t wait = under_way == NULL ? -1 : under_way->due - now();
    poll(ready, 3, under_way != NULL && wait < 0 ? 0 : (int)wait);
    for (int from = CLIENTS; from <= SERVER; from += 1) {
      if (ready[from].revents & POLLIN) take(devices[from], from);
    }
    if (ready[CONTROL].revents != 0) {
      char line[64] = "";
      ssize_t length = read(0, line, sizeof line - 1);
      if (length <= 0) return 0;
      for (char *each = strtok(line, "\n"); each != NULL; each = strtok(NULL, "\n")) obey(each);
    }
    while (under_way != NULL && under_way->due <= now()) {
      struct packet *packet = under_way;
      under_way = packet->next;
      /* A device that is not up yet takes nothing: the packet is lost. */
      if (write(devices[packet->to], packet->bytes, packet->length) < 0) perror("write");
      free(packet);
    }
  }
}
