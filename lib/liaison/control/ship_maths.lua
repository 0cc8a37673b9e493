-- ship_maths.lua - the functions of the mathematics that a shipped step brings with it, in C of
-- either width, Lua, JavaScript; which of those it calls are a library's
--
-- Sine and cosine in double are those of the engine (core/num/sincos.c, sincos_text.h), one
-- operation after the other: the same bits. In Lua and JavaScript, which have no fma, it is put
-- together from sums and products [Boldo, Melquiond: Emulation of FMA and correctly rounded sums,
-- IEEE TC 57 (2008)]; in float they are Cody and Waite's, with the polynomials of Cephes.
local maths = {}

-- what a step calls by name -> what a text must have for it: texts in this order
local NEEDS = { sin = "sincos", cos = "sincos", sincos = "sincos", sign = "sign", min = "min",
  max = "max" }
local ORDER = { "sincos", "sine", "cosine", "sign", "min", "max", "tanh", "floor", "pow" }

-- functions that a library computes, whose last bits are its own
local LIBRARY = { "tan", "asin", "acos", "atan", "exp", "log", "tanh", "pow", "atan2" }

local C = {}

C.head_double = [[
/* a value of 2^30 quarter turns is as far as three numbers of pi/2 reach */
static double of_bits(uint64_t u)
{
  double x;
  (void)memcpy(&x, &u, sizeof x);
  return x;
}

static uint64_t bits_of(double x)
{
  uint64_t u;
  (void)memcpy(&u, &x, sizeof u);
  return u;
}

]]

