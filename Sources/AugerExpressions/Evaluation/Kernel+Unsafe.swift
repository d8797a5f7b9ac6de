import AugerColumns

/// The inner loops of arithmetic and comparison: one for each combination of operands, specialized by its callers.
///
/// Unsafe because bounds checks of spans and arrays prevent vectorization and make a row two to four times slower, as
/// measured.
enum Kernel {
  @inline(__always)
  static func map<T, R: BitwiseCopyable & Sendable>(_ a: Buffer<T>, _ body: (T) -> R) -> Buffer<R> {
    let count = a.count
    // Sound: the span has `count` elements, the array has capacity `count`, and all of its elements are initialized.
    return unsafe Buffer(
      [R](count: count) { out in
        let x = a.span
        for i in 0..<count { unsafe out.initializeElement(at: i, to: body(x[unchecked: i])) }
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

  /// Returns the results, and true if `body` raised its flag for any row.
  @inline(__always)
  static func mapFlagged<T, R: BitwiseCopyable & Sendable>(
    _ a: Buffer<T>, _ body: (T) -> (R, Bool)
  ) -> (Buffer<R>, isFlagged: Bool) {
    let count = a.count
    var isFlagged = false
    // Sound: like in `map`.
    let result = unsafe [R](count: count) { out in
      let x = a.span
      var flags: UInt8 = 0
      for i in 0..<count {
        let (value, flag) = unsafe body(x[unchecked: i])
        flags |= flag ? 1 : 0
        unsafe out.initializeElement(at: i, to: value)
      }
      isFlagged = flags != 0
    }
    return (Buffer(result), isFlagged)
  }

  /// Returns true if any float is infinite or NaN.
  static func hasNonFinite(_ values: Buffer<Double>) -> Bool {
    let x = values.span
    var signs: UInt64 = 0
    // Adding one to an exponent of all ones carries into the sign. Sound: `i` is an index of the span.
    for i in x.indices { unsafe signs |= (x[unchecked: i].bitPattern & 0x7FF0 << 48) &+ 0x0010 << 48 }
    return signs >> 63 == 1
  }

  @inline(__always)
  static func zip<T, U, R: BitwiseCopyable & Sendable>(
    _ a: Buffer<T>, _ b: Buffer<U>, _ body: (T, U) -> R
  ) -> Buffer<R> {
    let count = a.count
    precondition(count == b.count, "columns of different lengths")
    // Sound: both spans have `count` elements. All else is like in `map`.
    return unsafe Buffer(
      [R](count: count) { out in
        let x = a.span
        let y = b.span
        for i in 0..<count { unsafe out.initializeElement(at: i, to: body(x[unchecked: i], y[unchecked: i])) }
      })
  }

  @inline(__always)
  static func zipFlagged<T, U, R: BitwiseCopyable & Sendable>(
    _ a: Buffer<T>, _ b: Buffer<U>, _ body: (T, U) -> (R, Bool)
  ) -> (Buffer<R>, isFlagged: Bool) {
    let count = a.count
    precondition(count == b.count, "columns of different lengths")
    var isFlagged = false
    // Sound: like in `zip`.
    let result = unsafe [R](count: count) { out in
      let x = a.span
      let y = b.span
      var flags: UInt8 = 0
      for i in 0..<count {
        let (value, flag) = unsafe body(x[unchecked: i], y[unchecked: i])
        flags |= flag ? 1 : 0
        unsafe out.initializeElement(at: i, to: value)
      }
      isFlagged = flags != 0
    }
    return (Buffer(result), isFlagged)
  }

  @inline(__always)
  static func bits<T>(_ a: Buffer<T>, _ body: (T) -> Bool) -> Bitmap {
    let x = a.span
    // Sound: the requested rows are below the count.
    return bits(a.count) { unsafe body(x[unchecked: $0]) }
  }

  @inline(__always)
  static func bits<T, U>(_ a: Buffer<T>, _ b: Buffer<U>, _ body: (T, U) -> Bool) -> Bitmap {
    precondition(a.count == b.count, "columns of different lengths")
    let x = a.span
    let y = b.span
    // Sound: as above, for both spans.
    return bits(a.count) { unsafe body(x[unchecked: $0], y[unchecked: $0]) }
  }

  /// Returns a bit per row. It first computes a byte for each of 64 rows, which vectorizes, then packs eight bytes at
  /// a time.
  @inline(__always)
  private static func bits(_ count: Int, _ body: (Int) -> Bool) -> Bitmap {
    let wordCount = (count + 63) / 64
    // Sound: all words are initialized, and flags are written before they are read.
    let words = unsafe [UInt64](count: wordCount) { out in
      unsafe withUnsafeTemporaryAllocation(byteCount: 64, alignment: 16) { flags in
        for w in 0..<count / 64 {
          let first = w &* 64
          for j in 0..<64 { unsafe flags.storeBytes(of: body(first &+ j) ? 1 : 0, toByteOffset: j, as: UInt8.self) }
          var word: UInt64 = 0
          for k in 0..<8 {
            let eight = unsafe UInt64(littleEndian: flags.load(fromByteOffset: k &* 8, as: UInt64.self))
            // Gathers the lowest bits of eight bytes in the highest byte.
            word |= ((eight &* 0x0102_0408_1020_4080) >> 56) << UInt64(truncatingIfNeeded: k &* 8)
          }
          unsafe out.initializeElement(at: w, to: word)
        }
      }
      if count & 63 != 0 {
        var word: UInt64 = 0
        for j in 0..<count & 63 where body((count & ~63) + j) { word |= 1 << UInt64(truncatingIfNeeded: j) }
        unsafe out.initializeElement(at: wordCount - 1, to: word)
      }
    }
    return Bitmap(words: words, count: count)
  }

  /// Returns `a` for set bits and `b` for the others.
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
    // Sound: like in `zip`. For every 64 rows, the more frequent side is copied, and rows of the other side are
    // written over it.
    return unsafe Buffer(
      [T](count: count) { out in
        let x = a.span
        let y = b.span
        for w in 0..<bits.wordCount {
          let word = bits.word(w)
          let first = w &* 64
          let end = min(first &+ 64, count)
          if word.nonzeroBitCount <= 32 {
            for i in first..<end { unsafe out.initializeElement(at: i, to: right(y[unchecked: i])) }
            var rest = word
            while rest != 0 {
              let i = first &+ rest.trailingZeroBitCount
              unsafe out[i] = left(x[unchecked: i])
              rest &= rest &- 1
            }
          } else {
            for i in first..<end { unsafe out.initializeElement(at: i, to: left(x[unchecked: i])) }
            var rest = end &- first == 64 ? ~word : ~word & ((1 << UInt64(truncatingIfNeeded: end &- first)) &- 1)
            while rest != 0 {
              let i = first &+ rest.trailingZeroBitCount
              unsafe out[i] = right(y[unchecked: i])
              rest &= rest &- 1
            }
          }
        }
      })
  }

  /// Returns the rows whose code is marked in a table. Codes that exceed the table are not marked.
  @inline(__always)
  static func bits<T: FixedWidthInteger & UnsignedInteger>(_ codes: Buffer<T>, _ table: [Bool]) -> Bitmap {
    let last = table.count
    let padded = table + [false]
    // Sound: the index is at most that of the last element, and the pointer is used only within the closure.
    return unsafe padded.withUnsafeBufferPointer { table in
      bits(codes) { code in unsafe table[min(Int(truncatingIfNeeded: code), last)] }
    }
  }
}
