"""The places of a Swift file that scripts/mutate changes, and the text in which a number switches each change on.

A mutant is one of: a comparison with the other bound (`<` for `<=`, `!=` for `==`), the bodies of two adjacent switch rows
exchanged, a constant plus one, a statement removed. All are compiled at once: a comparison becomes an operator of its own, the
others call `_is(NUMBER)`, and the file `mutant` beside the program, or else in the copy, has the number that is on. It is a file,
because a test may start a program with another environment. With `log` in that file, a program writes each number that it reaches
to `reached` in the same folder. A test that does not reach a mutant cannot notice it."""

import re

OTHER_BOUND = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
COMPARISON = re.compile(r"(?<= )(<=|>=|==|!=|<|>)(?= )")
CONSTANT = re.compile(r"(?<![\w.$#])(?<!e-)\d[\d_]*(\.\d+)?(?![\w.])")
ROW = re.compile(r"^( *case [^:]*: )(\S.*)$")
ROW_END = re.compile(r"^ *(case\b|\}|default\b|$)")
STATEMENT = re.compile(r"^ +(_ = |[a-z][\w.\[\]()+ -]*? (=|\+=|-=|\|=|&=) \S|[a-z][\w.]*\().*[^{(,]$")
INITIALIZER = re.compile(r"^( *)(?:@\S+ )?(?:package |private |fileprivate )?init[?(<]")
KEYWORDS = re.compile(
    r"^ *(let|var|lazy|typealias|return|preconditionFailure|if|guard|case|for|while|switch|func|package|private|fileprivate|static|init|throw|break|continue|defer|self\.init|super)\b")
# Lines without mutants. A call cannot stand in values of cases, lists of generic constraints and names of operators. No decision
# is made by the first value of a variable that is not set from outside (a recognizer writes it before it reads it), by room that
# an array has before it grows, and by conditions that never fail (assert, precondition).
NO_PLACE = re.compile(r"^ *(indirect )?case \w+ = |\.reserveCapacity\(|\b(assert|precondition)\(|\bwhere \w+[.\w]* == |\bfunc [<>=!]+ |^ *(private |fileprivate |(file)?private\(set\) )?var \w+(: \w+)? = [\d.]+( \{)?$")
# Values on which no behaviour depends: the sign of a descriptor at 0, because a program begins with the standard ones open
# (Main.swift opens them if they are closed); which negative number means none; and the contents of a buffer before it is filled.
DESCRIPTOR = re.compile(
    r"\b(\w*fd|\w*FD|probe|socket|\w*[dD]escriptor) (>=|<) 0(?![\w.])|(Int32|\bfd|\bsocket) = -1\b|= \(-1, -1\)|\? -1 :"
    r"|\[UInt8\]\(repeating: 0,")
# A constant from this on has no mutant: one microsecond more in a second, or a byte more in a page, is less than 0.1 %, which
# only a test that repeats the constant could notice.
LARGE = 1000
# The digits of an operator's number. Operators cannot have letters.
FIRST_DIGIT, BASE = 0x2500, 256

SUPPORT = """
#if canImport(Glibc)
  import Glibc
#endif

/// The folder of the program if it has a mutant of its own; the copy otherwise.
private let _folder: String = {
  var path = [CChar](repeating: 0, count: 4096)
  let count = readlink("/proc/self/exe", &path, path.count)
  let program = String(decoding: path.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  let folder = program.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
  return access(folder + "/mutant", R_OK) == 0 ? folder : "FOLDER"
}()
/// The number in the file; 0 without a file, -1 to log.
private let _mutant: Int = {
  let error = errno
  defer { errno = error }
  let fd = open(_folder + "/mutant", O_RDONLY | O_CLOEXEC)
  guard fd >= 0 else { return 0 }
  defer { close(fd) }
  var text = [UInt8](repeating: 0, count: 16)
  let count = read(fd, &text, text.count)
  let word = String(decoding: text.prefix(max(0, count)), as: UTF8.self)
  return word == "log" ? -1 : Int(word) ?? 0
}()
nonisolated(unsafe) private let _reached = {
  let marks = UnsafeMutablePointer<Bool>.allocate(capacity: COUNT)
  marks.initialize(repeating: false, count: COUNT)
  return marks
}()

@inline(never) private func _log(_ number: Int) -> Bool {
  if _reached[number] { return false }
  _reached[number] = true
  let (error, fd) = (errno, open(_folder + "/reached", O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o666))
  let line = Array("\\(number)\\n".utf8)
  _ = write(fd, line, line.count)
  close(fd)
  errno = error
  return false
}
package func _is(_ number: Int) -> Bool { _mutant < 0 ? _log(number) : _mutant == number }
package func _k<T>(_ number: Int, _ value: T, _ other: T) -> T { _is(number) ? other : value }
"""


