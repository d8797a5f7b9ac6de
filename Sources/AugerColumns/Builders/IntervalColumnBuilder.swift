package struct IntervalColumnBuilder: Sendable {
  private var values: [Interval] = []
  private var validity = ValidityBuilder()

  package init() {}

  package var count: Int { values.count }

  package mutating func append(_ value: Interval) {
    values.append(value)
    validity.appendPresent()
  }

  package mutating func appendNull() {
    values.append(Interval())
    validity.appendNull()
  }

  package mutating func append(contentsOf other: Buffer<Interval>, validity otherValidity: Bitmap?) {
    values.append(contentsOf: other.array)
    validity.append(contentsOf: otherValidity, count: other.count)
  }

  /// Returns the column and empties the builder.
  package mutating func finish() -> Column {
    let column = Column(.interval, .interval(Buffer(values)), validity: validity.finish())
    self = IntervalColumnBuilder()
    return column
  }
}