C.sincos = [[
/* sine and cosine of r - n + quarter pi/2, |r| <= pi/4, n far below r: minimax polynomials */
static void turned(double r, double n, uint32_t quarter, double *s, double *c)
{
  const double z = r*r;
  const double z2 = z*z;
  const double rz = r*z;
  const double h = z*0.5;
  const double s0 = fma(z, -0x1.111111110f881p-7, 0x1.5555555555549p-3);
  const double s1 = fma(z, -0x1.71de357873670p-19, 0x1.a01a019c1269fp-13);
  const double s2 = fma(z, -0x1.5d932f0affb32p-33, 0x1.ae5e66d417dbcp-26);
  const double sum_s = fma(z2, fma(z2, s2, s1), s0);
  const double sine_r = r - fma(rz, sum_s, fma(-h, n, n));
  const double c0 = fma(z, -0x1.6c16c16c14f91p-10, 0x1.555555555554bp-5);
  const double c1 = fma(z, -0x1.27e4f7eac39e8p-22, 0x1.a01a019c844ddp-16);
  const double c2 = fma(z, -0x1.8fa4999d297bdp-37, 0x1.1ee9d7b41b22ap-29);
  const double sum_c = fma(z2, fma(z2, c2, c1), c0);
  const double most = 1.0 - h;
  const double lost = (1.0 - most) - h;
  const double cosine_r = most + (fma(z2, sum_c, r*n) + lost);
  const double a = ((quarter & 1u) != 0u) ? cosine_r : sine_r;
  const double b = ((quarter & 1u) != 0u) ? sine_r : cosine_r;
  *s = ((quarter & 2u) != 0u) ? -a : a;
  *c = (((quarter + 1u) & 2u) != 0u) ? -b : b;
}

/* the upper 64 bits of a product */
static uint64_t upper(uint64_t a, uint64_t b)
{
  const uint64_t a0 = a & 0xffffffffu;
  const uint64_t a1 = a >> 32;
  const uint64_t b0 = b & 0xffffffffu;
  const uint64_t b1 = b >> 32;
  const uint64_t middle = (a1*b0) + ((a0*b0) >> 32);
  const uint64_t rest = (a0*b1) + (middle & 0xffffffffu);
  return (a1*b1) + (middle >> 32) + (rest >> 32);
}

/* 64 bits of 2/pi from bit number at behind the point on; bits before it are zero */
static uint64_t digits(int32_t at)
{
  static const uint64_t two_over_pi[20] = {
    0xa2f9836e4e441529u, 0xfc2757d1f534ddc0u, 0xdb6295993c439041u, 0xfe5163abdebbc561u,
    0xb7246e3a424dd2e0u, 0x06492eea09d1921cu, 0xfe1deb1cb129a73eu, 0xe88235f52ebb4484u,
    0xe99c7026b45f7e41u, 0x3991d639835339f4u, 0x9c845f8bbdf9283bu, 0x1ff897ffde05980fu,
    0xef2f118b5a0a6d1fu, 0x6d367ecf27cb09b7u, 0x4f463f669e5fea2du, 0x7527bac7ebe5f17bu,
    0x3d0739f78a5292eau, 0x6bfb5fb11f8d5d08u, 0x56033046fc7b6babu, 0xf0cfbc209af4361du
  };
  const int32_t from = at + 128;
  const int32_t word = (from / 64) - 2;
  const uint32_t bit = (uint32_t)from % 64u;
  const uint64_t high = (word >= 0) ? two_over_pi[word] : (uint64_t)0;
  const uint64_t low = ((word + 1) >= 0) ? two_over_pi[word + 1] : (uint64_t)0;
  return (bit != 0u) ? ((high << bit) | (low >> (64u - bit))) : high;
}

/* beyond 2^30: x 2/pi modulo 4 needs a window of the digits of 2/pi [Payne, Hanek 1983] */
static void far_turned(double x, double *s, double *c)
{
  const uint64_t u = bits_of(x);
  const int32_t e = (int32_t)((u >> 52) & 0x7ffu) - 1075;
  if (e == (0x7ff - 1075)) {
    *s = x - x;
    *c = x - x;
  } else {
    const uint64_t m = (u & 0xfffffffffffffu) | 0x10000000000000u;
    const int32_t at = e - 2;
    const uint64_t carry = upper(m, digits(at + 128));
    uint64_t f2 = m*digits(at + 128);
    uint64_t f1 = (m*digits(at + 64)) + carry;
    uint64_t f0 = (m*digits(at)) + upper(m, digits(at + 64)) + ((f1 < carry) ? 1u : 0u);
    const uint64_t half = (f0 >> 61) & 1u;
    const uint32_t turns = (uint32_t)((f0 >> 62) + half);
    const uint64_t down = (uint64_t)0 - half;
    uint64_t top;
    uint64_t following;
    uint64_t last;
    uint32_t zeros = 0u;
    double a;
    double b;
    double p;
    double q;
    double r;
    double n;
    uint32_t quarter = turns;
    f0 ^= down;
    f1 ^= down;
    f2 ^= down;
    top = (f0 << 2) | (f1 >> 62);
    following = (f1 << 2) | (f2 >> 62);
    last = f2 << 2;
    while ((zeros < 63u) && ((top >> (63u - zeros)) == 0u)) {
      zeros++;
    }
    if (zeros > 0u) {
      top = (top << zeros) | (following >> (64u - zeros));
      following = (following << zeros) | (last >> (64u - zeros));
    }
    a = (double)(top >> 11)*of_bits((uint64_t)(1023u - 53u - zeros) << 52);
    b = (double)((top << 53) | (following >> 11))*of_bits((uint64_t)(1023u - 117u - zeros) << 52);
    p = a*0x1.921fb54442d18p+0;
    q = fma(a, 0x1.921fb54442d18p+0, -p)
        + ((a*0x1.1a62633145c07p-54) + (b*0x1.921fb54442d18p+0));
    r = p + q;
    n = (r - p) - q;
    if ((x < 0.0) != (down != 0u)) {
      r = -r;
      n = -n;
    }
    if (x < 0.0) {
      quarter = 0u - turns;
    }
    turned(r, n, quarter, s, c);
  }
}

/* sine and cosine of an angle, below 1 ulp: x = k pi/2 + r - n, pi/2 of three parts */
static void sincos_of(double x, double *s, double *c)
{
  if (fabs(x) <= 1073741824.0) {
    const double big = 0x1.8p52;
    const double k = fma(x, 0x1.45f306dc9c883p-1, big) - big;
    const double r1 = fma(-k, 0x1.921fb54442d18p+0, x);
    const double along = k*0x1.1a62633145c07p-54;
    const double rest = fma(k, 0x1.1a62633145c07p-54, -along);
    const double r = r1 - along;
    const double b = r1 - r;
    const double e = (r1 - (r + b)) + (b - along);
    const double n = fma(k, -0x1.f1976b7ed8fbcp-110, rest) - e;
    turned(r, n, (uint32_t)(int32_t)k, s, c);
  } else {
    far_turned(x, s, c);
  }
}

]]

