() => {
  const level = colour => {
    const [r, g, b] = colour.match(/[\d.]+/g).map(Number).map(v => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const shown = part => part.getClientRects().length > 0 && getComputedStyle(part).visibility !== "hidden";
  const named = part => part.id ? `#${part.id}` : `${part.tagName.toLowerCase()}.${part.className.baseVal ?? part.className} ${part.textContent.slice(0, 20)}`;
  const found = { wide: [], faint: [], nameless: [], ids: [], small: [] };
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > width) found.wide.push(`the page: ${document.documentElement.scrollWidth}`);
  for (const part of document.querySelectorAll("body *")) {
    if (!shown(part) || part.closest("svg, .skip, pre, h2")) continue;
    const box = part.getBoundingClientRect();
    if (box.right > width + 1 || box.left < -1) found.wide.push(named(part));
    const own = [...part.childNodes].some(node => node.nodeType === 3 && node.textContent.trim());
    if (!own || part.disabled || part.tagName === "OPTION") continue;
    let behind = part;
    while (behind && /rgba\(.*, 0\)|transparent/.test(getComputedStyle(behind).backgroundColor)) behind = behind.parentElement;
    const a = level(getComputedStyle(part).color);
    const b = level(behind ? getComputedStyle(behind).backgroundColor : "rgb(255, 255, 255)");
    if ((Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) < 4.5) found.faint.push(named(part));
  }
  for (const part of document.querySelectorAll("button, a[href], input, select, textarea, summary, svg, [role=img], [tabindex='0']")) {
    if (!shown(part) || part.closest("[aria-hidden=true]")) continue;
    const label = part.getAttribute("aria-label") || part.getAttribute("title") || part.textContent.trim()
      || [...(part.labels ?? [])].map(label => label.textContent.trim()).join("")
      || (part.getAttribute("aria-labelledby") ?? "").split(" ").map(id => document.getElementById(id)?.textContent ?? "").join("");
    const isField = /^(INPUT|SELECT|TEXTAREA)$/.test(part.tagName);
    if (!label || (isField && !part.labels?.length && !part.getAttribute("aria-label") && !part.getAttribute("aria-labelledby")))
      found.nameless.push(named(part));
    const box = part.getBoundingClientRect();
    if (/^(BUTTON|INPUT|SELECT)$/.test(part.tagName) && !part.closest("svg") && (box.height < 24 || box.width < 24)) found.small.push(named(part));
  }
  const ids = [...document.querySelectorAll("[id]")].map(part => part.id);
  found.ids = ids.filter((id, at) => ids.indexOf(id) !== at);
  return found;
}
