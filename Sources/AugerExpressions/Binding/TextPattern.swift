/// A text pattern in the syntax of the DataWindow: `^ $ . [ ] * + ? \`. It matches anywhere in a string unless it is
/// anchored.
///
/// All alternatives run at once (time: pattern × string), so that no pattern is slow.
package struct TextPattern: Sendable {
  /// The pattern in its original notation.
  package let text: String
  private var atoms: [Atom] = []
  private var isAtStart = false
  private var isAtEnd = false

  private struct Atom: Sendable {
    var test: Test
    var repetition = Repetition.once
  }

  private enum Repetition: Sendable {
    case once, optional, any
  }

  private enum Test: Sendable {
    case any
    case one(Unicode.Scalar)
    case ranges([ClosedRange<Unicode.Scalar>], isNegated: Bool)

    func matches(_ scalar: Unicode.Scalar) -> Bool {
      switch self {
      case .any: true
      case .one(let wanted): scalar == wanted
      case .ranges(let ranges, let isNegated): ranges.contains { $0.contains(scalar) } != isNegated
      }
    }
  }

  /// An error in a pattern.
  struct Mistake: Error {
    let message: String
  }

  init(_ text: String) throws(Mistake) {
    self.text = text
    let scalars = Array(text.unicodeScalars)
    var at = 0
    if scalars.first == "^" {
      isAtStart = true
      at = 1
    }
    while at < scalars.count {
      let scalar = scalars[at]
      at += 1
      switch scalar {
      case "$" where at == scalars.count: isAtEnd = true
      case ".": atoms.append(Atom(test: .any))
      case "[": atoms.append(Atom(test: try Self.set(scalars, &at)))
      case "]": throw Mistake(message: "']' closes nothing")
      case "\\":
        guard at < scalars.count else { throw Mistake(message: "nothing follows the last '\\'") }
        atoms.append(Atom(test: .one(scalars[at])))
        at += 1
      case "*", "+", "?":
        guard var last = atoms.popLast(), last.repetition == .once else {
          throw Mistake(message: "'\(scalar)' has nothing before it to repeat")
        }
        if scalar == "+" { atoms.append(last) }
        last.repetition = scalar == "?" ? .optional : .any
        atoms.append(last)
      default: atoms.append(Atom(test: .one(scalar)))
      }
    }
  }

  private static func set(_ scalars: [Unicode.Scalar], _ at: inout Int) throws(Mistake) -> Test {
    var isNegated = false
    if at < scalars.count, scalars[at] == "^" {
      isNegated = true
      at += 1
    }
    var ranges: [ClosedRange<Unicode.Scalar>] = []
    while at < scalars.count, scalars[at] != "]" {
      if scalars[at] == "\\", at + 1 < scalars.count { at += 1 }
      let low = scalars[at]
      at += 1
      guard at + 1 < scalars.count, scalars[at] == "-", scalars[at + 1] != "]" else {
        ranges.append(low...low)
        continue
      }
      at += 1
      if scalars[at] == "\\", at + 1 < scalars.count { at += 1 }
      let high = scalars[at]
      at += 1
      guard low <= high else { throw Mistake(message: "the range \(low)-\(high) runs backwards") }
      ranges.append(low...high)
    }
    guard at < scalars.count else { throw Mistake(message: "'[' is not closed") }
    at += 1
    return .ranges(ranges, isNegated: isNegated)
  }

  func matches(_ text: Span<UInt8>) -> Bool {
    var now = [Bool](repeating: false, count: atoms.count + 1)
    var next = now
    var at = 0
    enter(0, &now)
    while true {
      if now[atoms.count], !isAtEnd || at == text.count { return true }
      guard at < text.count else { return false }
      let scalar = TextKernel.scalar(text, &at)
      for index in next.indices { next[index] = false }
      for index in atoms.indices where now[index] && atoms[index].test.matches(scalar) {
        enter(atoms[index].repetition == .any ? index : index + 1, &next)
      }
      if !isAtStart { enter(0, &next) }
      swap(&now, &next)
    }
  }

  /// Adds a state and all states that are reachable from it without input.
  private func enter(_ index: Int, _ states: inout [Bool]) {
    var index = index
    while !states[index] {
      states[index] = true
      guard index < atoms.count, atoms[index].repetition != .once else { return }
      index += 1
    }
  }
}
