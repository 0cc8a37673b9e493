-- dimensions.lua - JavaScript of the living page: distances between points that the reader picks on
-- bodies or on the ground; they follow the motion
return [==[
const dimensions = (() => {
  const INK = [0.0, 0.45, 0.70, 1];
  let pairs = [], one = null, on = false;
  const place = (X, p) => p.body < 0 ? p.at : Pose.point(X[p.body].body, p.at);
  const whole = () => one ? [...pairs, [one]] : pairs;
  // a point on a body, in its axes, or on the ground; null: neither
  function pick(ray, X) {
    const found = scene.hit(ray);
    if (found) {
      const at = ray.from.map((x, i) => x + found.along*ray.along[i]), body = found.note.body;
      return { body, at: Pose.inward(X[body].body, at) };
    }
    const { k, h } = level(), d = (h - ray.from[k])/ray.along[k];
    return show.ground && d > 0 && Number.isFinite(d)
      ? { body: -1, at: ray.from.map((x, i) => x + d*ray.along[i]) } : null;
  }
  // the next point; whether one was there
  function take(ray, X) {
    const p = pick(ray, X);
    if (!p) return false;
    if (one) { pairs.push([one, p]); one = null; }
    else one = p;
    return true;
  }
  function draw(X) {
    const r = 0.004*size;
    for (const pair of whole()) {
      const at = pair.map(p => place(X, p));
      for (const p of at) scene.solid("sphere", { R: Pose.one().R, p }, [2*r, 2*r, 2*r], INK);
      if (at.length > 1) scene.rod(at[0], at[1], 0.6*r, INK);
    }
  }
  const lengthOf = (X, pair) => between(place(X, pair[0]), place(X, pair[1]));
  const words = X => pairs.map(pair => {
    const [a, b] = pair.map(p => place(X, p));
    return { text: `${short(lengthOf(X, pair))} m`, at: a.map((x, i) => (x + b[i])/2),
      kind: "size" };
  });
  return { take, draw, words, any: () => whole().length > 0, on: x => { on = x; },
    picks: () => on, clear: () => { pairs = []; one = null; },
    values: X => pairs.map(p => lengthOf(X, p)) };
})();
]==]
