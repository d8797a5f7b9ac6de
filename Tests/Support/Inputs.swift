import Foundation

/// How many inputs tests try. What a sanitizer looks for shows in few of them, and it makes each ten times as slow.
package enum Inputs {
  /// Whether a sanitizer runs: `Scripts/test` sets AUGER_SANITIZER to its name.
  package static let areFew = ProcessInfo.processInfo.environment["AUGER_SANITIZER"] != nil

  /// So many as usual, or a tenth of them, at least one.
  package static func count(_ usual: Int) -> Int { areFew ? max(1, usual / 10) : usual }

  /// All items, or every tenth, the first among them.
  package static func some<T>(_ items: [T]) -> [T] {
    areFew ? stride(from: 0, to: items.count, by: 10).map { items[$0] } : items
  }
}
