/* test_serve.c - a page for a browser here: requests come whole, are bounded, are answered */
#include "io/serve.h"

#include <arpa/inet.h>
#include <criterion/criterion.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int caller(int port) {
  struct sockaddr_in at = { .sin_family = AF_INET, .sin_port = htons((uint16_t)port) };
  at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int fd = socket(AF_INET, SOCK_STREAM, 0);
  cr_assert_eq(connect(fd, (struct sockaddr *)&at, sizeof at), 0);
  return fd;
}

Test(serve, a_request_is_read_and_answered) {
  int listener, port;
  lia_request r;
  cr_assert_eq(lia_serve_open(0, &listener, &port, NULL), LIA_OK);
  cr_assert(port > 0);
  cr_assert_eq(lia_serve_take(listener, 0, &r, NULL), LIA_OK);
  cr_assert_eq(r.fd, -1);   // nobody asked
  int fd = caller(port);
  const char *ask = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
  cr_assert_eq(write(fd, ask, strlen(ask)), (ssize_t)strlen(ask));
  cr_assert_eq(lia_serve_take(listener, 1000, &r, NULL), LIA_OK);
  cr_assert(r.fd >= 0);
  cr_assert_str_eq(r.head, ask);
  lia_serve_answer(&r, "here", 4);
  cr_assert_eq(r.fd, -1);
  char got[8] = { 0 };
  cr_assert_eq(read(fd, got, 7), 4);
  cr_assert_str_eq(got, "here");
  cr_assert_eq(read(fd, got, 7), 0);
  close(fd);
  lia_serve_close(&listener);
  cr_assert_eq(listener, -1);
}

Test(serve, what_is_no_request_is_let_go) {
  int listener, port;
  lia_request r;
  cr_assert_eq(lia_serve_open(0, &listener, &port, NULL), LIA_OK);
  static char long_head[2 * LIA_SERVE_HEAD];
  memset(long_head, 'x', sizeof long_head);
  for (int kind = 0; kind < 3; kind++) {
    int fd = caller(port);
    if (kind == 0) cr_assert(write(fd, long_head, sizeof long_head) > 0);
    if (kind == 1) cr_assert_eq(write(fd, "GET /\0\r\n\r\n", 10), 10);
    shutdown(fd, SHUT_WR);
    cr_assert_eq(lia_serve_take(listener, 1000, &r, NULL), LIA_OK);
    cr_assert_eq(r.fd, -1, "kind %d", kind);
    close(fd);
  }
  lia_serve_close(&listener);
}

// a reader that hangs up does not end the program
Test(serve, who_no_longer_listens_is_no_error) {
  int listener, port;
  lia_request r;
  cr_assert_eq(lia_serve_open(0, &listener, &port, NULL), LIA_OK);
  int fd = caller(port);
  cr_assert_eq(write(fd, "GET / HTTP/1.1\r\n\r\n", 18), 18);
  cr_assert_eq(lia_serve_take(listener, 1000, &r, NULL), LIA_OK);
  struct linger now = { .l_onoff = 1 };
  setsockopt(fd, SOL_SOCKET, SO_LINGER, &now, sizeof now);
  close(fd);
  size_t n = 1 << 20;
  char *bytes = calloc(n, 1);
  lia_serve_answer(&r, bytes, n);
  cr_assert_eq(r.fd, -1);
  free(bytes);
  lia_serve_close(&listener);
}

Test(serve, a_port_that_is_taken_is_told) {
  int one, two, port, none;
  lia_error err = { 0 };
  cr_assert_eq(lia_serve_open(0, &one, &port, NULL), LIA_OK);
  cr_assert_eq(lia_serve_open(port, &two, &none, &err), LIA_EIO);
  cr_assert(strstr(err.text, "port"));
  lia_serve_close(&one);
}
