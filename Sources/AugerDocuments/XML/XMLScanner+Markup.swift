import AugerDiagnostics

extension XMLScanner {
  /// Skips `<!-- ... -->`.
  mutating func scanComment() throws(XMLFailure) {
    let start = offset
    offset += "<!--".utf8.count
    guard skip(to: "--"), offset + 2 < bytes.count else { throw unfinished("the comment is not closed", from: start) }
    guard bytes[offset + 2] == UInt8(ascii: ">") else {
      throw failure("a comment must not contain '--'", length: 2)
    }
    offset += 3
  }

  /// Skips `<?target ... ?>`.
  mutating func scanProcessingInstruction() throws(XMLFailure) {
    let start = offset
    offset += 2
    let target = try scanName("the target of a processing instruction")
    if string(target).lowercased() == "xml" {
      throw XMLFailure(
        code: .metadataInvalidXMLFormat,
        message: "the XML declaration '<?xml' must be at the very beginning",
        span: SourceSpan(start, offset), hint: "Remove all characters before it, including spaces and empty lines.")
    }
    guard offset < bytes.count else { throw unfinished("the processing instruction is not closed", from: start) }
    if !XMLCharacters.isSpace(bytes[offset]) {
      guard offset + 1 < bytes.count || bytes[offset] != UInt8(ascii: "?") else {
        throw unfinished("the processing instruction is not closed", from: start)
      }
      guard starts(with: "?>") else {
        throw failure("white space or '?>' must follow the target of a processing instruction")
      }
    }
    guard skip(to: "?>") else { throw unfinished("the processing instruction is not closed", from: start) }
    offset += 2
  }

  /// Skips `<!DOCTYPE name SYSTEM "file">`. Returns true if it names a file, which is never opened.
  mutating func scanDocumentType() throws(XMLFailure) -> Bool {
    let start = offset
    offset += "<!DOCTYPE".utf8.count
    try needSpace(from: start)
    _ = try scanName("the name of a document type")
    var isExternal = false
    if skipSpace(), offset < bytes.count, XMLCharacters.isNameStartByte(bytes[offset]) {
      let keyword = try scanName("SYSTEM or PUBLIC")
      switch string(keyword) {
      case "SYSTEM": break
      case "PUBLIC":
        try needSpace(from: start)
        let identifier = try scanLiteral(from: start)
        if let wrong = (identifier.lower..<identifier.upper).first(where: {
          !XMLCharacters.isPublicIdentifier(bytes[$0])
        }) {
          offset = wrong
          throw failure("a public identifier must not contain this character")
        }
      default:
        throw XMLFailure(
          code: .metadataInvalidXMLFormat, message: "expected SYSTEM or PUBLIC, found '\(string(keyword).shown)'",
          span: keyword)
      }
      try needSpace(from: start)
      _ = try scanLiteral(from: start)
      isExternal = true
      skipSpace()
    }
    guard offset < bytes.count else { throw unfinished("the document type is not closed", from: start) }
    if bytes[offset] == UInt8(ascii: "[") {
      throw XMLFailure(
        code: .xmlDocumentType, message: "a document type with declarations of its own is not read",
        span: SourceSpan(offset, offset + 1), hint: "Leave the document type out; entities are not needed here.")
    }
    guard bytes[offset] == UInt8(ascii: ">") else { throw failure("'>' is missing") }
    offset += 1
    return isExternal
  }

  private mutating func needSpace(from start: Int) throws(XMLFailure) {
    if skipSpace() { return }
    guard offset < bytes.count else { throw unfinished("the document type is not closed", from: start) }
    throw failure("expected white space")
  }

  private mutating func scanLiteral(from start: Int) throws(XMLFailure) -> SourceSpan {
    guard offset < bytes.count else { throw unfinished("the document type is not closed", from: start) }
    let quote = bytes[offset]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw failure("a name in quotes is needed here")
    }
    let lower = offset + 1
    guard let upper = bytes[lower...].firstIndex(of: quote) else {
      throw unfinished("the quote is not closed", from: offset)
    }
    offset = upper + 1
    return SourceSpan(lower, upper)
  }
}
