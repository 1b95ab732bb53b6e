// Reports the active window of KWin to the program `kde` beside this file, which loads it. KWin's scripts reach other
// programs by D-Bus alone. KWin 6 calls a window a window, KWin 5 a client.
"use strict";

const service = "org.gestured.Context";
let followed = null;

function report() {
  const app = followed ? String(followed.resourceClass || "") : "";
  const title = followed ? String(followed.caption || "") : "";
  callDBus(service, "/", service, "Report", app, title);
}

function follow(window) {
  if (followed && followed !== window) {
    try {
      followed.captionChanged.disconnect(report);
    } catch (error) {
      // The window was closed.
    }
  }
  if (window && followed !== window) window.captionChanged.connect(report);
  followed = window || null;
  report();
}

if (workspace.windowActivated) {
  workspace.windowActivated.connect(follow);
  follow(workspace.activeWindow);
} else {
  workspace.clientActivated.connect(follow);
  follow(workspace.activeClient);
}
