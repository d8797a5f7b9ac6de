// The part of the page script for cards: the menu, full screen, copies, the width of pictures.

const fold = link => document.querySelector(link.getAttribute("href"))?.closest("details");

function toggleTable(card) {
  const table = card.querySelector("figure > .fold:not(.flat)");
  if (!table) return;
  table.open = !table.open;
  if (table.open) table.scrollIntoView({ block: "nearest" });
  say(table.open ? texts.tableShown : texts.tableClosed);
}

function fillScreen(card) {
  if (document.fullscreenElement) return document.exitFullscreen();
  card.requestFullscreen?.().catch(() => {});
}

// Returns a picture as PNG with two pixels per point.
async function png(card) {
  const drawing = [...card.querySelectorAll(".w svg")].find(svg => svg.getClientRects().length);
  const { width, height } = drawing.viewBox.baseVal;
  const copy = drawing.cloneNode(true);
  const style = getComputedStyle(drawing);
  copy.setAttribute("width", 2 * width);
  copy.setAttribute("height", 2 * height);
  copy.setAttribute("font-family", style.fontFamily);
  copy.setAttribute("font-size", style.fontSize);
  const text = new XMLSerializer().serializeToString(copy);
  const image = new Image();
  image.src = "data:image/svg+xml," + encodeURIComponent(text);
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [2 * width, 2 * height];
  const context = canvas.getContext("2d");
  context.fillStyle = getComputedStyle(card).backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0);
  return new Promise(done => canvas.toBlob(done));
}

const copied = (copy, text = texts.copied) => copy ? copy.then(() => toast(text), () => toast(texts.unreachable))
  : toast(texts.unreachable);

const acts = {
  table: toggleTable,
  full: fillScreen,
  share(card, link) {
    fold(link).open = true;
    fold(link).querySelector("summary").focus();
  },
  link: (card, button) => copied(navigator.clipboard?.writeText(new URL(button.dataset.address, location.href).href)),
  picture: card =>
    copied(navigator.clipboard?.write([new ClipboardItem({ "image/png": png(card) })]), texts.pictureCopied),
  embed(card, link) {
    const { clipboard } = navigator;
    if (!clipboard) return location.assign(link.href);
    // The code has the path of the page that it embeds.
    copied(clipboard.writeText(link.dataset.code.replace('src="', `src="${location.origin}`)), texts.embedded);
  },
};

document.addEventListener("click", event => {
  const entry = event.target.closest(".more :is(a, button)");
  if (!entry || event.target.closest(".y")) return;
  const act = acts[entry.dataset.act];
  if (act) {
    event.preventDefault();
    act(itemOf(entry), entry);
  }
  entry.closest(".more").open = false;
});

document.addEventListener("keydown", event => {
  const card = event.target.closest?.(".i");
  if (!card || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.matches("input, select, textarea")) return;
  if (event.key === "f") fillScreen(card);
  else if (event.key === "t") toggleTable(card);
  else return;
  event.preventDefault();
});

// The server draws pictures for the width of the window, which a cookie contains.
let ownClass = document.cookie.match(/auger-width=(\d+)/)?.[1];
// True if a picture is scaled down, or up by more than a quarter, because the server did not know the width.
const doesNotFit = () => [...document.querySelectorAll(".pics .w svg")].some(drawing => {
  const scale = drawing.getBoundingClientRect().width / drawing.viewBox.baseVal.width;
  return scale > 0 && (scale < 0.99 || scale > 1.25);
});
function noteWidth() {
  const now = String(Math.floor(innerWidth / 40) * 40);
  if (now === ownClass) return;
  const isNew = ownClass !== undefined || document.querySelector(".both") && doesNotFit();
  ownClass = now;
  keep("width", now);
  if (isNew) move({ url: partsOf(place.href), step: "none", key: "width", isSlider: true });
}
let resized = 0;
addEventListener("resize", () => {
  clearTimeout(resized);
  resized = setTimeout(noteWidth, 200);
});
noteWidth();
