// The second part of the page script: pointer and keyboard input of charts.

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
    valuePart: numbers(plot.dataset.valuePart ?? "0 1"), isTurned: "turned" in plot.dataset,
    isSmooth: crosshair === "interpolate",
    colors: plot.dataset.colors?.split(" ") ?? [], totals: plot.dataset.totals?.split("|") ?? [],
    shares: plot.dataset.shares?.split("|") ?? [],
    titles: plot.dataset.titles?.split("|"), points: points?.split(";").map(numbers), values: values?.split(" "),
  };
}

// Returns the category nearest to a point of the screen. -1 outside the plot.
function categoryAt(plot, x, y, isClamped = false) {
  // Marks at the edges extend over them.
  const isNear = (at, start, length) => at > start - 4 && at < start + length + 4;
  const isIn = isNear(x, plot.left, plot.width) && isNear(y, plot.top, plot.height);
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

function lay(element, lengths) {
  for (const [name, length] of Object.entries(lengths)) element.style[name] = `${length}px`;
}

// Shows the lines of a category, or a text, and marks the band of the category.
function point(plot, category, told) {
  const along = plot.bands[category] * plot.scale;
  const half = Math.max(1, (plot.step * plot.scale) / 2);
  const [x, y] = [scrollX, scrollY];
  const area = plot.isLying
    ? { left: plot.left, top: plot.box.top + along - half, width: plot.width, height: 2 * half }
    : { left: plot.box.left + along - half, top: plot.top, width: 2 * half, height: plot.height };
  lay(mark, { left: area.left + x, top: area.top + y, width: area.width, height: area.height });
  fill(typeof told === "string" ? { title: told, lines: [] } : told);
  mark.hidden = false;
  const value = plot.scrubber?.[category] ?? NaN;
  thumb.hidden = Number.isNaN(value);
  if (!thumb.hidden) {
    thumb.style.background = plot.color;
    lay(thumb, { left: plot.box.left + along + x - 7, top: plot.box.top + value * plot.scale + y - 7 });
  }
  mark.className = "mark";
  target.hidden = level.hidden = box.hidden = true;
  settle(area, plot.picture, plot);
}

// Shows the values of a plot at the pointer, or the mark there.
function showValues(plot, event, isClamped = false) {
  const category = plot ? categoryAt(plot, event.clientX, event.clientY, isClamped) : -1;
  const own = isClamped ? null : markUnder(event);
  if (own && (category < 0 || !own.matches(BANDS))) return showMark(own, event);
  if (category < 0) return unpoint();
  if (plot.points) return cross(plot, category, event);
  point(plot, category, linesOf(plot, category, seriesAt(plot, event)));
}

// Returns the series of the mark at the pointer, by its color. -1 if none exists.
function seriesAt(plot, event) {
  const marks = document.elementsFromPoint(event.clientX, event.clientY).find(e => e.closest(".w .auger-marks"));
  const paints = [marks?.closest("[fill]"), marks?.closest("[stroke]")];
  return plot.colors.length < 2 ? -1 : plot.colors.findIndex(color => color !== "-"
    && (paints[0]?.getAttribute("fill") === color || paints[1]?.getAttribute("stroke") === color));
}

function unpoint() {
  tapped = pinned = null;
  tip.classList.remove("keys");
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
let touched = -1;

const spread = () => {
  const [a, b] = [...fingers.values()];
  return Math.hypot(a.x - b.x, a.y - b.y);
};

document.addEventListener("pointerdown", event => {
  hasDragged = false;
  const picture = event.target.closest(".w");
  const plot = plotOf(picture);
  const isTouch = event.pointerType === "touch";
  if (event.target.closest(".tip")) return;
  if (isTouch && !plot) {
    const own = markUnder(event);
    if (!own) return unpoint();
    // The first tap on a mark shows its values, the second follows its link.
    if (pinned === own) return;
    showMark(own, event);
    pinned = own;
    offerRows(own.closest(".w"));
    return swallow();
  }
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
  const picture = event.target.closest?.(".w");
  if (pinned && !picture) return;
  showValues(plotOf(picture), event);
});

// The click that follows must not open a link.
function swallow() {
  hasDragged = true;
  setTimeout(() => (hasDragged = false), 400);
}

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
  const narrowed = ([low, high], shares) => {
    const [lower, upper] = shares.map(share => Math.min(1, Math.max(0, low + (high - low) * share)).toFixed(3));
    return upper - lower < 0.005 ? [low, high] : [lower, upper];
  };
  const part = narrowed(plot.part, plot.isLying ? down : across);
  showPart(plot, part, narrowed(plot.valuePart, plot.isLying ? across : [1 - down[1], 1 - down[0]]));
}

// Shows a part of the category axis, and one of the value axis.
function showPart(plot, [lower, upper], [otherLower, otherUpper] = plot.valuePart, step = "push") {
  const fields = new URLSearchParams({
    do: "show", item: itemOf(plot.picture).dataset.item, lower, upper, otherLower, otherUpper,
    axis: plot.isLying !== plot.isTurned ? "vertical" : "horizontal",
  });
  send("show", fields, { origin: plot.picture, step });
}

document.addEventListener("pointerup", event => {
  if (pinch && fingers.size === 2) {
    const ratio = pinch.spread / Math.max(1, spread());
    if (Math.abs(ratio - 1) > 0.1) zoom(pinch.plot, ratio, pinch.x, pinch.y);
    pinch = null;
  }
  fingers.delete(event.pointerId);
  if (touch) {
    // The first tap on a category shows its values, the second follows its link.
    const category = categoryAt(touch.plot, event.clientX, event.clientY);
    const isSecond = tapped === touch.plot.picture && touched === category;
    const isTap = !hasDragged;
    if (isTap && !(isSecond && event.target.closest?.("a"))) {
      showTouched(event);
      offerRows(touch.plot.picture);
    }
    touched = category;
    touch = null;
    if (isTap && !isSecond && tapped) return swallow();
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
  // A table with several pages does not contain all values.
  const known = plotOf(picture)?.titles ? [] : tableRows(figure);
  const values = rows.map(row => known[row]?.dataset.v).filter(v => v !== undefined);
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
  const part = [start, Math.min(1, start + length)].map(n => n.toFixed(3));
  showPart(plot, part, plot.valuePart, wheeled ? "replace" : "push");
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
  const marks = plot ? [] : marksOf(picture);
  const focus = index => {
    cursor.index = Math.min(marks.length - 1, Math.max(0, index));
    say(spoken(showMark(marks[cursor.index])));
  };
  const press = link => {
    const href = inside(link);
    if (href) follow(href, picture);
    else if (link) location.assign(link.href);
    else say(texts.notHere);
  };
  const go = (index, column) => {
    if (marks.length) return focus(index);
    if (!rows.length) return say(texts.empty);
    cursor.index = Math.min(rows.length - 1, Math.max(0, index));
    cursor.column = column;
    const row = { picture, rows, bands: [], colors: [], totals: [], shares: [] };
    const told = linesOf(plot ?? row, cursor.index, column);
    // The line of the focused series comes first in speech.
    if (column >= 0) told.lines.sort((a, b) => Boolean(b.isHere) - Boolean(a.isHere));
    if (plot) {
      point(plot, cursor.index, told);
      mark.className = "mark ring";
    }
    say(spoken(column < 0 ? told : { ...told, lines: told.lines.slice(0, 1) }));
  };
  switch (event.key) {
    case "ArrowRight": return go(cursor.index + 1, cursor.column);
    case "ArrowLeft": return go(cursor.index < 0 ? 0 : cursor.index - 1, cursor.column);
    case "ArrowDown":
      if (marks.length) return focus(cursor.index + 1);
      return go(Math.max(0, cursor.index), Math.min(columns - 1, cursor.column + 1));
    case "ArrowUp":
      if (marks.length) return focus(cursor.index - 1);
      return go(Math.max(0, cursor.index), Math.max(-1, cursor.column - 1));
    case "Home": return go(0, cursor.column);
    case "End": return go((marks.length || rows.length) - 1, cursor.column);
    case "Enter": {
      if (marks.length) {
        const link = marks[cursor.index]?.closest("a[href]");
        if (link) return press(link);
        pinned = tip.hidden ? null : marks[cursor.index];
        return;
      }
      const row = hasRow ? tableRows(figure)[rows[cursor.index]]?.querySelector("a[href]") : null;
      const head = cursor.column >= 0 ? heads[first + cursor.column]?.querySelector("a[href]:not(.sort)") : null;
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
      unpoint();
      fill({ title: texts.keys, lines: [] });
      tip.classList.add("keys");
      settle(picture.getBoundingClientRect(), picture);
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
