/* kernel.c - dlopen, dlsym, and a look at what came */
#include "gen/kernel.h"

#include "base/mem.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct lia_kernel {
  void *object;
  lia_kernel_fn *call;
  const lia_kernel_info *info;
};

// ISO C has no cast from void * to a function; POSIX promises that the bits are the same
static lia_kernel_fn *kernel_function(void *object, const char *name) {
  void *p = dlsym(object, name);
  lia_kernel_fn *f;
  memcpy(&f, &p, sizeof f);
  return f;
}

static lia_status check_info(const lia_kernel_info *info, const char *name, lia_error *err) {
  if (info->abi != LIA_KERNEL_ABI)
    return LIA_FAIL(err, LIA_EMODEL, name, "made for kernel ABI %d, this engine speaks %d",
        info->abi, LIA_KERNEL_ABI);
  int sane = info->n_in >= 0 && info->n_out >= 0 && info->sz_w >= 0;
  for (int k = 0; sane && k < info->n_in; k++) sane = info->in_size[k] >= 0;
  for (int k = 0; sane && k < info->n_out; k++) sane = info->out_size[k] >= 0;
  return sane ? LIA_OK : LIA_FAIL(err, LIA_EMODEL, name, "its description has a negative size");
}

static lia_status resolve(lia_kernel *k, const char *name, lia_error *err) {
  char about[256];
  if (snprintf(about, sizeof about, "%s_info", name) >= (int)sizeof about)
    return LIA_FAIL(err, LIA_EARG, name, "the name of a kernel has at most %d letters",
        (int)sizeof about - 6);
  k->call = kernel_function(k->object, name);
  void *p = dlsym(k->object, about);
  const lia_kernel_info *(*info)(void);
  memcpy(&info, &p, sizeof info);
  if (!k->call || !info)
    return LIA_FAIL(err, LIA_EMODEL, name, "the object exports no '%s'", k->call ? about : name);
  k->info = info();
  return check_info(k->info, name, err);
}

lia_status lia_kernel_load(lia_kernel **out, const char *path, const char *name, lia_error *err) {
  *out = NULL;
  lia_kernel *k = lia_calloc(1, sizeof *k);
  if (!k) return LIA_FAIL(err, LIA_ENOMEM, name, "out of memory");
  k->object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  lia_status s = k->object ? resolve(k, name, err) : LIA_FAIL(err, LIA_EIO, path, "%s", dlerror());
  if (s != LIA_OK) {
    lia_kernel_free(k);
    return s;
  }
  *out = k;
  return LIA_OK;
}

lia_status lia_kernel_make(lia_kernel **out, const lia_cc *cc, const char *text, size_t n,
    const char *name,
    lia_cc_result *made, lia_error *err) {
  *out = NULL;
  for (int again = 0;; again++) {
    lia_error why = { 0 };
    LIA_TRY(lia_cc_build(cc, text, n, made, err));
    lia_status s = lia_kernel_load(out, made->path, name, &why);
    if (s == LIA_OK) return LIA_OK;
    if (s != LIA_ENOMEM) lia_cache_forget(made->path);
    if (s == LIA_ENOMEM || again || !made->hit) return LIA_FAIL(err, s, why.path, "%s", why.text);
  }
}

int lia_kernel_units(const char *text) {
  static const char line[] = "\n#define LIA_UNITS ";
  const char *at = strstr(text, line);
  return at ? atoi(at + sizeof line - 1) : 0;
}

int lia_kernel_fused(lia_isa isa) {
#ifdef LIA_ISA_X86
  return isa != LIA_ISA_plain;
#else
  (void)isa;
#ifdef __ARM_FEATURE_FMA
  return 1;
#else
  return 0;
#endif
#endif
}

// the pointer NAME_what of the object
static void *pointer_in(const lia_kernel *k, const char *name, const char *what) {
  char symbol[256];
  if (snprintf(symbol, sizeof symbol, "%s_%s", name, what) >= (int)sizeof symbol) return NULL;
  return dlsym(k->object, symbol);
}

void lia_kernel_set_math(lia_kernel *k, const char *name, const lia_tape_math *math) {
  if (!math) return;
  lia_sincos_fn **sincos = pointer_in(k, name, "sincos");
  lia_map_fn **arctan = pointer_in(k, name, "atan");
  if (sincos) *sincos = math->sincos;
  if (arctan) *arctan = math->atan;
}

void lia_kernel_free(lia_kernel *k) {
  if (!k) return;
  if (k->object) dlclose(k->object);
  lia_free(k);
}

const lia_kernel_info *lia_kernel_about(const lia_kernel *k) { return k->info; }
lia_kernel_fn *lia_kernel_call(const lia_kernel *k) { return k->call; }
lia_kernel_fn *lia_kernel_other(const lia_kernel *k, const char *name) {
  return kernel_function(k->object, name);
}
