// Turns off GNOME Shell's own swipes of three and four fingers, and turns them on again when it is disabled.

import * as Main from 'resource:///org/gnome/shell/ui/main.js';
import {Extension} from 'resource:///org/gnome/shell/extensions/extension.js';

export default class GesturedSwipes extends Extension {
  /// The shell's swipes to the overview, between workspaces, and in the overview.
  _trackers() {
    const controls = Main.overview._overview?._controls;
    return [Main.overview._swipeTracker, Main.wm._workspaceAnimation?._swipeTracker,
      controls?._workspacesDisplay?._swipeTracker, controls?._appDisplay?._swipeTracker].filter(tracker => tracker);
  }

  enable() {
    this._stopped = this._trackers().filter(tracker => tracker.enabled);
    for (const tracker of this._stopped) tracker.enabled = false;
    if (!this._stopped.length) console.warn('gestured: this version of GNOME Shell has no swipes that can be turned off here');
  }

  disable() {
    for (const tracker of this._stopped) tracker.enabled = true;
    this._stopped = [];
  }
}
