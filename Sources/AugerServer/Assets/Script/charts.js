// The second part of the page script: pointer and keyboard input of charts, and updates after a publication.

// ---- Pointer

const tip = document.createElement("div");
const mark = document.createElement("div");
[tip.className, mark.className, tip.hidden, mark.hidden] = ["tip", "mark", true, true];
// The thumb is the dot of the scrubber, at the value of one series.
const [target, level, box, thumb] = ["target", "level", "mark", "thumb"].map(name => {
  const element = document.createElement("div");
  [element.className, element.hidden] = [name, true];
  return element;
});
tip.setAttribute("aria-hidden", "true");
body.append(mark, level, box, target, thumb, tip);

const numbers = text => text?.split(" ").map(Number) ?? [];

// Returns the positions of a chart's categories on the screen. Read when the pointer is over the chart.
function plotOf(picture) {
  const drawing = picture?.querySelector("svg");
  const plot = drawing?.querySelector(".auger-plot");
  if (!plot) return null;
  const { lying, rows, crosshair, points, scale: values } = plot.dataset;
  const bands = numbers(plot.dataset.bands);
  const box = drawing.getBoundingClientRect();
  const scale = box.width / drawing.viewBox.baseVal.width;
  const [x, y, width, height] = numbers(plot.dataset.plot).map(n => n * scale);
  return {
    picture, bands, isLying: lying === "1", scale, step: Number(plot.dataset.step),
    rows: rows ? numbers(rows) : bands.map((_, i) => i), part: numbers(plot.dataset.part ?? "0 1"),
    scrubber: plot.dataset.scrubber ? numbers(plot.dataset.scrubber) : [], color: plot.dataset.scrubberColor ?? "",
    left: box.left + x, top: box.top + y, width, height, box,
    valuePart: numbers(plot.dataset.valuePart ?? "0 1"), isSmooth: crosshair === "interpolate",
    points: points?.split(";").map(numbers), values: values?.split(" "),
  };
}

// Returns the category nearest to a point of the screen. -1 outside the plot.
function categoryAt(plot, x, y, isClamped = false) {
  const isIn = x >= plot.left && x <= plot.left + plot.width && y >= plot.top && y <= plot.top + plot.height;
  if (!isIn && !isClamped) return -1;
  const along = (plot.isLying ? y - plot.box.top : x - plot.box.left) / plot.scale;
  let best = 0;
  plot.bands.forEach((band, i) => {
    if (Math.abs(band - along) < Math.abs(plot.bands[best] - along)) best = i;
  });
  return best;
}

const itemOf = element => element.closest("[data-item]");
const figureOf = element => element.closest("figure");
const tableRows = figure => figure?.querySelectorAll("tbody tr") ?? [];

// Returns the texts of a row of the chart's table, one line for each column.
function textOf(figure, row, only = -1) {
  const cells = [...(tableRows(figure)[row]?.children ?? [])];
  const heads = [...figure.querySelectorAll("thead th")];
  const names = cells.filter(c => c.localName === "th").map(c => c.textContent);
  const values = cells
    .map((cell, i) => [cell, heads[i]?.textContent ?? ""])
    .filter(([cell, _]) => cell.localName === "td")
    .map(([cell, head]) => `${head}: ${cell.textContent || "–"}`);
  return [names.join(", "), ...(only >= 0 ? [values[only]] : values.slice(0, 8))].filter(Boolean).join("\n");
}

function lay(element, lengths) {
  for (const [name, length] of Object.entries(lengths)) element.style[name] = `${length}px`;
}

