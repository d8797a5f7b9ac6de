import AugerColumns
import AugerDiagnostics

/// A JSON value with typed accessors. Every error contains the value's path and location.
struct JSONValue {
  let tape: JSONTape
  let index: Int

  private var token: JSONTape.Token { tape.tokens[index] }

  var isNull: Bool { token.kind == .null }
  var isList: Bool { token.kind == .array }
  var isObject: Bool { token.kind == .object }

  func failure(_ message: String, hint: String? = nil) -> AugerError {
    tape.failure(at: index, message, hint: hint)
  }

  // MARK: Scalars

  func text() throws(AugerError) -> String {
    guard token.kind == .text || token.kind == .escapedText else { throw failure("must be a string") }
    return tape.text(index)
  }

  func truth() throws(AugerError) -> Bool {
    guard token.kind == .true || token.kind == .false else { throw failure("must be true or false") }
    return token.kind == .true
  }

  /// Returns an integer in a range.
  func whole(_ range: ClosedRange<Int>) throws(AugerError) -> Int {
    guard token.kind == .integer, let number = Int(tape.written(index)), range.contains(number) else {
      throw failure(
        range.upperBound == .max
          ? "must be an integer of at least \(range.lowerBound)"
          : "must be an integer from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// Returns an index into a list of `count` items.
  func index(below count: Int) throws(AugerError) -> Int {
    guard count > 0 else { throw failure("refers to an item, but the chart has no items") }
    return try whole(0...count - 1)
  }

  func number() throws(AugerError) -> Double {
    guard token.kind == .integer || token.kind == .number, let number = Double(tape.written(index)), number.isFinite
    else { throw failure("must be a number") }
    return number
  }

  /// Returns a case of an enum by its name.
  func choice<Choice: RawRepresentable & CaseIterable>() throws(AugerError) -> Choice where Choice.RawValue == String {
    let name = try text()
    guard let choice = Choice(rawValue: name) else {
      throw failure(
        "choice '\(name)' does not exist",
        hint: DidYouMean.hint(for: name, among: Choice.allCases.map(\.rawValue), listing: "Choices"))
    }
    return choice
  }

  func type() throws(AugerError) -> DataType {
    let name = try text()
    guard let type = DataType(name: name), Name(type.description) == Name(name) else {
      throw failure("type '\(name)' does not exist")
    }
    return type
  }

  // MARK: Lists

  /// Returns the indices of the items of a list.
  func indices() throws(AugerError) -> [Int] {
    guard token.kind == .array else { throw failure("must be a list") }
    var result: [Int] = []
    var child = index + 1
    while child < Int(token.next) {
      result.append(child)
      child = Int(tape.tokens[child].next)
    }
    return result
  }

  /// Returns the items of a list. Throws if the list does not have `count` items.
  func items(_ count: Int? = nil) throws(AugerError) -> [JSONValue] {
    let items = try indices().map { JSONValue(tape: tape, index: $0) }
    if let count, items.count != count { throw failure("has \(items.count) items instead of \(count)") }
    return items
  }

  func texts(_ count: Int? = nil) throws(AugerError) -> [String] {
    var texts: [String] = []
    for item in try items(count) { texts.append(try item.text()) }
    return texts
  }

  func optionalTexts(_ count: Int) throws(AugerError) -> [String?] {
    var texts: [String?] = []
    for item in try items(count) { texts.append(item.isNull ? nil : try item.text()) }
    return texts
  }

  /// Returns indices into a list of `bound` items.
  func indices(below bound: Int) throws(AugerError) -> [Int] {
    var numbers: [Int] = []
    for item in try items() { numbers.append(try item.index(below: bound)) }
    return numbers
  }

  /// Returns `count` 32-bit indices into a list of `bound` items.
  func shortIndices(_ count: Int? = nil, below bound: Int) throws(AugerError) -> [Int32] {
    var numbers: [Int32] = []
    for item in try items(count) { numbers.append(Int32(clamping: try item.index(below: bound))) }
    return numbers
  }

  /// Returns `count` integers between the two bounds, inclusive.
  func numbers(_ count: Int, from lower: Int, to upper: Int) throws(AugerError) -> [Int32] {
    var numbers: [Int32] = []
    for item in try items(count) { numbers.append(Int32(clamping: try item.whole(lower...upper))) }
    return numbers
  }

  // MARK: Objects

  /// Returns the value of a key; nil if it is absent or the value is not an object.
  func member(_ key: String) -> JSONValue? { (try? members())?.first { tape.isText($0.key, key) }?.value }

  /// Returns keys and values in input order.
  func members() throws(AugerError) -> [(key: Int, value: JSONValue)] {
    guard token.kind == .object else { throw failure("must be an object") }
    var members: [(Int, JSONValue)] = []
    var child = index + 1
    while child < Int(token.next) {
      members.append((child, JSONValue(tape: tape, index: child + 1)))
      child = Int(tape.tokens[child + 1].next)
    }
    return members
  }

  func object(_ keys: [String]) throws(AugerError) -> JSONObject { try JSONObject(self, keys) }
}

/// An object with known keys, each at most once.
struct JSONObject {
  let value: JSONValue
  private let keys: [String]
  private var places: [Int?]

  init(_ value: JSONValue, _ keys: [String]) throws(AugerError) {
    self.value = value
    self.keys = keys
    places = [Int?](repeating: nil, count: keys.count)
    for (key, member) in try value.members() {
      guard let number = keys.firstIndex(where: { value.tape.isText(key, $0) }) else {
        let name = value.tape.text(key)
        throw value.tape.failure(
          at: key, "the key does not exist in chart JSON",
          hint: DidYouMean.hint(for: name, among: keys, listing: "Keys"))
      }
      guard places[number] == nil else { throw value.tape.failure(at: key, "the key occurs twice") }
      places[number] = member.index
    }
  }

  /// The value of a key; nil if it is absent.
  subscript(key: String) -> JSONValue? {
    guard let number = keys.firstIndex(of: key), let place = places[number] else { return nil }
    return JSONValue(tape: value.tape, index: place)
  }

  /// - Throws: `chartJSONInvalid` if the key is absent.
  func required(_ key: String) throws(AugerError) -> JSONValue {
    guard let value = self[key] else { throw self.value.failure("key '\(key)' is missing") }
    return value
  }

  func text(_ key: String) throws(AugerError) -> String { try required(key).text() }

}
