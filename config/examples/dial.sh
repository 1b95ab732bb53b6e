#!/bin/sh
# Recognizes a dial for gestured: one finger turns about a knob at X,Y mm of the stage. It needs nc (netcat-openbsd) and awk.
#
#     dial.sh X Y [GESTURE]    the gesture of type "client"; default: dial
socket=$XDG_RUNTIME_DIR/gestured/control.sock
{
  printf '{"method":"org.gestured.Gestures.Recognize","parameters":{"gesture":"%s"},"more":true}\0' "${3:-dial}"
} | nc -U "$socket" | stdbuf -oL tr '\0' '\n' | awk -W interactive -v x="$1" -v y="$2" -v gesture="${3:-dial}" '
  function value(key) {
    return match($0, "\"" key "\":\"?[-0-9.a-z]+") ? substr($0, RSTART + length(key) + 3, RLENGTH - length(key) - 3) : ""
  }
  function word(text) { sub(/^"/, "", text); return text }
  function propose(state) {
    printf "{\"method\":\"org.gestured.Gestures.Propose\",\"parameters\":{\"gesture\":\"%s\",\"token\":\"%s\",\"frame\":%s," \
      "\"state\":\"%s\",\"values\":{\"rotation\":%f}}}\n", gesture, token, value("number"), state, turn
    fflush()
  }
  /"started"/ { token = word(value("token")); next }
  /"error"/ { print > "/dev/stderr"; exit 1 }
  /"reset"/ { is_turning = 0; next }
  {
    phase = word(value("phase"))
    angle = atan2(value("y") - y, value("x") - x)
    if (phase == "began") { turn = 0; is_turning = 0; before = angle }
    change = angle - before
    if (change > 3.14159) change -= 6.28319
    if (change < -3.14159) change += 6.28319
    turn += change
    before = angle
    if (phase == "ended") { propose(is_turning ? "ended" : "failed"); is_turning = 0 }
    else if (is_turning) propose("changed")
    else if (turn > 0.1 || turn < -0.1) { is_turning = 1; propose("ready") }
  }' | stdbuf -o0 tr '\n' '\0' | nc -U "$socket" >/dev/null
