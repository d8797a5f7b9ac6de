extension Array where Element: BitwiseCopyable {
  /// An array of `count` elements, all of which `fill` must initialize.
  ///
  /// Unsafe because zeros written first cost time in loops as short as those over columns. Every array that is made
  /// without them is made here: the standard library's initializer writes a count even where there are no elements, and
  /// then into the one storage that all empty arrays share, which is a data race between threads.
  @inlinable @inline(__always)
  package init(count: Int, filledBy fill: (UnsafeMutableBufferPointer<Element>) -> Void) {
    guard count > 0 else {
      self = []
      return
    }
    // Sound: the room is `count`, and the caller initializes all of it.
    unsafe self.init(unsafeUninitializedCapacity: count) { out, initialized in
      unsafe fill(out)
      initialized = count
    }
  }
}
