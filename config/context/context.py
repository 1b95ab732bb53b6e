"""What the programs of this directory share: how they set values, how they end, and the wire protocol of Wayland.

Needs Python 3 alone. A program hands its `main` to `run`, and gives values to `put`.
"""
import json, os, signal, socket, struct, subprocess, sys, time

NAME = f"gestured context {os.path.basename(sys.argv[0])}"
# Seconds for which a program waits for a compositor that is started again.
PATIENCE = 5


class Holder:
    """The process that holds the values as long as this program runs, and sets them again after a restart of the daemon."""

    process = None
    # The values that gestured has from this program.
    values = {}


def text(value):
    """A value for gesturectl: at most 256 bytes of UTF-8, without NUL, which no value may hold."""
    return str(value or "").replace("\0", "").encode("utf-8", "replace")[:256].decode("utf-8", "ignore")


def ended(*_):
    """Ends with the process that holds the values, whose end has released them. What has started this program then starts both again."""
    if Holder.process and Holder.process.poll() is not None:
        sys.exit(f"{NAME}: gesturectl control context --hold has ended")


def put(**values):
    """Sets these keys if a value has changed. An empty value removes its key."""
    if values == Holder.values:
        return
    Holder.values = values
    try:
        if not Holder.process:
            Holder.process = subprocess.Popen(["gesturectl", "control", "context", "--hold"], stdin=subprocess.PIPE)
            signal.signal(signal.SIGCHLD, ended)
            ended()
        Holder.process.stdin.write(json.dumps(values).encode() + b"\n")
        Holder.process.stdin.flush()
    except FileNotFoundError:
        sys.exit(f"{NAME}: gesturectl not found in PATH; install gestured, or extend PATH")
    except OSError as error:
        print(f"{NAME}: gesturectl cannot be started: {error.strerror}", file=sys.stderr)


def report(app, title, **others):
    """Sets the focused window; without one both keys are removed."""
    put(app=text(app), title=text(title), **others)


def clear():
    """Removes all keys that this program has set; the end of the process that holds them has done so already."""
    if Holder.process and Holder.process.poll() is None:
        put(**dict.fromkeys(Holder.values, ""))


def run(main):
    """Removes what the program has set when it is stopped, and however it ends."""
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(number, lambda *_: sys.exit(0))
    try:
        return main()
    finally:
        clear()


def unix(path):
    """A connection to a socket."""
    connection = socket.socket(socket.AF_UNIX)
    try:
        connection.connect(path)
    except OSError:
        connection.close()
        raise
    return connection


def follow(connect, talk):
    """Talks to a compositor, and to the next one if it comes back in time: 5 s, or as many as the first argument gives.

    A compositor that is restarted in place, as i3 is, closes its socket and opens it again.
    """
    patience = float(sys.argv[1]) if len(sys.argv) > 1 else PATIENCE
    try:
        connection = connect()
    except OSError as error:
        sys.exit(f"{NAME}: {error.strerror}: the compositor's socket; is this its session?")
    while connection:
        try:
            talk(connection)
        except (EOFError, OSError, ValueError, KeyError):
            pass  # the end of the stream, also in the middle of a message
        connection.close()
        clear()
        end = time.monotonic() + patience
        connection = None
        while not connection and time.monotonic() < end:
            try:
                connection = connect()
            except OSError:
                time.sleep(0.1)


DISPLAY, REGISTRY = 1, 2


def uints(*values):
    return struct.pack(f"={len(values)}I", *values)


def wire(value):
    """A string of the wire protocol."""
    data = value.encode() + b"\0"
    return uints(len(data)) + data + b"\0" * (-len(data) % 4)


def string(body, offset=0):
    """The string at an offset, and the offset of what follows."""
    size, = struct.unpack_from("=I", body, offset)
    return body[offset + 4:offset + 3 + size].decode(errors="replace"), offset + 4 + (size + 3) // 4 * 4


class Wayland:
    """A client of a Wayland compositor. A subclass binds what it needs in `found`; each of its objects has a function
    for events, which gets the number of the event and its arguments."""

    def __init__(self):
        name = os.environ.get("WAYLAND_DISPLAY")
        if not name:
            sys.exit(f"{NAME}: $WAYLAND_DISPLAY is not set; start this program in a Wayland session")
        try:
            self.connection = unix(os.path.join(os.environ.get("XDG_RUNTIME_DIR", ""), name))
        except OSError as error:
            sys.exit(f"{NAME}: {error.strerror}: the compositor's socket; is this its session?")
        self.last, self.free, self.data = REGISTRY, [], b""
        self.functions = {DISPLAY: self.display, REGISTRY: self.registry}
        self.request(DISPLAY, 1, uints(REGISTRY))  # get_registry

    def request(self, target, opcode, body=b""):
        self.send((target, opcode, body))

    def send(self, *requests):
        """Sends requests in one piece: the object, the number of the request, and its arguments."""
        try:
            self.connection.sendall(b"".join(
                struct.pack("=IHH", target, opcode, 8 + len(body)) + body for target, opcode, body in requests))
        except ConnectionError:
            pass  # the end of the connection, which `receive` finds

    def new(self, function):
        """The number of a new object with this function."""
        if not self.free:
            self.last += 1
        number = self.free.pop() if self.free else self.last
        self.functions[number] = function
        return number

    def bind(self, number, interface, version, function):
        """Binds a global, and gives the number of its object."""
        bound = self.new(function)
        self.request(REGISTRY, 0, uints(number) + wire(interface) + uints(version, bound))
        return bound

    def found(self, number, interface, version):
        """The compositor offers a global."""

    def lost(self, number):
        """A global has gone."""

    def settled(self):
        """All that has come so far is handled."""

    def display(self, opcode, body):
        if opcode == 0:  # error
            sys.exit(f"{NAME}: the compositor reports: {string(body, 8)[0]}")
        else:  # delete_id
            number, = struct.unpack("=I", body)
            self.free.append(number)
            self.functions.pop(number, None)

    def registry(self, opcode, body):
        number, = struct.unpack_from("=I", body)
        if opcode == 0:  # global
            interface, rest = string(body, 4)
            self.found(number, interface, struct.unpack_from("=I", body, rest)[0])
        else:  # global_remove
            self.lost(number)

    def listed(self):
        """Handles what comes until the compositor has answered all requests so far."""
        answered = []
        self.request(DISPLAY, 0, uints(self.new(lambda *_: answered.append(True))))  # sync
        while not answered and self.receive():
            pass
        return bool(answered)

    def receive(self):
        """Handles the next events; false at the end of the connection."""
        try:
            piece = self.connection.recv(65536)
        except ConnectionError:
            piece = b""
        self.data += piece
        while len(self.data) >= 8:
            target, opcode, size = struct.unpack_from("=IHH", self.data)
            if len(self.data) < size:
                break
            body, self.data = self.data[8:size], self.data[size:]
            if target in self.functions:
                self.functions[target](opcode, body)
        if not self.data:
            self.settled()
        return bool(piece)
