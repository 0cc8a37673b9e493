/* bench.h - one macro per row of make bench; for C and for the peers' C++
 *
 *   BENCH("geo", "quaternion product", lia_quat_mul(out[k], a[k], b[k]));
 *
 * repeats the statement until it has taken BENCH_TIME (0.2) seconds of this thread's time, does so
 * BENCH_REPEATS (5) times and prints  room,row,who,ns,least  with the median and the least time of
 * one statement. k counts through 0 .. 255, so that 256 different inputs take turns; i counts on.
 * Results must go to memory the compiler cannot know unread: arrays of the file or of the caller.
 * Rows of a peer carry the same room and row: the table puts them side by side.
 *
 * BENCH_ONLY=text keeps the rows whose "room: row" has the text in it. */
#ifndef LIA_BENCH_H
#define LIA_BENCH_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifndef BENCH_WHO
#define BENCH_WHO "liaison"
#endif

enum { BENCH_INPUTS = 256, BENCH_MOST = 64 };

typedef struct bench {
  const char *room, *row;
  long n;                       /* statements per measurement */
  int done, repeats;            /* done < 0: still looking for n */
  double start, least, took[BENCH_MOST];
} bench;

static inline double bench_clock(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static inline double bench_setting(const char *name, double otherwise) {
  const char *s = getenv(name);
  return s && *s ? atof(s) : otherwise;
}

/* everything written so far may be read now: nothing of it can be left out */
static inline void bench_keep(void) { __asm__ volatile("" ::: "memory"); }

static inline bench bench_begin(const char *room, const char *row) {
  bench b;
  memset(&b, 0, sizeof b);
  b.room = room;
  b.row = row;
  b.n = 1;
  b.done = -2;
  b.least = bench_setting("BENCH_TIME", 0.2);
  b.repeats = (int)bench_setting("BENCH_REPEATS", 5);
  if (b.repeats < 1) b.repeats = 1;
  if (b.repeats > BENCH_MOST) b.repeats = BENCH_MOST;

  char name[256];
  const char *only = getenv("BENCH_ONLY");
  snprintf(name, sizeof name, "%s: %s", room, row);
  if (only && *only && !strstr(name, only)) b.done = b.repeats;
  return b;
}

static inline void bench_print(bench *b) {
  double *t = b->took;
  for (int i = 1; i < b->repeats; i++)
    for (int j = i; j > 0 && t[j] < t[j-1]; j--) {
      double x = t[j];
      t[j] = t[j-1];
      t[j-1] = x;
    }
  double median = b->repeats % 2 ? t[b->repeats / 2]
      : (t[b->repeats / 2 - 1] + t[b->repeats / 2]) / 2;
  printf("%s,%s,%s,%.4g,%.4g\n", b->room, b->row, BENCH_WHO, 1e9 * median, 1e9 * t[0]);
  fflush(stdout);
}

/* called before every measurement: closes the last one; 0 when the row is done */
static inline int bench_more(bench *b) {
  double now = bench_clock(), took = now - b->start;
  if (b->done >= 0 && b->start > 0) {
    b->took[b->done++] = took / (double)b->n;
    if (b->done == b->repeats) bench_print(b);
  } else if (b->done == -1) { /* grow n until one measurement is long enough */
    if (took >= b->least) b->done = 0;
    else if (took < b->least / 100) b->n *= 10;
    else b->n = (long)(1.1 * (double)b->n * b->least / took) + 1;
  } else if (b->done == -2) b->done = -1;
  if (b->done == b->repeats) return 0;
  b->start = bench_clock();
  return 1;
}

#define BENCH(room, row, ...)                                                     \
  for (bench bench_b = bench_begin(room, row); bench_more(&bench_b);)             \
    for (long i = 0; i < bench_b.n; i++) {                                        \
      int k = (int)(i & (BENCH_INPUTS - 1));                                      \
      (void)k;                                                                    \
      __VA_ARGS__;                                                                \
      bench_keep();                                                               \
    }

/* inputs: the same numbers on every machine, in [-1, 1] */
static inline double bench_random(void) {
  static unsigned long long s = 88172645463325252ull;
  s ^= s << 13;
  s ^= s >> 7;
  s ^= s << 17;
  return (double)(s >> 11) * 0x1p-52 - 1;
}

static inline void bench_fill(double *x, int n) {
  for (int j = 0; j < n; j++) x[j] = bench_random();
}

#endif
