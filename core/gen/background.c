/* background.c - a thread that has a text compiled, and a list of all that are at work */
#include "gen/background.h"

#include "base/clock.h"
#include "base/mem.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct lia_background {
  pthread_t thread;
  pid_t owner;                 /* the process that has the thread */
  int joined;
  int holders;                 /* who began it and has not freed it */
  int shared;                  /* 1: more than one did */
  atomic_int stop, over;
  lia_cc cc;
  char *text;
  size_t n;
  lia_cc_result made;
  lia_status status;
  lia_error err;
  lia_background *next;             /* in the list */
};

// ---- those that are at work, for the end of the process ----

static pthread_mutex_t door = PTHREAD_MUTEX_INITIALIZER;
static lia_background *builds;

static void join_thread(lia_background *b) {
  if (b->joined || b->owner != getpid()) return;
  atomic_store(&b->stop, 1);
  pthread_join(b->thread, NULL);
  b->joined = 1;
}

static void end_builds(void) {
  pthread_mutex_lock(&door);
  for (lia_background *b = builds; b; b = b->next) atomic_store(&b->stop, 1);
  for (lia_background *b = builds; b; b = b->next) join_thread(b);
  pthread_mutex_unlock(&door);
}

static void enter(lia_background *b) {
  static int told;
  pthread_mutex_lock(&door);
  if (!told) told = atexit(end_builds) == 0;
  b->next = builds;
  builds = b;
  pthread_mutex_unlock(&door);
}

static int same_text(const char *a, const char *b) { return !strcmp(a, b); }

// a build of the same that is at work here, with one holder more; NULL: there is none
static lia_background *join_build(const lia_cc *cc, const char *text, size_t n) {
  lia_background *found = NULL;
  pthread_mutex_lock(&door);
  for (lia_background *b = builds; b && !found; b = b->next) {
    const lia_cc *c = &b->cc;
    if (b->owner != getpid() || lia_background_over(b) || atomic_load(&b->stop)) continue;
    if (c->flags != cc->flags || c->units != cc->units || c->unit != cc->unit) continue;
    if (!same_text(c->compiler, cc->compiler) || !same_text(c->folder, cc->folder)) continue;
    if (b->n == n && !memcmp(b->text, text, n)) found = b;
  }
  if (found) {
    found->holders++;
    found->shared = 1;
  }
  pthread_mutex_unlock(&door);
  return found;
}

// 1: nobody holds it any more, and it is no longer in the list
static int let_go(lia_background *b) {
  pthread_mutex_lock(&door);
  const int last = --b->holders == 0;
  for (lia_background **at = &builds; last && *at; at = &(*at)->next)
    if (*at == b) {
      *at = b->next;
      break;
    }
  pthread_mutex_unlock(&door);
  return last;
}

// ---- the thread: it asks for no memory of ours ----

static int asked_to_stop(void *of) { return atomic_load(&((lia_background *)of)->stop); }

static void *work(void *of) {
  lia_background *b = of;
  b->status = lia_cc_build(&b->cc, b->text, b->n, &b->made, &b->err);
  atomic_store_explicit(&b->over, 1, memory_order_release);
  return NULL;
}

// signals are the program's, not the thread's
static int begin_thread(lia_background *b) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  int bad = pthread_create(&b->thread, NULL, work, b);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return bad;
}

// a block that holds it, the text, and the names of compiler and folder
static lia_background *copied(const lia_cc *cc, const char *text, size_t n) {
  size_t compiler = strlen(cc->compiler) + 1, folder = strlen(cc->folder) + 1;
  lia_background *b = lia_calloc(1, sizeof *b + compiler + folder + n + 1);
  if (!b) return NULL;
  char *at = (char *)(b + 1);
  b->cc = *cc;
  b->cc.compiler = memcpy(at, cc->compiler, compiler);
  b->cc.folder = memcpy(at + compiler, cc->folder, folder);
  b->text = memcpy(at + compiler + folder, text, n);
  b->n = n;
  b->cc.stop = asked_to_stop;
  b->cc.stop_of = b;
  b->owner = getpid();
  b->holders = 1;
  return b;
}

lia_status lia_background_begin(lia_background **out, const lia_cc *cc, const char *text, size_t n,
    lia_error *err) {
  if ((*out = join_build(cc, text, n))) return LIA_OK;
  lia_background *b = *out = copied(cc, text, n);
  if (!b) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  if (begin_thread(b) != 0) {
    lia_free(b);
    *out = NULL;
    return LIA_FAIL(err, LIA_ECOMPILER, cc->compiler, "no thread can be had to wait for it");
  }
  enter(b);
  return LIA_OK;
}

int lia_background_shared(const lia_background *b) { return b->shared; }

int lia_background_over(const lia_background *b) {
  return atomic_load_explicit(&b->over, memory_order_acquire);
}

int lia_background_wait(lia_background *b, double seconds) {
  const double end = lia_clock() + seconds;
  struct timespec nap = { 0, 500000 };
  while (!lia_background_over(b) && lia_clock() < end) nanosleep(&nap, NULL);
  return lia_background_over(b);
}

lia_status lia_background_made(const lia_background *b, lia_cc_result *made, lia_error *err) {
  *made = b->made;
  if (b->status != LIA_OK && err) *err = b->err;
  return b->status;
}

void lia_background_free(lia_background *b) {
  if (!b || !let_go(b)) return;
  join_thread(b);
  lia_free(b);
}