function point(plot, category, text) {
  const along = plot.bands[category] * plot.scale;
  const half = Math.max(1, (plot.step * plot.scale) / 2);
  const [x, y] = [scrollX, scrollY];
  const area = plot.isLying
    ? { left: plot.left, top: plot.box.top + along - half, width: plot.width, height: 2 * half }
    : { left: plot.box.left + along - half, top: plot.top, width: 2 * half, height: plot.height };
  lay(mark, { left: area.left + x, top: area.top + y, width: area.width, height: area.height });
  tip.textContent = text;
  mark.hidden = tip.hidden = false;
  const value = plot.scrubber?.[category] ?? NaN;
  thumb.hidden = Number.isNaN(value);
  if (!thumb.hidden) {
    thumb.style.background = plot.color;
    lay(thumb, { left: plot.box.left + along + x - 7, top: plot.box.top + value * plot.scale + y - 7 });
  }
  mark.classList.remove("level");
  target.hidden = level.hidden = box.hidden = true;
  const room = document.documentElement.clientWidth;
  const left = plot.isLying ? plot.left + plot.width / 2 : area.left + area.width + 8;
  const fits = left + tip.offsetWidth < room - 8;
  const start = fits ? left : Math.max(8, (plot.isLying ? room : area.left) - tip.offsetWidth - 8);
  const top = plot.isLying ? area.top + area.height + 4 : plot.top;
  lay(tip, { left: start + x, top: Math.max(0, top + y) });
}

// Shows the nearest point of the nearest series, or the place on its line at the pointer, with lines to both axes.
function cross(plot, category, event) {
  const along = ((plot.isLying ? event.clientY - plot.box.top : event.clientX - plot.box.left)) / plot.scale;
  const up = ((plot.isLying ? event.clientX - plot.box.left : event.clientY - plot.box.top)) / plot.scale;
  const near = line => {
    const next = plot.bands.findIndex((band, i) => i > 0 && band >= along);
    const isBetween = plot.isSmooth && plot.values && next > 0 && !isNaN(line[next - 1]) && !isNaN(line[next]);
    if (!isBetween) return { along: plot.bands[category], up: line[category], isExact: true };
    const share = (along - plot.bands[next - 1]) / (plot.bands[next] - plot.bands[next - 1] || 1);
    return { along, up: line[next - 1] + share * (line[next] - line[next - 1]), isExact: false };
  };
  const spots = plot.points.map((line, series) => ({ series, ...near(line) })).filter(spot => !isNaN(spot.up));
  if (!spots.length) return point(plot, category, textOf(figureOf(plot.picture), plot.rows[category]));
  const spot = spots.reduce((best, one) => (Math.abs(one.up - up) < Math.abs(best.up - up) ? one : best));
  const figure = figureOf(plot.picture);
  const cells = [...(tableRows(figure)[plot.rows[category]]?.children ?? [])];
  const first = cells.findIndex(cell => cell.localName === "td");
  let text = textOf(figure, plot.rows[category], spot.series);
  if (!spot.isExact) {
    const [a, low, b, high, kind] = plot.values.map(v => (v === "log" ? v : Number(v)));
    const share = (spot.up - a) / (b - a || 1);
    const value = kind === "log" ? low * (high / low) ** share : low + share * (high - low);
    const head = figure.querySelectorAll("thead th")[first + spot.series]?.textContent ?? "";
    text = `${head}: ≈ ${value.toLocaleString(document.documentElement.lang, { maximumSignificantDigits: 4 })}`;
  }
  point({ ...plot, bands: [spot.along], step: 0 }, 0, text);
  const [x, y] = plot.isLying ? [spot.up, spot.along] : [spot.along, spot.up];
  const [left, top] = [plot.box.left + x * plot.scale + scrollX, plot.box.top + y * plot.scale + scrollY];
  lay(target, { left: left - 5, top: top - 5 });
  lay(level, plot.isLying
    ? { left, top: plot.top + scrollY, width: 1, height: plot.height }
    : { left: plot.left + scrollX, top, width: plot.width, height: 1 });
  mark.classList.add("level");
  target.hidden = level.hidden = false;
}

// Shows the values of a plot at the pointer.
function showValues(plot, event, isClamped = false) {
  const category = plot ? categoryAt(plot, event.clientX, event.clientY, isClamped) : -1;
  if (category < 0) return unpoint();
  if (plot.points) return cross(plot, category, event);
  point(plot, category, textOf(figureOf(plot.picture), plot.rows[category]));
}

function unpoint() {
  tapped = null;
  mark.hidden = tip.hidden = target.hidden = level.hidden = box.hidden = thumb.hidden = true;
}

// The keyboard position in the focused chart.
let cursor = { item: null, index: -1, column: -1 };

// A drag over a plot selects a range. Two fingers zoom.
let drag = null;
let hasDragged = false;
const fingers = new Map();
let pinch = null;
// A tap or a horizontal drag of one finger shows values, until the next tap. `tapped` is the chart that shows them.
let touch = null;
let tapped = null;

