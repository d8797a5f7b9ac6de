import AugerColumns

/// One side of a kernel: a value for each row, or one for all rows. Constants are never expanded into columns.
enum Side<T: BitwiseCopyable & Sendable>: Sendable {
  case values(Buffer<T>)
  case repeated(T)

  subscript(row: Int) -> T {
    switch self {
    case .values(let values): values[row]
    case .repeated(let value): value
    }
  }

  func buffer(_ count: Int) -> Buffer<T> {
    switch self {
    case .values(let values): values
    case .repeated(let value): Buffer([T](repeating: value, count: count))
    }
  }
}

extension Kernel {
  /// Selects the loop for the combination of operands once. Each branch is a separate loop.
  @inline(__always)
  static func zip<T, U, R: BitwiseCopyable & Sendable>(
    _ a: Side<T>, _ b: Side<U>, _ count: Int, _ body: (T, U) -> R
  ) -> Buffer<R> {
    switch (a, b) {
    case (.values(let a), .values(let b)): zip(a, b, body)
    case (.values(let a), .repeated(let y)): map(a) { body($0, y) }
    case (.repeated(let x), .values(let b)): map(b) { body(x, $0) }
    case (.repeated(let x), .repeated(let y)): Buffer([R](repeating: body(x, y), count: count))
    }
  }

  @inline(__always)
  static func zipFlagged<T, U, R: BitwiseCopyable & Sendable>(
    _ a: Side<T>, _ b: Side<U>, _ count: Int, _ body: (T, U) -> (R, Bool)
  ) -> (Buffer<R>, isFlagged: Bool) {
    switch (a, b) {
    case (.values(let a), .values(let b)): return zipFlagged(a, b, body)
    case (.values(let a), .repeated(let y)): return mapFlagged(a) { body($0, y) }
    case (.repeated(let x), .values(let b)): return mapFlagged(b) { body(x, $0) }
    case (.repeated(let x), .repeated(let y)):
      let (value, flag) = body(x, y)
      return (Buffer([R](repeating: value, count: count)), flag)
    }
  }

  @inline(__always)
  static func bits<T, U>(_ a: Side<T>, _ b: Side<U>, _ count: Int, _ body: (T, U) -> Bool) -> Bitmap {
    switch (a, b) {
    case (.values(let a), .values(let b)): bits(a, b, body)
    case (.values(let a), .repeated(let y)): bits(a) { body($0, y) }
    case (.repeated(let x), .values(let b)): bits(b) { body(x, $0) }
    case (.repeated(let x), .repeated(let y)): Bitmap(repeating: body(x, y), count: count)
    }
  }
}
