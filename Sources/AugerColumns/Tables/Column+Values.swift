extension Column {
  /// A column of Swift's values; nil stands for null. `Column(["a", nil, "c"])` is a column of texts.
  ///
  /// Its type is that of the values; of scalars it is the narrowest that holds them all, as of an array literal.
  public init<Value: ArgumentValue>(_ values: [Value?]) {
    let scalars = values.map { $0?.scalar ?? .null }
    guard let type = Value.dataType, let column = try? Column(type, scalars) else {
      self.init(literals: scalars)
      return
    }
    self = column
  }
}