class Mutant:
    def __init__(self, path, line, kind, span, old, new, text):
        self.path, self.line, self.kind, self.span, self.old, self.new = path, line, kind, span, old, new
        self.text = text  # the line as it is
        self.number = 0
        self.seeds = []  # that drew it

    @property
    def target(self):
        return self.path.split("/")[1]

    @property
    def change(self):
        if self.kind == "row":
            return "bodies of this row and the next exchanged"
        if self.kind == "statement":
            return "removed"
        ordinal = self.text[: self.span[0]].count(self.old)
        return f"{self.old} → {self.new}" + (f" (place {ordinal + 1})" if self.text.count(self.old) > 1 else "")

    def __str__(self):
        return f"{self.path}:{self.line + 1} {self.kind}: {self.text.strip()}  [{self.change}]"


def strings_of(line):
    """The spans of the strings in a line. Those in the values within a string are part of it."""
    begin, depths = None, []  # depths: of the parentheses within each open value
    at = 0
    while at < len(line):
        two = line[at : at + 2]
        is_text = begin is not None and len(depths) % 2 == 1
        if is_text and two == "\\(":
            depths.append(1)
            at += 1
        elif is_text and two.startswith("\\"):
            at += 1
        elif line[at] == '"':
            if is_text:
                depths.pop()
                if not depths:
                    yield begin, at + 1
                    begin = None
            else:
                begin = at if begin is None else begin
                depths.append(0)
        elif depths and not is_text and line[at] in "()":
            depths[-1] += 1 if line[at] == "(" else -1
            if depths[-1] == 0:
                depths.pop()
        elif two == "//" and begin is None:
            return
        at += 1


def uncommented(line):
    """The line without its comment."""
    blank = line
    for begin, end in strings_of(line):
        blank = blank[:begin] + " " * (end - begin) + blank[end:]
    return line[: blank.index("//")] if "//" in blank else line


def code_of(line):
    """The line without its comment, and with strings blanked."""
    line = uncommented(line)
    for begin, end in strings_of(line):
        line = line[:begin] + " " * (end - begin) + line[end:]
    return line.rstrip()


def is_whole_statement(lines, number):
    """Whether the line is a statement by itself, which no line before or after continues."""
    code = code_of(lines[number])
    if not STATEMENT.match(code) or KEYWORDS.match(code) or code.count("(") != code.count(")") or code.count("{") != code.count("}"):
        return False
    before = code_of(lines[number - 1]).strip() if number else ""
    after = code_of(lines[number + 1]).strip() if number + 1 < len(lines) else ""
    ends = not before or before.endswith(("{", "}", ")", ":")) or not re.search(r"[=+\-*/&|,(?<>]$", before)
    return ends and not re.match(r"[.+*/&|?:<>=-]", after)


def in_initializers(lines):
    """The numbers of the lines in bodies of `init`."""
    end = None
    for number, line in enumerate(lines):
        if end is None and (match := INITIALIZER.match(line)) and not line.endswith("}"):
            end = match[1] + "}"
        elif line == end:
            end = None
        elif end:
            yield number


def in_texts(lines):
    """The numbers of the lines of multi-line strings."""
    is_inside = False
    for number, line in enumerate(lines):
        ends = line.count('"""') % 2 == 1
        if is_inside or ends:
            yield number
        is_inside ^= ends


def of_tests(lines):
    """The numbers of the lines that only the debug build has: the product is without them, and they serve its tests."""
    depth = 0
    for number, line in enumerate(lines):
        word = line.strip().split(" ")[0]
        if depth or line.strip() == "#if DEBUG":
            depth += (word == "#if") - (word == "#endif")
            if word == "#else" and depth == 1:
                depth = 0
            yield number


def is_first_value(lines, number):
    """Whether the statement gives a property its first value in an initializer. Without it the program does not build."""
    match = re.match(r" +(?:self\.)?(\w+) = ", lines[number])
    if not match:
        return False
    declaration = re.compile(rf"^ *(?:[\w()]+ )*(?:let|var) (?:\w+, )*{match[1]}\b[^={{]*$")
    return match[1] == "self" or any(declaration.match(code_of(line)) for line in lines)


def is_whole_row(lines, number):
    match = ROW.match(code_of(lines[number])) if number < len(lines) else None
    if not match or match[2].count("(") != match[2].count(")") or match[2].count("{") != match[2].count("}"):
        return None
    after = code_of(lines[number + 1]) if number + 1 < len(lines) else ""
    return match if ROW_END.match(after) else None


