// The part of the page script for links to other states, which are requested early, and for the Back button.

// Returns the query of a link to another state of this page.
function inside(link) {
  const href = link?.getAttribute("href");
  if (!href || !body.dataset.parts || href[0] === "#") return null;
  if (link.hasAttribute("download") || link.dataset.whole) return null;
  return href.split("?")[0] === body.dataset.path ? href : null;
}

const partsOf = (href, origin) => {
  const { at, options } = query(href);
  const item = origin?.closest("[data-item]")?.dataset.item;
  const first = item && "_first=" + encodeURIComponent(item);
  return joined(body.dataset.parts, at, options, first, "_have=" + encodeURIComponent(have()));
};

let prefetched = null;

// Requests the target of a link before the user follows it. The response stays valid until the page changes.
function prefetch(link) {
  const href = inside(link);
  if (!href || prefetched?.href === href || href === place.href) return;
  prefetched?.controller.abort();
  const controller = new AbortController();
  const answer = fetch(partsOf(href, link), { signal: controller.signal, priority: "high" });
  answer.catch(() => {});
  prefetched = { href, controller, answer };
}

function follow(href, origin, step = "push") {
  waiting.clear();
  const ready = prefetched?.href === href ? prefetched : null;
  if (!ready) prefetched?.controller.abort();
  prefetched = null;
  return move({ url: partsOf(href, origin), ready, step, origin, key: href });
}

const isPlain = event => event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

let resting = 0;
function restOn(event) {
  clearTimeout(resting);
  const link = event.target.closest?.("a[href]");
  if (link && !savesData && !underWay) resting = setTimeout(() => prefetch(link), 65);
}

document.addEventListener("pointerover", event => event.pointerType !== "touch" && restOn(event));
document.addEventListener("focusin", restOn);
document.addEventListener("pointerdown", event => {
  if (isPlain(event) && event.pointerType !== "touch") prefetch(event.target.closest("a[href]"));
});

document.addEventListener("click", event => {
  if (hasDragged) {
    hasDragged = false;
    event.preventDefault();
    return;
  }
  const link = event.target.closest("a[href]");
  if (link?.id === "share" && isPlain(event) && navigator.clipboard) {
    event.preventDefault();
    const copied = navigator.clipboard.writeText(new URL(place.href, location.href).href);
    copied.then(() => say(texts.copied), () => location.assign(link.href));
    return;
  }
  const href = inside(link);
  if (!href || event.defaultPrevented || !isPlain(event)) return;
  event.preventDefault();
  follow(href, link);
});

// ---- History

addEventListener("popstate", () => {
  const href = here();
  if (href === place.href) return;
  // The browser has already changed the URL, so a running move must not.
  if (underWay) underWay.arrive = () => {};
  stop();
  waiting.clear();
  const known = memory.get(href);
  if (!known) return follow(href, null, "none");
  [place.href, place.title, document.title] = [href, known.title, known.title];
  for (const [key, { digest, html }] of known.fragments) show(key, digest, html, true);
  prefetched = null;
  clearErrors();
  remember();
  say(known.title);
  unpoint();
});
