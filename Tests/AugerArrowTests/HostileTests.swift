import AugerArrow
import AugerColumns
import AugerDiagnostics
import Testing

/// Data with false metadata fail with an error, in time and memory proportional to their size.
@Suite struct HostileTests {
  private func code(_ bytes: [UInt8]) -> Diagnostic.Code? {
    do {
      _ = try ArrowIPC.table(from: bytes)
      return nil
    } catch let error as AugerError { return error.code } catch { return .other }
  }

  private let int = FlatTree([(0, .int(64)), (1, .byte(1))])

  /// Returns a batch with a column of two integers and the given metadata.
  private func ints(
    rows: Int = 2, node: (rows: Int, nulls: Int) = (2, 0), buffers: [(offset: Int, size: Int)] = [(0, 0), (0, 16)],
    body: [UInt8] = [UInt8](repeating: 1, count: 16)
  ) -> [UInt8] {
    Crafted.schema([Crafted.field("n", 2, int)])
      + Crafted.batch(rows: rows, nodes: [node], buffers: buffers, body: body)
  }

  @Test func validDataAreRead() throws {
    let table = try ArrowIPC.table(from: ints())
    #expect(table.rowCount == 2 && table.columns[0][1] == .int(0x0101_0101_0101_0101))
  }

  @Test func buffersMustBeWithinTheMessage() {
    #expect(code(ints(buffers: [(0, 0), (8, 16)])) == .damagedArrow)
    #expect(code(ints(buffers: [(0, 0), (-8, 16)])) == .damagedArrow)
    #expect(code(ints(buffers: [(0, 0), (.max, 16)])) == .damagedArrow)
    #expect(code(ints(buffers: [(0, 0), (0, .max)])) == .damagedArrow)
    #expect(code(ints(buffers: [(0, 0), (0, 15)])) == .damagedArrow)
    #expect(code(ints(buffers: [(0, 0)])) == .damagedArrow)
  }

  @Test func rowCountsMustMatchTheBytes() {
    #expect(code(ints(rows: 3, node: (3, 0))) == .damagedArrow)
    #expect(code(ints(rows: 2, node: (1, 0))) == .damagedArrow)
    #expect(code(ints(rows: -1, node: (-1, 0))) == .damagedArrow)
    #expect(code(ints(rows: .max, node: (.max, 0))) == .damagedArrow)
    #expect(code(ints(rows: 1 << 60, node: (1 << 60, 0))) == .damagedArrow)
    // The batch declares nulls but has no validity bitmap.
    #expect(code(ints(node: (2, 1))) == .damagedArrow)
    #expect(code(ints(node: (2, .max), buffers: [(0, 1), (0, 16)])) == nil)
  }

  /// Null columns need no bytes, so a message can declare any number of rows.
  @Test func rowsWithoutBytesAreLimited() {
    let schema = Crafted.schema([Crafted.field("n", 1)])
    func nulls(_ rows: Int) -> [UInt8] { Crafted.batch(rows: rows, nodes: [(rows, rows)], buffers: [], body: []) }
    #expect(code(schema + nulls(100_000)) == nil)
    #expect(code(schema + nulls(1 << 40)) == .damagedArrow)
    #expect(code(schema + (0..<20).flatMap { _ in nulls(1 << 20) }) == .damagedArrow)
  }

  @Test func stringOffsetsAreChecked() {
    func texts(_ offsets: [Int], _ text: String) -> [UInt8] {
      let body = offsets.flatMap { Crafted.littleEndian($0, 4) } + Array(text.utf8)
      return Crafted.schema([Crafted.field("t", 5)])
        + Crafted.batch(
          rows: offsets.count - 1, nodes: [(offsets.count - 1, 0)],
          buffers: [(0, 0), (0, offsets.count * 4), (offsets.count * 4, text.utf8.count)], body: body)
    }
    #expect(code(texts([0, 1, 3], "abc")) == nil)
    #expect(code(texts([1, 1, 3], "abc")) == nil)
    for offsets in [[0, 1, 4], [0, 2, 1], [-1, 1, 3], [3, 1, 3], [0, 4, 3], [0, -1, 3]] {
      #expect(code(texts(offsets, "abc")) == .damagedArrow, "\(offsets)")
    }
    #expect(code(texts([0, 1, 2], "\u{E9}")) == .damagedArrow)
  }

