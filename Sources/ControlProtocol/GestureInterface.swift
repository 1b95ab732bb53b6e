/// The Varlink interface of the control socket, as returned by GetInterfaceDescription.
package enum GestureInterface {
  package static let name = "org.gestured.Gestures"
  package static let service = "org.varlink.service"
  package static let vendor = "gestured"
  package static let product = "gestured"
  /// The version of the daemon and gesturectl. The packages repeat it; a test in Tests/RepositoryTests compares them.
  package static let version = "0.1.0"
  package static let url = "https://varlink.org/"

  package static let description = """
    # Touch gestures of this machine: the gestures that the daemon recognizes and the actions that it starts.
    # Lengths are millimetres, times seconds, angles radians (clockwise positive).
    interface org.gestured.Gestures

    type Point (x: float, y: float)
    type Size (width: float, height: float)

    # The position of a touch. Raw touches (type "touches") have the other members too. id: constant while the finger is down.
    # phase: began, moved, stationary, ended, cancelled.
    # phantom: a finger that the device counts without a position. force, g, and pressure, 0 to 1 of the axis: in frames of a
    # gesture with `reads_force`, on a device that measures it.
    type Touch (x: float, y: float, id: ?int, phase: ?string, phantom: ?bool, force: ?float, pressure: ?float)

    # What a program that recognizes a gesture reads. number: grows from frame to frame of a device; Propose names it.
    # touches: those that the gesture received and that are down, and those that leave with this frame.
    # reset: the attempt is over, and how: ended, cancelled or failed. The gesture has lost its touches.
    type Frame (number: int, device: string, time: float, touches: []Touch, reset: ?string)

    # The token that Propose names. patience: seconds in which the program must answer after the last lift.
    type Recognition (token: string, patience: float)

    # Measures of a gesture that a program recognizes, as in an event. translation: mm; rotation: radians, clockwise positive.
    type Values (
      location: ?Point,
      translation: ?Point,
      scale: ?float,
      rotation: ?float,
      number: ?float,
      text: ?string
    )

    # An event of a gesture. Members that do not apply are absent.
    # time: the kernel's time (CLOCK_MONOTONIC) of the deciding frame or deadline.
    # start: the centre of the touches where they landed; zone: the zones that contain it. delta, scale_factor, rotation_delta:
    # since the last event of the gesture that this subscriber got; dropped: how many "changed" events it did not get since then.
    # predicted_end: the translation at which it would come to rest. stage: the surface.
    # in: the gestures whose "when" held as the touch sequence began; absent where no gesture has one.
    # gesture_time: when the gesture itself was complete, for one that waited for another to fail.
    # state: began, changed, ended, cancelled, recognized; step: a sequence has completed a step;
    # failed: only with explain; reason, by, measured, limit, unit, key, direction, touch and detail give the cause.
    # possible: only with explain: ready, and pending until the gesture in "by" has failed; reason "waiting".
    # state withheld: only with explain; type "contact", gesture "": a contact that the filter withheld; reason is the rule.
    # type "log": only with log: a line of the daemon's log, in detail; state: error, warning or notice; gesture: the one that
    # the line is about, or "". State "output": only with output: a line that a command of the gesture printed.
    # type "touches", gesture "": no gesture but the raw touches of a frame; state: of the touch sequence.
    type Event (
      time: float,
      gesture_time: ?float,
      device: string,
      node: ?string,
      gesture: string,
      type: string,
      state: string,
      fingers: ?int,
      location: ?Point,
      touches: ?[]Touch,
      translation: ?Point,
      velocity: ?Point,
      scale: ?float,
      scale_velocity: ?float,
      rotation: ?float,
      rotation_velocity: ?float,
      direction: ?string,
      edge: ?string,
      side: ?string,
      progress: ?float,
      taps: ?int,
      duration: ?float,
      score: ?float,
      distance: ?float,
      z: ?float,
      force: ?float,
      pressure: ?float,
      force_stage: ?int,
      number: ?float,
      text: ?string,
      message: ?string,
      step: ?int,
      of: ?int,
      steps: ?[]StepValue,
      start: ?Point,
      zone: ?[]string,
      delta: ?Point,
      scale_factor: ?float,
      rotation_delta: ?float,
      dropped: ?int,
      predicted_end: ?Point,
      stage: ?Size,
      in: ?[]string,
      reason: ?string,
      by: ?string,
      measured: ?float,
      limit: ?float,
      unit: ?string,
      key: ?string,
      touch: ?int,
      detail: ?string
    )

    # One step of a sequence: the completed ones and the present one. Simultaneous gestures of a step have one each.
    type StepValue (
      step: int,
      time: float,
      type: string,
      fingers: int,
      location: ?Point,
      translation: ?Point,
      velocity: ?Point,
      scale: ?float,
      scale_velocity: ?float,
      rotation: ?float,
      rotation_velocity: ?float,
      direction: ?string,
      edge: ?string,
      side: ?string,
      progress: ?float,
      taps: ?int,
      duration: ?float,
      score: ?float,
      force: ?float,
      pressure: ?float,
      force_stage: ?int,
      start: ?Point
    )

    # A gesture on a device as it is now, with those members of an event that have a value by now. time: of the call, by the
    # clock of the device's events. state: possible, began, changed, ended, cancelled, recognized, failed. since: when it came into
    # this state (began and changed: when it began); possible: when its first touch landed, absent without touches.
    # waits_for: the gesture that has to fail first, of one that is ready; step, of: the completed steps of a sequence, and all.
    type State (
      time: float,
      since: ?float,
      device: string,
      gesture: string,
      type: string,
      state: string,
      fingers: int,
      location: ?Point,
      translation: ?Point,
      velocity: ?Point,
      scale: ?float,
      scale_velocity: ?float,
      rotation: ?float,
      rotation_velocity: ?float,
      direction: ?string,
      edge: ?string,
      side: ?string,
      progress: ?float,
      taps: ?int,
      duration: ?float,
      score: ?float,
      distance: ?float,
      z: ?float,
      force: ?float,
      pressure: ?float,
      force_stage: ?int,
      number: ?float,
      text: ?string,
      start: ?Point,
      predicted_end: ?Point,
      waits_for: ?string,
      step: ?int,
      of: ?int
    )

    # An error or a warning of a configuration; line and column count from 1 and are 0 without a position.
    type Problem (severity: string, line: int, column: int, message: string, gesture: ?string)

    # Touch sequences hidden from the compositor since the device came. way: plugin or grab; grabbed: the device is
    # grabbed now. claimed: hidden from the frame in which they had enough fingers, and the claim answered; hidden: when a
    # gesture began or was recognized; passed: held, and then passed on. Words for the plugin: written, refused by the
    # node, and those among the written ones that withdrew a claim or a delay.
    type Claims (
      way: string,
      grabbed: bool,
      claimed: int,
      hidden: int,
      passed: int,
      written: int,
      refused: int,
      withdrawn: int
    )

    # A touch device. label: `name` of its [[device]]. problem: why it cannot be used, and how to fix it; absent if it works. claims: absent if none are
    # hidden on the device.
    # kind: touchpad or touchscreen. width, height: mm. withheld: by rule, how many contacts the filter withheld.
    type Device (
      name: string,
      label: ?string,
      node: string,
      kind: ?string,
      width: ?float,
      height: ?float,
      slots: ?int,
      known: []string,
      withheld: [string]int,
      warnings: []string,
      problem: ?string,
      claims: ?Claims
    )

    # A gesture as it was resolved for one device.
    # waits_for: gestures that must fail first; added_delay: seconds that this may cost at most.
    # action: its actions as text. taken: how its touches are hidden from the compositor, or why not.
    # program: of the type client, whether a program recognizes it.
    # direction: where it takes not every one. limits: lengths in mm; of two the first is for slow motion.
    # count: how often it was recognized or began on the device; triggered: by Trigger, on no device.
    type Gesture (
      name: string,
      type: string,
      device: string,
      fingers: string,
      direction: ?string,
      limits: [string][]float,
      enabled: bool,
      permitted: bool,
      program: ?bool,
      waits_for: []string,
      added_delay: ?float,
      action: string,
      taken: ?string,
      count: int,
      triggered: int
    )

    # A gesture's last action that failed since the configuration was read: text is the action and how it failed.
    # count: of the gesture's failures since then; age: seconds since the last.
    type Failure (gesture: string, text: string, count: int, age: float)

    # running: now; started, failed, timed_out, dropped: since the daemon started.
    type Actions (running: int, started: int, failed: int, timed_out: int, dropped: int, failures: []Failure)

    type Subscribers (count: int, sent: int, dropped: int)

    # uptime: seconds. configuration: path, absent for the built-in demonstration set.
    # loaded: seconds since the configuration was read. problems: of the last attempt to read it.
    # context: every key that was set, with its value; "" if it was removed.
    # variables: those of the session and PATH as commands get them, NAME=value.
    method Status() -> (
      version: string,
      pid: int,
      uptime: float,
      configuration: ?string,
      loaded: float,
      problems: []Problem,
      devices: []Device,
      gestures: []Gesture,
      context: [string]string,
      actions: Actions,
      variables: []string,
      subscribers: Subscribers
    )

    method ListDevices() -> (devices: []Device)

    method ListGestures() -> (gestures: []Gesture)

    # The state of every gesture at this moment, or of these, by device and in the order of the configuration.
    method GetState(gestures: ?[]string) -> (states: []State)

    # Call with "more": one reply for each event from now on. gestures, types, states: only these.
    # touches: also the positions of the touches of gestures, and the raw touches of every frame as separate events, which
    # gestures and types do not limit. explain: also why gestures failed, which gestures they wait for,
    # and the contacts that were withheld from them, which gestures and types do not limit.
    # log: also what the daemon logs: reloads, refused files, commands that failed or were dropped, devices.
    # output: also what commands print.
    method Subscribe(
      gestures: ?[]string,
      types: ?[]string,
      states: ?[]string,
      touches: ?bool,
      explain: ?bool,
      log: ?bool,
      output: ?bool
    ) -> (event: Event)

    # Reads the configuration again; one with an error is not used.
    method Reload() -> (problems: []Problem)

    # Enables or disables a gesture, or all gestures of a device (its name, node, path or class); active ones are cancelled.
    method SetEnabled(gesture: ?string, enabled: bool, device: ?string) -> ()

    # Sets context for "when" in the configuration; an empty value removes its key. hold: the values end with the
    # connection. "locked" is never removed: what is not known any more counts as locked.
    method SetContext(values: [string]string, hold: ?bool) -> ()

    # Reads a configuration without using it: a file or a text. At most 5 s of processor time are spent on it.
    method CheckConfiguration(path: ?string, text: ?string) -> (problems: []Problem)

    # Runs the actions of a gesture as if it had been made. state: default recognized or began.
    # steps: for state "step", the number of steps, negative for backward; default 1.
    # hint: if the state has no actions, the states that have. failure: why an action did not act, if that is known at once.
    method Trigger(gesture: string, state: ?string, steps: ?int) -> (hint: ?string, failure: ?string)

    # Call with "more": the caller recognizes a gesture of type "client", as long as the connection lasts. The first reply has
    # "started", each later one a "frame". It is a connection's last call, so Propose needs another connection.
    method Recognize(gesture: string) -> (started: ?Recognition, frame: ?Frame)

    # Says what the gesture does, from a program that recognizes it. frame: the last one that it has read; touches that landed
    # later are left out. state: ready (it may begin), changed, ended (one that has not begun begins and ends at once),
    # cancelled, failed. values: the measures of its events from now on. reason: of cancelled and failed, for --explain.
    # counted: false if that attempt is over.
    method Propose(
      gesture: string,
      token: string,
      frame: int,
      state: string,
      values: ?Values,
      reason: ?string
    ) -> (counted: bool)

    error NoSuchGesture (name: string)
    # No open device has this name, node, path or class.
    error NoSuchDevice (name: string)

    # Another program recognizes the gesture.
    error AlreadyRecognized (gesture: string)

    # The token is not that of the program that recognizes the gesture.
    error NotRecognizing (gesture: string)

    error NoSuchState (gesture: string, state: string)

    # CheckConfiguration could not be done, or took too long.
    error CheckFailed (reason: string)

    error TooManyConnections (limit: int)

    """
}

/// Varlink's own interface, which every service implements.
package enum ServiceInterface {
  package static let description = """
    # The Varlink Service Interface is provided by every varlink service. It
    # describes the service and the interfaces it implements.
    interface org.varlink.service

    # Get a list of all the interfaces a service provides and information
    # about the implementation.
    method GetInfo() -> (
      vendor: string,
      product: string,
      version: string,
      url: string,
      interfaces: []string
    )

    # Get the description of an interface that is implemented by this service.
    method GetInterfaceDescription(interface: string) -> (description: string)

    # The requested interface was not found.
    error InterfaceNotFound (interface: string)

    # The requested method was not found
    error MethodNotFound (method: string)

    # The interface defines the requested method, but the service does not
    # implement it.
    error MethodNotImplemented (method: string)

    # One of the passed parameters is invalid.
    error InvalidParameter (parameter: string)

    # Client is denied access
    error PermissionDenied ()

    # Method is expected to be called with 'more' set to true, but wasn't
    error ExpectedMore ()

    """
}
