extension StringProtocol {
  /// Returns the string with each occurrence of `old` replaced by `new`, compared by bytes.
  ///
  /// It escapes quotes and other special characters. Swift's `replacing` compares characters and does not find a
  /// quote that is followed by a combining mark. That quote would end a string in SQL or markup.
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
