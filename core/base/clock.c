/* clock.c - how much time has passed */
#include "base/clock.h"

#include <time.h>

double lia_clock(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
