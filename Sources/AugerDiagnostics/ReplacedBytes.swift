extension StringProtocol {
  /// The text with `new` in the place of each `old`, found by its bytes.
  ///
  /// Quotes are doubled and signs escaped by this: Swift's `replacing` looks for characters, and a mark that combines
  /// with a quote makes another character of both. The quote would stay single, and end a text of SQL or of markup.
  package func replacingBytes(_ old: String, with new: String) -> String {
    let old = Array(old.utf8)
    guard let first = old.first else { return String(self) }
    let bytes = Array(utf8)
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count + new.utf8.count)
    var at = 0
    while at < bytes.count {
      if bytes[at] == first, bytes[at...].starts(with: old) {
        out += new.utf8
        at += old.count
      } else {
        out.append(bytes[at])
        at += 1
      }
    }
    return String(decoding: out, as: UTF8.self)
  }
}
