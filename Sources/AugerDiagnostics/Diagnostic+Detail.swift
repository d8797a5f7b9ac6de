extension Diagnostic {
  /// A named subject of a diagnostic, for programs that handle errors (guide, "Error Handling").
  ///
  /// File, line and column are part of `place`.
  package struct Detail: Sendable, Hashable {
    /// MAKit's detail keys, and the path of a data file.
    package enum Key: String, Sendable, Hashable, CaseIterable {
      /// The node that is wrong or missing.
      case node
      case attribute
      case value
      /// The number of a sequence attribute.
      case sequence
      case dataColumn
      /// A row of a query's result, from 1.
      case dataRow
      case query
      case expression
      case chart
      case path
      case general
    }

    package var key: Key
    package var value: String

    package init(_ key: Key, _ value: String) {
      self.key = key
      self.value = value.withoutPasswords
    }
  }

  package subscript(key: Detail.Key) -> String? { details.first { $0.key == key }?.value }
}

extension [Diagnostic.Detail] {
  /// Returns the details with one more, unless its key is already present.
  package func adding(_ key: Element.Key, _ value: String) -> Self {
    contains { $0.key == key } ? self : self + [Element(key, value)]
  }
}
