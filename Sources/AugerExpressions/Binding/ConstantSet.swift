import AugerColumns

/// The constants of `x in (...)`, ready to be looked up by what a column stores.
struct ConstantSet: Sendable {
  let type: DataType
  let hasNull: Bool
  let values: [Scalar]

  init(_ values: [Scalar], type: DataType) {
    self.type = type
    hasNull = values.contains { $0.isNull }
    self.values = values.filter { !$0.isNull }
  }
}
