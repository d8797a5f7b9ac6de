import AugerDiagnostics

/// How the text of a scalar lies in its source.
enum ScalarLayout: Sendable, Hashable {
  /// Byte for byte from this offset on.
  case verbatim(from: Int)
  /// As lines of a block without folding: each line begins at one of these offsets, indentation skipped.
  case lines([Int])
  /// As pieces of the part of the source that is between the quotes; without pieces, as it stands there.
  case pieces([ValuePiece], SourceSpan)
  /// Escapes, folding or substitution came between; only the whole scalar can be pointed at.
  case opaque
}

extension DocumentNode {
  /// The place of a part of a scalar's text, so that a mistake in an expression or a statement inside of a document is
  /// reported where it was written.
  ///
  /// `range` counts bytes of `text`. Where escapes or folding make the way back unclear the whole scalar is given.
  package func place(of range: SourceSpan) -> Diagnostic.Place {
    guard case .scalar(let text, _) = kind, range.upper <= text.utf8.count else { return place }
    switch layout {
    case .verbatim(let start): return Diagnostic.Place(source, range.shifted(by: start))
    case .lines(let starts):
      var line = 0
      var lineStart = 0
      for (offset, byte) in text.utf8.prefix(range.lower).enumerated() where byte == UInt8(ascii: "\n") {
        line += 1
        lineStart = offset + 1
      }
      guard line < starts.count else { return place }
      // A range over several lines is shown to the end of its first.
      let rest = text.utf8.dropFirst(range.lower).prefix(range.upper - range.lower)
      let length = rest.firstIndex(of: UInt8(ascii: "\n")).map { rest.distance(from: rest.startIndex, to: $0) }
      let lower = starts[line] + range.lower - lineStart
      return Diagnostic.Place(source, SourceSpan(lower, lower + (length ?? rest.count)))
    case .pieces(let pieces, let inner): return Diagnostic.Place(source, pieces.span(of: range, within: inner))
    case .opaque: return place
    }
  }
}
