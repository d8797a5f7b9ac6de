import AugerColumns

extension ArrowField {
  /// Returns the column type. Nil if none exists. Lists, structs and maps become JSON.
  func dataType(isWide: Bool = false) -> DataType? {
    if let type = type.dataType(isWide: isWide) { return type }
    return isJSON ? .string : nil
  }

  /// True for lists, structs and maps whose content has a type.
  var isJSON: Bool {
    guard encoding == nil else { return false }
    let count: Int? =
      switch type {
      case .list(.small), .list(.large): 1
      case .fixedList(let size): size >= 0 ? 1 : nil
      case .map: children.first?.children.count == 2 ? 1 : nil
      case .structure: children.count
      default: nil
      }
    guard count == children.count else { return false }
    return children.allSatisfy { $0.dataType() != nil }
  }
}
