import AugerDiagnostics

/// A kind of node of the dashboard language: its purpose, its attributes, and its children.
package struct NodeDescription: Sendable {
  package let name: String
  /// The purpose, one sentence.
  package let summary: String
  package let attributes: [AttributeDescription]
  package let children: [ChildDescription]

  init(
    _ name: String, _ summary: String, attributes: [AttributeDescription] = [], children: [ChildDescription] = []
  ) {
    self.name = name
    self.summary = summary
    self.attributes = attributes
    self.children = children
  }

  func attribute(_ name: String) -> AttributeDescription? {
    attributes.first(named: name)
  }

  func child(_ name: String) -> ChildDescription? {
    children.first(named: name)
  }
}

/// An attribute of a kind of node.
package struct AttributeDescription: Sendable, HasName {
  /// The type of its value.
  package enum Kind: Sendable, Hashable {
    case text
    /// `$` and a name.
    case variable
    case number
    /// An integer of at least 0.
    case count
    /// An integer of at least 1.
    case positive
    /// An integer of at least 1, unique among its siblings, without gaps.
    case sequence
    /// The words of the guide: true, yes or 1; false, no or 0.
    case truth
    case choice([String])
    /// A name of `ValueFormat`.
    case format
    case expression
    /// Names separated by commas.
    case names
    /// A value of the type in VariableType.
    case typed
  }

  package enum Need: Sendable, Hashable {
    case required
    case optional
    /// Required, except for a condition in words: `unless zooming levels give it`.
    case usual(String)
  }

  package let name: String
  package let kind: Kind
  package let need: Need
  /// Names in earlier versions, which are read with a note.
  package let oldSpellings: [String]
  /// The meaning, one sentence without a final period.
  package let summary: String
  /// True if it is an addition to MAKit's language.
  package let isOurs: Bool

  init(
    _ name: String, _ kind: Kind, _ need: Need, old oldSpellings: [String] = [], isOurs: Bool = false,
    _ summary: String
  ) {
    self.name = name
    self.kind = kind
    self.need = need
    self.oldSpellings = oldSpellings
    self.isOurs = isOurs
    self.summary = summary
  }

  /// Creates an optional attribute.
  init(_ name: String, _ kind: Kind, old oldSpellings: [String] = [], _ summary: String) {
    self.init(name, kind, .optional, old: oldSpellings, summary)
  }

  /// Creates an optional string attribute.
  init(_ name: String, old oldSpellings: [String] = [], _ summary: String) {
    self.init(name, .text, .optional, old: oldSpellings, summary)
  }

  /// Creates an addition to MAKit's language, which is never required.
  static func ours(_ name: String, _ kind: Kind, _ summary: String) -> AttributeDescription {
    AttributeDescription(name, kind, .optional, isOurs: true, summary)
  }

  static func ours(_ name: String, _ summary: String) -> AttributeDescription { ours(name, .text, summary) }

  /// The allowed words of a choice; otherwise empty.
  package var allowedValues: [String] { if case .choice(let words) = kind { words } else { [] } }

  var isRequired: Bool { need == .required }
}

/// A kind of node that is allowed in another one.
package struct ChildDescription: Sendable, HasName {
  package enum Count: Sendable, Hashable {
    case one
    case atMostOne
    case any
    case atLeastOne
  }

  package let name: String
  package let count: Count
  package let oldSpellings: [String]
  /// The description of the child. A closure, because nodes can be nested.
  let description: @Sendable () -> NodeDescription

  init(
    _ name: String, _ count: Count, _ description: @escaping @Sendable @autoclosure () -> NodeDescription
  ) {
    self.name = name
    self.count = count
    oldSpellings = []
    self.description = description
  }

  /// Creates a child that occurs at most once.
  init(
    _ name: String, old oldSpellings: [String] = [],
    _ description: @escaping @Sendable @autoclosure () -> NodeDescription
  ) {
    self.name = name
    count = .atMostOne
    self.oldSpellings = oldSpellings
    self.description = description
  }

  package var node: NodeDescription { description() }
}
