/// The result builder of all lists, such as the parts of a dashboard or the levels of a group. `for`, `if` and
/// `switch` are supported.
@resultBuilder public enum ListBuilder<Element> {
  /// Creates a list with one element.
  public static func buildExpression(_ element: Element) -> [Element] { [element] }

  /// Joins the elements of the statements of a block.
  public static func buildBlock(_ elements: [Element]...) -> [Element] { elements.flatMap { $0 } }

  /// Returns the elements of an `if` without `else`; an empty list if its condition is false.
  public static func buildOptional(_ elements: [Element]?) -> [Element] { elements ?? [] }

  /// Returns the elements of the first branch.
  public static func buildEither(first elements: [Element]) -> [Element] { elements }

  /// Returns the elements of the second branch.
  public static func buildEither(second elements: [Element]) -> [Element] { elements }

  /// Joins the elements of the iterations of a loop.
  public static func buildArray(_ elements: [[Element]]) -> [Element] { elements.flatMap { $0 } }
}
