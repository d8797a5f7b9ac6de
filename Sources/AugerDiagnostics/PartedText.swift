/// Splitting strings at separators. The search compares Unicode scalars: a combining mark after a separator starts
/// the next part, like in other programs.
extension StringProtocol where SubSequence == Substring {
  /// Returns the parts before and after the first separator. Nil if the string does not contain it.
  package func parted(at sign: Unicode.Scalar) -> (before: Substring, after: Substring)? {
    let scalars = unicodeScalars
    guard let place = scalars.firstIndex(of: sign) else { return nil }
    return (self[..<place], self[scalars.index(after: place)...])
  }

  /// Returns the non-empty parts between separators.
  package func parts(at sign: Unicode.Scalar) -> [Substring] {
    unicodeScalars.split(separator: sign).map { self[$0.startIndex..<$0.endIndex] }
  }
}
