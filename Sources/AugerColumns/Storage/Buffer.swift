/// An immutable sequence of equal-sized values. Slices share storage.
package struct Buffer<Element: BitwiseCopyable & Sendable>: Sendable {
  @usableFromInline let storage: [Element]
  @usableFromInline let bounds: Range<Int>

  @inlinable package init(_ storage: [Element]) {
    self.storage = storage
    bounds = 0..<storage.count
  }

  @inlinable init(storage: [Element], bounds: Range<Int>) {
    self.storage = storage
    self.bounds = bounds
  }

  @inlinable package var count: Int { bounds.count }

  @inlinable package var isEmpty: Bool { bounds.isEmpty }

  @inlinable package subscript(index: Int) -> Element {
    precondition(index >= 0 && index < bounds.count, "index out of the buffer")
    return storage[bounds.lowerBound + index]
  }

  /// Returns the part in `range` without copying.
  @inlinable package subscript(range: Range<Int>) -> Buffer {
    precondition(range.lowerBound >= 0 && range.upperBound <= bounds.count, "range out of the buffer")
    return Buffer(
      storage: storage, bounds: bounds.lowerBound + range.lowerBound..<bounds.lowerBound + range.upperBound)
  }

  /// The values for a loop. A span cannot be stored or sent to a task; send the buffer instead.
  @inlinable package var span: Span<Element> {
    @_lifetime(borrow self)
    get { storage.span.extracting(bounds) }
  }

  /// The values as an array: the storage itself if the buffer covers all of it, otherwise a copy.
  @inlinable package var array: [Element] {
    bounds.count == storage.count ? storage : Array(storage[bounds])
  }
}
