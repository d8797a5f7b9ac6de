import AugerColumns

/// The loops that all arithmetic and comparison runs in: one for each shape, specialised where they are called.
///
/// Unsafe because the checks of spans and of array elements keep these loops from being vectorised; measured at 2 to 4
/// times the time per row.
enum Kernel {
  @inline(__always)
  static func map<T, R: BitwiseCopyable & Sendable>(_ a: Buffer<T>, _ body: (T) -> R) -> Buffer<R> {
    let count = a.count
    // Sound: the span has `count` elements, the array's room is `count`, and all of it is initialised before it is
    // counted.
    return unsafe Buffer(
      [R](unsafeUninitializedCapacity: count) { out, initialized in
        let x = a.span
        for i in 0..<count { unsafe out.initializeElement(at: i, to: body(x[unchecked: i])) }
        initialized = count
      })
  }

  @inline(__always)
  static func fold<T, R>(_ a: Buffer<T>, _ start: R, _ body: (R, T) -> R) -> R {
    var result = start
    let x = a.span
    // Sound: `i` is an index of the span.
    for i in x.indices { result = unsafe body(result, x[unchecked: i]) }
    return result
  }

  /// The results, and whether `body` raised its flag for any row.
  @inline(__always)
  static func mapFlagged<T, R: BitwiseCopyable & Sendable>(
    _ a: Buffer<T>, _ body: (T) -> (R, Bool)
  ) -> (Buffer<R>, isFlagged: Bool) {
    let count = a.count
    var isFlagged = false
    // Sound: as in `map`.
    let result = unsafe [R](unsafeUninitializedCapacity: count) { out, initialized in
      let x = a.span
      var flags = false
      for i in 0..<count {
        let (value, flag) = unsafe body(x[unchecked: i])
        flags = flags || flag
        unsafe out.initializeElement(at: i, to: value)
      }
      initialized = count
      isFlagged = flags
    }
    return (Buffer(result), isFlagged)
  }

  @inline(__always)
  static func zip<T, U, R: BitwiseCopyable & Sendable>(
    _ a: Buffer<T>, _ b: Buffer<U>, _ body: (T, U) -> R
  ) -> Buffer<R> {
    let count = a.count
    precondition(count == b.count, "columns of different lengths")
    // Sound: both spans have `count` elements; the rest as in `map`.
    return unsafe Buffer(
      [R](unsafeUninitializedCapacity: count) { out, initialized in
        let x = a.span
        let y = b.span
        for i in 0..<count { unsafe out.initializeElement(at: i, to: body(x[unchecked: i], y[unchecked: i])) }
        initialized = count
      })
  }

  @inline(__always)
  static func zipFlagged<T, U, R: BitwiseCopyable & Sendable>(
    _ a: Buffer<T>, _ b: Buffer<U>, _ body: (T, U) -> (R, Bool)
  ) -> (Buffer<R>, isFlagged: Bool) {
    let count = a.count
    precondition(count == b.count, "columns of different lengths")
    var isFlagged = false
    // Sound: as in `zip`.
    let result = unsafe [R](unsafeUninitializedCapacity: count) { out, initialized in
      let x = a.span
      let y = b.span
      var flags = false
      for i in 0..<count {
        let (value, flag) = unsafe body(x[unchecked: i], y[unchecked: i])
        flags = flags || flag
        unsafe out.initializeElement(at: i, to: value)
      }
      initialized = count
      isFlagged = flags
    }
    return (Buffer(result), isFlagged)
  }

  @inline(__always)
  static func bits<T>(_ a: Buffer<T>, _ body: (T) -> Bool) -> Bitmap {
    let count = a.count
    let wordCount = (count + 63) / 64
    // Sound: word `w` reads elements `64 w ..< min(64 w + 64, count)`, all inside the span.
    let words = unsafe [UInt64](unsafeUninitializedCapacity: wordCount) { out, initialized in
      let x = a.span
      for w in 0..<wordCount {
        let first = w * 64
        var word: UInt64 = 0
        for j in 0..<min(64, count - first) {
          if unsafe body(x[unchecked: first + j]) { word |= 1 << UInt64(truncatingIfNeeded: j) }
        }
        unsafe out.initializeElement(at: w, to: word)
      }
      initialized = wordCount
    }
    return Bitmap(words: words, count: count)
  }

  @inline(__always)
  static func bits<T, U>(_ a: Buffer<T>, _ b: Buffer<U>, _ body: (T, U) -> Bool) -> Bitmap {
    let count = a.count
    precondition(count == b.count, "columns of different lengths")
    let wordCount = (count + 63) / 64
    // Sound: as above, for both spans.
    let words = unsafe [UInt64](unsafeUninitializedCapacity: wordCount) { out, initialized in
      let x = a.span
      let y = b.span
      for w in 0..<wordCount {
        let first = w * 64
        var word: UInt64 = 0
        for j in 0..<min(64, count - first) {
          if unsafe body(x[unchecked: first + j], y[unchecked: first + j]) {
            word |= 1 << UInt64(truncatingIfNeeded: j)
          }
        }
        unsafe out.initializeElement(at: w, to: word)
      }
      initialized = wordCount
    }
    return Bitmap(words: words, count: count)
  }

  /// `a` where the bit is set, `b` elsewhere.
  @inline(__always)
  static func select<T>(_ bits: Bitmap, _ a: Side<T>, _ b: Side<T>) -> Buffer<T> {
    let count = bits.count
    switch (a, b) {
    case (.values(let a), .values(let b)): return select(bits, count, { a }, { b }, { $0 }, { $0 })
    case (.values(let a), .repeated(let y)): return select(bits, count, { a }, { a }, { $0 }, { _ in y })
    case (.repeated(let x), .values(let b)): return select(bits, count, { b }, { b }, { _ in x }, { $0 })
    case (.repeated(let x), .repeated(let y)):
      let none = Buffer([UInt8](repeating: 0, count: count))
      return select(bits, count, { none }, { none }, { _ in x }, { _ in y })
    }
  }

  @inline(__always)
  private static func select<S: BitwiseCopyable & Sendable, T: BitwiseCopyable & Sendable>(
    _ bits: Bitmap, _ count: Int, _ a: () -> Buffer<S>, _ b: () -> Buffer<S>, _ left: (S) -> T, _ right: (S) -> T
  ) -> Buffer<T> {
    let a = a()
    let b = b()
    precondition(a.count == count && b.count == count, "columns of different lengths")
    // Sound: as in `zip`.
    return unsafe Buffer(
      [T](unsafeUninitializedCapacity: count) { out, initialized in
        let x = a.span
        let y = b.span
        for w in 0..<bits.wordCount {
          let word = bits.word(w)
          let first = w * 64
          for j in 0..<min(64, count - first) {
            let i = first + j
            let isLeft = word >> UInt64(truncatingIfNeeded: j) & 1 == 1
            unsafe out.initializeElement(at: i, to: isLeft ? left(x[unchecked: i]) : right(y[unchecked: i]))
          }
        }
        initialized = count
      })
  }
}
