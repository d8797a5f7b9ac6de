{
const root = document.documentElement;
const { classList } = root;
const scheme = matchMedia("(prefers-color-scheme:dark)").matches ? "dark" : "light";
const known = () => document.cookie.includes("auger-scheme=" + scheme);
if (root.dataset.system && root.dataset.system !== scheme && !known()) {
  document.cookie = `auger-scheme=${scheme};path=/;max-age=31536000;samesite=lax`;
  // A browser without cookies keeps the theme of the server.
  if (known()) location.reload();
}
const url = new URL(document.currentScript.dataset.src, document.baseURI);
const start = () => import(url).catch(() => classList.remove("js"));
classList.add("js");
setTimeout(start, 1000);
new PerformanceObserver((painted, observer) => {
  observer.disconnect();
  start();
}).observe({ type: "paint", buffered: true });
}
