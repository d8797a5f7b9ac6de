/// Builds a column whose values have a fixed width.
package struct FixedColumnBuilder<Element: BitwiseCopyable & Sendable & Numeric>: Sendable {
  package let type: DataType
  @usableFromInline var values: [Element] = []
  @usableFromInline var validity = ValidityBuilder()

  package init(_ type: DataType) { self.type = type }

  @inlinable package var count: Int { values.count }

  @inlinable package mutating func reserveCapacity(_ rows: Int) { values.reserveCapacity(rows) }

  @inlinable package mutating func append(_ value: Element) {
    values.append(value)
    validity.appendPresent()
  }

  @inlinable package mutating func appendNull() {
    values.append(0)
    validity.appendNull()
  }

  package mutating func append(contentsOf buffer: Buffer<Element>, validity other: Bitmap?) {
    values.append(contentsOf: buffer.storage[buffer.bounds])
    validity.append(contentsOf: other, count: buffer.count)
  }

  mutating func finish(_ layout: (Buffer<Element>) -> Column.Values) -> Column {
    let column = Column(type, layout(Buffer(values)), validity: validity.finish())
    values = []
    return column
  }
}

package struct BoolColumnBuilder: Sendable {
  private var bits = BitmapBuilder()
  private var validity = ValidityBuilder()

  package init() {}

  package var count: Int { bits.count }

  package mutating func append(_ value: Bool) {
    bits.append(value)
    validity.appendPresent()
  }

  package mutating func appendNull() {
    bits.append(false)
    validity.appendNull()
  }

  package mutating func append(contentsOf other: Bitmap, validity otherValidity: Bitmap?) {
    bits.append(contentsOf: other)
    validity.append(contentsOf: otherValidity, count: other.count)
  }

  package mutating func finish() -> Column { Column(.bool, .bool(bits.finish()), validity: validity.finish()) }
}