  @Test func viewsAreChecked() {
    func view(length: Int, buffer: Int, offset: Int, count: Int = 1) -> [UInt8] {
      let view = [length, 0, buffer, offset].flatMap { Crafted.littleEndian($0, 4) }
      return Crafted.schema([Crafted.field("v", 24)])
        + Crafted.batch(
          rows: 1, nodes: [(1, 0)], buffers: [(0, 0), (0, 16), (16, 24)],
          body: view + [UInt8](repeating: 0x61, count: 24),
          more: [(4, .structs(Crafted.littleEndian(count, 8), count: 1))])
    }
    #expect(code(view(length: 20, buffer: 0, offset: 4)) == nil)
    #expect(code(view(length: 20, buffer: 0, offset: 5)) == .damagedArrow)
    #expect(code(view(length: 20, buffer: 1, offset: 0)) == .damagedArrow)
    #expect(code(view(length: 20, buffer: -1, offset: 0)) == .damagedArrow)
    #expect(code(view(length: 20, buffer: 0, offset: -4)) == .damagedArrow)
    #expect(code(view(length: -1, buffer: 0, offset: 0)) == .damagedArrow)
    #expect(code(view(length: 20, buffer: 0, offset: 0, count: 2)) == .damagedArrow)
    #expect(code(view(length: 20, buffer: 0, offset: 0, count: -1)) == .damagedArrow)
  }

  /// All rows of a column can reference the same bytes, so the total size is limited.
  @Test func viewsOfSharedBytesAreLimited() {
    let (rows, size) = (40_000, 100_000)
    let view = [size, 0, 0, 0].flatMap { Crafted.littleEndian($0, 4) }
    let body = (0..<rows).flatMap { _ in view } + [UInt8](repeating: 0x61, count: size)
    let bytes =
      Crafted.schema([Crafted.field("v", 23)])
      + Crafted.batch(
        rows: rows, nodes: [(rows, 0)], buffers: [(0, 0), (0, rows * 16), (rows * 16, size)], body: body,
        more: [(4, .structs(Crafted.littleEndian(1, 8), count: 1))])
    #expect(code(bytes) == .unsupportedArrow)
  }

  @Test func dictionaryIndicesAreChecked() {
    func column(_ index: Int, entries: Int = 1) -> [UInt8] {
      let encoding = FlatTree([(0, .long(7)), (1, .table(FlatTree([(0, .int(8)), (1, .byte(1))])))])
      let field = FlatTree([
        (0, .text("d")), (2, .byte(5)), (3, .table(FlatTree())), (4, .table(encoding)), (5, .tables([])),
      ])
      let values = FlatTree([
        (0, .long(1)), (1, .structs(Crafted.littleEndian(1, 8) + Crafted.littleEndian(0, 8), count: 1)),
        (2, .structs([0, 0, 0, 8, 8, 1].flatMap { Crafted.littleEndian($0, 8) }, count: 3)),
      ])
      let dictionary = Crafted.message(
        2, FlatTree([(0, .long(7)), (1, .table(values))]), body: [0, 0, 0, 0, 1, 0, 0, 0, 0x61, 0, 0, 0, 0, 0, 0, 0])
      return Crafted.schema([field]) + (entries == 0 ? [] : dictionary)
        + Crafted.batch(
          rows: 1, nodes: [(1, 0)], buffers: [(0, 0), (0, 1)], body: Crafted.littleEndian(index, 8))
    }
    #expect(code(column(0)) == nil)
    #expect(code(column(1)) == .damagedArrow)
    #expect(code(column(-1)) == .damagedArrow)
    // A dictionary is empty before its first batch.
    #expect(code(column(0, entries: 0)) == .damagedArrow)
  }

  @Test func fieldNestingIsLimited() {
    var field = Crafted.field("n", 2, int)
    for _ in 0..<60 { field = Crafted.field("s", 13, children: [field]) }
    #expect(code(Crafted.schema([field])) == nil)
    for _ in 0..<100 { field = Crafted.field("s", 13, children: [field]) }
    #expect(code(Crafted.schema([field])) == .damagedArrow)
  }

  /// Each of forty fields contains the next one twice, so a thousand bytes describe a trillion fields.
  @Test func sharedFieldsAreCountedEachTime() {
    func number(_ value: Int) -> [UInt8] { Crafted.littleEndian(value, 4) }
    let levels = 40
    // Offsets of the field tables of the message, the schema, a field and a type, which has no fields.
    let (message, schema, field, type) = (4, 14, 22, 38)
    var bytes = number(44)
    for short in [10, 12, 8, 10, 4, 8, 8, 0, 4, 16, 16, 0, 0, 4, 8, 0, 12, 4, 4, 0] {
      bytes += Crafted.littleEndian(short, 2)
    }
    bytes += number(44 - message) + number(8) + [4, 0, 1, 0]
    bytes += number(56 - schema) + number(4)
    bytes += number(1) + number(4)
    let last = 72 + 28 * levels
    for level in 0..<levels {
      let start = 72 + 28 * level
      bytes += number(start - field) + [13, 0, 0, 0] + number(last - start - 8) + number(4)
      // Two children that share one offset: the next field.
      bytes += number(level + 1 < levels ? 2 : 0) + number(8) + number(4)
    }
    bytes += number(last - type)
    #expect(code(Crafted.message(bytes)) == .damagedArrow)
  }

