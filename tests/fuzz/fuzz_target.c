/* fuzz_target.c - a way of fuzzing as a program of libFuzzer: -DFUZZ_WAY=fuzz_urdf, fuzz_expr,
 * fuzz_mesh */
#include "fuzz/fuzz_expr.h"
#include "fuzz/fuzz_mesh.h"
#include "fuzz/fuzz_urdf.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  FUZZ_WAY(data, size);
  return 0;
}
