// CYaml is the libyaml inside of the Yams package. Yams' own composer hashes whole key nodes, which an alias bomb makes
// endless, and forgets where values end; its events have neither problem.
private import CYaml

extension YAMLEvent {
  /// Calls `body` with every event of the text until it returns false.
  ///
  /// Returns what libyaml could not read, or nil if it came to the end or was told to stop.
  static func forEach(in text: String, _ body: (YAMLEvent) -> Bool) -> YAMLFailure? {
    var text = text
    let skipped = text.utf8.starts(with: ScalarOffsets.byteOrderMark) ? ScalarOffsets.byteOrderMark.count : 0
    return text.withUTF8 { whole in
      let bytes = unsafe UnsafeBufferPointer(rebasing: whole.dropFirst(skipped))
      // libyaml wants an address even of nothing.
      guard !bytes.isEmpty else { return nil }
      // libyaml keeps a pointer from the parser to itself, so the parser gets an address that does not move.
      let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
      // Sound: balances the allocation above on every way out.
      defer { unsafe parser.deallocate() }
      // Sound: initialises all of the memory; it fails only when it can allocate nothing, and then owns nothing.
      guard unsafe yaml_parser_initialize(parser) == 1 else { return .outOfMemory }
      // Sound: runs before the deallocation, once, on an initialised parser.
      defer { unsafe yaml_parser_delete(parser) }
      // Sound: `whole` outlives the parser, whose whole life lies inside of this closure.
      unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
      unsafe yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
      while true {
        var event = unsafe yaml_event_t()
        // Sound: both pointers are valid for the call; on failure the event is left zeroed and owns nothing.
        guard unsafe yaml_parser_parse(parser, &event) == 1 else { return unsafe YAMLFailure(parser.pointee) }
        // Sound: the event is deleted once, after everything in it was copied.
        defer { unsafe yaml_event_delete(&event) }
        if unsafe event.type == YAML_STREAM_END_EVENT { return nil }
        if let event = unsafe YAMLEvent(event), !body(event) { return nil }
      }
    }
  }

  /// Copies an event; nil for those that carry nothing.
  private init?(_ event: yaml_event_t) {
    // Sound, here and below: `type` says which member of the union libyaml filled, and only that one is read.
    let kind: Kind
    var anchor: String?
    var tag: String?
    switch unsafe event.type {
    case YAML_DOCUMENT_START_EVENT: kind = .documentStart
    case YAML_DOCUMENT_END_EVENT: kind = .documentEnd
    case YAML_ALIAS_EVENT: kind = unsafe .alias(string(event.data.alias.anchor) ?? "")
    case YAML_SCALAR_EVENT:
      let scalar = unsafe event.data.scalar
      // Sound: libyaml gives `length` bytes at `value`, which live until the event is deleted.
      let text = unsafe String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
      let style: Style =
        switch unsafe scalar.style {
        case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
        case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
        case YAML_LITERAL_SCALAR_STYLE: .literal
        case YAML_FOLDED_SCALAR_STYLE: .folded
        default: .plain
        }
      kind = .scalar(text, style: style)
      anchor = unsafe string(scalar.anchor)
      tag = unsafe string(scalar.tag)
    case YAML_SEQUENCE_START_EVENT:
      let start = unsafe event.data.sequence_start
      kind = unsafe .sequenceStart(isFlow: start.style == YAML_FLOW_SEQUENCE_STYLE)
      anchor = unsafe string(start.anchor)
      tag = unsafe string(start.tag)
    case YAML_SEQUENCE_END_EVENT: kind = .sequenceEnd
    case YAML_MAPPING_START_EVENT:
      let start = unsafe event.data.mapping_start
      kind = unsafe .mappingStart(isFlow: start.style == YAML_FLOW_MAPPING_STYLE)
      anchor = unsafe string(start.anchor)
      tag = unsafe string(start.tag)
    case YAML_MAPPING_END_EVENT: kind = .mappingEnd
    default: return nil
    }
    self.init(
      kind: kind, anchor: anchor, tag: tag, start: unsafe Int(event.start_mark.index),
      end: unsafe Int(event.end_mark.index))
  }
}

extension YAMLFailure {
  fileprivate static let outOfMemory = YAMLFailure(problem: "there is not enough memory to read it", position: .byte(0))

  fileprivate init(_ parser: yaml_parser_t) {
    // Sound: libyaml's messages are constants of the library.
    problem = unsafe parser.problem.map { unsafe String(cString: $0) } ?? "it cannot be read"
    if unsafe parser.error == YAML_READER_ERROR {
      position = unsafe .byte(Int(parser.problem_offset))
    } else {
      position = unsafe .scalar(Int(parser.problem_mark.index))
    }
    if let text = unsafe parser.context {
      context = unsafe (String(cString: text), Int(parser.context_mark.index))
    }
  }
}

/// A copy of a C string of libyaml; nil for none. Sound: they end with a zero and live as long as their event.
private func string(_ pointer: UnsafeMutablePointer<yaml_char_t>?) -> String? {
  guard let pointer = unsafe pointer else { return nil }
  return unsafe String(decodingCString: pointer, as: UTF8.self)
}