const spread = () => {
  const [a, b] = [...fingers.values()];
  return Math.hypot(a.x - b.x, a.y - b.y);
};

document.addEventListener("pointerdown", event => {
  hasDragged = false;
  const picture = event.target.closest(".w");
  const plot = plotOf(picture);
  const isTouch = event.pointerType === "touch";
  if (isTouch && !plot) unpoint();
  if (!plot || event.button !== 0) return;
  if (isTouch) {
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    touch = fingers.size === 1 ? { plot, x: event.clientX } : null;
    if (fingers.size === 2) pinch = { plot, spread: spread(), x: event.clientX, y: event.clientY };
    return;
  }
  const start = categoryAt(plot, event.clientX, event.clientY);
  if (start >= 0) drag = { plot, start, x: event.clientX, y: event.clientY, isBox: event.altKey };
});

document.addEventListener("pointermove", event => {
  if (fingers.has(event.pointerId)) fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  if (drag && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > 8) hasDragged = true;
  if (touch && Math.abs(event.clientX - touch.x) > 8) hasDragged = true;
  if (event.pointerType === "touch") return touch && hasDragged && showTouched(event);
  if (drag?.isBox && hasDragged) return stretchBox(drag, event);
  if (drag && hasDragged) {
    const end = categoryAt(drag.plot, event.clientX, event.clientY, true);
    return stretch(drag.plot, drag.start, end);
  }
  showValues(plotOf(event.target.closest?.(".w")), event);
});

function showTouched(event) {
  showValues(touch.plot, event, hasDragged);
  tapped = tip.hidden ? null : touch.plot.picture;
}

function stretch(plot, a, b) {
  const [low, high] = [Math.min(a, b), Math.max(a, b)];
  const [first, last] = [plot.bands[low], plot.bands[high]];
  const band = { ...plot, scrubber: [], bands: [(first + last) / 2], step: Math.abs(last - first) + plot.step };
  point(band, 0, filled(texts.selected, { count: high - low + 1 }));
}

// Returns the rectangle of a drag on the screen, within the plot.
function boxOf({ plot, x, y }, event) {
  const limited = (value, low, length) => Math.min(low + length, Math.max(low, value));
  const [x1, x2] = [x, event.clientX].map(v => limited(v, plot.left, plot.width)).sort((a, b) => a - b);
  const [y1, y2] = [y, event.clientY].map(v => limited(v, plot.top, plot.height)).sort((a, b) => a - b);
  return { left: x1, top: y1, width: x2 - x1, height: y2 - y1 };
}

function stretchBox(drag, event) {
  unpoint();
  const { left, top, width, height } = boxOf(drag, event);
  lay(box, { left: left + scrollX, top: top + scrollY, width, height });
  box.hidden = false;
}

// Zooms both axes to a box.
function zoomTo(plot, { left, top, width, height }) {
  box.hidden = true;
  if (width < 8 || height < 8) return;
  const across = [(left - plot.left) / plot.width, (left + width - plot.left) / plot.width];
  // Values grow upwards, categories of horizontal bars downwards.
  const down = [(top - plot.top) / plot.height, (top + height - plot.top) / plot.height];
  const upright = plot.isLying ? down : [1 - down[1], 1 - down[0]];
  const parts = plot.isLying ? [plot.valuePart, plot.part] : [plot.part, plot.valuePart];
  [["horizontal", across], ["vertical", upright]].forEach(([axis, shares], i) => {
    const [low, high] = parts[i];
    const [lower, upper] = shares.map(share => Math.min(1, Math.max(0, low + (high - low) * share)).toFixed(3));
    if (upper - lower < 0.005) return;
    const fields = new URLSearchParams({ do: "show", item: itemOf(plot.picture).dataset.item, lower, upper, axis });
    send(`show ${axis}`, fields, { origin: plot.picture, step: i ? "replace" : "push" });
  });
}