  @Test func otherByteOrdersAndVersionsFail() {
    #expect(code(Crafted.schema([Crafted.field("n", 2, int)], more: [(0, .short(1))])) == .unsupportedArrow)
    #expect(code(Crafted.schema([Crafted.field("n", 99)])) == .unsupportedArrow)
    for version in [2, 5, .max, .min] as [Int16] {
      let other = FlatTree([(0, .short(version)), (1, .byte(1)), (2, .table(FlatTree())), (3, .long(0))]).buffer
      #expect(code(Crafted.message(other)) == .unsupportedArrow, "\(version)")
    }
  }

  @Test func unknownTypesFail() {
    for (kind, type) in [
      (2, FlatTree([(0, .int(7))])), (3, FlatTree([(0, .short(3))])), (7, FlatTree([(0, .int(0))])),
      (7, FlatTree([(0, .int(10)), (2, .int(100))])), (9, FlatTree([(0, .short(9))])), (15, FlatTree([(0, .int(-1))])),
      (10, FlatTree([(0, .short(1)), (1, .text(String(repeating: "x", count: 300)))])),
      (11, FlatTree([(0, .short(3))])),
    ] as [(UInt8, FlatTree)] {
      #expect(code(Crafted.schema([Crafted.field("n", kind, type)])) == .damagedArrow, "type \(kind)")
    }
  }

  /// Only old libraries write these intervals.
  @Test func monthAndDayIntervalsAreRead() throws {
    let body = [14, -1, 5, -1500].flatMap { Crafted.littleEndian($0, 4) }
    let bytes =
      Crafted.schema([
        Crafted.field("months", 11, FlatTree([(0, .short(0))])), Crafted.field("days", 11, FlatTree([(0, .short(1))])),
      ])
      + Crafted.batch(
        rows: 2, nodes: [(2, 0), (2, 0)], buffers: [(0, 0), (0, 8), (0, 0), (0, 16)], body: body)
    let table = try ArrowIPC.table(from: bytes)
    #expect(table.columns[0].scalars == [.interval(Interval(months: 14)), .interval(Interval(months: -1))])
    #expect(
      table.columns[1].scalars == [
        .interval(Interval(days: 14, microseconds: -1000)), .interval(Interval(days: 5, microseconds: -1_500_000)),
      ])
  }

  /// An index byte can refer to a long string, and JSON repeats the string for each element.
  @Test func listsOfOneStringAreLimited() {
    let (elements, size) = (4000, 100_000)
    let encoding = FlatTree([(0, .long(7)), (1, .table(FlatTree([(0, .int(8)), (1, .byte(1))])))])
    let item = FlatTree([
      (0, .text("item")), (2, .byte(5)), (3, .table(FlatTree())), (4, .table(encoding)), (5, .tables([])),
    ])
    let values = FlatTree([
      (0, .long(1)), (1, .structs(Crafted.littleEndian(1, 8) + Crafted.littleEndian(0, 8), count: 1)),
      (2, .structs([0, 0, 0, 8, 8, size].flatMap { Crafted.littleEndian($0, 8) }, count: 3)),
    ])
    let text = Crafted.littleEndian(0, 4) + Crafted.littleEndian(size, 4) + [UInt8](repeating: 0x61, count: size)
    let bytes =
      Crafted.schema([Crafted.field("l", 12, children: [item])])
      + Crafted.message(2, FlatTree([(0, .long(7)), (1, .table(values))]), body: text)
      + Crafted.batch(
        rows: 1, nodes: [(1, 0), (elements, 0)], buffers: [(0, 0), (0, 8), (0, 0), (8, elements)],
        body: Crafted.littleEndian(0, 4) + Crafted.littleEndian(elements, 4) + [UInt8](repeating: 0, count: elements))
    #expect(code(bytes) == .unsupportedArrow)
  }

  /// Null elements of lists need no bytes either.
  @Test func elementsWithoutBytesAreLimited() {
    func list(_ elements: Int) -> [UInt8] {
      Crafted.schema([Crafted.field("l", 12, children: [Crafted.field("item", 1)])])
        + Crafted.batch(
          rows: 1, nodes: [(1, 0), (elements, elements)], buffers: [(0, 0), (0, 8)],
          body: Crafted.littleEndian(0, 4) + Crafted.littleEndian(elements, 4))
    }
    #expect(code(list(100)) == nil)
    #expect(code(list((1 << 24) + 1)) == .damagedArrow)
  }
}
