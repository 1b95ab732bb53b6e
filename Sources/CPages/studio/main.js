// The frame of the page: views, the state of the daemon and of the file, undo.

import { make, say } from "./dom.js";
import { follow, post } from "./server.js";
import { See } from "./see.js";
import { System } from "./system.js";
import { Teach } from "./teach.js";

const element = id => document.getElementById(id);
const notice = element("notice");

/// One sentence about what went wrong or was done; it stays until the next one.
function report(text, isDone = false) {
  notice.hidden = !text;
  notice.className = isDone ? "made" : "";
  say(notice, text);
}

/// Runs a request of a button; an error is shown and not thrown.
function attempt(work) {
  report("");
  return quietly(work);
}

/// The same without a button: what is shown stays.
async function quietly(work) {
  try {
    return await work();
  } catch (error) {
    report(error.message);
  }
}

const page = { attempt, quietly, report };
const views = [new See(element("see"), page), new Teach(element("teach"), page), new System(element("system"), page)];
const links = views.map(view => make("a", { href: `#${view.section.id}` }, view.title));
document.querySelector("nav").append(...links);

function show() {
  const wanted = views.find(view => `#${view.section.id}` === location.hash) ?? views[0];
  views.forEach((view, index) => {
    const isShown = view === wanted;
    const isOpened = view.section.hidden && isShown;
    view.section.hidden = !isShown;
    if (isOpened) view.opened?.();
    if (isShown) links[index].setAttribute("aria-current", "page");
    else links[index].removeAttribute("aria-current");
  });
  document.title = `${wanted.title}, gestured studio`;
}
addEventListener("hashchange", () => {
  show();
  // The tabs stay in sight: the browser would scroll them away for the section of the address and for the focus.
  element("main").focus({ preventScroll: true });
  scrollTo(0, 0);
});

element("undo").addEventListener("click", () => attempt(async () => {
  const { undone } = await post("/undo");
  report(`Undone: ${undone}.`, true);
}));

function state(news) {
  const feed = news.feed === "none" ? `No daemon: ${news.feedText}` : news.feedText + (news.over ? ", at its end" : "");
  say(element("feed"), feed.replaceAll("`", ""));
  element("feed").className = news.feed;
  const problems = news.problems.length;
  say(element("file"), news.path
    ? news.path + (problems ? ` (${problems === 1 ? "1 note" : `${problems} notes`} from check)` : "")
    : "No configuration yet: the demonstration set is shown");
  element("undo").hidden = !news.undo;
  const what = `Undo: ${news.undo ?? ""}`;
  element("undo").setAttribute("aria-label", what);
  element("undo").title = what;
}

const spread = name => data => views.forEach(view => view[name]?.(data));
follow({
  state: data => { state(data); spread("state")(data); },
  sequences: spread("sequences"),
  notes: spread("notes"),
  picture: spread("picture"),
  lost: () => say(element("feed"), "gesturectl studio has ended or does not respond"),
});
show();
