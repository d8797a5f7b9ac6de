// The part of the page script for the header: the theme, the switcher, sharing.

const keep = (name, value) => {
  document.cookie = `auger-${name}=${encodeURIComponent(value)};path=/;max-age=31536000;samesite=lax`;
};
const systemDark = matchMedia("(prefers-color-scheme:dark)");
const keepSystem = () => {
  keep("scheme", systemDark.matches ? "dark" : "light");
};
keepSystem();
systemDark.addEventListener("change", () => {
  keepSystem();
  if (document.documentElement.dataset.system) location.reload();
});

function toast(text) {
  document.querySelector(".toast")?.remove();
  const note = document.createElement("p");
  note.className = "toast";
  note.textContent = text;
  body.append(note);
  setTimeout(() => note.remove(), 2000);
  say(text);
}

// A popover that does not fit into the window is moved.
document.addEventListener("toggle", ({ target }) => {
  const panel = target.open && target.matches?.(".pop") && target.querySelector(".panel");
  if (!panel) return;
  panel.style.translate = "";
  const { left, right } = panel.getBoundingClientRect();
  const shift = left < 0 ? 8 - left : Math.min(0, document.documentElement.clientWidth - 8 - right);
  if (shift && innerWidth > 599) panel.style.translate = `${shift}px`;
}, true);

// A dashboard whose first chart fails has no picture.
const drop = image => image.complete && !image.naturalWidth && image.remove();
document.querySelectorAll(".tile img").forEach(drop);
document.addEventListener("error", ({ target }) => target.matches?.(".tile img") && target.remove(), true);

const openPop = () => document.querySelector("details.pop[open]");
const rows = pop => {
  const all = (pop ?? document).querySelectorAll(pop ? ".menu a" : ".tile a");
  return [...all].filter(a => a.checkVisibility());
};

// Shows the dashboards that the server finds for the text of a search form, and adds those that the list does not have.
let asked = 0;
async function find(form) {
  const own = ++asked;
  const list = document.querySelector(".switch ul, ul.l");
  const answer = await fetch("/.json?" + new URLSearchParams(new FormData(form))).catch(() => null);
  const found = answer?.ok && (await answer.json()).dashboards;
  if (!found || !list || own !== asked) return;
  for (const row of list.querySelectorAll("[data-added]")) row.remove();
  const known = new Map([...list.children].map(row => [row.querySelector("a").getAttribute("href"), row]));
  for (const row of known.values()) row.hidden = true;
  for (const { title, address, found: hit } of found) {
    let row = known.get(address);
    if (!row) {
      if (!form.q.value) continue;
      row = list.firstElementChild.cloneNode(true);
      row.dataset.added = "";
      const link = row.querySelector("a");
      link.href = address;
      link.removeAttribute("aria-current");
      link.firstChild.textContent = title;
      list.append(row);
    }
    row.hidden = false;
    row.querySelector(".found").textContent = hit ? filled(list.dataset.found, { text: hit }) : "";
  }
  say(filled(texts.found, { count: found.length }));
}
let typing = 0;

document.addEventListener("click", event => {
  const theme = event.target.closest("[data-theme]");
  if (theme && isPlain(event)) {
    event.preventDefault();
    event.stopImmediatePropagation();
    keep("theme", theme.dataset.theme === "system" ? "" : theme.dataset.theme);
    const { at, options } = query(place.href);
    const others = options.split("&").filter(p => !p.startsWith("_theme=")).join("&");
    const href = joined(body.dataset.path, at, others);
    if (href === here()) location.reload();
    else location.replace(href);
    return;
  }
  if (event.target.closest("[data-share]") && navigator.clipboard) {
    event.preventDefault();
    navigator.clipboard.writeText(new URL(place.href, location.href).href)
      .then(() => toast(texts.copied), () => { event.target.closest("details").open = true; });
  }
}, true);

document.addEventListener("keydown", event => {
  const pop = openPop();
  if (event.key === "Escape" && pop) {
    pop.open = false;
    pop.querySelector("summary").focus();
    event.stopImmediatePropagation();
  } else if (event.key === "/" && !event.target.closest("input, select, textarea")) {
    const field = document.querySelector(".seek .field");
    if (!field) return;
    event.preventDefault();
    const switcher = field.closest("details");
    if (switcher) switcher.open = true;
    field.focus();
  } else if (/^Arrow(Up|Down)$/.test(event.key) && event.target.closest(".switch,.menu,summary.button,.seek,.tile")) {
    const all = rows(pop);
    const now = all.indexOf(document.activeElement);
    const next = now + (event.key === "ArrowDown" ? 1 : -1);
    if (next < 0) (pop ?? document).querySelector(pop && !pop.matches(".switch") ? "summary" : ".seek .field").focus();
    else all[Math.min(next, all.length - 1)]?.focus();
    event.preventDefault();
  } else if (event.key === "Enter" && event.target.matches(".seek .field") && event.target.value) {
    event.preventDefault();
    clearTimeout(typing);
    find(event.target.form).then(() => rows(pop)[0]?.click());
  }
}, true);

// The list shows its own titles at once, and those that the server finds a little later.
document.addEventListener("input", ({ target }) => {
  if (!target.matches(".seek .field")) return;
  clearTimeout(typing);
  const text = target.value.toLowerCase();
  for (const row of document.querySelectorAll(".switch li, ul.l>li")) {
    row.hidden = !row.textContent.toLowerCase().includes(text);
  }
  typing = setTimeout(find, 60, target.form);
});
