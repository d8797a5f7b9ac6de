extension Diagnostic {
  /// The kind of a subject of a problem (guide, "Error Handling"): `error[.chart]` is the name of its chart.
  public enum Key: String, Sendable, Hashable, CaseIterable {
    /// The node that is wrong or missing.
    case node
    /// An attribute of a node.
    case attribute
    /// A value of an attribute.
    case value
    /// The number of a sequence attribute.
    case sequence
    /// A column of a query's result.
    case dataColumn
    /// A row of a query's result, from 1.
    case dataRow
    /// The name of a query.
    case query
    /// The text of an expression.
    case expression
    /// The name of a chart or of another item.
    case chart
    /// The path of a file.
    case path
    /// Any other subject.
    case general
  }

  /// A named subject of a diagnostic, for programs that handle errors.
  ///
  /// File, line and column are part of `place`.
  package struct Detail: Sendable, Hashable {
    package typealias Key = Diagnostic.Key

    package var key: Key
    package var value: String

    package init(_ key: Key, _ value: String) {
      self.key = key
      self.value = value.withoutPasswords
    }
  }

  /// A subject of the diagnostic, such as the name of its chart or query; nil if it has none of this kind.
  public subscript(key: Key) -> String? { details.first { $0.key == key }?.value }
}

extension [Diagnostic.Detail] {
  /// Returns the details with one more, unless its key is already present.
  package func adding(_ key: Element.Key, _ value: String) -> Self {
    contains { $0.key == key } ? self : self + [Element(key, value)]
  }
}
