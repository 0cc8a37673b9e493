/* tape_text.h - the loop over a tape, once for one point and once for eight: TAPE_EVAL names it,
 * NUM is its number
 *
 * Each instruction jumps to the next itself, so that the branch predictor sees every jump apart. */

static void TAPE_EVAL(const lia_ins *i, NUM *w, const lia_tape_math *math) {
  lia_sincos_fn *const sincos = math ? math->sincos : NULL;
  lia_map_fn *const arctan = math ? math->atan : NULL;
  __extension__ static const void *const go[] = {
#define LIA_INS(id, reads, mul, add, div, fun, text) &&do_##id,
#include "sym/tape/tape.def"
#undef LIA_INS
    &&do_sincos, &&do_end
  };
#define A w[i->a]
#define B w[i->b]
#define C w[i->c]
#define NEXT __extension__ ({ i++; goto *go[i->op]; })
  __extension__ ({ goto *go[i->op]; });

#define LIA_INS(id, reads, mul, add, div, fun, text) do_##id: w[i->r] = text; NEXT;
#include "sym/tape/tape.def"
#undef LIA_INS

do_sincos: {
    NUM x = A;
    if (sincos) SINCOS(&x, &w[i->r], &w[i->b]);
    else {
      w[i->r] = MAP(sin, x);
      w[i->b] = MAP(cos, x);
    }
    NEXT;
  }

do_end:
  return;
#undef A
#undef B
#undef C
#undef NEXT
}
