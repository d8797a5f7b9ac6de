// The page script: it speeds up the links and forms of the page, and handles pointer and keyboard input of charts.
// The page works without it. The script computes no numbers: fragments come from the server, and texts from the tables
// of the page.

const { body } = document;
const main = document.getElementById("main");
const status = document.getElementById("status");
const policy = window.trustedTypes
  ? trustedTypes.createPolicy("auger", { createHTML: text => text })
  : { createHTML: text => text };
// The page has the texts in its language.
const texts = JSON.parse(body.dataset.texts);
const filled = (text, values) => {
  const forms = text.split("|");
  const form = values.count === 1 ? forms[0] : forms.at(-1);
  return form.replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);
};
const savesData = navigator.connection?.saveData === true;

// The current state: its URL, and the digest and text of each fragment.
const here = () => body.dataset.path + location.search;
const place = { href: here(), title: document.title, fragments: new Map() };
// The last states by URL, for the Back button.
const memory = new Map();
const MOST_PLACES = 20;

function remember() {
  memory.delete(place.href);
  memory.set(place.href, { title: place.title, fragments: new Map(place.fragments) });
  if (memory.size > MOST_PLACES) memory.delete(memory.keys().next().value);
}

function say(text) {
  status.textContent = text;
}

// Returns the state and the options of a URL.
function query(href) {
  const all = href.split("#")[0].split("?")[1]?.split("&") ?? [];
  return { at: all.filter(p => p[0] !== "_").join("&"), options: all.filter(p => p[0] === "_").join("&") };
}

function joined(url, ...parts) {
  const rest = parts.filter(Boolean).join("&");
  return rest ? url + (url.includes("?") ? "&" : "?") + rest : url;
}

const have = () => [...place.fragments].map(([key, { digest }]) => `${key}:${digest}`).join(",");

// ---- Fragments

function formKey(form) {
  const named = name => form.querySelector(`input[type=hidden][name=${name}]`)?.value;
  return ["do", "item", "name", "column"].map(named).join("\n");
}

// Returns a key that identifies an element when its fragment is replaced.
function signature(element) {
  if (element.matches(".w")) return "picture";
  if (element.matches(".t")) return "table";
  if (element.matches("summary")) return "open " + (element.parentNode.dataset.control ?? "table");
  const form = element.form;
  if (form) {
    // The value of a switch is the one that it is not.
    const isNamed = ["checkbox", "submit"].includes(element.type) && !element.matches(".toggle");
    const value = isNamed ? element.value || element.textContent : "";
    return `field ${formKey(form)} ${element.name} ${value}`;
  }
  const control = element.closest("[data-control]")?.dataset.control ?? "";
  // The months beside the shown one change their names.
  const name = element.rel || (element.getAttribute("aria-label") ?? element.textContent);
  return `${element.localName} ${control} ${name}`;
}

// A chart is one tab stop. Arrow keys and Enter reach the links in it.
function prepare(root) {
  for (const picture of root.querySelectorAll(".w")) {
    const drawing = picture.querySelector("svg");
    if (!drawing) continue;
    picture.tabIndex = 0;
    picture.setAttribute("role", "group");
    picture.setAttribute("aria-label", filled(texts.picture, { title: drawing.getAttribute("aria-label") }));
    for (const link of drawing.querySelectorAll("a")) link.setAttribute("tabindex", "-1");
  }
}

// Replaces the content around an element that is being edited, but not the element.
function replaceAround(root, fresh, kept, twin) {
  const [old, young] = [[], []];
  for (let node = kept; node !== root; node = node.parentNode) old.unshift(node);
  for (let node = twin; node !== fresh; node = node.parentNode) young.unshift(node);
  if (old.length !== young.length || old.some((node, i) => node.localName !== young[i].localName)) return false;
  let [parent, other] = [root, fresh];
  old.forEach((node, i) => {
    const twinHere = young[i];
    while (node.previousSibling) node.previousSibling.remove();
    while (node.nextSibling) node.nextSibling.remove();
    while (twinHere.previousSibling) parent.prepend(twinHere.previousSibling);
    while (twinHere.nextSibling) parent.append(other.removeChild(twinHere.nextSibling));
    // Keep the user's input: attributes contain only the initial values.
    for (const { name } of [...node.attributes]) {
      if (!twinHere.hasAttribute(name) && name !== "open") node.removeAttribute(name);
    }
    for (const { name, value } of twinHere.attributes) node.setAttribute(name, value);
    [parent, other] = [node, twinHere];
  });
  return true;
}

// The scrolled elements. Querying the scroll position would force a layout.
const scrolled = new WeakSet();
document.addEventListener("scroll", event => scrolled.add(event.target), true);
const scrollable = root => [...root.querySelectorAll(".t, .w, ul")];

