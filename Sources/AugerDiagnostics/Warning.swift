/// Something that happened to rows of data and did not stop the work: counted, with the first place it was seen.
///
/// Rows are never silent and never flood: however many rows divide by zero, there is one warning with their number.
public struct Warning: Sendable, Hashable, CustomStringConvertible {
  /// Which kind of warning it is.
  public var code: Diagnostic.Code
  /// What happened, one sentence without a full stop.
  public var message: String
  /// How often it happened.
  public var count: Int
  /// The first occurrence: a data row counted from 1, or a place in a file.
  package var firstPlace: String?

  /// A warning about `count` rows. `firstPlace`: the first of them, a data row counted from 1 or a place in a file.
  public init(_ code: Diagnostic.Code, _ message: String, count: Int = 1, firstPlace: String? = nil) {
    self.code = code
    self.message = message
    self.count = count
    self.firstPlace = firstPlace
  }

  public var description: String {
    var text = "warning: \(code): \(message)"
    if count > 1 { text += " (\(count) times)" }
    if let firstPlace { text += ", first at \(firstPlace)" }
    return text
  }
}

/// Warnings in the order of their first occurrence, equal ones added up.
public struct Warnings: Sendable, Hashable {
  /// The warnings in the order in which they first occurred.
  public private(set) var items: [Warning] = []

  /// Warnings, equal ones added up.
  public init(_ items: [Warning] = []) { for item in items { add(item) } }

  package var isEmpty: Bool { items.isEmpty }

  /// Adds one; a warning of the same code and message only raises the count. The earlier first place stays.
  public mutating func add(_ warning: Warning) {
    guard warning.count > 0 else { return }
    if let index = items.firstIndex(where: { $0.code == warning.code && Name($0.message) == Name(warning.message) }) {
      items[index].count += warning.count
      if items[index].firstPlace == nil { items[index].firstPlace = warning.firstPlace }
    } else {
      items.append(warning)
    }
  }

  package mutating func add(contentsOf others: Warnings) { for item in others.items { add(item) } }
}
