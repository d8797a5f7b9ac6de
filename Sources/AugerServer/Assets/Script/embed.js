// The additional script of embedded pages: the parent of a page (/e/TOKEN/...) renews its token. Links in the page
// are relative, so that only its own URL contains the token.

const tokenAt = () => location.pathname.match(/\/e\/([^/]+)\//)?.[1] ?? "";
const saidBy = token => {
  const text = atob(token.split(".")[1].replaceAll("-", "+").replaceAll("_", "/"));
  return JSON.parse(new TextDecoder().decode(Uint8Array.from(text, c => c.charCodeAt(0))));
};
let token = "";
let renewal = 0;

function renewed(fresh) {
  const address = location.pathname.replace(/\/e\/[^/]+\//, () => `/e/${fresh}/`) + location.search;
  history.replaceState(history.state, "", address);
  token = fresh;
  clearTimeout(renewal);
  // Any parent may learn that the page exists. Only answers from an allowed origin are accepted.
  const left = saidBy(fresh).exp * 1000 - Date.now() - 60_000;
  renewal = setTimeout(() => parent.postMessage({ auger: "expiring" }, "*"), Math.max(0, left));
}

function embed() {
  const { ancestors } = saidBy(tokenAt());
  renewed(tokenAt());
  addEventListener("message", event => {
    if (event.source !== parent || !ancestors.includes(event.origin) || event.data?.auger !== "renew") return;
    if (!/^[\w-]+\.[\w-]+\.[\w-]+$/.test(event.data.token)) return;
    renewed(event.data.token);
    prefetched?.controller.abort();
    prefetched = film = null;
    clearErrors();
    hush();
    listen();
  });
  // Earlier history entries contain an earlier token.
  addEventListener("popstate", () => tokenAt() !== token && renewed(token));
}

embed();
