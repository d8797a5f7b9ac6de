/// Suggestions for unknown names by edit distance.
package enum DidYouMean {
  /// The maximum length of a compared name, in bytes.
  private static let longest = 200
  private static let most = 500

  /// Returns the candidate nearest to `name` if it is near enough. Case is ignored first.
  ///
  /// The maximum Damerau-Levenshtein distance (optimal string alignment over Unicode scalars) is a third of the
  /// longer name. Among equal candidates, the first one wins. Limits on the length and number of compared names make
  /// the total time linear even if every line of a file has an error.
  package static func nearest(to name: String, among candidates: some Sequence<String>) -> String? {
    guard name.utf8.count <= longest else { return nil }
    let wanted = Array(name.lowercased().unicodeScalars)
    var best: (distance: Int, candidate: String)?
    for candidate in candidates.prefix(most) where candidate.utf8.count <= longest {
      let scalars = Array(candidate.lowercased().unicodeScalars)
      let limit = max(1, max(wanted.count, scalars.count) / 3)
      guard abs(wanted.count - scalars.count) <= limit else { continue }
      let distance = distance(wanted, scalars)
      // Never suggest the rejected name itself.
      if distance == 0, Name(candidate) == Name(name) { continue }
      if distance <= limit, distance < best?.distance ?? .max { best = (distance, candidate) }
    }
    return best?.candidate
  }

  /// Returns `Did you mean 'x'?`, or a list of at most twelve distinct candidates.
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
