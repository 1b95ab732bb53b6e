import Testing

@testable import gestured

@Test func `every option is read, with = and without`() throws {
  let arguments = [
    "--config", "a.toml", "--socket=s", "--replay", "r.evemu", "--speed", "2.5", "--exit-at-end", "--print",
  ]
  var expected = Options()
  expected.configuration = "a.toml"
  expected.socket = "s"
  expected.replay = "r.evemu"
  expected.speed = .factor(2.5)
  expected.exitsAtEnd = true
  expected.prints = true
  #expect(try Options.parse(arguments) == .run(expected))
}

@Test func `several devices`() throws {
  var expected = Options()
  expected.devices = ["/dev/input/event1", "/dev/input/event2"]
  #expect(
    try Options.parse(["--device", "/dev/input/event1", "--device=/dev/input/event2"]) == .run(expected))
}

@Test(arguments: [
  (["--confg", "x"], "unknown option '--confg'; did you mean '--config'?"),
  (["--prnit"], "unknown option '--prnit'; did you mean '--print'?"),
  (["--wholly-unknown"], "unknown option '--wholly-unknown'"),
  (["file"], "'file' is not an option; gestured takes no other arguments"),
  (["--config"], "--config needs a file"),
  (["--config="], "--config needs a file"),
  (["--print=1"], "--print takes no value"),
  (["--replay", "r", "--speed", "0"], "--speed takes a number from 0.001 to 1000000, or max, not '0'"),
  (["--replay", "r", "--speed", "nan"], "--speed takes a number from 0.001 to 1000000, or max, not 'nan'"),
  (
    ["--replay", "r", "--speed", "1e300"], "--speed takes a number from 0.001 to 1000000, or max, not '1e300'"
  ),
  (
    ["--replay", "r", "--speed", "1e-300"],
    "--speed takes a number from 0.001 to 1000000, or max, not '1e-300'"
  ),
  (
    ["--replay", "a", "--replay", "b"],
    "--replay takes one recording; start another gestured for another recording"
  ),
  (["--speed", "2"], "--speed can only be used with --replay FILE"),
  (["--exit-at-end"], "--exit-at-end can only be used with --replay FILE"),
  (
    ["--replay", "r", "--device", "d"],
    "--replay and --device exclude each other, because the recording is the device"
  ),
])
func `invalid usage is one line`(arguments: [String], message: String) {
  #expect(throws: Options.UsageError(message: message)) { try Options.parse(arguments) }
}

@Test(arguments: [(["--version"], Options.Request.version), (["--help"], .help), (["-h"], .help)])
func `requests that run nothing`(arguments: [String], request: Options.Request) throws {
  #expect(try Options.parse(arguments) == request)
}
