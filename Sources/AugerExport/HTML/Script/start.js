{
const { classList } = document.documentElement;
const url = new URL(document.currentScript.dataset.src, document.baseURI);
const start = () => import(url).catch(() => classList.remove("js"));
classList.add("js");
setTimeout(start, 1000);
new PerformanceObserver((painted, observer) => {
  observer.disconnect();
  start();
}).observe({ type: "paint", buffered: true });
}
