// CYaml is the libyaml in the Yams package. Yams' composer hashes whole key nodes, which does not terminate for an
// alias bomb, and does not record the ends of values. Its events have neither problem.
private import CYaml

extension YAMLEvent {
  /// Calls `body` with every event of the text until it returns false.
  ///
  /// Returns the error of libyaml. Nil if it reached the end or was stopped.
  static func forEach(in text: String, _ body: (YAMLEvent) -> Bool) -> YAMLFailure? {
    var text = text
    let skipped = text.utf8.starts(with: ScalarOffsets.byteOrderMark) ? ScalarOffsets.byteOrderMark.count : 0
    return text.withUTF8 { whole in
      let bytes = unsafe UnsafeBufferPointer(rebasing: whole.dropFirst(skipped))
      // libyaml requires an address even for an empty text.
      guard !bytes.isEmpty else { return nil }
      // libyaml stores a pointer from the parser to itself, so the parser needs a fixed address.
      let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
      // Sound: balances the allocation above on every exit.
      defer { unsafe parser.deallocate() }
      // Sound: initializes the whole memory. It fails only if memory is exhausted, and then owns no memory.
      guard unsafe yaml_parser_initialize(parser) == 1 else { return .outOfMemory }
      // Sound: runs once before the deallocation, on an initialized parser.
      defer { unsafe yaml_parser_delete(parser) }
      // Sound: `whole` outlives the parser, which is used only within this closure.
      unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
      unsafe yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
      while true {
        var event = unsafe yaml_event_t()
        // Sound: both pointers are valid for the call. On failure the event is zeroed and owns no memory.
        guard unsafe yaml_parser_parse(parser, &event) == 1 else { return unsafe YAMLFailure(parser.pointee) }
        // Sound: the event is deleted once, after its content was copied.
        defer { unsafe yaml_event_delete(&event) }
        if unsafe event.type == YAML_STREAM_END_EVENT { return nil }
        if let event = unsafe YAMLEvent(event), !body(event) { return nil }
      }
    }
  }

  /// Copies an event. Nil for events without content.
  private init?(_ event: yaml_event_t) {
    // Sound, here and below: `type` determines the member of the union that libyaml filled, and only that one is
    // read.
    let kind: Kind
    var anchor: String?
    var tag: String?
    switch unsafe event.type {
    case YAML_DOCUMENT_START_EVENT: kind = .documentStart
    case YAML_DOCUMENT_END_EVENT: kind = .documentEnd
    case YAML_ALIAS_EVENT: kind = unsafe .alias(string(event.data.alias.anchor) ?? "")
    case YAML_SCALAR_EVENT:
      let scalar = unsafe event.data.scalar
      // Sound: libyaml provides `length` bytes at `value`, which are valid until the event is deleted.
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

/// Returns a copy of a C string of libyaml. Nil for a null pointer. Sound: the strings are null-terminated and valid
/// as long as their event.
private func string(_ pointer: UnsafeMutablePointer<yaml_char_t>?) -> String? {
  guard let pointer = unsafe pointer else { return nil }
  return unsafe String(decodingCString: pointer, as: UTF8.self)
}
