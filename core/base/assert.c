/* assert.c - what a failed assertion leaves for a debugger */
#include "base/assert.h"

void lia_assert_failed(const char *file, int line, const char *text) {
  // kept alive so that whoever looks at the stopped program finds them in this frame
  __asm__ volatile("" : : "r"(file), "r"(line), "r"(text) : "memory");
  __builtin_trap();
}
