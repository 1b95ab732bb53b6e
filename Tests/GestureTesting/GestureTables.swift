/// Gestures as the text of a configuration, each written as `name: type key=value …`. A value that is neither a number, a flag nor a
/// list becomes a string, and no value has a space.
package func gestureTables(_ gestures: String...) -> String {
  gestures.map { gesture in
    let words = gesture.split(separator: " ")
    let keys = words.dropFirst(2).map { word in
      let parts = word.split(separator: "=", maxSplits: 1)
      return "\(parts[0]) = \(tomlValue(parts[1]))\n"
    }
    return "[[gesture]]\nname = \"\(words[0].dropLast())\"\ntype = \"\(words[1])\"\n" + keys.joined()
  }.joined()
}

private func tomlValue(_ word: Substring) -> String {
  let isWritten = Double(word) != nil || word == "true" || word == "false" || word.hasPrefix("[")
  return isWritten ? String(word) : "\"\(word)\""
}
