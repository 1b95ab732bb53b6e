// Sets app and title of the focused window as context of gestured, for gestures with when = { app = "firefox" }, and touchpad: "off" while
// the touchpad is turned off in the settings, else "on".

import Gio from 'gi://Gio';
import {Extension} from 'resource:///org/gnome/shell/extensions/extension.js';

/// Bytes of a value that the daemon takes.
const longest = 256;

/// Without NUL, which no value may hold.
function limited(text) {
  let value = (text ?? '').replaceAll('\0', '').slice(0, longest);
  // Not half of a character of two units.
  value = value.replace(/[\ud800-\udbff]$/u, '');
  while (new TextEncoder().encode(value).length > longest) value = value.slice(0, -1).replace(/[\ud800-\udbff]$/u, '');
  return value;
}

export default class GesturedContext extends Extension {
  enable() {
    this._focus = global.display.connect('notify::focus-window', () => this._follow(global.display.focus_window));
    this._pads = new Gio.Settings({schema_id: 'org.gnome.desktop.peripherals.touchpad'});
    this._change = this._pads.connect('changed::send-events', () => this._report());
    this._follow(global.display.focus_window);
  }

  /// Also when the screen is locked: then no window has the focus. At the end of its input the process ends, and the keys with it.
  disable() {
    global.display.disconnect(this._focus);
    this._pads.disconnect(this._change);
    this._pads = null;
    if (this._title) this._window.disconnect(this._title);
    this._window = this._title = null;
    this._holder?.get_stdin_pipe().close(null);
    this._holder = this._last = null;
  }

  _follow(window) {
    if (this._title) this._window.disconnect(this._title);
    this._window = window;
    this._title = window?.connect('notify::title', () => this._report());
    this._report();
  }

  /// One process holds the values, and sets them again after a restart of the daemon.
  _report() {
    const touchpad = this._pads.get_string('send-events') === 'disabled' ? 'off' : 'on';
    const values = JSON.stringify({
      app: limited(this._window?.get_wm_class()), title: limited(this._window?.get_title()), touchpad});
    if (values === this._last) return;
    try {
      this._holder ??= this._start();
      this._holder.get_stdin_pipe().write_all(new TextEncoder().encode(`${values}\n`), null);
      this._last = values;
    } catch (error) {
      // gesturectl is not in the shell's PATH, or has ended.
      console.warn(`gestured: ${error.message}`);
      this._holder = null;
    }
  }

  _start() {
    return Gio.Subprocess.new(['gesturectl', 'control', 'context', '--hold'],
      Gio.SubprocessFlags.STDIN_PIPE | Gio.SubprocessFlags.STDOUT_SILENCE | Gio.SubprocessFlags.STDERR_SILENCE);
  }
}
