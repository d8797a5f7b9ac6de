/// Suggestions by edit distance for names that were not found.
package enum DidYouMean {
  /// Bytes of a name.
  private static let longest = 200
  private static let most = 500

  /// The candidate nearest to `name`, ignoring case first, if it is near enough to be what was meant.
  ///
  /// Near enough is a Damerau-Levenshtein distance (optimal string alignment, over Unicode scalars) of at most a third
  /// of the longer name. Among equals the first candidate wins. Only names that people write are compared, and not more
  /// of them than a user looks through: of a file with a mistake in each line the time stays in proportion.
  package static func nearest(to name: String, among candidates: some Sequence<String>) -> String? {
    guard name.utf8.count <= longest else { return nil }
    let wanted = Array(name.lowercased().unicodeScalars)
    var best: (distance: Int, candidate: String)?
    for candidate in candidates.prefix(most) where candidate.utf8.count <= longest {
      let scalars = Array(candidate.lowercased().unicodeScalars)
      let limit = max(1, max(wanted.count, scalars.count) / 3)
      guard abs(wanted.count - scalars.count) <= limit else { continue }
      let distance = distance(wanted, scalars)
      // The rejected name itself helps nobody.
      if distance == 0, Name(candidate) == Name(name) { continue }
      if distance <= limit, distance < best?.distance ?? .max { best = (distance, candidate) }
    }
    return best?.candidate
  }

  /// `Did you mean 'x'?`, or else the list of the candidates, each once, shortened to twelve names.
  package static func hint(for name: String, among candidates: [String], listing what: String) -> String? {
    if let nearest = nearest(to: name, among: candidates) { return "Did you mean '\(nearest)'?" }
    var seen: Set<[UInt8]> = []
    let names = candidates.filter { seen.insert(Array($0.utf8)).inserted }
    guard !names.isEmpty else { return nil }
    let shown = names.prefix(12).joined(separator: ", ")
    return "\(what): \(shown)\(names.count > 12 ? ", ... (\(names.count) in all)" : "")"
  }

  static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    if a.isEmpty || b.isEmpty { return max(a.count, b.count) }
    var beforeLast = [Int](repeating: 0, count: b.count + 1)
    var last = Array(0...b.count)
    var current = last
    for i in 1...a.count {
      current[0] = i
      for j in 1...b.count {
        var best = min(last[j] + 1, current[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] { best = min(best, beforeLast[j - 2] + 1) }
        current[j] = best
      }
      (beforeLast, last, current) = (last, current, beforeLast)
    }
    return last[b.count]
  }
}
