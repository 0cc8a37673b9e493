/* drive.c - a program on a terminal of its own, driven by a script: drive COLUMNS ROWS COMMAND ...
 * < script
 *
 * A line of the script is `send TEXT` (with \r \n \t \e \xHH), `wait TEXT` (until it has been seen,
 * behind what was waited for before), `sleep MS`, `kill SIGNAL` (of the command itself), `child
 * SIGNAL` (of what runs in front of it) or `size COLUMNS ROWS`. All that the command shows goes to
 * stdout; the exit code is its own, 128 + signal, or 99 where something waited for did not come in
 * a minute (and stderr says what). */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

static int master;
static pid_t child;
static char *seen;
static size_t nseen, from;
static int closed;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// what comes within so many milliseconds
static void look(int ms) {
  struct pollfd p = { .fd = master, .events = POLLIN };
  if (closed || poll(&p, 1, ms) <= 0) return;
  char part[4096];
  ssize_t n = read(master, part, sizeof part);
  if (n <= 0) {
    closed = 1;
    return;
  }
  seen = realloc(seen, nseen + (size_t)n + 1);
  memcpy(seen + nseen, part, (size_t)n);
  nseen += (size_t)n;
  fwrite(part, 1, (size_t)n, stdout);
}

static size_t unescape(const char *s, char *out) {
  size_t n = 0;
  for (; *s; s++) {
    if (*s != '\\') {
      out[n++] = *s;
      continue;
    }
    unsigned byte = 0;
    switch (*++s) {
      case 'r': out[n++] = '\r'; break;
      case 'n': out[n++] = '\n'; break;
      case 't': out[n++] = '\t'; break;
      case 'e': out[n++] = 27; break;
      case 'x': sscanf(s + 1, "%2x", &byte), out[n++] = (char)byte, s += 2; break;
      default: out[n++] = *s;
    }
  }
  return n;
}

static void give_up(const char *what) {
  fflush(stdout);
  fprintf(stderr, "drive: '%s' did not come\n", what);
  kill(child, SIGKILL);
  exit(99);
}

static void wait_for(const char *text) {
  char what[4096];
  size_t n = unescape(text, what);
  double end = now() + 60;
  for (;;) {
    char *at = nseen > from ? memmem(seen + from, nseen - from, what, n) : NULL;
    if (at) {
      from = (size_t)(at - seen) + n;
      return;
    }
    if (now() > end || closed) give_up(text);
    look(50);
  }
}

static void size(int columns, int rows) {
  struct winsize w = { .ws_col = (unsigned short)columns, .ws_row = (unsigned short)rows };
  ioctl(master, TIOCSWINSZ, &w);
}

// the first child of the command, as the kernel tells it
static void signal_child(int sig) {
  char path[64];
  int pid = 0;
  snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)child, (int)child);
  FILE *f = fopen(path, "r");
  if (!f || fscanf(f, "%d", &pid) != 1 || pid <= 0) give_up("a child");
  fclose(f);
  kill(pid, sig);
}

static void step(char *line) {
  char bytes[65536];
  int a, b;
  if (!strncmp(line, "send ", 5)) {
    size_t n = unescape(line + 5, bytes);
    for (size_t k = 0; k < n;) {
      ssize_t put = write(master, bytes + k, n - k < 512 ? n - k : 512);
      if (put > 0) k += (size_t)put;
      look(0);
    }
  } else if (!strncmp(line, "wait ", 5)) wait_for(line + 5);
  else if (sscanf(line, "sleep %d", &a) == 1)
    for (double end = now() + a / 1000.0; now() < end;) look(10);
  else if (sscanf(line, "kill %d", &a) == 1) kill(child, a);
  else if (sscanf(line, "child %d", &a) == 1) signal_child(a);
  else if (sscanf(line, "size %d %d", &a, &b) == 2) size(a, b);
}

int main(int argc, char **argv) {
  static char line[65536];
  master = posix_openpt(O_RDWR | O_NOCTTY);
  if (argc < 4 || master < 0 || grantpt(master) != 0 || unlockpt(master) != 0)
    return perror("drive"), 98;
  size(atoi(argv[1]), atoi(argv[2]));
  const char *name = ptsname(master);
  child = fork();
  if (child == 0) {
    setsid();
    int slave = open(name, O_RDWR);
    ioctl(slave, TIOCSCTTY, 0);
    for (int k = 0; k < 3; k++) dup2(slave, k);
    close(master);
    // whoever started us may ignore what the test sends
    static const int sent[] = { SIGHUP, SIGINT, SIGQUIT, SIGTERM };
    for (int k = 0; k < 4; k++) signal(sent[k], SIG_DFL);
    execvp(argv[3], argv + 3);
    _exit(127);
  }
  while (fgets(line, sizeof line, stdin)) {
    line[strcspn(line, "\n")] = 0;
    step(line);
  }
  int state = 0;
  double end = now() + 60;
  while (waitpid(child, &state, WNOHANG) == 0) {
    if (now() > end) give_up("the end");
    look(20);
  }
  for (int k = 0; k < 5; k++) look(10);
  return WIFEXITED(state) ? WEXITSTATUS(state) : 128 + WTERMSIG(state);
}
