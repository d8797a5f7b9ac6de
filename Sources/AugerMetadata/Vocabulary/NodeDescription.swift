import AugerDiagnostics

/// A kind of node of the dashboard language: what it is for, its attributes, and what may stand in it.
package struct NodeDescription: Sendable {
  package let name: String
  /// What it is, one sentence.
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
  /// What its text must be.
  package enum Kind: Sendable, Hashable {
    case text
    /// `$` and a name.
    case variable
    case number
    /// A whole number from 0 on.
    case count
    /// A whole number from 1 on.
    case positive
    /// A whole number from 1 on, unique among its siblings, without gaps.
    case sequence
    /// The guide's words: true, yes or 1; false, no or 0.
    case truth
    case choice([String])
    /// A name of `ValueFormat`.
    case format
    case expression
    /// Names with commas between them.
    case names
    /// A value of the type that VariableType names.
    case typed
  }

  package enum Need: Sendable, Hashable {
    case required
    case optional
    /// Required, but for what the words say: `unless zooming levels give it`.
    case usual(String)
  }

  package let name: String
  package let kind: Kind
  package let need: Need
  /// Names that earlier versions had, read with a note.
  package let oldSpellings: [String]
  /// What it says, one sentence without a full stop.
  package let summary: String
  /// Whether it is an addition to MAKit's language.
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

  /// An attribute that may be left out.
  init(_ name: String, _ kind: Kind, old oldSpellings: [String] = [], _ summary: String) {
    self.init(name, kind, .optional, old: oldSpellings, summary)
  }

  /// A text that may be left out.
  init(_ name: String, old oldSpellings: [String] = [], _ summary: String) {
    self.init(name, .text, .optional, old: oldSpellings, summary)
  }

  /// An addition to MAKit's language: never required.
  static func ours(_ name: String, _ kind: Kind, _ summary: String) -> AttributeDescription {
    AttributeDescription(name, kind, .optional, isOurs: true, summary)
  }

  static func ours(_ name: String, _ summary: String) -> AttributeDescription { ours(name, .text, summary) }

  /// The words that it may hold, where it is one of a few.
  package var allowedValues: [String] { if case .choice(let words) = kind { words } else { [] } }

  var isRequired: Bool { need == .required }
}

/// A kind of node that may stand in another one.
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
  /// What is read of it. A closure, because nodes may stand in one another.
  let description: @Sendable () -> NodeDescription

  init(
    _ name: String, _ count: Count, _ description: @escaping @Sendable @autoclosure () -> NodeDescription
  ) {
    self.name = name
    self.count = count
    oldSpellings = []
    self.description = description
  }

  /// A node that stands at most once.
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