document.addEventListener("pointerup", event => {
  if (pinch && fingers.size === 2) {
    const ratio = pinch.spread / Math.max(1, spread());
    if (Math.abs(ratio - 1) > 0.1) zoom(pinch.plot, ratio, pinch.x, pinch.y);
    pinch = null;
  }
  fingers.delete(event.pointerId);
  if (touch) {
    // A tap on a link follows it.
    if (!hasDragged && !event.target.closest?.("a")) showTouched(event);
    touch = null;
    return setTimeout(() => (hasDragged = false));
  }
  const own = drag;
  drag = null;
  if (own?.isBox && hasDragged) {
    zoomTo(own.plot, boxOf(own, event));
    return setTimeout(() => (hasDragged = false));
  }
  if (!own || own.plot.picture !== event.target.closest?.(".w") && !hasDragged) return;
  const end = categoryAt(own.plot, event.clientX, event.clientY, true);
  if (hasDragged) {
    const [low, high] = [Math.min(own.start, end), Math.max(own.start, end)];
    select(own.plot.picture, own.plot.rows.slice(low, high + 1), event.shiftKey);
    setTimeout(() => (hasDragged = false));
  } else if (event.shiftKey || !event.target.closest("a")) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.shiftKey) hasDragged = true;
    select(own.plot.picture, [own.plot.rows[end]], event.shiftKey);
  }
});
document.addEventListener("pointercancel", event => {
  fingers.delete(event.pointerId);
  drag = pinch = touch = null;
  hasDragged = false;
});
document.addEventListener("dragstart", event => event.target.closest?.("svg") && event.preventDefault());
document.addEventListener("selectstart", event => drag && event.preventDefault());

// Selects categories by table row, and series by table column.
function select(picture, rows, isAdded, column = -1) {
  const figure = figureOf(picture);
  const values = rows.map(row => tableRows(figure)[row]?.dataset.v).filter(v => v !== undefined);
  const head = figure.querySelectorAll("thead th")[column];
  if (!values.length && !head?.dataset.v) return;
  const fields = new URLSearchParams({ do: "select", item: itemOf(picture).dataset.item });
  for (const value of values) fields.append("category", value);
  if (head?.dataset.v !== undefined && column >= 0) fields.append("series", head.dataset.v);
  if (isAdded) fields.set("add", "1");
  send("select", fields, { origin: picture });
}

// Zooms the category axis to `ratio` of its visible range, around a point.
function zoom(plot, ratio, x, y) {
  const [low, high] = plot.part;
  const share = plot.isLying ? (y - plot.top) / plot.height : (x - plot.left) / plot.width;
  const length = Math.min(1, (high - low) * ratio);
  if (length < 0.005) return;
  const at = low + (high - low) * Math.min(1, Math.max(0, share));
  const start = Math.min(1 - length, Math.max(0, at - (at - low) * ratio));
  const fields = new URLSearchParams({
    do: "show", item: itemOf(plot.picture).dataset.item,
    lower: start.toFixed(3), upper: Math.min(1, start + length).toFixed(3),
    axis: plot.isLying ? "vertical" : "horizontal",
  });
  send("show", fields, { origin: plot.picture, step: wheeled ? "replace" : "push" });
}

let wheeled = 0;
let turned = 0;
let afterWheel = 0;
document.addEventListener("wheel", event => {
  const plot = event.ctrlKey && plotOf(event.target.closest?.(".w"));
  if (!plot) return;
  event.preventDefault();
  turned += event.deltaY;
  clearTimeout(afterWheel);
  afterWheel = setTimeout(() => {
    zoom(plot, Math.exp(turned / 300), event.clientX, event.clientY);
    turned = 0;
    wheeled = 1;
    setTimeout(() => (wheeled = 0), 1000);
  }, 60);
}, { passive: false });

// ---- Keyboard

