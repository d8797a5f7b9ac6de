import AugerDiagnostics

/// The position of a field, as a parser knows it.
struct FieldPlace: Sendable, Hashable {
  /// The physical line on which the row begins, from 1.
  var rowLine: Int
  /// The number of the field in its row, from 0.
  var field: Int
  /// The physical line on which the field begins, or a later one of its row.
  var line: Int
}

/// Finds the positions of fields in a file. It reads the file once more for all of them.
///
/// Positions are needed only for one error or a bounded list of rejects. Tracking columns during the scan would slow
/// down every field. The text is interpreted like libcsv does.
struct PlaceFinder {
  let file: RereadableFile
  let form: CSVForm

  var path: String { file.title }

  /// Returns `sales.csv:17:42`: the physical line and column of the start of the field. The column counts Unicode
  /// scalars from 1. It is missing if the file has changed.
  func place(_ place: FieldPlace) -> String { text(place, positions(of: [place])[0]) }

  func text(_ place: FieldPlace, _ position: SourcePosition?) -> String {
    position.map { "\(path):\($0.line):\($0.column)" } ?? "\(path):\(place.line)"
  }

  /// Returns the start of each field. Nil if it is not found.
  func positions(of places: [FieldPlace]) -> [SourcePosition?] {
    var positions = [SourcePosition?](repeating: nil, count: places.count)
    let order = places.indices.sorted {
      (places[$0].rowLine, places[$0].field) < (places[$1].rowLine, places[$1].field)
    }
    guard !order.isEmpty, var input = try? CSVInput(file, form) else { return positions }
    var next = 0
    var walk = Walk(dialect: form.dialect, places[order[0]])
    /// Records the fields that were reached. Returns false if none remain.
    func settle(atEnd: Bool = false) -> Bool {
      while next < order.count {
        let target = places[order[next]]
        if walk.isThere {
          positions[order[next]] = walk.position
        } else if !atEnd, walk.position.line <= target.line {
          return true
        }
        next += 1
        if next < order.count { walk.seek(places[order[next]]) }
      }
      return false
    }
    while next < order.count {
      let goesOn = try? input.next { bytes in
        for index in bytes.indices {
          if walk.mayBeThere, !settle() { return }
          walk.take(bytes[index])
        }
      }
      if goesOn != true { break }
    }
    _ = settle(atEnd: true)
    return positions
  }

  func place(ofOffset offset: Int) -> String {
    guard var input = try? CSVInput(file, form) else { return path }
    var walk = Walk(dialect: form.dialect, FieldPlace(rowLine: .max, field: 0, line: .max))
    var left = offset
    while left > 0 {
      let goesOn = try? input.next { bytes in
        for index in bytes.indices where left > 0 {
          walk.take(bytes[index])
          left -= 1
        }
      }
      if goesOn != true { break }
    }
    return "\(path):\(walk.position.line):\(walk.position.column)"
  }

  private struct Walk {
    private enum State { case fieldStart, bare, quoted, quoteInQuoted }

    let dialect: CSVDialect
    private var target: FieldPlace
    private(set) var position = SourcePosition(line: 1, column: 1)
    private var state = State.fieldStart
    private var fieldsBefore = 0
    private var lastWasReturn = false

    init(dialect: CSVDialect, _ target: FieldPlace) {
      self.dialect = dialect
      self.target = target
    }

    /// Moves on to another field of the same row or a later one.
    mutating func seek(_ next: FieldPlace) {
      if next.rowLine != target.rowLine {
        state = .fieldStart
        fieldsBefore = 0
      }
      target = next
    }

    var mayBeThere: Bool { position.line >= target.rowLine && state == .fieldStart || position.line > target.line }

    /// True if the next byte is the first byte of the target field.
    var isThere: Bool {
      position.line >= target.rowLine && state == .fieldStart && fieldsBefore == target.field
        && !(lastWasReturn && position.column > 1)
    }

    mutating func take(_ byte: UInt8) {
      let isNewline = byte == 0x0A || byte == 0x0D
      let endsCRLF = byte == 0x0A && lastWasReturn
      defer {
        lastWasReturn = byte == 0x0D
        if isNewline {
          if !endsCRLF { position = SourcePosition(line: position.line + 1, column: 1) }
        } else if byte & 0xC0 != 0x80 {
          position.column += byte == dialect.delimiter && state != .quoted ? max(1, dialect.longDelimiter.count) : 1
        }
      }
      guard position.line >= target.rowLine, !endsCRLF || state == .quoted else { return }
      switch state {
      case .fieldStart where byte == dialect.quote: state = .quoted
      case .quoted: if byte == dialect.quote { state = .quoteInQuoted }
      case .quoteInQuoted where byte != dialect.delimiter && !isNewline: state = .quoted
      default:
        state = .bare
        if byte == dialect.delimiter {
          state = .fieldStart
          fieldsBefore += 1
        } else if isNewline {
          state = .fieldStart
        }
      }
    }
  }
}
