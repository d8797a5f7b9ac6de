/// A randomly generated CSV file and its read options. It has columns of several kinds, written in the styles of
/// programs and people. Most files contain some errors.
package struct GeneratedCSV {
  package private(set) var text: [UInt8] = []
  /// The options of the source, by name.
  package private(set) var options: [(name: String, values: [String])] = []
  /// True if the text must be compressed.
  package let isCompressed: Bool
  /// The number of rows per chunk, the number of rows for type inference, and the number of bytes per read. The values
  /// are so small that a short text has many chunks.
  package let (chunkRows, sampleRows, readSize): (Int, Int, Int)

  private static let kinds: [Kind] = [.int, .int, .float, .float, .date, .moment, .flag, .word, .word, .prose, .mixed]
  private enum Kind { case int, float, date, moment, flag, word, prose, mixed }

  private enum Quoting { case whereNeeded, always, sometimes }

  /// The style of the text.
  private struct Style {
    let delimiter: UInt8
    let quote: UInt8
    /// The line ending. Nil mixes several line endings.
    let lineEnd: String?
    let quoting: Quoting
    let isDecimalComma: Bool
    let grouping: String
    /// The order of day, month and year.
    let dates: Int
    let nullWord: String

    init(_ chance: inout Chance) {
      delimiter = chance.pick([0x2C, 0x2C, 0x2C, 0x2C, 0x3B, 0x3B, 0x09, 0x7C])
      quote = chance.isOneIn(10) ? 0x27 : 0x22
      lineEnd = chance.pick(["\n", "\n", "\n", "\r\n", "\r\n", "\r", nil])
      quoting = chance.pick([.whereNeeded, .whereNeeded, .always, .sometimes, .sometimes])
      isDecimalComma = chance.isOneIn(3)
      grouping = chance.pick(["", "", "", isDecimalComma ? "." : ",", " ", "'"])
      dates = chance.below(5)
      nullWord = chance.pick(["", "", "", "NA", "NULL", "-", "n/a", "\\N"])
    }
  }

  private static let words = ["North", "South", "Größe", "x", "", "a b", "007", "日本", "true", "no", "1e5", " y "]
  private static let pieces: [[UInt8]] =
    [
      ",", ",", ";", "\"", "\"", "\"\"", "'", "\n", "\n", "\r\n", "\r", "\n\n", " ", "\t", "|", "0", "-7", "0.5", "1,5",
      "1e999", "99999999999999999999", "007", "NA", "NaN", "true", "2024-01-31", "31.12.2024", "\u{FEFF}", "#", "\\",
      "a,b,c\n", "1,2,3\n", "1,2,x\n", "\"a\",\"b\"\"c\",\"d\ne\"\r\n", "\"2\",3,\n", "1,2\n", "1,2,3,4\n", "x\"y",
      "\"p\"q", "1,\"\",3\n", "\",\"", "\"\n\"", "\"\"\"",
    ].map { Array($0.utf8) } + [[0], [0xFF], [0xC3], [0x1F, 0x8B], [UInt8](repeating: 0x39, count: 70)]

  package init(seed: UInt64) {
    var chance = Chance(seed: seed &* 7919 &+ 17)
    isCompressed = chance.isOneIn(6)
    chunkRows = 1 + chance.below(chance.isOneIn(4) ? 50 : 8)
    sampleRows = chance.isOneIn(3) ? 10_000 : 1 + chance.below(20)
    readSize = 64 << chance.below(4)
    let style = Style(&chance)
    let kinds = (0..<2 + chance.below(4)).map { _ in chance.pick(Self.kinds) }
    // One in `misfits` values and one in `raggedRows` rows is invalid. Nil means none.
    let misfits = chance.pick([nil, nil, 100, 20])
    let raggedRows = chance.pick([nil, nil, nil, 30])
    if chance.isOneIn(8) { text += [0xEF, 0xBB, 0xBF] }
    let hasHeader = !chance.isOneIn(4)
    if hasHeader { append(kinds.indices.map { Array("c\($0)".utf8) }, style, &chance) }
    for row in 0..<chance.below(chance.isOneIn(20) ? 80 : 16) {
      var fields = kinds.map { kind in
        Self.field(misfits.map { chance.isOneIn($0) } == true ? .mixed : kind, row, style, &chance)
      }
      if let raggedRows, chance.isOneIn(raggedRows) {
        if chance.isOneIn(2) { fields.removeLast() } else { fields.append(Array("more".utf8)) }
      }
      append(fields, style, &chance)
      if raggedRows != nil, chance.isOneIn(20) { text += Array((style.lineEnd ?? "\n").utf8) }
    }
    if chance.isOneIn(3), let end = style.lineEnd { text.removeLast(min(text.count, end.utf8.count)) }
    damage(&chance)
    options = Self.options(columns: kinds.count, style.delimiter, &chance)
  }

  // MARK: Rows

  private mutating func append(_ fields: [[UInt8]], _ style: Style, _ chance: inout Chance) {
    for (index, field) in fields.enumerated() {
      if index > 0 { text.append(style.delimiter) }
      let isNeeded = field.contains { [style.delimiter, style.quote, 0x0A, 0x0D].contains($0) }
      let isWanted = style.quoting == .always || style.quoting == .sometimes && chance.isOneIn(3)
      guard isNeeded || isWanted else {
        text += field
        continue
      }
      text.append(style.quote)
      for byte in field {
        if byte == style.quote { text.append(byte) }
        text.append(byte)
      }
      text.append(style.quote)
    }
    text += Array((style.lineEnd ?? chance.pick(["\n", "\n", "\r\n", "\r"])).utf8)
  }

  private static func field(_ kind: Kind, _ row: Int, _ style: Style, _ chance: inout Chance) -> [UInt8] {
    if chance.isOneIn(12) { return Array(style.nullWord.utf8) }
    switch kind {
    case .int: return number(chance.isOneIn(3) ? chance.below(10_000_000) : row, fraction: nil, style, &chance)
    case .float: return number(chance.below(100_000), fraction: chance.below(1000), style, &chance)
    case .date: return Array(date(style, &chance).utf8)
    case .moment: return Array("\(date(style, &chance)) \(two(chance.below(24))):\(two(chance.below(60))):00".utf8)
    case .flag: return Array(chance.pick(["true", "false"]).utf8)
    case .word: return Array(chance.pick(words).utf8)
    case .prose: return prose(&chance)
    case .mixed:
      let others: [Kind] = [.int, .float, .date, .moment, .flag, .word, .prose]
      return field(chance.pick(others), row, style, &chance)
    }
  }

  private static func number(_ whole: Int, fraction: Int?, _ style: Style, _ chance: inout Chance) -> [UInt8] {
    var digits = Array(String(whole).utf8)
    if !style.grouping.isEmpty, digits.count > 3 {
      for place in stride(from: digits.count - 3, to: 0, by: -3) {
        digits.insert(contentsOf: style.grouping.utf8, at: place)
      }
    }
    if let fraction { digits += Array((style.isDecimalComma ? "," : ".").utf8) + Array(String(fraction).utf8) }
    return chance.isOneIn(9) ? Array("-".utf8) + digits : digits
  }

  private static func date(_ style: Style, _ chance: inout Chance) -> String {
    let (year, month, day) = ("\(1990 + chance.below(50))", two(1 + chance.below(12)), two(1 + chance.below(28)))
    switch style.dates {
    case 0: return "\(day).\(month).\(year)"
    case 1: return "\(month)/\(day)/\(year)"
    case 2: return "\(day)/\(month)/\(year)"
    default: return "\(year)-\(month)-\(day)"
    }
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// Returns words with characters that require quotes between them. Some results exceed the read size.
  private static func prose(_ chance: inout Chance) -> [UInt8] {
    var result: [UInt8] = []
    for _ in 0..<chance.below(6) {
      result += Array(chance.pick(words + [",", "\"", "\n", "\r\n", ";", "'", "say \"no\""]).utf8)
    }
    if chance.isOneIn(20) { result += [UInt8](repeating: 0x7A, count: chance.below(1500)) }
    return result
  }

  // MARK: Errors

  private mutating func damage(_ chance: inout Chance) {
    if chance.isOneIn(8) { for _ in 0..<chance.below(40) { text += chance.pick(Self.pieces) } }
    guard !text.isEmpty, chance.isOneIn(2) else { return }
    for _ in 0..<1 + chance.below(3) {
      let at = chance.below(text.count + 1)
      switch chance.below(5) {
      case 0...1: text.insert(contentsOf: chance.pick(Self.pieces), at: at)
      case 2: text.removeSubrange(at..<min(text.count, at + 1 + chance.below(5)))
      case 3 where at < text.count: text[at] = chance.pick(Self.pieces)[0]
      default: if chance.isOneIn(4) { text.removeSubrange(at...) }
      }
      if text.isEmpty { return }
    }
  }

  // MARK: Options

  private static func options(
    columns: Int, _ delimiter: UInt8, _ chance: inout Chance
  ) -> [(name: String, values: [String])] {
    var options: [(name: String, values: [String])] = []
    switch chance.below(12) {
    case 0: options.append(("onError", ["null"]))
    case 1: options.append(("onError", ["text"]))
    case 2: options.append(("onError", ["fail"]))
    case 3: options.append(("asText", ["true"]))
    case 4:
      let types = ["int", "float", "date", "string", "bool", "decimal(12,3)", "timestamp", "time"]
      options.append(("columns", (0..<columns).map { "c\($0): \(chance.pick(types))" }))
      options.append(("onError", [chance.pick(["null", "text", "fail"])]))
    case 5: options.append(("nullWords", ["NA", "-", "x"]))
    case 6: options.append(("header", [chance.pick(["true", "false"])]))
    case 7: options.append(("delimiter", [chance.pick(["comma", "semicolon", "tab", "pipe"])]))
    // One thread parses in order, and the readers share its result.
    case 8 where chance.isOneIn(3):
      options.append(
        chance.pick([("onError", ["skip"]), ("comment", ["#"]), ("escape", ["\\"]), ("strict", ["true"])]))
    default: break
    }
    return options
  }
}
