// The tools that add marks to a chart before it is shared. The server draws the marks, and the URL contains them.

let tool = null;
const MOST_POINTS = 60;

function disarm() {
  tool?.picture.classList.remove("inking");
  tool?.button.setAttribute("aria-pressed", "false");
  tool?.line?.remove();
  tool = null;
}

function arm(button) {
  const isSame = tool?.button === button;
  disarm();
  const picture = itemOf(button).querySelector(".w");
  if (isSame || !picture?.querySelector("svg")) return;
  tool = { kind: button.dataset.mark, button, form: button.form, picture, points: [], line: null };
  button.setAttribute("aria-pressed", "true");
  picture.classList.add("inking");
}

// Returns a position as fractions of the picture, which are also the coordinates of marks.
function inkAt(event) {
  const box = tool.picture.querySelector("svg").getBoundingClientRect();
  const share = (at, start, size) => Math.min(1, Math.max(0, (at - start) / size));
  return [share(event.clientX, box.left, box.width), share(event.clientY, box.top, box.height)];
}

function preview() {
  const drawing = tool.picture.querySelector("svg");
  if (!tool.line) {
    tool.line = document.createElementNS(drawing.namespaceURI, "polyline");
    for (const [name, value] of Object.entries({ fill: "none", stroke: "currentColor", "stroke-width": 2.5 })) {
      tool.line.setAttribute(name, value);
    }
    drawing.append(tool.line);
  }
  const { width, height } = drawing.viewBox.baseVal;
  tool.line.setAttribute("points", tool.points.map(([x, y]) => `${x * width},${y * height}`).join(" "));
}

function finish() {
  const { kind, form, points, picture } = tool;
  const step = Math.ceil(points.length / MOST_POINTS);
  const kept = points.filter((_, i) => i % step === 0 || i === points.length - 1);
  const places = kept.map(point => point.map(n => Number(n.toFixed(4))).join(",")).join(" ");
  const text = kind === "draw" ? "" : prompt(form.dataset.prompt)?.trim() ?? "";
  disarm();
  if (kind === "text" ? !text : kept.length < 2) return;
  const name = form.querySelector("input[type=text]").name;
  const mark = `${kind} ${places}${text && `: ${text}`}`;
  const { at, options } = query(place.href);
  const own = `${encodeURIComponent(name)}=${encodeURIComponent(mark)}`;
  follow(joined(body.dataset.path, at, options, own), picture);
}

document.addEventListener("click", event => {
  const button = event.target.closest?.("button[data-mark]");
  if (button) arm(button);
});

// These listeners run before those of the chart, which would select or zoom.
addEventListener("pointerdown", event => {
  if (!tool?.picture.contains(event.target) || event.button !== 0) return;
  event.preventDefault();
  event.stopPropagation();
  tool.points = [inkAt(event)];
}, true);
addEventListener("pointermove", event => {
  if (!tool?.points.length) return;
  event.stopPropagation();
  if (tool.kind === "text") return;
  if (tool.kind === "draw") tool.points.push(inkAt(event));
  else tool.points[1] = inkAt(event);
  preview();
}, true);
addEventListener("pointerup", event => {
  if (!tool?.points.length) return;
  event.stopPropagation();
  // The click that follows must not open a link of the picture.
  hasDragged = true;
  setTimeout(() => (hasDragged = false));
  finish();
}, true);
addEventListener("keydown", event => event.key === "Escape" && disarm());
