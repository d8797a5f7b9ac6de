import AugerDiagnostics

/// A parsing event of libyaml. Positions are numbers of Unicode scalars from 0, after a byte order mark.
struct YAMLEvent {
  enum Kind {
    case documentStart
    case documentEnd
    case alias(String)
    case scalar(String, style: Style)
    case sequenceStart(isFlow: Bool)
    case sequenceEnd
    case mappingStart(isFlow: Bool)
    case mappingEnd
  }

  enum Style {
    case plain
    case singleQuoted
    case doubleQuoted
    case literal
    case folded
  }

  var kind: Kind
  var anchor: String?
  /// The full tag, if present.
  var tag: String?
  var start: Int
  var end: Int
}

/// An error of libyaml.
struct YAMLFailure {
  enum Position {
    case scalar(Int)
    case byte(Int)
  }

  var problem: String
  var position: Position
  /// The construct being parsed, and the scalar at its start.
  var context: (text: String, start: Int)?

  func diagnostic(in source: SourceText, offsets: ScalarOffsets) -> Diagnostic {
    let offset =
      switch position {
      case .scalar(let index): offsets.byteOffset(ofScalar: index)
      case .byte(let offset): offsets.byteOffset(ofByte: offset)
      }
    var notes: [String] = []
    if let context, case let start = offsets.byteOffset(ofScalar: context.start), start != offset {
      let from = source.position(atOffset: start)
      notes.append("\(context.text) that begins at \(from.line):\(from.column)")
    }
    // libyaml has a much higher limit, which its look-ahead can reach first.
    if problem.hasPrefix("Maximum nesting level") {
      return Diagnostic(
        .documentTooDeep, "values are nested too deep", at: Diagnostic.Place(source, SourceSpan(offset, offset)))
    }
    return Diagnostic(
      .yamlSyntax, problem, at: Diagnostic.Place(source, SourceSpan(offset, offset)),
      hint: hint(at: offset, in: source), notes: notes)
  }

  /// Returns a hint with the probable cause of a common error.
  private func hint(at offset: Int, in source: SourceText) -> String? {
    let next = source.text.utf8.dropFirst(offset).first
    switch problem {
    case "found character that cannot start any token" where next == UInt8(ascii: "\t"):
      return "Indent with spaces; YAML allows no tabs there."
    case "found character that cannot start any token":
      return "Put the text into quotes."
    case "found a tab character that violates indentation":
      return "Indent with spaces; YAML allows no tabs there."
    case "mapping values are not allowed in this context":
      return "Put a text that holds ': ' into quotes, or check the indentation."
    case "did not find expected key", "could not find expected ':'", "did not find expected '-' indicator":
      return "Check the indentation of this line and of the one before it."
    case "found unexpected end of stream": return "A quote may be missing."
    case "did not find expected ',' or ']'", "did not find expected ',' or '}'":
      return "A comma or a closing bracket may be missing."
    default: return nil
    }
  }
}
