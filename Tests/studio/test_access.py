"""Access to the page: attempts of other users, other pages and other programs."""

import http.client
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import unittest

from studio import Studio  # The path of harness comes with it.
from harness import DEADLINE, DEMO

#: The user of no file, as Linux numbers it.
OTHER = 65534


class Access(Studio):
    def setUp(self):
        super().setUp()
        self.open_studio("--replay", DEMO)

    def assert_refused(self, answer):
        status, headers, text = answer
        self.assertEqual((status, text), (403, ""))
        self.assertNotIn("Set-Cookie", headers)

    def test_without_the_key_everything_is_refused(self):
        for path in ("/", "/?key=", "/?key=" + "0" * 64, "/main.js", "/events", "/sequence?number=1", "/nothing", "/doctor"):
            with self.subTest(path):
                self.assert_refused(self.ask("GET", path))
        for method in ("POST", "PUT", "DELETE", "OPTIONS", "HEAD", "TRACE"):
            with self.subTest(method):
                self.assert_refused(self.ask(method, self.key))

    def test_the_first_address_gives_a_cookie_and_the_cookie_the_page(self):
        status, headers, _ = self.ask("GET", self.key)
        self.assertEqual(status, 200)
        name, _, rest = headers["Set-Cookie"].partition("=")
        self.assertEqual(name, f"gestured-studio-{self.port}")
        self.assertEqual(rest.partition(";")[2], " HttpOnly; SameSite=Strict; Path=/")
        self.enter()
        for path in ("/", "/main.js", "/studio.css", "/pad.css"):
            self.assertEqual(self.get(path)[0], 200, path)
        self.assertEqual(self.get("/nothing")[0], 404)
        # The key does not work as the cookie, and the cookie not as the token.
        key = self.key.partition("key=")[2]
        self.assert_refused(self.ask("GET", "/", {"Cookie": f"{name}={key}"}))
        self.assert_refused(self.post("/replay", {}, X_Gestured_Token=self.cookie.partition("=")[2]))

    def test_every_response_says_what_the_browser_may_do(self):
        self.enter()
        for status, headers, _ in (self.ask("GET", "/"), self.get("/"), self.get("/main.js"), self.get("/nothing")):
            policy = headers["Content-Security-Policy"]
            self.assertTrue(policy.startswith("default-src 'none'; "), policy)
            for part in ("script-src 'self'", "connect-src 'self'", "frame-ancestors 'none'", "form-action 'none'", "base-uri 'none'"):
                self.assertIn(part, policy.split("; "))
            self.assertNotIn("unsafe", policy)
            self.assertEqual(headers["X-Content-Type-Options"], "nosniff")
            self.assertEqual(headers["Referrer-Policy"], "no-referrer")
            self.assertEqual(headers["Cache-Control"], "no-store")
            self.assertEqual(headers["Cross-Origin-Resource-Policy"], "same-origin")
            self.assertFalse([name for name in headers if name.lower().startswith("access-control")])

    def test_another_host_or_origin_is_refused(self):
        self.enter()
        for host in (f"evil.example:{self.port}", "127.0.0.1", f"127.0.0.1:{self.port + 1}", "", f"[::1]:{self.port}"):
            with self.subTest(host=host):
                self.assert_refused(self.get("/", Host=host))
                self.assert_refused(self.ask("GET", self.key, {"Host": host}))
        for origin in ("http://evil.example", "null", f"https://127.0.0.1:{self.port}", f"http://127.0.0.1:{self.port + 1}",
                       f"http://localhost:{self.port}"):
            with self.subTest(origin=origin):
                self.assert_refused(self.get("/events", Origin=origin))
                self.assert_refused(self.post("/replay", {}, Origin=origin))
        self.assert_refused(self.get("/sequence?number=1", **{"Sec-Fetch-Site": "cross-site"}))
        self.assert_refused(self.ask("GET", self.key, {"Sec-Fetch-Site": "cross-site"}))
        self.assertEqual(self.get("/", Host=f"localhost:{self.port}")[0], 200)

    def test_a_post_needs_the_cookie_the_token_and_the_origin(self):
        self.enter()
        self.assertEqual(self.post("/replay", {"atOnce": True})[0], 204)
        for without in ("Cookie", "X_Gestured_Token", "Origin"):
            with self.subTest(without):
                self.assert_refused(self.post("/replay", {}, **{without: None}))
        self.assert_refused(self.post("/replay", {}, X_Gestured_Token=self.token[:-1] + "x"))
        # A form of another page could send at most this.
        self.assertEqual(self.post("/replay", {}, Content_Type="text/plain")[0], 422)

    @unittest.skipUnless(os.getuid() == 0 and shutil.which("setpriv"), "only root can be another user")
    def test_another_user_is_refused_even_with_the_key(self):
        self.enter()
        program = ("import http.client, sys\n"
                   "for path, cookie in ((sys.argv[2], ''), ('/', sys.argv[3])):\n"
                   "    c = http.client.HTTPConnection('127.0.0.1', int(sys.argv[1]))\n"
                   "    c.request('GET', path, headers={'Cookie': cookie} if cookie else {})\n"
                   "    r = c.getresponse(); print(r.status, len(r.read()), r.getheader('Set-Cookie'))\n")
        result = subprocess.run(
            ["setpriv", f"--reuid={OTHER}", "--clear-groups", "/usr/bin/python3", "-c", program, str(self.port), self.key,
             self.cookie], capture_output=True, text=True, timeout=DEADLINE, cwd="/")
        self.assertEqual(result.stdout, "403 0 None\n403 0 None\n", result.stderr)

    def test_it_listens_on_loopback_alone(self):
        rows = [row.split() for row in pathlib.Path("/proc/net/tcp").read_text().splitlines()[1:]]
        listening = [row[1] for row in rows if row[3] == "0A" and row[1].endswith(f":{self.port:04X}")]
        self.assertEqual(listening, [f"0100007F:{self.port:04X}"])
        six = pathlib.Path("/proc/net/tcp6")
        self.assertNotIn(f":{self.port:04X} ", six.read_text() if six.exists() else "")

    def raw(self, data):
        with socket.create_connection(("127.0.0.1", self.port), DEADLINE) as connection:
            connection.sendall(data)
            connection.shutdown(socket.SHUT_WR)
            answer = b""
            while chunk := connection.recv(65536):
                answer += chunk
            return answer.partition(b"\r\n")[0]

    def test_malformed_and_large_requests_end_their_connection(self):
        host = f"Host: 127.0.0.1:{self.port}\r\n".encode()
        for data, status in (
            (b"\0\1\2\r\n\r\n", b"400"), (b"GET\r\n\r\n", b"400"), (b"GET x HTTP/1.1\r\n\r\n", b"400"),
            (b"GET / HTTP/1.0\r\n\r\n", b"400"), (b"GET / HTTP/1.1\r\nno colon\r\n\r\n", b"400"),
            (b"GET / HTTP/1.1\r\nA : b\r\n\r\n", b"400"), (b"GET / HTTP/1.1\r\n" + host + host + b"\r\n", b"400"),
            (b"POST / HTTP/1.1\r\n" + host + b"Content-Length: -1\r\n\r\n", b"400"),
            (b"POST / HTTP/1.1\r\n" + host + b"Content-Length: 99999999999999999999\r\n\r\n", b"400"),
            (b"POST / HTTP/1.1\r\n" + host + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", b"400"),
            (b"POST / HTTP/1.1\r\n" + host + b"Content-Length: 1000000\r\n\r\n", b"413"),
            (b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 70 + b"\r\n", b"413"), (b"GET /" + b"a" * 70_000, b"413"),
        ):
            with self.subTest(data[:40]):
                self.assertEqual(self.raw(data).split(b" ")[1:2], [status])
        self.enter()

    def test_numbers_at_the_ends_of_an_integer_end_nothing(self):
        self.enter()
        for number in (-2**63, 2**63 - 1, 0, -1):
            for path in ("/sequence", "/recording"):
                self.assertEqual(self.get(f"{path}?number={number}")[0], 404)
            for path in ("/teach/try", "/teach/save"):
                self.assertEqual(self.post(path, {"examples": [[number]], "against": [[number]]})[0], 422, path)
        self.assertEqual(self.get("/main.js")[0], 200)

    def children(self):
        path = pathlib.Path(f"/proc/{self.studio.pid}/task/{self.studio.pid}/children")
        return len(path.read_text().split()) if path.exists() else None

    def test_pipelined_examinations_are_one_at_a_time(self):
        self.enter()
        request = f"GET /doctor HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nCookie: {self.cookie}\r\n\r\n".encode()
        most, answer = 0, b""
        with socket.create_connection(("127.0.0.1", self.port), DEADLINE) as connection:
            connection.sendall(request * 500)
            while answer.count(b"HTTP/1.1 200") < 500:
                most = max(most, self.children() or 0)
                chunk = connection.recv(1 << 20)
                self.assertTrue(chunk, "the connection ended")
                answer += chunk
        self.assertLessEqual(most, 1)

    def test_many_connections_leave_room_for_the_page(self):
        idle = []
        for _ in range(100):
            connection = socket.create_connection(("127.0.0.1", self.port), DEADLINE)
            self.addCleanup(connection.close)
            idle.append(connection)
        self.enter()
        self.assertEqual(self.get("/main.js")[0], 200)


class Life(Studio):
    def test_ctrl_c_ends_it(self):
        self.open_studio("--replay", DEMO)
        self.studio.send_signal(signal.SIGINT)
        self.assertEqual(self.studio.wait(DEADLINE), 0)
        with self.assertRaises(OSError):
            http.client.HTTPConnection("127.0.0.1", self.port, timeout=DEADLINE).request("GET", "/")

    def test_a_minute_after_the_last_page_it_ends(self):
        self.open_studio("--replay", DEMO)
        self.enter()
        self.stream().__exit__()
        self.assertEqual(self.studio.wait(60 + DEADLINE), 0)

    def test_the_browser_is_opened_with_the_address(self):
        (self.directory / "bin").mkdir()
        opener = self.file("bin/xdg-open", f'#!/bin/sh\necho "$1" > {self.directory}/opened.new\nmv {self.directory}/opened.new {self.directory}/opened\n')
        opener.chmod(0o755)
        self.environment["PATH"] = f"{self.directory}/bin:{self.environment['PATH']}"
        from harness import GESTURECTL
        process = subprocess.Popen(
            [GESTURECTL, "studio", "--replay", str(DEMO)], env=self.environment, stdout=subprocess.PIPE, text=True)
        self.addCleanup(process.stdout.close)
        address = process.stdout.readline()
        end = self.directory / "opened"
        for _ in range(DEADLINE * 100):
            if end.exists():
                break
            try:
                process.wait(0.01)
            except subprocess.TimeoutExpired:
                pass
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(DEADLINE), 0)
        self.assertEqual(end.read_text(), address)

    def test_errors(self):
        for arguments, status, text in (
            (("--replay", "/nowhere.evemu"), 1, "/nowhere.evemu"), (("--port", "70000"), 2, "--port"),
            (("--replay", self.file("empty.evemu", "")), 1, "empty.evemu"),
        ):
            with self.subTest(arguments):
                result = self.run_ctl("studio", "--no-open", *arguments)
                self.assertEqual(result.returncode, status)
                self.assertIn(text, result.stderr)
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            result = self.run_ctl("studio", "--no-open", "--replay", DEMO, "--port", taken.getsockname()[1])
            self.assertEqual(result.returncode, 3)
            self.assertIn("leave out --port", result.stderr)


if __name__ == "__main__":
    unittest.main()
