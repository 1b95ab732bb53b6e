/// A program that actions start and that is not found.
package struct MissingProgram: Equatable, Sendable {
  package let name: String
  /// The gestures whose actions start it, in the order of the file.
  package fileprivate(set) var gestures: [String]
}

extension Configuration {
  /// The programs that the gestures' actions start and that are not found, in the order of the file.
  package func missingPrograms(in path: SearchPath) -> [MissingProgram] {
    var missing: [MissingProgram] = []
    for gesture in gestures {
      for program in gesture.actions.sets.flatMap({ $0.actions }).compactMap({ $0.program?.first })
      where path.lacks(program) {
        guard let index = missing.firstIndex(where: { $0.name == program }) else {
          missing.append(MissingProgram(name: program, gestures: [gesture.name]))
          continue
        }
        if missing[index].gestures.last != gesture.name { missing[index].gestures.append(gesture.name) }
      }
    }
    return missing
  }
}

extension Action.Program {
  /// What is started first; nil if only a shell can say.
  fileprivate var first: String? {
    switch self {
    case .shellLine(let line): ShellWords.program(of: line)
    case .words(let words): words.first
    }
  }
}

extension SearchPath {
  /// Whether a program is not found. A relative path depends on the directory in which the daemon was started.
  package func lacks(_ program: String) -> Bool {
    (!program.contains("/") || program.hasPrefix("/")) && file(of: program) == nil
  }
}
