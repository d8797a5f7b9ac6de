import AugerCharts
import AugerColumns

/// Single values, which no column gives a type: what stands beside them where a reader would take them for others.
///
/// Without a note an integer is an int, another number a float, a text a string. `types` names the type of others, as
/// schemas do; `exact` has the text of a number that JSON does not hold.
enum WrittenScalar {
  /// The name of the type that must stand beside a value; nil where a reader finds it, perhaps by what is known of all
  /// values there.
  static func type(of value: Scalar, known: DataType?) -> String? {
    switch (value, known) {
    case (.null, _), (.bool, .bool?), (.int, .int64?), (.float, .float64?), (.string, .string?), (.date, .date?),
      (.timestamp, .timestamp(_)?), (.time, .time?), (.interval, .interval?), (.binary, .binary?):
      return nil
    case (.bool, nil), (.int, nil), (.string, nil): return nil
    case (.float(let number), nil):
      // Among numbers a whole one is taken for an int; what is not finite is no number of JSON.
      return number.isFinite && Double(Int64(clamping: number)) != number ? nil : "float"
    case (.decimal(let number), .decimal(let precision, let scale)?)
    where number.scale == scale && number.fitted(precision: precision, scale: scale) != nil:
      return nil
    default: return name(ofTypeOf: value)
    }
  }

  /// The same of an argument, whose numbers are texts where JSON does not hold them.
  static func argumentType(of value: Scalar) -> String? {
    type(of: value, known: nil) ?? (ExactText.text(value) == nil ? nil : name(ofTypeOf: value))
  }

  /// Decimals are of as many digits as there can be, so that values of one column have one type.
  static func name(ofTypeOf value: Scalar) -> String? {
    if case .decimal(let number) = value {
      return DataType.decimal(precision: Decimal128.maximumPrecision, scale: number.scale).description
    }
    return value.type?.description
  }
}

extension Int64 {
  /// The whole number nearest to a finite double; 0 for NaN.
  fileprivate init(clamping value: Double) {
    self = value.isNaN ? 0 : Int64(exactly: value.rounded(.towardZero)) ?? (value < 0 ? .min : .max)
  }
}

extension ChartModel {
  /// The type of points along its categories.
  var pointType: DataType { items?.category.type ?? levels[0].values.type }
}

extension ChartJSONWriter {
  /// A value that has a note where it needs one.
  mutating func lone(_ value: Scalar) { scalar(value, of: nil) }

  /// `types` and `exact` of the values just written, at the end of their object.
  mutating func writeNotes(of values: [(name: String, value: Scalar)], known: DataType? = nil) {
    write(values.compactMap { name, value in WrittenScalar.type(of: value, known: known).map { (name, $0) } }, "types")
    write(values.compactMap { name, value in ExactText.text(value).map { (name, $0) } }, "exact")
  }

  private mutating func write(_ notes: [(name: String, text: String)], _ name: String) {
    guard !notes.isEmpty else { return }
    member(name)
    out.raw("{")
    for (index, note) in notes.enumerated() {
      if index > 0 { out.comma() }
      out.string(note.name)
      out.raw(": ")
      out.string(note.text)
    }
    out.raw("}")
  }

  /// The types of one set of arguments where a reader would take values for others: by name one type, or one for each
  /// value of a list and the two ends of a range.
  mutating func writeTypes(of arguments: QueryArguments, _ name: String) {
    let types = Self.types(of: arguments)
    guard !types.isEmpty else { return }
    member(name)
    write(types: types)
  }

  /// The same of what picking each category or series adds: one object for all while they agree, else one for each.
  mutating func writeTypes(ofPicks picks: [QueryArguments?], _ name: String) {
    let sets = picks.map { $0.map { Self.types(of: $0) } ?? [] }
    guard sets.contains(where: { !$0.isEmpty }) else { return }
    member(name)
    if let shared = Self.sharedTypes(of: picks) { return write(types: shared) }
    line(sets.indices) { $0.write(types: sets[$1]) }
  }

  private typealias NamedTypes = [(name: String, types: [String?])]

  private mutating func write(types: NamedTypes) {
    out.raw("{")
    for (index, entry) in types.enumerated() {
      if index > 0 { out.comma() }
      out.string(entry.name)
      out.raw(": ")
      if let type = entry.types.first ?? nil, entry.types.allSatisfy({ $0 == type }) {
        out.string(type)
      } else {
        line(entry.types.indices) { writer, place in
          if let type = entry.types[place] { writer.out.string(type) } else { writer.out.null() }
        }
      }
    }
    out.raw("}")
  }

  /// In the order that the arguments are written in: those that have a value in need of a type.
  private static func types(of arguments: QueryArguments) -> NamedTypes {
    arguments.entries.sorted { Scalar.compareBytes($0.name, $1.name) < 0 }
      .compactMap { name, argument in
        let types = argument.writtenScalars.map { WrittenScalar.argumentType(of: $0) }
        return types.contains { $0 != nil } ? (name, types) : nil
      }
  }

  /// One type for each name; nil where the values of a name have several.
  private static func sharedTypes(of picks: [QueryArguments?]) -> NamedTypes? {
    var types: [Scalar: String] = [:]
    var needed: Set<Scalar> = []
    for case let pick? in picks {
      for (name, argument) in pick.entries {
        for value in argument.writtenScalars {
          guard let type = WrittenScalar.name(ofTypeOf: value) else { continue }
          if let other = types.updateValue(type, forKey: .string(name)), other != type { return nil }
          if WrittenScalar.argumentType(of: value) != nil { needed.insert(.string(name)) }
        }
      }
    }
    return needed.sorted { Scalar.precedes($0, $1) }.map { ($0.description, [types[$0]]) }
  }
}

extension QueryArgument {
  /// Its values in the order that they are written in.
  fileprivate var writtenScalars: [Scalar] {
    switch self {
    case .scalar(let value): [value]
    case .list(let values): values
    case .range(let lower, let upper): [lower, upper]
    }
  }
}
