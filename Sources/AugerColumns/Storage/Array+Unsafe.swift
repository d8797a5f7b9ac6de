extension Array where Element: BitwiseCopyable {
  /// Creates an array of `count` elements, all of which `fill` must initialize.
  ///
  /// Unsafe because writing zeros first takes time in short loops over columns. Only this initializer creates
  /// uninitialized arrays. The standard library's initializer writes a count even for an empty array. All empty
  /// arrays share one storage, so that would be a data race between threads.
  @inlinable @inline(__always)
  package init(count: Int, filledBy fill: (UnsafeMutableBufferPointer<Element>) -> Void) {
    guard count > 0 else {
      self = []
      return
    }
    // Sound: the capacity is `count`, and the caller initializes all of it.
    unsafe self.init(unsafeUninitializedCapacity: count) { out, initialized in
      unsafe fill(out)
      initialized = count
    }
  }
}
