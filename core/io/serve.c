/* serve.c - a listening socket on the loopback, requests read up to their empty line */
#define _GNU_SOURCE   // accept4
#include "io/serve.h"

#include "base/clock.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static lia_status refused(int fd, int port, lia_error *err) {
  int why = errno;
  if (fd >= 0) close(fd);
  return LIA_FAIL(err, LIA_EIO, "serve", "port %d of this machine: %s", port, lia_errno_text(why));
}

lia_status lia_serve_open(int port, int *listener, int *given, lia_error *err) {
  struct sockaddr_in at;
  socklen_t size = sizeof at;
  int again = 1, fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd < 0) return refused(fd, port, err);
  memset(&at, 0, sizeof at);
  at.sin_family = AF_INET;
  at.sin_port = htons((uint16_t)port);
  at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &again, sizeof again);
  if (bind(fd, (struct sockaddr *)&at, sizeof at) != 0 || listen(fd, 16) != 0 ||
      getsockname(fd, (struct sockaddr *)&at, &size) != 0)
    return refused(fd, port, err);
  *listener = fd;
  *given = ntohs(at.sin_port);
  return LIA_OK;
}

// is something there within so many milliseconds? A signal ends the wait
static int ready(int fd, short what, int wait) {
  struct pollfd p = { .fd = fd, .events = what };
  return poll(&p, 1, wait) > 0;
}

static int left(double until) {
  double ms = 1e3 * (until - lia_clock());
  return ms > 0 ? (int)ms + 1 : 0;
}

// the head of a request: 0 where it is too long, too slow, or ends before
static int serve_read(lia_request *r) {
  double until = lia_clock() + 1e-3 * LIA_SERVE_PATIENCE;
  while (r->length < LIA_SERVE_HEAD && ready(r->fd, POLLIN, left(until))) {
    ssize_t got = recv(r->fd, r->head + r->length, LIA_SERVE_HEAD - r->length, 0);
    if (got <= 0) return 0;
    r->length += (size_t)got;
    r->head[r->length] = 0;
    if (strlen(r->head) < r->length) return 0;   // a zero among its letters
    if (strstr(r->head, "\r\n\r\n")) return 1;
  }
  return 0;
}

lia_status lia_serve_take(int listener, int wait, lia_request *r, lia_error *err) {
  r->fd = -1;
  r->length = 0;
  r->head[0] = 0;
  if (!ready(listener, POLLIN, wait)) return LIA_OK;
  r->fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
  if (r->fd < 0) {
    int why = errno;
    // who went before he was taken, or a signal
    if (why == ECONNABORTED || why == EINTR || why == EAGAIN) return LIA_OK;
    return LIA_FAIL(err, LIA_EIO, "serve", "%s", lia_errno_text(why));
  }
  if (serve_read(r)) return LIA_OK;
  close(r->fd);
  r->fd = -1;
  return LIA_OK;
}

void lia_serve_answer(lia_request *r, const char *bytes, size_t n) {
  double until = lia_clock() + 5e-3 * LIA_SERVE_PATIENCE;
  while (n > 0 && ready(r->fd, POLLOUT, left(until))) {
    ssize_t sent = send(r->fd, bytes, n, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0 && errno != EAGAIN && errno != EINTR) break;
    if (sent <= 0) continue;
    bytes += sent;
    n -= (size_t)sent;
  }
  shutdown(r->fd, SHUT_WR);
  close(r->fd);
  r->fd = -1;
}

void lia_serve_close(int *listener) {
  if (*listener >= 0) close(*listener);
  *listener = -1;
}
