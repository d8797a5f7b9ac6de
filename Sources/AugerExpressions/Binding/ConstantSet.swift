import AugerColumns

/// The constants of `x in (...)`, prepared for lookup by stored values.
package struct ConstantSet: Sendable {
  package let type: DataType
  package let hasNull: Bool
  package let values: [Scalar]

  init(_ values: [Scalar], type: DataType) {
    self.type = type
    hasNull = values.contains { $0.isNull }
    self.values = values.filter { !$0.isNull }
  }
}