function show(key, digest, html, isBack = false) {
  const root = document.getElementById(key);
  if (!root || place.fragments.get(key)?.digest === digest) return;
  place.fragments.set(key, { digest, html });
  const template = document.createElement("template");
  template.innerHTML = policy.createHTML(html);
  const fresh = template.content;
  prepare(fresh);
  const open = new Map([...root.querySelectorAll("summary")].map(s => [signature(s), s.parentNode.open]));
  for (const summary of fresh.querySelectorAll("summary")) {
    const was = open.get(signature(summary));
    if (was !== undefined) summary.parentNode.open = was || summary.parentNode.open;
  }
  for (const pop of fresh.querySelectorAll(".pop")) keepPlaces(pop);
  const offsets = scrollable(root).map(e => scrolled.has(e) && [e.scrollTop, e.scrollLeft]);
  const active = document.activeElement;
  const focused = active !== root && root.contains(active) ? active : null;
  const known = focused && signature(focused);
  const twin = focused && [...fresh.querySelectorAll(focused.localName)].find(e => signature(e) === known);
  const edits = !isBack && focused?.matches("input, select");
  if (!(edits && twin && replaceAround(root, fresh, focused, twin))) {
    root.replaceChildren(fresh);
    if (focused && twin) twin.focus({ preventScroll: true });
    // The focused link led to the current state and is no longer a link.
    if (focused && document.activeElement !== twin) {
      root.tabIndex = -1;
      root.focus({ preventScroll: true });
    }
  }
  for (const pop of root.querySelectorAll(".pop")) seek(pop);
  scrollable(root).forEach((e, i) => {
    if (!offsets[i]) return;
    [e.scrollTop, e.scrollLeft] = offsets[i];
    scrolled.add(e);
  });
  root.dataset.digest = digest;
}

// ---- Moves

// Waits until the browser has drawn the current content. Background pages draw nothing.
const drawn = () => new Promise(done => {
  const late = setTimeout(done, 100);
  requestAnimationFrame(() => setTimeout(() => done(clearTimeout(late))));
});

class Refusal extends Error {}

async function* lines(answer) {
  const reader = answer.body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const complete = (rest + decoder.decode(value, { stream: true })).split("\n");
    rest = complete.pop();
    for (const line of complete) if (line) yield JSON.parse(line);
  }
}

async function answered(promise) {
  const answer = await promise;
  if (answer.ok) return answer;
  const problem = await answer.json().catch(() => ({}));
  throw new Refusal(problem.detail || problem.title || filled(texts.answer, { status: answer.status }));
}

function tell(error, origin) {
  const text = error instanceof Refusal ? error.message : texts.unreachable;
  say(text);
  clearErrors();
  const beside = origin?.isConnected && (origin.closest("form") ?? origin.closest("figcaption, details, .w"));
  if (!beside) return;
  const note = document.createElement("p");
  note.className = "e";
  note.textContent = text;
  beside.after(note);
}

function clearErrors() {
  for (const note of document.querySelectorAll(".e")) note.remove();
}

let underWay = null;
// The newest fields of each form that changed during another move.
const waiting = new Map();

// Stops the current move.
function stop() {
  underWay?.arrive();
  underWay?.controller.abort();
  underWay = null;
}

// Performs a move. Fragments are replaced and drawn when their lines arrive, starting with the changed item. `step`
// selects the history operation, which waits for the first drawing because it takes some milliseconds.
async function move({ url, fields, ready, step, origin, key, isSlider }) {
  stop();
  const controller = ready?.controller ?? new AbortController();
  const own = (underWay = { controller, key, arrive() {} });
  const busy = setTimeout(() => main.classList.add("busy"), 200);
  try {
    let request = ready?.answer;
    if (fields) {
      const now = query(place.href);
      fields.set("at", now.at);
      fields.set("_options", now.options);
      fields.set("_have", have());
      request = fetch(body.dataset.parts, { method: "POST", body: fields, signal: controller.signal });
    }
    const answer = await answered(request ?? fetch(url, { signal: controller.signal }));
    let head = null;
    let since = 0;
    for await (const line of lines(answer)) {
      if (own !== underWay) return;
      if (head) {
        show(line.key, line.digest, line.html);
        if (performance.now() - since > 8) {
          await drawn();
          own.arrive();
          since = performance.now();
        }
        continue;
      }
      head = line;
      prefetched?.controller.abort();
      prefetched = null;
      clearErrors();
      const isNew = step === "push" && head.href !== place.href;
      own.arrive = () => {
        own.arrive = () => {};
        if (isNew) history.pushState({ by: key }, "", head.href);
        else if (step !== "none") history.replaceState({ by: key }, "", head.href);
      };
      [place.href, place.title, document.title] = [head.href, head.title, head.title];
    }
    own.arrive();
    remember();
    if (!isSlider) say(place.title);
    unpoint();
  } catch (error) {
    if (own === underWay && error.name !== "AbortError") tell(error, origin);
  } finally {
    clearTimeout(busy);
    if (own === underWay) {
      own.arrive();
      underWay = null;
      main.classList.remove("busy");
      next();
    }
  }
}

