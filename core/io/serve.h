/* serve.h - answers to a browser on this machine: one small request after the other */
#ifndef LIA_SERVE_H
#define LIA_SERVE_H

#include "base/status.h"

#include <stddef.h>

LIA_C_BEGIN

/* what a request may have: bytes of its head, milliseconds until that is here */
enum { LIA_SERVE_HEAD = 8192, LIA_SERVE_PATIENCE = 2000 };

typedef struct lia_request {
  int fd;                        /* to be answered, -1: nobody asked */
  char head[LIA_SERVE_HEAD + 1]; /* its lines up to the empty one */
  size_t length;
} lia_request;

/* A place on 127.0.0.1 where requests arrive, that no other machine can reach. port: 0 for one that
 * is free; given: which it is. LIA_EIO with the system's words, as where another program has it */
LIA_NODISCARD lia_status lia_serve_open(int port, int *listener, int *given, lia_error *err);

/* The next request within some milliseconds, else fd -1, as after a signal. What asks with more
 * than a head's bytes, or is slower than patience, is let go. */
LIA_NODISCARD lia_status lia_serve_take(int listener, int wait, lia_request *r, lia_error *err);

/* Sends bytes and ends the request; who no longer listens is no error. */
void lia_serve_answer(lia_request *r, const char *bytes, size_t n);

void lia_serve_close(int *listener);

LIA_C_END

#endif
