import AugerDiagnostics

extension YAMLComposer {
  /// Returns a scalar with the mapping of its text to the source.
  ///
  /// libyaml's span of a scalar starts at its anchor or tag, and the span of a block scalar ends after trailing white
  /// space. Both are removed.
  func scalar(_ text: String, _ style: YAMLEvent.Style, isText: Bool, span: SourceSpan) -> Built {
    let whole = bytes(span)
    let skipped = Self.lengthOfProperties(whole)
    let lower = span.lower + skipped
    let content = whole.dropFirst(skipped)
    let layout: ScalarLayout
    var upper = span.upper
    switch style {
    case .plain: layout = Self.begins(content, with: text) ? .verbatim(from: lower) : .opaque
    case .singleQuoted, .doubleQuoted:
      layout = Self.begins(content.dropFirst(), with: text) ? .verbatim(from: lower + 1) : .opaque
    case .literal, .folded:
      let blank: (UInt8) -> Bool = { [0x20, 0x0A, 0x0D].contains($0) }
      upper -= content.reversed().prefix(while: blank).count
      layout = style == .literal ? Self.lines(of: text, in: content, at: lower) : .opaque
    }
    let kind = DocumentNode.Kind.scalar(text, style: style == .plain && !isText ? .plain : .quoted)
    return Built(node: DocumentNode(kind, span: SourceSpan(lower, upper), in: source, layout: layout))
  }

  private func bytes(_ span: SourceSpan) -> Substring.UTF8View {
    let utf8 = source.text.utf8
    let from = utf8.index(utf8.startIndex, offsetBy: span.lower)
    return source.text[from..<utf8.index(from, offsetBy: span.upper - span.lower)].utf8
  }

  private static func begins(_ content: Substring.UTF8View.SubSequence, with text: String) -> Bool {
    content.starts(with: text.utf8)
  }

  /// Returns the length of `&anchor` and `!tag` and the white space after them.
  private static func lengthOfProperties(_ content: Substring.UTF8View) -> Int {
    var rest = content[...]
    let isSpace: (UInt8) -> Bool = { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    while let first = rest.first, first == UInt8(ascii: "&") || first == UInt8(ascii: "!") {
      rest = rest.drop { !isSpace($0) }
      rest = rest.drop(while: isSpace)
    }
    return content.count - rest.count
  }

  /// Returns the offsets of the lines of a literal block.
  private static func lines(of text: String, in content: Substring.UTF8View.SubSequence, at start: Int) -> ScalarLayout
  {
    var starts: [Int] = []
    var offset = start
    // The first line is the header: `|`, `|-`, `|2`.
    let sourceLines = content.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    offset += (sourceLines.first?.count ?? 0) + 1
    let textLines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (line, written) in zip(textLines, sourceLines.dropFirst()) {
      let body = written.last == UInt8(ascii: "\r") ? written.dropLast() : written
      let indent = body.count - line.count
      // An empty line may be shorter than the indentation. Any other line must end with its text.
      guard line.isEmpty || indent >= 0 && body.dropFirst(indent).elementsEqual(line) else { return .opaque }
      starts.append(offset + max(indent, 0))
      offset += written.count + 1
    }
    return .lines(starts)
  }
}

extension DocumentNode {
  /// Returns the value with another position.
  func moved(to span: SourceSpan) -> DocumentNode { DocumentNode(kind, span: span, in: source) }
}
