/// Texts that are parted at signs. The signs are looked for scalar by scalar: a mark that would combine with one to
/// another character begins what follows, as it does for every other program that reads the text.
extension StringProtocol where SubSequence == Substring {
  /// What stands before the first such sign, and behind it; nil where there is none.
  package func parted(at sign: Unicode.Scalar) -> (before: Substring, after: Substring)? {
    let scalars = unicodeScalars
    guard let place = scalars.firstIndex(of: sign) else { return nil }
    return (self[..<place], self[scalars.index(after: place)...])
  }

  /// What stands between such signs, without what is empty.
  package func parts(at sign: Unicode.Scalar) -> [Substring] {
    unicodeScalars.split(separator: sign).map { self[$0.startIndex..<$0.endIndex] }
  }
}