C.sincos_float = [[
/* sine and cosine in float: reduced by three parts of pi/2, polynomials of |r| <= pi/4; beyond 8192
 * those of the library */
static void sincos_of(float x, float *s, float *c)
{
  if (fabsf(x) <= 8192.0f) {
    const float k = floorf((x*0.636619772f) + 0.5f);
    const float r1 = (x - (k*1.5703125f)) - (k*4.837512969970703125e-4f);
    const float r = r1 - (k*7.549789948768648e-8f);
    const float z = r*r;
    const float p = (((-1.9515295891e-4f*z) + 8.3321608736e-3f)*z) - 1.6666654611e-1f;
    const float q = (((2.443315711809948e-5f*z) - 1.388731625493765e-3f)*z) + 4.166664568298827e-2f;
    const float sine_r = (p*z*r) + r;
    const float cosine_r = (q*z*z) - (0.5f*z) + 1.0f;
    const uint32_t quarter = (uint32_t)(int32_t)k;
    const float a = ((quarter & 1u) != 0u) ? cosine_r : sine_r;
    const float b = ((quarter & 1u) != 0u) ? sine_r : cosine_r;
    *s = ((quarter & 2u) != 0u) ? -a : a;
    *c = (((quarter + 1u) & 2u) != 0u) ? -b : b;
  } else {
    *s = sinf(x);
    *c = cosf(x);
  }
}

]]

local function single(name, which)
  return ([[
static REAL %s(REAL x)
{
  REAL s;
  REAL c;
  sincos_of(x, &s, &c);
  return %s;
}

]]):format(name, which)
end
C.sine, C.cosine = single("sine", "s"), single("cosine", "c")

C.sign = [[
static REAL sign_of(REAL x)
{
  REAL y = x + 0.0SUFFIX;
  if (x > 0.0SUFFIX) {
    y = 1.0SUFFIX;
  } else if (x < 0.0SUFFIX) {
    y = -1.0SUFFIX;
  } else {
    /* zero, or no number: itself */
  }
  return y;
}

]]

-- where one is no number neither is the result
local function chosen(name, relation)
  return ([[
static REAL %s(REAL a, REAL b)
{
  REAL y = a + b;
  if (a %s= b) {
    y = a;
  } else if (b %s a) {
    y = b;
  } else {
    /* one of them is no number, nor is the sum */
  }
  return y;
}

]]):format(name, relation, relation)
end
C.min, C.max = chosen("lesser", "<"), chosen("greater", ">")

