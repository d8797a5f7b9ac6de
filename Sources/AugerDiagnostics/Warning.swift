/// A problem with rows of data that did not stop the work, with the number of occurrences and the position of the
/// first.
///
/// A problem never passes silently and never floods the output: any number of rows that divide by zero gives one
/// warning.
public struct Warning: Sendable, Hashable, CustomStringConvertible {
  /// The code of the warning.
  public var code: Diagnostic.Code
  /// The problem, as one sentence without a period.
  public var message: String
  /// The number of occurrences.
  public var count: Int
  /// The first occurrence: a data row counted from 1, or a position in a file.
  package var firstPlace: String?

  /// Creates a warning about `count` rows. `firstPlace` is the first row, counted from 1, or a position in a file.
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

/// Warnings in the order of their first occurrence. Equal warnings are combined.
public struct Warnings: Sendable, Hashable {
  /// The warnings, in the order in which they were added.
  public private(set) var items: [Warning] = []

  /// Creates a list in which equal warnings are combined.
  public init(_ items: [Warning] = []) { for item in items { add(item) } }

  /// Adds a warning. If one with the same code and message exists, its count is increased and its position is
  /// unchanged.
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

extension Warnings: RandomAccessCollection {
  public var startIndex: Int { items.startIndex }

  public var endIndex: Int { items.endIndex }

  public subscript(position: Int) -> Warning { items[position] }
}

extension Collection<Warning> {
  /// The first warning with a code: `chart.warnings["valueSkipped"]?.count`. Nil if none exists.
  package subscript(code: Diagnostic.Code) -> Warning? { first { $0.code == code } }
}
