/// The styles of the report page: light, dark, narrow, printed.
enum ReportStyle {
  static let text = """
    * { box-sizing: border-box; }
    body { font: 15px/1.45 system-ui, sans-serif; color: var(--ink); background: var(--paper); margin: 1.2em auto;
      max-width: 84em; padding: 0 1em; overflow-wrap: anywhere; }
    h1 { font-size: 1.4em; margin: .6em 0 .2em; } h2 { font-size: 1.1em; margin: 0 0 .5em; }
    p { margin: .3em 0; } code { font: .92em ui-monospace, monospace; }
    .made { color: var(--made); } .near { color: var(--near); } .none { color: var(--none); }
    input { accent-color: var(--gesture); }
    .legend { color: var(--none); font-size: .9em; max-width: 60em; }
    .overview { position: relative; height: 2em; background: var(--faint); border: 1px solid var(--soft); margin-top: 1em; }
    .overview a { position: absolute; top: 0; bottom: 0; min-width: 3px; background: currentColor; }
    .overview a:hover, .overview a:focus { outline: 2px solid var(--ink); }
    .ends { display: flex; justify-content: space-between; font-size: .85em; color: var(--none); margin: 0; }
    .seq { border-top: 1px solid var(--soft); padding: 1em 0; break-inside: avoid; }
    .seq:has(:target) h2 { text-decoration: underline; } .seq h2 { display: inline; }
    .panel { display: grid; grid-template-columns: minmax(0, 2fr) minmax(0, 3fr); gap: 1.5em; align-items: start; }
    .seq:has(.row:hover) .threshold.shown { opacity: .25; }
    .rows { padding-right: .5rem; }
    .row { display: grid; grid-template-columns: 10rem minmax(0, 1fr); column-gap: .8rem; margin: 0;
      padding: .25em 0; border-bottom: 1px solid var(--faint); }
    .row:hover { background: var(--faint); }
    .row.near .name, .row.made .name { font-weight: 600; }
    .row .why { grid-column: 2; font-size: .92em; } .row.near .why, .row.made .why { color: inherit; }
    .row.missed .why { color: var(--none); }
    .touch { font-size: .92em; } .touch .name i { display: inline-block; width: .7em; height: .7em; margin-right: .4em; }
    .track { position: relative; height: 1.4em; display: block; }
    .axis { color: var(--none); font-size: .85em; } .axis .track { display: flex; }
    .bar { position: absolute; top: .45em; height: .5em; min-width: 3px; border-radius: 2px; }
    .bar.ended { background: var(--made); } .bar.cancelled { background: var(--near); }
    .mark { position: absolute; }
    i.mark { top: .3em; width: .8em; height: .8em; margin-left: -.4em; }
    i.mark.recognized { background: var(--made); transform: rotate(45deg); width: .65em; height: .65em; }
    i.mark.step { background: var(--gesture); border-radius: 50%; }
    i.mark.possible { border: 1.5px solid var(--gesture); border-radius: 50%; }
    i.mark.failed { border-left: 2px solid var(--missed); margin-left: -1px; width: 2px; }
    details { border-bottom: 1px solid var(--faint); } summary { cursor: pointer; padding: .25em 0; color: var(--none); }
    details .row { border-left: 2px solid var(--soft); padding-left: .4rem; }
    .player { display: flex; gap: .6em; align-items: center; } .player[hidden] { display: none; }
    .player input { flex: 1; min-width: 0; } .player output { min-width: 4.5em; font-variant-numeric: tabular-nums; }
    .source { margin-top: 1.5em; } pre { font: 12.5px/1.4 ui-monospace, monospace; overflow-x: auto;
      background: var(--faint); padding: .8em; overflow-wrap: normal; }
    @media (max-width: 50em) { .panel { grid-template-columns: minmax(0, 1fr); } .row { grid-template-columns: 7.5rem minmax(0, 1fr); } }
    @media print { body { max-width: none; } .player, .legend { display: none; } pre { white-space: pre-wrap; }
      :root { --ink: #000; --paper: #fff; --faint: #f4f4f4; --soft: #ccc; } * { print-color-adjust: exact; } }
    """
}

/// The page's script: a slider for each sequence. The page works without it.
enum ReportScript {
  static let text = """
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
    """
}
