import AugerAdapterKit
import AugerColumns
import CPostgreSQL

/// A result of libpq, freed with this.
@safe final class PostgreSQLResult {
  // Sound: owned from init, which takes it over, to deinit. Rows and columns are below the counts that libpq gives.
  private let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) { unsafe self.pointer = pointer }

  deinit { unsafe PQclear(pointer) }

  var rowCount: Int { unsafe Int(PQntuples(pointer)) }
  var columnCount: Int { unsafe Int(PQnfields(pointer)) }
  var isCopy: Bool { unsafe PQresultStatus(pointer) == PGRES_COPY_OUT }
  /// True for an answer that no statement of ours has: libpq gives it again and again.
  var isEndless: Bool {
    switch unsafe PQresultStatus(pointer) {
    case PGRES_COPY_IN, PGRES_COPY_BOTH, PGRES_COPY_OUT: true
    default: false
    }
  }

  func name(_ column: Int) -> String { unsafe string(PQfname(pointer, Int32(column))) ?? "" }
  func type(_ column: Int) -> UInt32 { unsafe PQftype(pointer, Int32(column)) }
  func modifier(_ column: Int) -> Int32 { unsafe PQfmod(pointer, Int32(column)) }

  var parameterTypes: [UInt32] { (0..<(unsafe PQnparams(pointer))).map { unsafe PQparamtype(pointer, $0) } }

  /// A value of a text result; nil is null.
  func text(_ row: Int, _ column: Int) -> String? {
    if unsafe PQgetisnull(pointer, Int32(row), Int32(column)) == 1 { return nil }
    return unsafe string(PQgetvalue(pointer, Int32(row), Int32(column)))
  }

  /// Copies a row of a binary result.
  func append(_ row: Int, to stage: WireStage) throws {
    let columns = columnCount
    guard columns == stage.columnCount else {
      throw ServerFailure(message: "a row has \(columns) fields, not \(stage.columnCount)")
    }
    for column in 0..<columns {
      if unsafe PQgetisnull(pointer, Int32(row), Int32(column)) == 1 {
        stage.appendNull(column)
      } else {
        // Sound: libpq gives the address and the length of the value, which lives as long as the result.
        let count = unsafe Int(PQgetlength(pointer, Int32(row), Int32(column)))
        try unsafe stage.append(
          UnsafeRawBufferPointer(start: PQgetvalue(pointer, Int32(row), Int32(column)), count: count), column)
      }
    }
    stage.endRow()
  }

  /// What went wrong, if something did, in words without secrets.
  func failure(_ redactor: SecretRedactor) -> ServerFailure? {
    switch unsafe PQresultStatus(pointer) {
    case PGRES_BAD_RESPONSE, PGRES_FATAL_ERROR:
      return ServerFailure(
        state: field("C") ?? "", message: redactor.redacted(field("M") ?? message),
        detail: field("D").map(redactor.redacted), hint: field("H").map(redactor.redacted),
        position: field("P").flatMap { Int($0) })
    default: return nil
    }
  }

  private var message: String { unsafe string(PQresultErrorMessage(pointer)) ?? "" }

  private func field(_ code: Unicode.Scalar) -> String? {
    unsafe string(PQresultErrorField(pointer, Int32(code.value)))
  }

  private func string(_ characters: UnsafePointer<CChar>?) -> String? {
    // Sound: libpq's texts are C strings that live as long as the result; copied at once.
    unsafe characters.map { unsafe String(cString: $0) }
  }

  private func string(_ characters: UnsafeMutablePointer<CChar>?) -> String? {
    // Sound: as above.
    unsafe characters.map { unsafe String(cString: $0) }
  }
}
