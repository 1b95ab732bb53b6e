// Devices, waits between gestures, and the checks of doctor.

import { button, make, say } from "./dom.js";
import { get } from "./server.js";

const verdicts = { ok: "ok", note: "note", failed: "failed" };

export class System {
  title = "System";

  constructor(section, page) {
    this.section = section;
    this.page = page;
    this.devices = make("div");
    this.waits = make("div");
    this.findings = make("ul", { className: "findings" });
    this.count = make("p", { role: "status" });
    this.again = button("Check again", () => this.doctor());
    section.append(
      make("div", { className: "columns" },
        make("div", {}, make("h3", {}, "Devices"), this.devices, make("h3", {}, "Which gestures wait for which"), this.waits),
        make("div", {}, make("h3", {}, "Checks of doctor"), this.count, this.findings, make("p", { className: "buttons" }, this.again))));
  }

  state(news) {
    if (this.section.hidden || this.version === news.version) return;
    this.version = news.version;
    this.load();
  }

  opened() {
    if (!this.hasFindings) this.doctor();
    return this.load();
  }

  load() {
    return this.page.quietly(async () => {
      const report = await get("/system");
      this.devices.replaceChildren(...(report.devices.length ? report.devices.map(device => make("div", { className: "device" },
        make("p", {}, make("strong", {}, device.cells[0] ?? ""), ` ${device.cells.slice(1).join(", ")}`),
        make("ul", {}, ...device.remarks.map(line => make("li", { className: line.startsWith("warning") ? "near" : "" }, line)))))
        : [make("p", {}, "No device.")]));
      this.waits.replaceChildren(...report.waits.flatMap(({ device, drawing, lines }) => {
        const heading = make("h4", {}, device);
        if (!lines.length) return [heading, make("p", {}, "No gesture waits for another.")];
        const graph = make("div", { className: "graph", tabIndex: 0, role: "region", "aria-label": `Waits on ${device}` });
        graph.innerHTML = drawing;
        return [heading, graph, make("details", {}, make("summary", {}, `As text: ${lines.length}`),
          make("ul", {}, ...lines.map(line => make("li", {}, line))))];
      }));
    });
  }

  doctor() {
    return this.page.quietly(async () => {
      this.again.disabled = true;
      say(this.count, "Checking …");
      try {
        const findings = await get("/doctor");
        this.hasFindings = true;
        const count = verdict => findings.filter(finding => finding.verdict === verdict).length;
        say(this.count, `${count("failed")} failed, ${count("note")} ${count("note") === 1 ? "note" : "notes"}, ${count("ok")} ok.`);
        const order = ["failed", "note", "ok"];
        findings.sort((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict));
        this.findings.replaceChildren(...findings.map(finding => make("li", { className: finding.verdict },
          make("span", { className: "verdict" }, verdicts[finding.verdict] ?? finding.verdict), ` ${finding.text.replaceAll("`", "")}`,
          finding.remedy ? make("code", {}, finding.remedy) : null)));
      } finally {
        this.again.disabled = false;
      }
    });
  }
}