local lua = {
  sincos = [[
-- a*b + c rounded once: the product and the sums with what they lose, the small ones rounded to odd
local function fma(a, b, c)
  local p, u = a*b, 134217729.0*a
  local ah = u - (u - a)
  local al = a - ah
  u = 134217729.0*b
  local bh = u - (u - b)
  local bl = b - bh
  local e = ((ah*bh - p) + ah*bl + al*bh) + al*bl
  local th = c + e
  local d = th - c
  local tl = (c - (th - d)) + (e - d)
  local vh = p + th
  d = vh - p
  local vl = (p - (vh - d)) + (th - d)
  local s = tl + vl
  d = s - tl
  local lost = (tl - (s - d)) + (vl - d)
  if lost ~= 0 then
    local q = 9007199254740993.0*s
    local ulp = math.abs(q - 0.9999999999999999*q)*2.220446049250313e-16
    local m = math.abs(s)/ulp
    if m % 2 == 0 then
      if m == 4503599627370496.0 and (lost > 0) ~= (s > 0) then ulp = ulp/2 end
      s = lost > 0 and s + ulp or s - ulp
    end
  end
  return vh + s
end

-- sine and cosine as the engine has them: x = k pi/2 + r - n; beyond 2^30 those of the library
local function sincos_of(x)
  if not (math.abs(x) <= 1073741824.0) then return math.sin(x), math.cos(x) end
  local k = fma(x, 0.6366197723675814, 6755399441055744.0) - 6755399441055744.0
  local r1 = fma(-k, 1.5707963267948966, x)
  local along = k*6.123233995736766e-17
  local rest = fma(k, 6.123233995736766e-17, -along)
  local r = r1 - along
  local b = r1 - r
  local e = (r1 - (r + b)) + (b - along)
  local n = fma(k, -1.4973849048591698e-33, rest) - e
  local z = r*r
  local z2, rz, h = z*z, r*z, z*0.5
  local s0 = fma(z, -0.008333333333322425, 0.16666666666666632)
  local s1 = fma(z, -2.755731369519583e-06, 0.00019841269829816863)
  local s2 = fma(z, -1.589682763409051e-10, 2.5050758648327554e-08)
  local sine_r = r - fma(rz, fma(z2, fma(z2, s2, s1), s0), fma(-h, n, n))
  local c0 = fma(z, -0.0013888888888873056, 0.041666666666666595)
  local c1 = fma(z, -2.7557314179272526e-07, 2.4801587288851622e-05)
  local c2 = fma(z, -1.1358536339750869e-11, 2.0875700838572987e-09)
  local most = 1.0 - h
  local lost = (1.0 - most) - h
  local cosine_r = most + (fma(z2, fma(z2, fma(z2, c2, c1), c0), r*n) + lost)
  local quarter = k - 4*math.floor(k/4)
  if quarter == 0 then return sine_r, cosine_r end
  if quarter == 1 then return cosine_r, -sine_r end
  if quarter == 2 then return -sine_r, -cosine_r end
  return -cosine_r, sine_r
end

]],
  sine = "local function sine(x) return (sincos_of(x)) end\n\n",
  cosine = "local function cosine(x) return (select(2, sincos_of(x))) end\n\n",
  sign = "local function sign_of(x) return x > 0 and 1.0 or x < 0 and -1.0 or x + 0.0 end\n\n",
  min = "local function lesser(a, b) return a <= b and a or b < a and b or a + b end\n\n",
  max = "local function greater(a, b) return a >= b and a or b > a and b or a + b end\n\n",
  tanh = "local function tanh(x)\n  local e = math.exp(-2*math.abs(x))\n"
    .. "  return (x < 0 and -1 or 1)*(1 - e)/(1 + e)\nend\n\n",
  floor = "local function floor(x)\n  local f = math.floor(x)\n  return f == x and x or f + 0.0\n"
    .. "end\n\n",
  pow = "local function pow(x, y) return x^y end\n\n",
}

