/* cover.c - which code a process reached, addresses and lines of Lua: files in folder LIA_COVER */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// a file of the folder that nobody else writes; NULL where nobody asks
static FILE *report(const char *what) {
  const char *folder = getenv("LIA_COVER");
  char path[4096];
  if (!folder) return NULL;
  int n = snprintf(path, sizeof path, "%s/%ld.%s", folder, (long)getpid(), what);
  if (n >= (int)sizeof path) return NULL;
  return fopen(path, "w");
}

#ifndef COVER_LUA

enum { ROOM = 1 << 24 };
static unsigned char seen[ROOM];
// where this module was loaded
extern const char __ehdr_start __attribute__((visibility("hidden")));

void __sanitizer_cov_trace_pc(void);

// gcc -fsanitize-coverage=trace-pc calls this at the begin of every piece of straight code
void __sanitizer_cov_trace_pc(void) {
  uintptr_t at = (uintptr_t)__builtin_return_address(0) - (uintptr_t)&__ehdr_start;
  if (at < ROOM) seen[at] = 1;
}

__attribute__((destructor)) static void tell(void) {
  Dl_info me;
  const char *name = dladdr(&__ehdr_start, &me) && me.dli_fname ? strrchr(me.dli_fname, '/') : NULL;
  FILE *f = report(name ? name + 1 : "unknown");
  if (!f) return;
  for (uint32_t k = 0; k < ROOM; k++)
    if (seen[k]) fprintf(f, "%x\n", (unsigned)k);
  fclose(f);
}

#else

#include <lauxlib.h>
#include <lua.h>

enum { FILES = 256, LINES = 8192 };
static struct { char name[128]; unsigned char line[LINES]; } file[FILES];
static int files;

// the row of a chunk, the last one asked for first; -1 for what is not the Lua half
static int row_of(const char *source) {
  static int last;
  const char *name = strstr(source, "lib/liaison/");
  if (source[0] != '@' || !name || strlen(name) >= sizeof file->name) return -1;
  if (last < files && strcmp(file[last].name, name) == 0) return last;
  for (last = 0; last < files; last++)
    if (strcmp(file[last].name, name) == 0) return last;
  if (files == FILES) return -1;
  strcpy(file[files].name, name);
  return files++;
}

static void at_line(lua_State *L, lua_Debug *ar) {
  if (!lua_getinfo(L, "S", ar)) return;
  int k = row_of(ar->source);
  if (k >= 0 && ar->currentline > 0 && ar->currentline < LINES) file[k].line[ar->currentline] = 1;
}

__attribute__((destructor)) static void tell(void) {
  FILE *f = report("lines");
  if (!f) return;
  for (int k = 0; k < files; k++)
    for (int n = 0; n < LINES; n++)
      if (file[k].line[n]) fprintf(f, "%s:%d\n", file[k].name, n);
  fclose(f);
}

int luaopen_cover(lua_State *L);
int luaopen_cover(lua_State *L) {
  lua_sethook(L, at_line, LUA_MASKLINE, 0);
  return 0;
}

#endif
