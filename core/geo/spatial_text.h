/* spatial_text.h - words of vectors, matrices and inertia, for one double (spatial_num.h) or four
 * at once (spatial_four.h)
 *
 * The includer says what a number is (WNUM), its vectors (WVEC), matrices (WMAT, WSYM), a b + c in
 * one rounding (FMA) and the name of a word (W). R is a rotation, a b c vectors, s t u numbers. */

// ---- numbers ----

WORD WNUM W(plus)(WNUM s, WNUM t) { return s + t; }
WORD WNUM W(minus)(WNUM s, WNUM t) { return s - t; }
WORD WNUM W(times)(WNUM s, WNUM t) { return s * t; }
WORD WNUM W(over)(WNUM s, WNUM t) { return s / t; }
WORD WNUM W(plustimes)(WNUM s, WNUM t, WNUM u) { return FMA(t, u, s); }     /* s + t u */
WORD WNUM W(minustimes)(WNUM s, WNUM t, WNUM u) { return FMA(-t, u, s); }   /* s - t u */

// ---- vectors ----

WORD WVEC W(vec)(WNUM x, WNUM y, WNUM z) { return (WVEC){ x, y, z }; }
WORD WVEC W(vec_of)(const WNUM p[3]) { return (WVEC){ p[0], p[1], p[2] }; }
WORD void W(vec_to)(WNUM p[3], WVEC a) { p[0] = a.x; p[1] = a.y; p[2] = a.z; }
WORD WVEC W(zero)(void) { return (WVEC){ W(number)(0), W(number)(0), W(number)(0) }; }
WORD WVEC W(add)(WVEC a, WVEC b) { return (WVEC){ a.x + b.x, a.y + b.y, a.z + b.z }; }
WORD WVEC W(sub)(WVEC a, WVEC b) { return (WVEC){ a.x - b.x, a.y - b.y, a.z - b.z }; }
WORD WVEC W(scale)(WNUM s, WVEC a) { return (WVEC){ s * a.x, s * a.y, s * a.z }; }
WORD WNUM W(dot)(WVEC a, WVEC b) { return FMA(a.x, b.x, FMA(a.y, b.y, a.z * b.z)); }

/* c + s a, c + z s */
WORD WVEC W(addscaled)(WVEC c, WNUM s, WVEC a) {
  return (WVEC){ FMA(s, a.x, c.x), FMA(s, a.y, c.y), FMA(s, a.z, c.z) };
}
WORD WVEC W(addz)(WVEC c, WNUM s) { return (WVEC){ c.x, c.y, c.z + s }; }

/* a x b, c + a x b, c + s a x z */
WORD WVEC W(cross)(WVEC a, WVEC b) {
  return (WVEC){ FMA(a.y, b.z, -(a.z * b.y)), FMA(a.z, b.x, -(a.x * b.z)),
      FMA(a.x, b.y, -(a.y * b.x)) };
}
WORD WVEC W(addcross)(WVEC c, WVEC a, WVEC b) {
  return (WVEC){ FMA(a.y, b.z, FMA(-a.z, b.y, c.x)), FMA(a.z, b.x, FMA(-a.x, b.z, c.y)),
                FMA(a.x, b.y, FMA(-a.y, b.x, c.z)) };
}
WORD WVEC W(addcrossz)(WVEC c, WVEC a, WNUM s) {
  return (WVEC){ FMA(a.y, s, c.x), FMA(-a.x, s, c.y), c.z };
}

// ---- matrices ----

WORD WMAT W(mat_of)(const WNUM m[9]) {
  return (WMAT){ m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7], m[8] };
}
WORD void W(mat_to)(WNUM m[9], WMAT A) {
  m[0] = A.xx; m[1] = A.xy; m[2] = A.xz;
  m[3] = A.yx; m[4] = A.yy; m[5] = A.yz;
  m[6] = A.zx; m[7] = A.zy; m[8] = A.zz;
}
WORD WVEC W(colx)(WMAT R) { return (WVEC){ R.xx, R.yx, R.zx }; }
WORD WVEC W(coly)(WMAT R) { return (WVEC){ R.xy, R.yy, R.zy }; }
WORD WVEC W(colz)(WMAT R) { return (WVEC){ R.xz, R.yz, R.zz }; }

/* R a, c + R a, R^T a */
WORD WVEC W(mul)(WMAT R, WVEC a) {
  return (WVEC){ FMA(R.xx, a.x, FMA(R.xy, a.y, R.xz * a.z)),
      FMA(R.yx, a.x, FMA(R.yy, a.y, R.yz * a.z)),
      FMA(R.zx, a.x, FMA(R.zy, a.y, R.zz * a.z)) };
}
WORD WVEC W(addmul)(WVEC c, WMAT R, WVEC a) {
  return (WVEC){ FMA(R.xx, a.x, FMA(R.xy, a.y, FMA(R.xz, a.z, c.x))),
                FMA(R.yx, a.x, FMA(R.yy, a.y, FMA(R.yz, a.z, c.y))),
                FMA(R.zx, a.x, FMA(R.zy, a.y, FMA(R.zz, a.z, c.z))) };
}
WORD WVEC W(tmul)(WMAT R, WVEC a) {
  return (WVEC){ FMA(R.xx, a.x, FMA(R.yx, a.y, R.zx * a.z)),
      FMA(R.xy, a.x, FMA(R.yy, a.y, R.zy * a.z)),
      FMA(R.xz, a.x, FMA(R.yz, a.y, R.zz * a.z)) };
}