local js = {
  sincos = [[
// a*b + c rounded once: the product and the sums with what they lose, the small ones rounded to odd
function fma(a, b, c) {
  const p = a*b;
  let u = 134217729*a;
  const ah = u - (u - a), al = a - ah;
  u = 134217729*b;
  const bh = u - (u - b), bl = b - bh;
  const e = ((ah*bh - p) + ah*bl + al*bh) + al*bl;
  const th = c + e;
  let d = th - c;
  const tl = (c - (th - d)) + (e - d);
  const vh = p + th;
  d = vh - p;
  const vl = (p - (vh - d)) + (th - d);
  let s = tl + vl;
  d = s - tl;
  const lost = (tl - (s - d)) + (vl - d);
  if (lost !== 0) {
    const q = 9007199254740993*s;
    let ulp = Math.abs(q - 0.9999999999999999*q)*2.220446049250313e-16;
    const m = Math.abs(s)/ulp;
    if (m % 2 === 0) {
      if (m === 4503599627370496 && (lost > 0) !== (s > 0)) ulp = ulp/2;
      s = lost > 0 ? s + ulp : s - ulp;
    }
  }
  return vh + s;
}

// sine and cosine as the engine has them: x = k pi/2 + r - n; beyond 2^30 those of the library
let cosine_found = 0;
function sincos_of(x) {
  if (!(Math.abs(x) <= 1073741824)) {
    cosine_found = Math.cos(x);
    return Math.sin(x);
  }
  const k = fma(x, 0.6366197723675814, 6755399441055744) - 6755399441055744;
  const r1 = fma(-k, 1.5707963267948966, x);
  const along = k*6.123233995736766e-17;
  const rest = fma(k, 6.123233995736766e-17, -along);
  const r = r1 - along, b = r1 - r;
  const e = (r1 - (r + b)) + (b - along);
  const n = fma(k, -1.4973849048591698e-33, rest) - e;
  const z = r*r, z2 = z*z, rz = r*z, h = z*0.5;
  const s0 = fma(z, -0.008333333333322425, 0.16666666666666632);
  const s1 = fma(z, -2.755731369519583e-06, 0.00019841269829816863);
  const s2 = fma(z, -1.589682763409051e-10, 2.5050758648327554e-08);
  const sine_r = r - fma(rz, fma(z2, fma(z2, s2, s1), s0), fma(-h, n, n));
  const c0 = fma(z, -0.0013888888888873056, 0.041666666666666595),
    c1 = fma(z, -2.7557314179272526e-07, 2.4801587288851622e-05),
    c2 = fma(z, -1.1358536339750869e-11, 2.0875700838572987e-09);
  const most = 1 - h, lost = (1 - most) - h;
  const cosine_r = most + (fma(z2, fma(z2, fma(z2, c2, c1), c0), r*n) + lost);
  const quarter = k - 4*Math.floor(k/4);
  if (quarter === 0) { cosine_found = cosine_r; return sine_r; }
  if (quarter === 1) { cosine_found = -sine_r; return cosine_r; }
  if (quarter === 2) { cosine_found = -cosine_r; return -sine_r; }
  cosine_found = sine_r;
  return -cosine_r;
}

]],
  sine = "function sine(x) { return sincos_of(x); }\n\n",
  cosine = "function cosine(x) { sincos_of(x); return cosine_found; }\n\n",
  sign = "function sign_of(x) { return x > 0 ? 1 : x < 0 ? -1 : x + 0; }\n\n",
  min = "function lesser(a, b) { return a <= b ? a : b < a ? b : a + b; }\n\n",
  max = "function greater(a, b) { return a >= b ? a : b > a ? b : a + b; }\n\n",
}

-- ---- chosen -------------------------------------------------------------------------------------

-- what the words of `used` (" sincos exp ") need, in order
local function needed(used)
  local set = {}
  for word in used:gmatch "%S+" do
    set[NEEDS[word] or word] = true
    if word == "sin" then set.sine = true end
    if word == "cos" then set.cosine = true end
  end
  return set
end

-- the functions of the library among them, as a list
function maths.library(used)
  local set, list = needed(used), {}
  for _, name in ipairs(LIBRARY) do if set[name] then list[#list + 1] = name end end
  return list
end

-- does it need sine and cosine
function maths.turns(used) return needed(used).sincos == true end

local function of_c(set, float)
  local list = {}
  for _, name in ipairs(ORDER) do
    if set[name] and name == "sincos" then
      list[#list + 1] = float and C.sincos_float or C.head_double .. C.sincos
    elseif set[name] and C[name] then
      list[#list + 1] = (C[name]:gsub("REAL", float and "float" or "double")
        :gsub("SUFFIX", float and "f" or ""))
    end
  end
  return table.concat(list)
end

local function of_script(set, texts)
  local list = {}
  for _, name in ipairs(ORDER) do
    if set[name] then list[#list + 1] = texts[name] end
  end
  return table.concat(list)
end

local function locals_of_lua(set)
  local list = {}
  for _, name in ipairs { "sqrt", "tan", "asin", "acos", "atan", "exp", "log", "abs" } do
    if set[name] then list[#list + 1] = ("local %s = math.%s\n"):format(name, name) end
  end
  if set.atan2 then list[#list + 1] = "local atan2 = math.atan2 or math.atan\n" end
  return table.concat(list) .. (#list > 0 and "\n" or "")
end

-- the functions a step of this kind needs
function maths.text(kind, used)
  local set = needed(used)
  if kind == "lua" then return locals_of_lua(set) .. of_script(set, lua) end
  if kind == "js" then return of_script(set, js) end
  return of_c(set, kind == "float")
end

return maths
