for (const panel of document.querySelectorAll(".seq")) {
  const player = panel.querySelector(".player");
  const [button, slider, output] = player.children;
  const trails = [...panel.querySelectorAll(".trail")].map(trail => {
    const line = trail.querySelector("polyline");
    return { trail, line, end: trail.lastElementChild, times: line.dataset.times.split(" ").map(Number),
      points: line.getAttribute("points").split(" ") };
  });
  const show = () => {
    const now = Number(slider.value), all = slider.value === slider.max;
    output.textContent = (now / 1e6).toFixed(3) + " s";
    for (const { trail, line, end, times, points } of trails) {
      const count = all ? points.length : times.filter(time => time <= now).length;
      trail.style.visibility = count ? "" : "hidden";
      line.setAttribute("points", points.slice(0, count).join(" "));
      end.style.visibility = count === points.length ? "" : "hidden";
    }
  };
  let playing = 0;
  const stop = () => { cancelAnimationFrame(playing); playing = 0; button.textContent = "Play"; };
  button.addEventListener("click", () => {
    if (playing) return stop();
    const first = slider.value === slider.max ? Number(slider.min) : Number(slider.value);
    const began = performance.now();
    const step = now => {
      slider.value = first + (now - began) * 1000;
      show();
      if (slider.value === slider.max) stop(); else playing = requestAnimationFrame(step);
    };
    button.textContent = "Pause";
    playing = requestAnimationFrame(step);
  });
  slider.addEventListener("input", () => { stop(); show(); });
  player.hidden = false;
  show();
}
