// Plays animations in pages of files and of a server. Without it, a page shows one frame of each animation.
{
  const films = new WeakMap();
  const isStill = matchMedia("(prefers-reduced-motion: reduce)");
  document.documentElement.classList.add("js");

  const parts = player => ({
    button: player.querySelector("button"), slider: player.querySelector("input"),
    output: player.querySelector("output"), speed: player.querySelector("select"),
  });

  // Requests the frames of a served page once.
  async function requested(address) {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(String(answer.status));
    const lines = (await answer.text()).split("\n").filter(Boolean).map(JSON.parse);
    return lines.map(({ html }) => {
      const template = document.createElement("template");
      // The script of served pages, of which this is a part, defines the policy.
      template.innerHTML = policy.createHTML(html);
      return template;
    });
  }

  // Returns the frames of a player: templates next to it, or those that the server sends.
  function film(player) {
    if (!films.has(player)) {
      const address = player.dataset.film;
      const own = address ? requested(address) : Promise.resolve([...player.querySelectorAll("template")]);
      own.catch(() => films.delete(player));
      films.set(player, own);
    }
    return films.get(player);
  }

  async function show(player, index) {
    const { slider, output } = parts(player);
    const label = JSON.parse(player.dataset.labels)[index];
    slider.value = index;
    slider.setAttribute("aria-valuetext", label);
    output.textContent = label;
    const frames = await film(player);
    // A later step can be shown before the frames arrive.
    if (Number(slider.value) !== index || !frames[index]) return;
    // The styles show one of the pictures of a card.
    const pictures = [...player.parentNode.querySelectorAll(".w")];
    pictures.find(one => one.getClientRects().length)?.replaceChildren(frames[index].content.cloneNode(true));
  }

  function stop(player) {
    const { button, output } = parts(player);
    clearTimeout(player.timer);
    player.timer = 0;
    button.textContent = button.dataset.play;
    output.removeAttribute("aria-live");
  }

  async function step(player) {
    const { slider, speed } = parts(player);
    const last = Number(slider.max);
    if (!player.isConnected) return;
    await show(player, Math.min(last, Number(slider.value) + 1));
    if (!player.timer) return;
    if (Number(slider.value) >= last) return stop(player);
    player.timer = setTimeout(step, player.dataset.interval / speed.value, player);
  }

  async function play(player) {
    if (isStill.matches) return;
    const { button, slider, output, speed } = parts(player);
    button.textContent = button.dataset.pause;
    // Screen readers would read each frame.
    output.setAttribute("aria-live", "off");
    player.timer = -1;
    try {
      await film(player);
      if (!player.timer) return;
      if (slider.value === slider.max) await show(player, 0);
      player.timer = setTimeout(step, player.dataset.interval / speed.value, player);
    } catch {
      stop(player);
    }
  }

  document.addEventListener("click", event => {
    const player = event.target.closest?.(".m");
    if (!player || event.target.localName !== "button") return;
    if (player.timer) stop(player);
    else play(player);
  });
  document.addEventListener("input", event => {
    const player = event.target.closest?.(".m");
    if (!player || event.target.type !== "range") return;
    stop(player);
    show(player, Number(event.target.value)).catch(() => {});
  });
  isStill.addEventListener("change", () => {
    for (const player of document.querySelectorAll(".m")) if (player.timer) stop(player);
  });
}