function next() {
  if (underWay || !waiting.size) return;
  const [key, change] = waiting.entries().next().value;
  waiting.delete(key);
  move({ ...change, key });
}

// Sends one request at a time. The newest fields of a form replace older ones, and the last ones are always sent.
function send(key, fields, { origin, step = "push", isSlider = false }) {
  const change = { fields, origin, step, isSlider };
  waiting.delete(key);
  waiting.set(key, change);
  if (underWay?.key === key && !isSlider) stop();
  next();
}

function sendForm(form, submitter, options = {}) {
  const fields = new URLSearchParams(new FormData(form, submitter ?? undefined));
  send(formKey(form), fields, { origin: submitter ?? form, ...options });
}

// ---- Forms

const timers = new Map();

document.addEventListener("submit", event => {
  const form = event.target;
  if (form.method !== "post") return;
  event.preventDefault();
  clearTimeout(timers.get(formKey(form)));
  sendForm(form, event.submitter);
});

document.addEventListener("change", event => {
  const form = event.target.form;
  if (!form?.querySelector("button.a")) return;
  const key = formKey(form);
  clearTimeout(timers.get(key));
  if (event.target.type === "range") return slide(event.target, true);
  // Incomplete input is not sent.
  const isEmpty = field => field.name && field.type !== "hidden" && field.value === "";
  if (!form.checkValidity() || [...form.elements].some(isEmpty)) return;
  const wait = event.target.type === "checkbox" ? 250 : 0;
  timers.set(key, setTimeout(() => sendForm(form), wait));
});

// ---- Sliders

// The fragments of the active slider for each of its values, by fragment key.
let film = null;
const MOST_FRAMES = 64;

async function loadFilm(slider) {
  const form = slider.form;
  const [min, max, size] = [slider.min, slider.max, slider.step].map(Number);
  if (!form.dataset.frames || !((max - min) / size < MOST_FRAMES) || savesData) return;
  const name = form.querySelector("[name=name]").value;
  const from = query(place.href);
  const own = `$${encodeURIComponent(name)}=`;
  const base = from.at.split("&").filter(p => p && !p.startsWith(own)).join("&");
  if (film?.name === name && film.base === base && film.options === from.options) return;
  film?.controller.abort();
  const controller = new AbortController();
  const reel = (film = { name, base, options: from.options, controller, frames: new Map() });
  const step = encodeURIComponent(`$${name}=${slider.min}..${slider.max} step ${slider.step}`);
  for (const url of form.dataset.frames.split(" ")) {
    try {
      const asked = joined(url, from.at, from.options, "_step=" + step);
      for await (const line of lines(await answered(fetch(asked, { signal: controller.signal })))) {
        if (!reel.frames.has(line.key)) reel.frames.set(line.key, new Map());
        reel.frames.get(line.key).set(Number(line.value), line);
      }
    } catch {
      // Without frames, the slider requests each state.
      return;
    }
  }
}

let drawing = 0;
let slid = { key: "", time: 0 };

function slide(slider, isLast) {
  const output = slider.form.querySelector("output");
  // The server writes the unit.
  if (output) output.textContent = output.textContent.replace(/[-−]?\p{Nd}[\p{Nd}.,٫٬]*/u, slider.value);
  const shown = film?.name === slider.form.querySelector("[name=name]").value
    ? [...film.frames.values()].map(values => values.get(Number(slider.value)))
    : [];
  const isComplete = shown.length > 0 && shown.every(Boolean);
  cancelAnimationFrame(drawing);
  drawing = requestAnimationFrame(() => {
    for (const line of shown) if (line) show(line.key, line.digest, line.html);
  });
  if (isComplete && !isLast) return;
  // One history entry per drag.
  const key = formKey(slider.form);
  const isSame = slid.key === key && performance.now() - slid.time < 1000;
  slid = { key, time: performance.now() };
  sendForm(slider.form, null, { step: isSame ? "replace" : "push", isSlider: true });
}

const isSlider = field => field.type === "range" && field.form;

document.addEventListener("input", event => isSlider(event.target) && slide(event.target, false));
for (const type of ["pointerdown", "focusin"]) {
  document.addEventListener(type, event => isSlider(event.target) && loadFilm(event.target));
}