def without(spans, matches):
    return [match for match in matches if not any(begin <= match.start() < end for begin, end in spans)]


def mutants_of(path, text):
    lines = text.split("\n")
    initializing, left_out = set(in_initializers(lines)), {*in_texts(lines), *of_tests(lines)}
    for number, line in enumerate(lines):
        if number in left_out:
            continue
        code = code_of(line)
        signs = [match.span() for match in DESCRIPTOR.finditer(code)]
        if not NO_PLACE.search(code):
            for match in without(signs, COMPARISON.finditer(code)):
                yield Mutant(path, number, "comparison", match.span(), match[0], OTHER_BOUND[match[0]], line)
            for match in without(signs, CONSTANT.finditer(code)):
                whole, _, part = match[0].partition(".")
                value = int(whole.replace("_", ""))
                if value < LARGE:
                    more = str(value + 1) + ("." + part if part else "")
                    yield Mutant(path, number, "constant", match.span(), match[0], more, line)
        row, following = is_whole_row(lines, number), is_whole_row(lines, number + 1)
        if row and following and row[2] != following[2] and "let " not in row[1] + following[1]:
            yield Mutant(path, number, "row", None, row[2], following[2], line)
        if is_whole_statement(lines, number) and not NO_PLACE.search(code) and not (number in initializing and is_first_value(lines, number)):
            yield Mutant(path, number, "statement", None, line.strip(), "", line)


def operator(mutant):
    """`<` followed by the number in box-drawing characters."""
    number, digits = mutant.number, ""
    while number:
        number, digit = divmod(number, BASE)
        digits += chr(FIRST_DIGIT + digit)
    return mutant.old + digits


def switched(text, mutants):
    """The text of a file with these mutants, each of which is off until its number is set. Lines keep their numbers."""
    lines = text.split("\n")
    rows = [m for m in mutants if m.kind == "row"]
    bodies = {m.line + n: ROW.match(code_of(lines[m.line + n])) for m in rows for n in (0, 1)}
    heads = {number: len(match[1]) for number, match in bodies.items()}
    for mutant in sorted((m for m in mutants if m.span), key=lambda m: m.span, reverse=True):
        begin, end = mutant.span
        new = operator(mutant) if mutant.kind == "comparison" else f"_k({mutant.number}, {mutant.old}, {mutant.new})"
        lines[mutant.line] = lines[mutant.line][:begin] + new + lines[mutant.line][end:]
        if mutant.line in heads and begin < heads[mutant.line]:
            heads[mutant.line] += len(new) - (end - begin)
    # Each body contains its own mutants. Only one mutant is on at a time.
    now = {number: (lines[number][:head], uncommented(lines[number][head:]).rstrip()) for number, head in heads.items()}
    others = {}
    for mutant in rows:
        others.setdefault(mutant.line, []).append((mutant.number, now[mutant.line + 1][1]))
        others.setdefault(mutant.line + 1, []).append((mutant.number, now[mutant.line][1]))
    for number, choices in others.items():
        begin = "".join(f"if _is({mutant}) {{ {body} }} else " for mutant, body in choices)
        lines[number] = f"{now[number][0]}{begin}{{ {now[number][1]} }}"
    for mutant in (m for m in mutants if m.kind == "statement"):
        line = lines[mutant.line]
        space = line[: len(line) - len(line.lstrip())]
        lines[mutant.line] = f"{space}if !_is({mutant.number}) {{ {line.strip().split('  //')[0]} }}"
    return "\n".join(lines)


def support(mutants, folder):
    """The source file that declares the operators. `folder`: the copy of the tree."""
    text = [SUPPORT.replace("FOLDER", str(folder)).replace("COUNT", str(max((m.number for m in mutants), default=0) + 1))]
    for mutant in mutants:
        if mutant.kind != "comparison":
            continue
        name, n, old, new = operator(mutant), mutant.number, mutant.old, mutant.new
        bound = "Equatable" if old in ("==", "!=") else "Comparable"
        text.append(f"infix operator {name}: ComparisonPrecedence")
        text.append(
            f"package func {name} <T: {bound}>(a: T, b: T) -> Bool {{ _is({n}) ? a {new} b : a {old} b }}")
        if bound == "Equatable":
            text.append(
                f"package func {name} (a: Any.Type, b: Any.Type) -> Bool {{ _is({n}) ? a {new} b : a {old} b }}")
            text.append(
                f"package func {name} <T>(a: T?, b: _OptionalNilComparisonType) -> Bool "
                f"{{ _is({n}) ? a {new} b : a {old} b }}")
    return "\n".join(text) + "\n"
