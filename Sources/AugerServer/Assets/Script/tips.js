// Tooltips and legends. The table of a chart, or the title of a mark, contains the texts.

const MOST_LINES = 8;
const BANDS = ".auger-link, .auger-band";
// The titles of marks, which the tooltip replaces.
const titles = new WeakMap();
// The chart whose tooltip stays until Escape or a tap elsewhere.
let pinned = null;

function part(name, text, parent) {
  const element = document.createElement(name);
  if (text) element.textContent = text;
  parent.append(element);
  return element;
}

// Returns the number of a cell, only to sort by it. A text without a machine-readable value has all of its digits.
function sizeOf(cell) {
  const exact = cell.querySelector("data")?.value;
  if (exact !== undefined) return Number(exact);
  const comma = (1.5).toLocaleString(document.documentElement.lang)[1];
  const text = [...cell.textContent].filter(c => /\d/.test(c) || c === comma).join("").replace(comma, ".");
  return text ? (/[-−(]/.test(cell.textContent) ? -1 : 1) * Number(text) : NaN;
}

// Returns the lines of a category: the name, the value, the color and the share of each series, the largest first. The
// columns of a table contain the series of the first value, then those of the next one.
function linesOf(plot, category, only = -1) {
  if (plot.titles) return linesOfText(plot.titles[category]);
  const figure = figureOf(plot.picture);
  const cells = [...(tableRows(figure)[plot.rows[category]]?.children ?? [])];
  const heads = [...figure.querySelectorAll("thead th")];
  const names = cells.filter(cell => cell.localName === "th").map(cell => cell.textContent.trim());
  const values = cells.map((cell, i) => [cell, heads[i]]).filter(([cell]) => cell.localName === "td");
  const shown = plot.colors.map((color, i) => (color === "-" ? -1 : i)).filter(i => i >= 0);
  const count = plot.colors.length || 1;
  // Values of one series have no colors of their own.
  const hasKeys = count > 1 || values.length === 1;
  const lines = values.map(([cell, head], i) => {
    const color = plot.colors[i % count];
    return {
      name: head?.textContent ?? "", text: cell.textContent || "–", size: sizeOf(cell),
      color: hasKeys && color !== "none" ? color : color === "-" ? color : "", isHere: i % count === only,
      share: plot.shares[shown.indexOf(i) * plot.bands.length + category],
    };
  }).filter(line => line.color !== "-");
  // Values of one series, like the ends of a range, keep their order.
  const rank = line => (isNaN(line.size) ? -Infinity : line.size);
  if (shown.length > 1) lines.sort((a, b) => (rank(b) > rank(a)) - (rank(b) < rank(a)));
  return { title: names.join(", "), total: plot.totals[category], lines };
}

// Returns the lines of a title. Its first line names the mark, and contains its only value.
function linesOfText(title, mark) {
  const [first, ...rest] = title.split(/\n|; /).map(text => {
    const end = text.lastIndexOf(": ");
    if (end < 0) return { name: text, text: "" };
    const [, share, value] = /^(\S+\s?[%٪]) \((.+)\)$/.exec(text.slice(end + 2)) ?? [];
    return { name: text.slice(0, end), text: value ?? text.slice(end + 2), share };
  });
  if (rest.length) return first.text ? { title: "", lines: [first, ...rest] } : { title: first.name, lines: rest };
  if (!mark) return { title: first.name, lines: [{ ...first, name: "" }] };
  // The color of a group is that of its first shape.
  const { fill, stroke } = getComputedStyle(mark.querySelector("path, rect, circle") ?? mark);
  const color = [fill, stroke].find(paint => /^(rgb|color)/.test(paint)) ?? "";
  return { title: first.name, lines: [{ ...first, name: "", color }] };
}

// Fills the tooltip, with the line of the mark at the pointer always among the lines.
function fill({ title, total, lines }) {
  tip.replaceChildren();
  if (title || total) {
    const head = part("p", title, tip);
    if (total) part("span", `${texts.total} ${total}`, head);
  }
  const here = lines.findIndex(line => line.isHere);
  const kept = lines.filter((line, i) => i < MOST_LINES - (here >= MOST_LINES ? 1 : 0) || i === here);
  const table = part("table", "", tip);
  for (const { name, text, color, share, isHere } of kept.filter(line => line.name || line.text)) {
    const row = part("tr", "", table);
    if (isHere) row.className = "here";
    const label = part("th", "", row);
    if (color) part("i", "", label).style.background = color;
    label.append(name || text);
    if (name && text) part("td", text, row);
    if (share) part("td", share, row);
  }
  if (kept.length < lines.length) part("p", filled(texts.more, { count: lines.length - kept.length }), tip);
}

const spoken = ({ title, lines }) => [
  title, ...lines.slice(0, MOST_LINES).map(({ name, text, share }) => [name, text, share].filter(Boolean).join(" ")),
].filter(Boolean).join("; ");

// Places the tooltip above or below an area of the screen, or beside it, inside of the window. It leaves the marks of a
// plot free. Below or above a narrow picture it is docked.
function settle(area, picture, plot = area) {
  const frame = picture.getBoundingClientRect();
  const [room, height] = [document.documentElement.clientWidth, innerHeight];
  const isDocked = Math.min(frame.width, room) < 600;
  tip.classList.toggle("docked", isDocked);
  tip.hidden = false;
  tip.style.width = isDocked ? `${frame.width}px` : "";
  const [w, h, gap] = [tip.offsetWidth, tip.offsetHeight, isDocked ? 0 : 8];
  const inside = (value, size, whole) => Math.max(gap, Math.min(whole - size - gap, value));
  const beside = ({ left, top, width, height: tall }) => {
    const middle = inside(left + width / 2 - w / 2, w, room);
    const level = inside(area.top + area.height / 2 - h / 2, h, height);
    const ends = [[middle, top - h - gap], [middle, top + tall + gap]];
    const sides = [[left + width + gap, level], [left - w - gap, level]];
    return plot.isLying ? [...sides, ...ends] : [...ends, ...sides];
  };
  const places = isDocked
    ? [[frame.left, frame.bottom], [frame.left, frame.top - h], [frame.left, inside(frame.bottom, h, height)]]
    : [...beside(plot.isLying ? plot : area), ...beside(area), [inside(area.left, w, room), gap]];
  const fits = ([x, y]) => x >= 0 && x + w <= room && y >= 0 && y + h <= height;
  const [left, top] = places.find(fits) ?? places.at(-1);
  lay(tip, { left: left + scrollX, top: top + scrollY });
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
  if (!spots.length) return point(plot, category, linesOf(plot, category));
  const spot = spots.reduce((best, one) => (Math.abs(one.up - up) < Math.abs(best.up - up) ? one : best));
  const figure = figureOf(plot.picture);
  const first = [...figure.querySelectorAll("tbody tr:first-child > *")].findIndex(cell => cell.localName === "td");
  let told = linesOf(plot, category, spot.series);
  if (!spot.isExact) {
    const [a, low, b, high, kind] = plot.values.map(v => (v === "log" ? v : Number(v)));
    const share = (spot.up - a) / (b - a || 1);
    const value = kind === "log" ? low * (high / low) ** share : low + share * (high - low);
    const head = figure.querySelectorAll("thead th")[first + spot.series]?.textContent ?? "";
    told = `${head}: ≈ ${value.toLocaleString(document.documentElement.lang, { maximumSignificantDigits: 4 })}`;
  }
  point({ ...plot, bands: [spot.along], step: 0 }, 0, told);
  const [x, y] = plot.isLying ? [spot.up, spot.along] : [spot.along, spot.up];
  const [left, top] = [plot.box.left + x * plot.scale + scrollX, plot.box.top + y * plot.scale + scrollY];
  lay(target, { left: left - 5, top: top - 5 });
  lay(level, plot.isLying
    ? { left, top: plot.top + scrollY, width: 1, height: plot.height }
    : { left: plot.left + scrollX, top, width: plot.width, height: 1 });
  mark.classList.add("level");
  target.hidden = level.hidden = false;
}

// Returns the mark of a picture with a title of its own at a point of the page.
function markAt(element) {
  const drawing = element?.closest?.(".w svg");
  for (let node = element; drawing && node && node !== drawing; node = node.parentNode) {
    const title = [...node.children].find(child => child.localName === "title");
    if (title) {
      titles.set(node, title.textContent);
      // The browser would show it too.
      title.remove();
    }
    if (titles.has(node)) return node;
  }
  return null;
}

// Returns the mark with a title at the pointer. Bands of categories cover the marks.
function markUnder(event) {
  const all = document.elementsFromPoint(event.clientX, event.clientY);
  return [...all.filter(e => !e.matches(BANDS)), event.target].map(markAt).find(Boolean);
}

// Shows the tooltip of a mark. Without a pointer it has a ring. The tooltip of a large mark is next to the pointer.
function showMark(element, event) {
  unpoint();
  const area = element.getBoundingClientRect();
  const told = linesOfText(titles.get(element), element);
  fill(told);
  const isLarge = event && area.width > 200 && area.height > 120;
  settle(isLarge ? new DOMRect(event.clientX - 8, event.clientY - 8, 16, 16) : area, element.closest(".w"));
  if (!event) ring(area);
  return told;
}

// Adds a link to the rows behind the mark or category of a pinned tooltip.
function offerRows(picture) {
  const title = tip.querySelector("p")?.firstChild.textContent;
  const row = [...tableRows(figureOf(picture))].find(r => r.querySelector("th")?.textContent.trim() === title);
  const link = row?.querySelector(".behind");
  if (!link || tip.hidden) return;
  const own = part("a", link.getAttribute("aria-label"), tip);
  [own.href, own.tabIndex] = [link.href, -1];
}

function ring({ left, top, width, height }) {
  mark.className = "mark ring";
  lay(mark, { left: left + scrollX - 3, top: top + scrollY - 3, width: width + 6, height: height + 6 });
  mark.hidden = false;
}

// Returns all marks of a picture with titles, for the keyboard.
const marksOf = picture => [...picture.querySelectorAll("svg *")].filter(
  node => node.localName !== "title" && markAt(node) === node);

// A focused picture has its own keys.
document.addEventListener("keydown", event => {
  if (event.key === "Escape" && !event.target.matches(".w")) unpoint();
});

// ---- Selections

const selections = href => href.split(".select=").length;

// A click on a mark selects only it, and with Shift or touch also the others. The links add and remove marks.
document.addEventListener("click", event => {
  const link = event.target.closest?.(".selects svg a");
  if (!link || hasDragged || event.button || event.metaKey || event.ctrlKey || event.altKey) return;
  const href = link.getAttribute("href");
  const row = [...tableRows(figureOf(link))].findIndex(r => r.querySelector("a")?.getAttribute("href") === href);
  const isAlone = event.pointerType !== "touch" && selections(href) === selections(place.href);
  if (row < 0 || !event.shiftKey && !isAlone) return;
  event.preventDefault();
  select(link.closest(".w"), [row], event.shiftKey);
}, true);

// ---- Legends

// The Space key presses an entry, like other buttons.
document.addEventListener("keydown", event => {
  if (event.key !== " " || !event.target.matches("a[role=button]")) return;
  event.preventDefault();
  event.target.click();
});

// The target of a double click, from the state before its first click.
let isolation = null;
document.addEventListener("click", event => {
  const entry = event.target.closest?.(".legend a:not(.only)");
  if (!entry || !isPlain(event)) return;
  if (event.detail === 2 && isolation) {
    event.preventDefault();
    event.stopPropagation();
    return follow(isolation, figureOf(entry), "replace");
  }
  isolation = inside(entry.nextElementSibling);
}, true);

// A double click on a plot shows its whole range again. The selection of the first click is undone.
let [before, lastDown] = ["", -Infinity];
addEventListener("pointerdown", event => {
  if (event.timeStamp - lastDown > 500) before = place.href;
  lastDown = event.timeStamp;
}, true);
document.addEventListener("dblclick", event => {
  const plot = plotOf(event.target.closest?.(".w"));
  if (!plot || plot.part[1] - plot.part[0] >= 1 && plot.valuePart[1] - plot.valuePart[0] >= 1) return;
  stop();
  waiting.clear();
  place.href = before;
  showPart(plot, [0, 1], [0, 1], "replace");
});
