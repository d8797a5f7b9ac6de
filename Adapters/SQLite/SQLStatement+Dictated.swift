import AugerQuery

extension SQLStatement {
  /// The statement with its dictated strings compared by bytes, even if a column has another collation.
  ///
  /// The collation of either side applies to a comparison. In `IN (...)`, only the collation of the left side
  /// applies.
  var comparingBytes: SQLStatement {
    guard !dictated.isEmpty else { return self }
    let tokens = SQLToken.all(in: text)
    var insertions: [(offset: Int, text: String)] = []
    for range in dictated {
      insertions.append((range.lowerBound, "("))
      insertions.append((range.upperBound, " COLLATE BINARY)"))
      if let offset = Self.leftEnd(ofListAround: range.lowerBound, tokens),
        !insertions.contains(where: { $0.offset == offset })
      {
        insertions.append((offset, " COLLATE BINARY "))
      }
    }
    return inserting(insertions.sorted { $0.offset < $1.offset })
  }

  /// Returns the end of `x` in `x IN (...)` or `x NOT IN (...)`, if an offset is directly in the list.
  private static func leftEnd(ofListAround offset: Int, _ tokens: [SQLToken]) -> Int? {
    guard var index = tokens.firstIndex(where: { $0.range.contains(offset) }) else { return nil }
    var depth = 0
    while index > 0 {
      index -= 1
      if tokens[index].isSign(")") { depth += 1 }
      guard tokens[index].isSign("(") else { continue }
      if depth > 0 {
        depth -= 1
        continue
      }
      let first = tokens[index + 1]
      guard index > 1, tokens[index - 1].isKeyword("in"),
        !["select", "values", "with"].contains(where: first.isKeyword)
      else { return nil }
      let isNegated = tokens[index - 2].isKeyword("not")
      return tokens[index - (isNegated ? 2 : 1)].range.lowerBound
    }
    return nil
  }
}
