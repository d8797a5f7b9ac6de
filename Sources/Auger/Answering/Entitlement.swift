/// What a caller may see, as a part of every key under which an answer is kept: answers are never shared between
/// callers of different entitlements. Only this package makes one; until there are data policies, there is one that
/// sees all.
package struct Entitlement: Sendable, Hashable {
  private let conditions: String

  /// Everything that the sources give.
  package static let everything = Entitlement(conditions: "")
}
