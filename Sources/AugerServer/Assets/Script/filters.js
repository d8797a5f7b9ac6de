// The part of the page script for filters: search in picklists, all or none, sliders of ranges, steppers.

// The text of each search field, because fragments from the server do not have it.
const sought = new Map();
let asking = 0;

// Hides the values of a picklist that do not contain the text of its search field.
function seek(pop) {
  const field = pop.querySelector(".seek .field");
  if (!field || field.form.hasAttribute("data-part")) return;
  const text = sought.get(pop.dataset.control) ?? "";
  if (field !== document.activeElement) field.value = text;
  for (const row of pop.querySelectorAll(".picks li")) {
    row.hidden = !row.querySelector("bdi").textContent.toLowerCase().includes(text.toLowerCase());
  }
}

// The values of the open picklist in their order. The server puts selected values first, which would move the rows that
// the user is about to click.
const orders = new Map();
const rowsOf = pop => [...pop.querySelectorAll(".picks li")];
const boxIn = row => row.querySelector("input");

function arrange(pop, rank) {
  const rows = rowsOf(pop);
  rows[0]?.parentNode.append(...rows.sort((a, b) => rank(boxIn(a)) - rank(boxIn(b))));
  orders.set(pop.dataset.control, rows.map(row => boxIn(row).value));
}

// The distances by which open panels are moved into the window.
const shifts = new Map();

// Keeps an open panel at its place, and the rows of its picklist, unless there are other rows.
function keepPlaces(pop) {
  const { control } = pop.dataset;
  const order = pop.open && orders.get(control);
  if (!order) return;
  pop.querySelector(".panel").style.marginInlineStart = `-${shifts.get(control)}px`;
  const isSame = rowsOf(pop).every(row => order.includes(boxIn(row).value));
  arrange(pop, box => isSame ? order.indexOf(box.value) : 0);
}

document.addEventListener("toggle", ({ target }) => {
  if (!target.matches(".chip .pop")) return;
  const { control } = target.dataset;
  const panel = target.querySelector(".panel");
  if (!target.open) {
    orders.delete(control);
    panel.style.margin = "";
  } else if (!orders.has(control)) {
    const { left, right } = panel.getBoundingClientRect();
    shifts.set(control, left < 0 || right > innerWidth ? Math.max(8 - left, right - innerWidth + 8) : 0);
    arrange(target, box => box.checked ? 0 : 1);
    keepPlaces(target);
  }
}, true);

// Requests the values that contain the text of a search field.
function ask(field) {
  clearTimeout(asking);
  const { at, options } = query(place.href);
  const name = encodeURIComponent(field.name).replace("_find.", "");
  const others = options.split("&").filter(part => decodeURIComponent(part.split("=")[0]) !== field.name);
  const text = field.value && `_find.${name}=${encodeURIComponent(field.value)}`;
  follow(joined(body.dataset.path, at, ...others, text), field, "replace");
}

const rangeOf = handle => handle.closest(".panel").querySelector("form");

function changed(field) {
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

document.addEventListener("input", event => {
  const { target } = event;
  if (target.matches("[data-control] .seek .field")) {
    if (target.form.hasAttribute("data-part")) {
      clearTimeout(asking);
      asking = setTimeout(() => ask(target), 250);
    } else {
      const pop = target.closest("[data-control]");
      if (!pop) return;
      sought.set(pop.dataset.control, target.value);
      seek(pop);
    }
  }
  const { end } = target.dataset;
  if (!end) return;
  // A slider stops at the other one.
  const [low, high] = target.parentNode.children;
  if (Number(low.value) > Number(high.value)) target.value = (end === "lower" ? high : low).value;
  const { min, max } = target;
  const isWhole = Number.isInteger(Number(min)) && Number.isInteger(Number(max));
  const number = Number(target.value);
  const ends = { [Number(min)]: min, [Number(max)]: max };
  const text = ends[number] ?? (isWhole ? Math.round(number) : Number(number.toPrecision(3)));
  rangeOf(target).elements[end].value = text;
  const covers = target.parentNode.parentNode.querySelectorAll(".hist rect");
  if (!covers.length) return;
  // A whole number has the space up to the next one.
  const space = Number(target.step) || 0;
  const edge = Math.round((number - min + (end === "upper" ? space : 0)) / (max - min + space) * 300);
  if (end === "lower") covers[0].setAttribute("width", edge);
  else for (const [name, value] of [["x", edge], ["width", 300 - edge]]) covers[1].setAttribute(name, value);
});

document.addEventListener("change", event => {
  const { end } = event.target.dataset;
  if (end) changed(rangeOf(event.target).elements[end]);
});

document.addEventListener("submit", event => {
  if (!event.target.matches(".seek")) return;
  event.preventDefault();
  const field = event.target.querySelector(".field");
  if (event.target.hasAttribute("data-part")) ask(field);
});

document.addEventListener("click", event => {
  const button = event.target.closest("[data-pick], [data-step]");
  if (!button) return;
  const { form } = button;
  const { pick, step } = button.dataset;
  if (step) {
    const field = form.elements.value;
    const limit = (text, other) => text === "" ? other : Number(text);
    const sum = Number(field.value) + Number(step);
    if (field.step === "any") {
      field.value = Math.max(limit(field.min, -Infinity), Math.min(limit(field.max, Infinity), sum));
    } else field.stepUp(Number(step));
    changed(field);
    return;
  }
  for (const box of form.querySelectorAll("li:not([hidden]) [type=checkbox]")) box.checked = pick === "1";
  const seeks = form.parentNode.querySelector(".seek .field")?.value;
  if (!pick && !seeks) for (const other of form.querySelectorAll("[type=hidden][name=value]")) other.disabled = true;
  sendForm(form, null);
});
