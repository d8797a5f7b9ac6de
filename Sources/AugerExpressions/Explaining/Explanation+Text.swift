extension Explanation: CustomStringConvertible {
  /// The tree with one line per node, showing its type and the engines that can run it, followed by its dependencies.
  package var description: String {
    var rows: [[String]] = []
    Self.collect(root, "", "", places, &rows)
    var text = Self.aligned(rows)
    text += "\ntype       \(root.type), \(root.isNullable ? "may be null" : "never null")\n"
    text += "columns    \(columns.isEmpty ? "none" : columns.joined(separator: ", "))\n"
    text += "variables  \(variables.isEmpty ? "none" : variables.joined(separator: ", "))\n"
    for refusal in refusals { text += "here, not in \(refusal.place): \(refusal.part) - \(refusal.reason)\n" }
    return text
  }

  private static func collect(
    _ node: Node, _ lead: String, _ below: String, _ places: [String], _ rows: inout [[String]]
  ) {
    let there = zip(places, node.runs).filter(\.1).map(\.0)
    rows.append([
      lead + node.operation, "\(node.type)" + (node.isNullable ? "?" : ""),
      (["column store"] + there).joined(separator: " · "),
    ])
    for (index, child) in node.children.enumerated() {
      let isLast = index == node.children.count - 1
      collect(child, below + (isLast ? "└─ " : "├─ "), below + (isLast ? "   " : "│  "), places, &rows)
    }
  }

  private static func aligned(_ rows: [[String]]) -> String {
    let widths = (0..<2).map { column in rows.map { $0[column].unicodeScalars.count }.max() ?? 0 }
    return rows.map { row in
      (0..<2).map { row[$0] + String(repeating: " ", count: widths[$0] - row[$0].unicodeScalars.count) + "  " }.joined()
        + row[2] + "\n"
    }.joined()
  }
}
