-- shaders.lua - JavaScript of the living page: the programs of the picture: solids in soft light,
-- lines, the ground with its grid, the sky, and the depth seen from the light
--
-- Light from the sky and the ground (hemisphere), a key light with its shadow, a weak one from the
-- reader, a gloss (Blinn). Colours are made linear, lit, and made back.
return [==[
const VERTEX = `#version 300 es
layout(location = 0) in vec3 at; layout(location = 1) in vec3 normal;
uniform mat4 view, place; uniform vec3 size; out vec3 n; out vec3 w;
void main() {
  vec4 p = place*vec4(at*size, 1.0);
  w = p.xyz;
  n = mat3(place)*(normal/size);
  gl_Position = view*p;
}`;
// how much of the key light arrives: some looks around, each between four texels; the outermost
// three decide where they agree, which is nearly everywhere
const SHADOW = `
uniform highp sampler2DShadow depth; uniform mat4 lamp; uniform float shadowed, looks,
  part;
uniform vec2 soft;
const vec2 AROUND[12] = vec2[12](vec2(.02, .95), vec2(-.83, -.48), vec2(.82, -.5), vec2(-.21, .4),
  vec2(.5, -.1), vec2(-.62, .21), vec2(.63, .49), vec2(-.1, -.62), vec2(.42, -.45), vec2(.07, .02),
  vec2(-.4, .65), vec2(-.33, -.11));
float one(vec3 s, int i) { return texture(depth, vec3(part*(s.xy + soft*AROUND[i]), s.z)); }
float arrives(vec3 p) {
  vec3 s = (lamp*vec4(p, 1.0)).xyz*0.5 + 0.5;
  if (shadowed < 0.5 || s.x < 0.0 || s.y < 0.0 || s.x > 1.0 || s.y > 1.0) return 1.0;
  s.z = min(s.z, 1.0);
  if (looks < 2.0) return one(s, 9);
  float sum = one(s, 0) + one(s, 1) + one(s, 2);
  if (sum < 0.001 || sum > 2.999) return sum/3.0;
  for (int i = 3; i < int(looks); i++) sum += one(s, i);
  return sum/looks;
}`;
const FRAGMENT = `#version 300 es
precision highp float;
in vec3 n; in vec3 w; uniform vec4 color; uniform vec3 eye, up, key; uniform float lit, wide;
out vec4 o;
${SHADOW}
void main() {
  if (lit < 0.5) { o = color; return; }
  vec3 N = normalize(n), V = normalize(eye - w);
  if (dot(N, V) < 0.0) N = -N;
  vec3 base = pow(color.rgb, vec3(2.2)), H = normalize(key + V);
  float light = max(dot(N, key), 0.0);
  if (light > 0.0) light *= arrives(w + wide*N);
  float sky = 0.5 + 0.5*dot(N, up), edge = pow(1.0 - max(dot(N, V), 0.0), 4.0),
    gloss = pow(max(dot(N, H), 0.0), 48.0);
  vec3 c = base*(mix(vec3(0.17, 0.16, 0.15), vec3(0.36, 0.39, 0.44), sky)
    + light*vec3(0.66, 0.63, 0.58) + 0.13*max(dot(N, V), 0.0));
  c += light*gloss*0.22 + edge*sky*0.07;
  o = vec4(pow(c/(1.0 + 0.12*c), vec3(1.0/2.2)), color.a);
}`;
const LAMP_VERTEX = `#version 300 es
layout(location = 0) in vec3 at; uniform mat4 lamp, place; uniform vec3 size;
void main() { gl_Position = lamp*place*vec4(at*size, 1.0); }`;
const LAMP_FRAGMENT = `#version 300 es
precision highp float;
void main() {}`;
// the floor about `middle`, as far as `reach`: lines every `pitch` and every fifth of it
const FLOOR_VERTEX = `#version 300 es
layout(location = 0) in vec3 at; uniform mat4 view; uniform vec3 middle, across, aside;
uniform float reach; out vec3 w;
void main() {
  w = middle + 2.0*reach*(at.x*across + at.y*aside);
  gl_Position = view*vec4(w, 1.0);
}`;
const FLOOR_FRAGMENT = `#version 300 es
precision highp float;
in vec3 w; uniform vec3 middle, across, aside, ink, tint; uniform float reach, pitch, shade, grid;
out vec4 o;
${SHADOW}
float lines(vec2 g) {
  vec2 f = max(fwidth(g), 1e-9), d = abs(fract(g - 0.5) - 0.5)/f;
  float seen = 1.0 - smoothstep(0.15, 0.5, max(f.x, f.y));
  return seen*(1.0 - min(min(d.x, d.y), 1.0));
}
float rule(float x) { return 1.0 - min(abs(x)/max(1.3*fwidth(x), 1e-9), 1.0); }
void main() {
  vec2 g = vec2(dot(w, across), dot(w, aside));
  float fade = 1.0 - smoothstep(0.25, 1.0, length(w - middle)/reach);
  float line = max(0.75*lines(g/pitch), 0.3*lines(5.0*g/pitch));
  vec3 c = mix(tint, ink, grid*line);
  float axis = grid*max(rule(g.x), rule(g.y));
  c = mix(c, rule(g.y) > rule(g.x) ? vec3(0.75, 0.32, 0.30) : vec3(0.30, 0.60, 0.36), 0.6*axis);
  float dark = shade*(1.0 - arrives(w));
  float alpha = max(0.55, max(line, axis));
  o = vec4(mix(c, vec3(0.05, 0.07, 0.10), dark), max(alpha, dark)*fade);
}`;
const SKY_VERTEX = `#version 300 es
layout(location = 0) in vec3 at; out float h;
void main() { h = at.y + 0.5; gl_Position = vec4(2.0*at.xy, 1.0, 1.0); }`;
const SKY_FRAGMENT = `#version 300 es
precision highp float;
in float h; uniform vec3 high, low; out vec4 o;
void main() { o = vec4(mix(low, high, smoothstep(0.0, 1.0, h)), 1.0); }`;
]==]
