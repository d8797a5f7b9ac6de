extension Column {
  /// Creates a column of Swift values. Nil becomes null. `Column(["a", nil, "c"])` is a string column.
  ///
  /// Its type is the type of the values. For scalars, it is the narrowest type that holds them all, as in an array
  /// literal.
  public init<Value: ArgumentValue>(_ values: [Value?]) {
    let scalars = values.map { $0?.scalar ?? .null }
    guard let type = Value.dataType, let column = try? Column(type, scalars) else {
      self.init(literals: scalars)
      return
    }
    self = column
  }
}
