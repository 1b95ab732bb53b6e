// Sets app and title of the focused window as context of gestured, for gestures with when = { app = "firefox" }.

import Gio from 'gi://Gio';
import {Extension} from 'resource:///org/gnome/shell/extensions/extension.js';

/// Bytes of a value that the daemon takes.
const longest = 256;

/// Without NUL, which no argument of a program may hold.
function limited(text) {
  let value = (text ?? '').replaceAll('\0', '').slice(0, longest);
  while (new TextEncoder().encode(value).length > longest) value = value.slice(0, -1);
  return value;
}

export default class GesturedContext extends Extension {
  enable() {
    this._isEnabled = true;
    this._focus = global.display.connect('notify::focus-window', () => this._follow(global.display.focus_window));
    this._follow(global.display.focus_window);
  }

  /// Also when the screen is locked: then no window has the focus.
  disable() {
    global.display.disconnect(this._focus);
    this._follow(null);
    this._isEnabled = false;
  }

  _follow(window) {
    if (this._title) this._window.disconnect(this._title);
    this._window = window;
    this._title = window?.connect('notify::title', () => this._report());
    this._report();
  }

  /// One process at a time: the last values count.
  _report() {
    const values = [`app=${limited(this._window?.get_wm_class())}`, `title=${limited(this._window?.get_title())}`];
    this._wanted = values;
    if (this._process || String(values) === String(this._last)) return;
    this._last = values;
    try {
      this._process = Gio.Subprocess.new(['gesturectl', 'context', ...values],
        Gio.SubprocessFlags.STDOUT_SILENCE | Gio.SubprocessFlags.STDERR_SILENCE);
    } catch (error) {
      // gesturectl is not in the shell's PATH.
      console.warn(`gestured: ${error.message}`);
      return;
    }
    this._process.wait_async(null, (process, result) => {
      this._process = null;
      try {
        process.wait_finish(result);
      } catch (error) {
        console.warn(`gestured: ${error.message}`);
      }
      if (String(this._wanted) !== String(this._last)) this._report();
    });
  }
}
