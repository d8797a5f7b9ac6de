/// Builds a column of intervals.
public struct IntervalColumnBuilder: Sendable {
  private var values: [Interval] = []
  private var validity = ValidityBuilder()

  public init() {}

  public var count: Int { values.count }

  public mutating func append(_ value: Interval) {
    values.append(value)
    validity.appendPresent()
  }

  public mutating func appendNull() {
    values.append(Interval())
    validity.appendNull()
  }

  public mutating func append(contentsOf other: Buffer<Interval>, validity otherValidity: Bitmap?) {
    values.append(contentsOf: other.array)
    validity.append(contentsOf: otherValidity, count: other.count)
  }

  /// The column so far; the builder is empty afterwards.
  public mutating func finish() -> Column {
    let column = Column(.interval, .interval(Buffer(values)), validity: validity.finish())
    self = IntervalColumnBuilder()
    return column
  }
}
