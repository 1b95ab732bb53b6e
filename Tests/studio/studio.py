"""`gesturectl studio` as a program: started, used by HTTP, and opened in a headless Chromium."""

import contextlib
import http.client
import json
import os
import pathlib
import select
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.parse

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "control"))
from harness import DEADLINE, GESTURECTL, Place

CHROMIUM = shutil.which("chromium")
try:
    import axe_playwright_python
    from playwright.sync_api import Error, sync_playwright
except ImportError:
    sync_playwright = None


class Studio(Place):
    """A test with a studio of its own."""

    def open_studio(self, *arguments):
        self.studio = subprocess.Popen(
            [GESTURECTL, "studio", "--no-open", *map(str, arguments)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, env=self.environment)
        self.addCleanup(self.close_studio)
        ready, _, _ = select.select([self.studio.stdout], [], [], DEADLINE)
        self.assertTrue(ready, "no address is printed")
        self.address = self.studio.stdout.readline().decode().strip()
        self.assertRegex(self.address, r"^http://127\.0\.0\.1:\d+/\?key=[0-9a-f]{64}$", self.rest())
        parts = urllib.parse.urlsplit(self.address)
        self.port, self.key = parts.port, parts.path + "?" + parts.query
        return self.address

    def rest(self):
        return "" if self.studio.poll() is None else self.studio.stderr.read().decode()

    def close_studio(self):
        if self.studio.poll() is None:
            self.studio.send_signal(signal.SIGINT)
            try:
                self.studio.wait(DEADLINE)
            except subprocess.TimeoutExpired:
                self.studio.kill()
                self.studio.wait()
        self.studio.stdout.close()
        self.studio.stderr.close()

    def ask(self, method, path, headers=None, body=None):
        """Status, headers and body of one request with exactly these headers, besides Host."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=DEADLINE)
        self.addCleanup(connection.close)
        connection.request(method, path, body, headers or {})
        response = connection.getresponse()
        return response.status, dict(response.getheaders()), response.read().decode()

    def enter(self):
        """Enters as the page does: gets the cookie from the first address, and the token from its response."""
        status, headers, text = self.ask("GET", self.key)
        self.assertEqual(status, 200)
        self.cookie = headers["Set-Cookie"].partition(";")[0]
        self.token = text.partition('name="gestured-token" content="')[2].partition('"')[0]
        self.assertRegex(self.token, "^[0-9a-f]{64}$")

    @property
    def origin(self):
        return f"http://127.0.0.1:{self.port}"

    def get(self, path, **more):
        return self.ask("GET", path, {"Cookie": self.cookie, **more})

    def post(self, path, body, **more):
        headers = {"Cookie": self.cookie, "Origin": self.origin, "X-Gestured-Token": self.token,
                   "Content-Type": "application/json"}
        headers.update({name.replace("_", "-"): value for name, value in more.items()})
        return self.ask("POST", path, {k: v for k, v in headers.items() if v is not None}, json.dumps(body))

    def posted(self, path, body):
        status, _, text = self.post(path, body)
        self.assertIn(status, (200, 204), text)
        return json.loads(text) if text else None

    def stream(self):
        return Stream(self)

    def keep_open(self):
        """Opens a page that stays. The studio ends a minute after the last one, and a test on a busy machine may take longer."""
        page = socket.create_connection(("127.0.0.1", self.port), DEADLINE)
        page.sendall(f"GET /events HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nCookie: {self.cookie}\r\n\r\n".encode())
        self.assertTrue(page.recv(65536).startswith(b"HTTP/1.1 200 "))
        page.settimeout(None)

        def read():
            with page, contextlib.suppress(OSError):
                while page.recv(65536):
                    pass

        threading.Thread(target=read, daemon=True).start()

    def at_end(self):
        """Plays the recording to its end and waits until the page would show it."""
        with self.stream() as stream:
            self.posted("/replay", {"atOnce": True})
            return stream.until("state", lambda state: state["over"])


class Stream:
    """The server-sent events of /events."""

    def __init__(self, studio):
        self.connection = http.client.HTTPConnection("127.0.0.1", studio.port, timeout=DEADLINE)
        self.connection.request("GET", "/events", headers={"Cookie": studio.cookie})
        self.response = self.connection.getresponse()
        studio.assertEqual(self.response.status, 200)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.response.close()
        self.connection.close()

    def next(self):
        event = self.response.readline().decode()
        data = self.response.readline().decode()
        assert self.response.readline() == b"\n" and event.startswith("event: "), (event, data[:100])
        return event[7:-1], json.loads(data[6:])

    def until(self, event, holds=lambda data: True):
        end = time.monotonic() + DEADLINE
        while time.monotonic() < end:
            name, data = self.next()
            if name == event and holds(data):
                return data
        raise AssertionError(f"no {event} for which it holds")


class Browser(Studio):
    """A test with a page in Chromium. A request to another host and a line in its log are failures."""

    @classmethod
    def setUpClass(cls):
        if not (CHROMIUM and sync_playwright):
            raise cls.skipTest(cls(), "chromium, or playwright and axe-playwright-python of PyPI, are not installed: the page is not opened")
        cls.driver = sync_playwright().start()
        cls.addClassCleanup(cls.driver.stop)
        cls.browser = cls.driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        cls.addClassCleanup(cls.browser.close)

    def open_page(self, width=1400, height=900, dark=False, **more):
        context = self.browser.new_context(
            viewport={"width": width, "height": height}, color_scheme="dark" if dark else "light", **more)
        self.addCleanup(context.close)
        context.set_default_timeout(DEADLINE * 1000)
        self.page = context.new_page()
        self.logged, self.requested = [], []
        self.page.on("console", lambda message: self.logged.append(message.text))
        self.page.on("pageerror", lambda error: self.logged.append(str(error)))
        self.page.on("request", lambda request: self.requested.append(request.url))
        self.page.goto(self.address)
        return self.page

    def more(self, name):
        """Chooses a button of the menu beside the buttons for touch sequences."""
        self.page.locator("summary", has_text="More").click()
        self.page.get_by_role("button", name=name).click()

    def wait(self, condition):
        """Waits until a condition of JavaScript holds. It is a function, which the page's policy allows."""
        try:
            self.page.wait_for_function(f"() => {condition}")
        except Error as error:
            shown = self.page.inner_text("body")
            raise AssertionError(f"{condition}\n{error.message}\nconsole: {self.logged}\npage: {shown}") from None

    def picture(self, name):
        """Saves a picture of the page in the directory GESTURED_PICTURES, if that is set."""
        directory = os.environ.get("GESTURED_PICTURES")
        if directory:
            self.page.screenshot(path=f"{directory}/{name}.png", full_page=True)

    def assert_quiet(self):
        """Checks that the console has no error, no other host got a request, and no text is too wide, faint or nameless."""
        self.assertEqual(self.logged, [])
        self.assertEqual([url for url in self.requested if not url.startswith(self.origin + "/")], [])

    def assert_usable(self):
        found = self.page.evaluate(USABLE)
        self.assertEqual(found, {"wide": [], "faint": [], "nameless": [], "ids": [], "small": []})
        self.page.evaluate((pathlib.Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text())
        result = self.page.evaluate("() => axe.run()")
        self.assertEqual([(rule["id"], [node["target"] for node in rule["nodes"]]) for rule in result["violations"]], [])
        self.assertGreater(len(result["passes"]), 20)


#: Rules beside axe-core's: no element is wider than the window, and contrast where axe-core cannot decide.
USABLE = (pathlib.Path(__file__).parent / "usable.js").read_text()
