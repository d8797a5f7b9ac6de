import AugerDiagnostics

/// The mapping of a scalar's text to its source.
enum ScalarLayout: Sendable, Hashable {
  /// Byte for byte, from this offset.
  case verbatim(from: Int)
  /// Lines of a block without folding. Each line starts at one of these offsets, after the indentation.
  case lines([Int])
  /// Pieces of the source between the quotes. Without pieces, the text is identical to the source.
  case pieces([ValuePiece], SourceSpan)
  /// The text was changed by escapes, folding or substitution. Only the position of the whole scalar is known.
  case opaque
}

extension DocumentNode {
  /// Returns the position of a part of a scalar's text, for errors in an expression or statement within a document.
  ///
  /// `range` counts bytes of `text`. If escapes or folding make the position ambiguous, the whole scalar is returned.
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
      // A range over several lines is shown to the end of its first line.
      let rest = text.utf8.dropFirst(range.lower).prefix(range.upper - range.lower)
      let length = rest.firstIndex(of: UInt8(ascii: "\n")).map { rest.distance(from: rest.startIndex, to: $0) }
      let lower = starts[line] + range.lower - lineStart
      return Diagnostic.Place(source, SourceSpan(lower, lower + (length ?? rest.count)))
    case .pieces(let pieces, let inner): return Diagnostic.Place(source, pieces.span(of: range, within: inner))
    case .opaque: return place
    }
  }
}
