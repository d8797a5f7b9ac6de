/// Builds a column whose values have a fixed width.
public struct FixedColumnBuilder<Element: BitwiseCopyable & Sendable & Numeric>: Sendable {
  public let type: DataType
  @usableFromInline var values: [Element] = []
  @usableFromInline var validity = ValidityBuilder()

  public init(_ type: DataType) { self.type = type }

  @inlinable public var count: Int { values.count }

  @inlinable public mutating func reserveCapacity(_ rows: Int) { values.reserveCapacity(rows) }

  @inlinable public mutating func append(_ value: Element) {
    values.append(value)
    validity.appendPresent()
  }

  @inlinable public mutating func appendNull() {
    values.append(0)
    validity.appendNull()
  }

  public mutating func append(contentsOf buffer: Buffer<Element>, validity other: Bitmap?) {
    values.append(contentsOf: buffer.storage[buffer.bounds])
    validity.append(contentsOf: other, count: buffer.count)
  }

  mutating func finish(_ layout: (Buffer<Element>) -> Column.Values) -> Column {
    let column = Column(type, layout(Buffer(values)), validity: validity.finish())
    values = []
    return column
  }
}

/// Builds a column of bools.
public struct BoolColumnBuilder: Sendable {
  private var bits = BitmapBuilder()
  private var validity = ValidityBuilder()

  public init() {}

  public var count: Int { bits.count }

  public mutating func append(_ value: Bool) {
    bits.append(value)
    validity.appendPresent()
  }

  public mutating func appendNull() {
    bits.append(false)
    validity.appendNull()
  }

  public mutating func append(contentsOf other: Bitmap, validity otherValidity: Bitmap?) {
    bits.append(contentsOf: other)
    validity.append(contentsOf: otherValidity, count: other.count)
  }

  public mutating func finish() -> Column { Column(.bool, .bool(bits.finish()), validity: validity.finish()) }
}
