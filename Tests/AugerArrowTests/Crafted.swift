import AugerArrow

/// Builds Arrow messages by hand that no library would write.
enum Crafted {
  static func littleEndian(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  static func message(_ metadata: [UInt8], body: [UInt8] = []) -> [UInt8] {
    let padded = metadata + [UInt8](repeating: 0, count: (8 - metadata.count % 8) % 8)
    return [0xFF, 0xFF, 0xFF, 0xFF] + littleEndian(padded.count, 4) + padded + body
  }

  static func message(_ header: UInt8, _ tree: FlatTree, body: [UInt8] = []) -> [UInt8] {
    message(
      FlatTree([(0, .short(4)), (1, .byte(header)), (2, .table(tree)), (3, .long(Int64(body.count)))]).buffer,
      body: body)
  }

  static func field(_ name: String, _ kind: UInt8, _ type: FlatTree = FlatTree(), children: [FlatTree] = []) -> FlatTree
  {
    FlatTree([(0, .text(name)), (2, .byte(kind)), (3, .table(type)), (5, .tables(children))])
  }

  static func schema(_ fields: [FlatTree], more: [(number: Int, value: FlatTree.Value)] = []) -> [UInt8] {
    message(1, FlatTree([(1, .tables(fields))] + more))
  }

  /// Returns a record batch with the given buffer positions, even if they do not match its body.
  static func batch(
    rows: Int, nodes: [(rows: Int, nulls: Int)], buffers: [(offset: Int, size: Int)], body: [UInt8],
    more: [(number: Int, value: FlatTree.Value)] = []
  ) -> [UInt8] {
    let nodeBytes = nodes.flatMap { littleEndian($0.rows, 8) + littleEndian($0.nulls, 8) }
    let bufferBytes = buffers.flatMap { littleEndian($0.offset, 8) + littleEndian($0.size, 8) }
    let tree = FlatTree(
      [
        (0, .long(Int64(rows))), (1, .structs(nodeBytes, count: nodes.count)),
        (2, .structs(bufferBytes, count: buffers.count)),
      ] + more)
    return message(3, tree, body: body)
  }
}
