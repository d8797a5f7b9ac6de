// The third part of the script of pages: a page that stands in another (/e/TOKEN/...) is renewed by it. Its links
// are relative, so that only its own address has the token.

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
  // Whoever it is may know that the page is there; what is answered is taken from an allowed origin only.
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
  // Places that were left before have the token of then.
  addEventListener("popstate", () => tokenAt() !== token && renewed(token));
}

if ("embedded" in body.dataset) embed();