function press(picture, event) {
  const figure = figureOf(picture);
  const plot = plotOf(picture);
  const rows = plot?.rows ?? [...tableRows(figure)].map((_, i) => i);
  const heads = [...figure.querySelectorAll("thead th")];
  const first = heads.findIndex((_, i) => tableRows(figure)[0]?.children[i]?.localName === "td");
  const columns = heads.length - first;
  const { item } = itemOf(picture).dataset;
  if (cursor.item !== item) cursor = { item, index: -1, column: -1 };
  const hasRow = cursor.index >= 0 && cursor.index < rows.length;
  const way = key => itemOf(picture).querySelector(`.y dd a[href][data-way=${key}]`);
  const press = link => {
    const href = inside(link);
    if (href) follow(href, picture);
    else if (link) location.assign(link.href);
    else say(texts.notHere);
  };
  const go = (index, column) => {
    if (!rows.length) return say(texts.empty);
    cursor.index = Math.min(rows.length - 1, Math.max(0, index));
    cursor.column = column;
    const text = textOf(figure, rows[cursor.index], column);
    if (plot) point(plot, cursor.index, text);
    say(text.replaceAll("\n", "; "));
  };
  switch (event.key) {
    case "ArrowRight": return go(cursor.index + 1, cursor.column);
    case "ArrowLeft": return go(cursor.index < 0 ? 0 : cursor.index - 1, cursor.column);
    case "ArrowDown": return go(Math.max(0, cursor.index), Math.min(columns - 1, cursor.column + 1));
    case "ArrowUp": return go(Math.max(0, cursor.index), Math.max(-1, cursor.column - 1));
    case "Home": return go(0, cursor.column);
    case "End": return go(rows.length - 1, cursor.column);
    case "Enter": {
      const row = hasRow ? tableRows(figure)[rows[cursor.index]]?.querySelector("a[href]") : null;
      const head = cursor.column >= 0 ? heads[first + cursor.column]?.querySelector("a[href]") : null;
      return press(row ?? head ?? figure.querySelector("details > ul a[href]"));
    }
    case "Backspace": return press([...figure.querySelectorAll("figcaption ol a[href]")].at(-1));
    case " ": {
      const column = cursor.column >= 0 && columns > 1 ? first + cursor.column : -1;
      return hasRow ? select(picture, [rows[cursor.index]], event.shiftKey, column) : say(texts.noCategory);
    }
    case "Escape":
      if (!tip.hidden) return unpoint();
      return press(way("clearSelection"));
    case "+": return press(way("zoomIn"));
    case "-": return press(way("zoomOut"));
    case "0": return press(way("showAll"));
    case "t": {
      const table = [...figure.querySelectorAll("details")].find(d => d.querySelector("table"));
      if (table) table.open = !table.open;
      return say(table?.open ? texts.tableShown : texts.tableClosed);
    }
    case "?":
      tip.textContent = texts.keys;
      tip.hidden = false;
      const box = picture.getBoundingClientRect();
      lay(tip, { left: box.left + scrollX + 8, top: box.top + scrollY + 8 });
      return say(texts.keys);
    default: return false;
  }
}

document.addEventListener("keydown", event => {
  if (!event.target.matches?.(".w") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (press(event.target, event) !== false) event.preventDefault();
});
document.addEventListener("focusout", event => {
  // A tap moves the focus from another chart to the one that shows values.
  if (event.target.matches?.(".w") && (!tapped || tapped === event.target)) unpoint();
});

// ---- Publications

// One tab of a browser listens and notifies the others. A page in the back-forward cache releases everything.
let listening = null;

function refresh() {
  memory.clear();
  prefetched?.controller.abort();
  prefetched = film = null;
  const done = move({ url: partsOf(place.href), step: "none", key: "published", isSlider: true });
  done.then(() => say(texts.published));
}

function listen() {
  if (!window.BroadcastChannel || !navigator.locks) return;
  const channel = new BroadcastChannel("auger");
  const end = new AbortController();
  listening = { channel, end };
  channel.onmessage = refresh;
  navigator.locks.request("auger-events", { signal: end.signal }, () => new Promise(resolve => {
    if (end.signal.aborted) return resolve();
    const source = new EventSource(body.dataset.events);
    source.addEventListener("published", event => {
      channel.postMessage(event.data);
      refresh();
    });
    end.signal.addEventListener("abort", () => {
      source.close();
      resolve();
    });
  })).catch(() => {});
}

function hush() {
  listening?.end.abort();
  listening?.channel.close();
  listening = null;
}

addEventListener("pagehide", hush);
addEventListener("pageshow", event => event.persisted && listen());

for (const element of document.querySelectorAll("[data-digest]")) {
  place.fragments.set(element.id, { digest: element.dataset.digest, html: element.innerHTML });
}
prepare(document);
remember();
if (document.readyState === "complete") listen();
else addEventListener("load", listen);
