-- save.lua - JavaScript of the living page: what the reader takes along: the picture, twice as
-- fine, a video of the run, the curves; nothing leaves the page
return [==[
const fileName = () => document.title.replace(/[^\w.-]+/g, "_") || "liaison";
function offer(name, blob) {
  const a = document.createElement("a");
  a.href = URL.createObjectURL(blob);
  a.download = name;
  a.click();
  setTimeout(() => URL.revokeObjectURL(a.href), 10000);
  offer.last = { name, blob };
}
// the picture with its words, `ratio` times as fine as on the screen
function pictureOf(ratio) {
  scene.at(ratio);
  draw();
  const c = document.createElement("canvas"), x = c.getContext("2d"),
    scale = scene.canvas.width/scene.canvas.clientWidth, style = getComputedStyle(document.body);
  c.width = scene.canvas.width;
  c.height = scene.canvas.height;
  x.drawImage(scene.canvas, 0, 0);
  scene.at(1);
  x.scale(scale, scale);
  x.font = `12px ${style.fontFamily}`;
  x.fillStyle = style.color;
  for (const e of $("labels").children) {
    const [, a, b] = e.style.transform.match(/\((.*)px, (.*)px\)/);
    x.fillText(e.textContent, +a + 10, +b + 4);
  }
  draw();
  return c;
}
const savePicture = () => pictureOf(2).toBlob(b => offer(`${fileName()}.png`, b));
// the run from its begin to its end, as it plays
const canRecord = () => typeof MediaRecorder !== "undefined" && !!scene.canvas.captureStream;
function saveVideo(told) {
  const list = [], kind = ["video/webm;codecs=vp9", "video/webm"]
    .find(k => MediaRecorder.isTypeSupported(k));
  const r = new MediaRecorder(scene.canvas.captureStream(60), { mimeType: kind,
    videoBitsPerSecond: 8e6 });
  r.ondataavailable = e => list.push(e.data);
  r.onstop = () => {
    scene.hold(false);
    told(false);
    offer(`${fileName()}.webm`, new Blob(list, { type: kind }));
  };
  scene.hold(true);
  seek(run.t[0]);
  draw();
  r.start();
  told(true);
  play(true);
  const wait = setInterval(() => {
    if (playing) return;
    clearInterval(wait);
    setTimeout(() => r.stop(), 120);
  }, 60);
}
// all curves that are shown, in one drawing
function curvesDrawing() {
  let y = 0, text = "";
  for (const { chart } of charts) {
    if (!chart.box.offsetParent) continue;
    const d = chart.drawing(y);
    text += d.text;
    y += d.height;
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="540" height="${y}" font-family="sans-serif"
    font-size="11" fill="none"><rect width="540" height="${y}" fill="#fff"/><style>text{fill:#333}
    .axis{stroke:#ddd}.now,.rule,.chosen{display:none}.before{opacity:.35}.event{stroke:#d55e00;
    stroke-opacity:.35}<\/style>${text}</svg>`;
}
const saveCurves = () => offer(`${fileName()}.svg`,
  new Blob([curvesDrawing()], { type: "image/svg+xml" }));
function saveMenu(parent) {
  const box = parent.appendChild(document.createElement("details"));
  box.id = "save";
  box.innerHTML = "<summary></summary><div></div>";
  box.firstChild.textContent = "save";
  const add = (text, what) => {
    const b = box.lastChild.appendChild(document.createElement("button"));
    b.textContent = text;
    b.addEventListener("click", () => { box.open = false; what(b); });
    return b;
  };
  if (scene) add("picture (PNG)", savePicture);
  if (scene && run && canRecord()) add("video (WebM)", () => saveVideo(on => {
    box.firstChild.textContent = on ? "recording ..." : "save";
  }));
  if (run) add("curves (SVG)", saveCurves);
}
]==]
