// Updates of an open page: after a publication, and after intervals.

// One tab of a browser listens and notifies the others. A page in the back-forward cache releases everything.
let listening = null;

function refresh(isSilent) {
  // A page without fragments is loaded again, but not while the reader types.
  if (!body.dataset.parts) return document.activeElement.value || location.reload();
  memory.clear();
  prefetched?.controller.abort();
  prefetched = film = null;
  const done = move({ url: partsOf(place.href), step: "none", key: "published", isSlider: true });
  if (!isSilent) done.then(() => say(texts.published));
}

function listen() {
  if (!window.BroadcastChannel || !navigator.locks) return;
  const channel = new BroadcastChannel("auger");
  const end = new AbortController();
  listening = { channel, end };
  channel.onmessage = () => refresh();
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

// A page also asks for new data after each interval. A hidden page asks when it is shown again.
let isLate = false;
const renew = () => (isLate = document.hidden) || drag || touch || refresh(true);
if (body.dataset.refresh) setInterval(renew, body.dataset.refresh * 1000);
document.addEventListener("visibilitychange", () => isLate && renew());

addEventListener("pagehide", hush);
addEventListener("pageshow", event => event.persisted && listen());

for (const element of document.querySelectorAll("[data-digest]")) {
  place.fragments.set(element.id, { digest: element.dataset.digest, html: element.innerHTML });
}
prepare(document);
remember();
if (document.readyState === "complete") listen();
else addEventListener("load", listen);
