import AugerColumns
import AugerDiagnostics

/// A reader of the members of a JSON object. Errors contain the location of the member.
///
/// `finish()` throws for members that were not read, so that a misspelled argument is reported.
struct Arguments {
  /// The JSON pointer of the object, for example `/moves/0`. Empty for the arguments of a tool.
  let place: String
  private let members: [JSONNode.Member]
  private var asked: [String] = []

  init(_ node: JSONNode, at place: String) throws {
    guard case .object(let members) = node else {
      throw Refusal(.argumentWrong, "expected an object", at: place)
    }
    self.place = place
    self.members = members
  }

  func pointer(_ name: String) -> String {
    place + "/" + name.replacingBytes("~", with: "~0").replacingBytes("/", with: "~1")
  }

  var others: [JSONNode.Member] {
    members.filter { member in !asked.contains(name: member.name) }
  }

  mutating func has(_ name: String) -> Bool { member(name) != nil }

  private mutating func member(_ name: String) -> JSONNode? {
    if !asked.contains(name: name) { asked.append(name) }
    return members.first(named: name)?.value
  }

  /// Returns the value of a required member.
  mutating func needed(_ name: String) throws -> JSONNode {
    guard let value = member(name) else {
      let near = DidYouMean.nearest(to: name, among: others.map(\.name))
      throw Refusal(
        .argumentMissing, "'\(name)' is missing", at: place, hint: near.map { "Did you mean '\($0)'?" })
    }
    return value
  }

  /// Returns the value of a member, or nil if it is missing or null.
  mutating func optional(_ name: String) -> JSONNode? {
    let value = member(name)
    return value == .null ? nil : value
  }

  mutating func text(_ name: String) throws -> String { try text(try needed(name), name) }

  mutating func optionalText(_ name: String) throws -> String? {
    try optional(name).map { try text($0, name) }
  }

  private func text(_ node: JSONNode, _ name: String) throws -> String {
    guard let text = node.text else { throw Refusal(.argumentWrong, "'\(name)' must be a string", at: pointer(name)) }
    return text
  }

  /// Returns an integer in a range. The error for a value outside the range names the nearest valid value.
  mutating func whole(_ name: String, _ range: ClosedRange<Int>) throws -> Int {
    try whole(try needed(name), name, range)
  }

  mutating func optionalWhole(_ name: String, _ range: ClosedRange<Int>) throws -> Int? {
    try optional(name).map { try whole($0, name, range) }
  }

  private func whole(_ node: JSONNode, _ name: String, _ range: ClosedRange<Int>) throws -> Int {
    guard case .number(let digits) = node, let number = Double(digits), number == number.rounded() else {
      throw Refusal(.argumentWrong, "'\(name)' must be an integer", at: pointer(name))
    }
    guard let whole = Int(exactly: number), range.contains(whole) else {
      let nearest = number < Double(range.lowerBound) ? range.lowerBound : range.upperBound
      throw Refusal(
        .argumentWrong, "'\(name)' must be an integer from \(range.lowerBound) to \(range.upperBound)",
        at: pointer(name), nearest: JSONNode(nearest))
    }
    return whole
  }

  mutating func optionalBool(_ name: String) throws -> Bool? {
    try optional(name).map { node in
      guard case .bool(let value) = node else {
        throw Refusal(.argumentWrong, "'\(name)' must be true or false", at: pointer(name))
      }
      return value
    }
  }

  /// Returns one of the allowed words, or nil if the member is missing.
  mutating func optionalWord(_ name: String, of words: [String]) throws -> String? {
    guard let word = try optionalText(name) else { return nil }
    guard words.contains(name: word) else {
      throw Refusal(
        .argumentWrong, "'\(name)' must be one of \(words.joined(separator: ", "))", at: pointer(name),
        nearest: DidYouMean.nearest(to: word, among: words).map { .text($0) })
    }
    return word
  }

  /// Returns a value of the data, which may be null.
  mutating func scalar(_ name: String) throws -> Scalar {
    guard let value = try needed(name).scalar else {
      throw Refusal(.argumentWrong, "'\(name)' must be a single value", at: pointer(name))
    }
    return value
  }

  /// Returns a list of values. A single value counts as a list of one, and a missing member as an empty list.
  mutating func scalars(_ name: String) throws -> [Scalar] {
    guard let node = optional(name) else { return [] }
    return try Self.scalars(node, at: pointer(name))
  }

  static func scalars(_ node: JSONNode, at place: String) throws -> [Scalar] {
    guard let items = node.items else {
      guard let value = node.scalar else { throw Refusal(.argumentWrong, "expected a value", at: place) }
      return [value]
    }
    guard items.count <= AgentService.mostValues else {
      throw Refusal(
        .argumentWrong, "the list has \(items.count) values; the maximum is \(AgentService.mostValues)", at: place)
    }
    return try items.enumerated().map { index, item in
      guard let value = item.scalar else {
        throw Refusal(.argumentWrong, "expected a single value", at: "\(place)/\(index)")
      }
      return value
    }
  }

  /// Throws if a member was not read.
  func finish() throws {
    guard let other = others.first else { return }
    throw Refusal(
      .argumentWrong, "unknown argument '\(other.name)'", at: pointer(other.name),
      hint: DidYouMean.hint(for: other.name, among: asked, listing: "arguments"),
      nearest: DidYouMean.nearest(to: other.name, among: asked).map { .text($0) })
  }
}