/* A B */
WORD WMAT W(matmul)(WMAT A, WMAT B) {
  WVEC x = W(mul)(A, W(colx)(B)), y = W(mul)(A, W(coly)(B)), z = W(mul)(A, W(colz)(B));
  return (WMAT){ x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z };
}

/* R Rz(t), c = cos t, s = sin t */
WORD WMAT W(turnz)(WMAT R, WNUM c, WNUM s) {
  return (WMAT){ FMA(c, R.xx, s * R.xy), FMA(c, R.xy, -(s * R.xx)), R.xz,
                FMA(c, R.yx, s * R.yy), FMA(c, R.yy, -(s * R.yx)), R.yz,
                FMA(c, R.zx, s * R.zy), FMA(c, R.zy, -(s * R.zx)), R.zz };
}

/* the acceleration of a point r fixed in a body is a + U r:  U = wd~ + w~ w~ */
WORD WMAT W(rates)(WVEC w, WVEC wd) {
  WNUM xx = w.x * w.x, yy = w.y * w.y, zz = w.z * w.z;
  return (WMAT){ -yy - zz, FMA(w.x, w.y, -wd.z), FMA(w.x, w.z, wd.y), FMA(w.x, w.y, wd.z), -xx - zz,
                FMA(w.y, w.z, -wd.x), FMA(w.x, w.z, -wd.y), FMA(w.y, w.z, wd.x), -xx - yy };
}

// ---- inertia ----

WORD WSYM W(sym_of)(const WNUM I[6]) { return (WSYM){ I[0], I[1], I[2], I[3], I[4], I[5] }; }

WORD WSYM W(symadd)(WSYM A, WSYM B) {
  return (WSYM){ A.xx + B.xx, A.yy + B.yy, A.zz + B.zz, A.xy + B.xy, A.xz + B.xz, A.yz + B.yz };
}

/* I a */
WORD WVEC W(symmul)(WSYM I, WVEC a) {
  return (WVEC){ FMA(I.xx, a.x, FMA(I.xy, a.y, I.xz * a.z)),
      FMA(I.xy, a.x, FMA(I.yy, a.y, I.yz * a.z)),
      FMA(I.xz, a.x, FMA(I.yz, a.y, I.zz * a.z)) };
}

/* I wd + w x I w, U = W(rates)(w, wd): three products fewer than as it stands */
WORD WVEC W(euler)(WSYM I, WMAT U, WVEC w, WVEC wd) {
  WNUM xx = w.x * w.x, yy = w.y * w.y, zz = w.z * w.z;
  return (WVEC){
    FMA(I.xx, wd.x, FMA(I.zz - I.yy, w.y * w.z, FMA(-I.xy, U.zx,
        FMA(I.xz, U.yx, I.yz * (yy - zz))))),
    FMA(I.yy, wd.y, FMA(I.xx - I.zz, w.x * w.z, FMA(I.xy, U.zy,
    FMA(-I.yz, U.xy, I.xz * (zz - xx))))),
    FMA(I.zz, wd.z, FMA(I.yy - I.xx, w.x * w.y, FMA(-I.xz, U.yz,
    FMA(I.yz, U.xz, I.xy * (xx - yy))))) };
}

/* R I R^T */
WORD WSYM W(rotsym)(WMAT R, WSYM I) {
  WVEC x = W(symmul)(I, (WVEC){ R.xx, R.xy, R.xz }), y = W(symmul)(I, (WVEC){ R.yx, R.yy, R.yz });
  WVEC z = W(symmul)(I, (WVEC){ R.zx, R.zy, R.zz });
  WVEC a = W(mul)(R, x);
  return (WSYM){ a.x, FMA(R.yx, y.x, FMA(R.yy, y.y, R.yz * y.z)),
      FMA(R.zx, z.x, FMA(R.zy, z.y, R.zz * z.z)),
      a.y, a.z, FMA(R.zx, y.x, FMA(R.zy, y.y, R.zz * y.z)) };
}

/* I + 2 (p . s) 1 - p s^T - s p^T */
WORD WSYM W(steiner)(WSYM I, WVEC p, WVEC s) {
  WNUM xx = p.x * s.x, yy = p.y * s.y, zz = p.z * s.z;
  return (WSYM){ FMA(W(number)(2), yy + zz, I.xx), FMA(W(number)(2), xx + zz, I.yy),
      FMA(W(number)(2), xx + yy, I.zz),
      FMA(-p.x, s.y, FMA(-p.y, s.x, I.xy)), FMA(-p.x, s.z, FMA(-p.z, s.x, I.xz)),
      FMA(-p.y, s.z, FMA(-p.z, s.y, I.yz)) };
}
