/* test_hash.c - fingerprints tell apart what differs, and are the same on every machine */
#include "base/hash.h"

#include "house.h"
#include <math.h>
#include <string.h>

LIA_TEST(hash, tells_apart_what_differs) {
  char key[4][LIA_HASH_TEXT];
  const double run[2][3] = { { 0, 1, 2 }, { -0.0, 1, 2 } };
  for (int k = 0; k < 4; k++) {
    lia_hash h = lia_hash_start();
    if (k < 2) lia_hash_bytes(&h, "a\0", (size_t)k + 1);
    else lia_hash_doubles(&h, run[k - 2], 3);
    lia_hash_text(&h, key[k]);
    cr_assert_eq(strlen(key[k]), 32);
    for (int j = 0; j < k; j++) cr_assert_str_neq(key[j], key[k]);
  }
  // every bit of a text matters
  unsigned char text16[16] = { 0 };
  char seen[129][LIA_HASH_TEXT];
  for (int bit = 0; bit <= 128; bit++) {
    memset(text16, 0, sizeof text16);
    if (bit < 128) text16[bit / 8] = (unsigned char)(1 << bit % 8);
    lia_hash h = lia_hash_start();
    lia_hash_bytes(&h, text16, 16);
    lia_hash_text(&h, seen[bit]);
    for (int j = 0; j < bit; j++) cr_assert_str_neq(seen[j], seen[bit]);
  }
}

// computed apart from this code, by the definition in the header and splitmix64, with integers of
// any length
LIA_TEST(hash, is_the_same_everywhere) {
  char text[LIA_HASH_TEXT];
  lia_hash h = lia_hash_start();
  lia_hash_text(&h, text);
  cr_assert_str_eq(text, "e9e0033e3badaf3651a566edbe5c69bd");
  lia_hash_bytes(&h, "kinematics and dynamics", 23);
  lia_hash_text(&h, text);
  cr_assert_str_eq(text, "f8a2107be4a4a708c6c613b26a28254d");
  lia_hash_doubles(&h, (double[3]){ 1.5, -0.0, (double)NAN }, 3);
  lia_hash_text(&h, text);
  cr_assert_str_eq(text, "99878100e83a634ebdff03bc90540a14");
  lia_hash g = lia_hash_start();
  lia_hash_bytes(&g, "kinematics and dynamics", 23);
  lia_hash_doubles(&g, (double[3]){ 1.5, -0.0, -(double)NAN }, 3);   // every NaN is one NaN
  cr_assert(g.a == h.a && g.b == h.b && g.n == h.n);
}

// the same road as above
LIA_TEST(hash, takes_whole_words_and_no_byte_behind_the_last) {
  char text[LIA_HASH_TEXT];
  lia_hash h = lia_hash_start();
  lia_hash_bytes(&h, "sixteen letters!", 16);
  lia_hash_text(&h, text);
  cr_assert_str_eq(text, "a3d496190b5c0557d63fdae1e1def415");
  h = lia_hash_start();
  lia_hash_bytes(&h, "", 0);
  lia_hash_text(&h, text);
  cr_assert_str_eq(text, "a67df41953c951a3c9827ff597b52718");
  h = lia_hash_start();
  lia_hash_bytes(&h, "kinematics and dynamics, and more", 23);
  lia_hash_text(&h, text);
  cr_assert_str_eq(text, "f8a2107be4a4a708c6c613b26a28254d");
}
