import AugerAdapterKit
import AugerColumns
import CPostgreSQL

/// A libpq result that is freed with this object.
@safe final class PostgreSQLResult {
  // Sound: owned from init to deinit. Rows and columns are below the counts that libpq returns.
  private let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) { unsafe self.pointer = pointer }

  deinit { unsafe PQclear(pointer) }

  var rowCount: Int { unsafe Int(PQntuples(pointer)) }
  var columnCount: Int { unsafe Int(PQnfields(pointer)) }
  var isCopy: Bool { unsafe PQresultStatus(pointer) == PGRES_COPY_OUT }
  /// True for a kind of result that no internal statement expects. libpq returns it repeatedly.
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

  /// Returns a value of a text result. Nil means null.
  func text(_ row: Int, _ column: Int) -> String? {
    if unsafe PQgetisnull(pointer, Int32(row), Int32(column)) == 1 { return nil }
    return unsafe string(PQgetvalue(pointer, Int32(row), Int32(column)))
  }

  /// Copies a row of a binary result to the stage.
  func append(_ row: Int, to stage: WireStage) throws {
    let columns = columnCount
    guard columns == stage.columnCount else {
      throw ServerFailure(message: "a row has \(columns) fields, not \(stage.columnCount)")
    }
    for column in 0..<columns {
      if unsafe PQgetisnull(pointer, Int32(row), Int32(column)) == 1 {
        stage.appendNull(column)
      } else {
        // Sound: libpq returns the address and length of the value, which is valid as long as the result.
        let count = unsafe Int(PQgetlength(pointer, Int32(row), Int32(column)))
        try unsafe stage.append(
          UnsafeRawBufferPointer(start: PQgetvalue(pointer, Int32(row), Int32(column)), count: count), column)
      }
    }
    stage.endRow()
  }

  /// Returns the failure that the result reports, without secrets. Nil if it reports none.
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
    // Sound: libpq's strings are C strings that are valid as long as the result. They are copied immediately.
    unsafe characters.map { unsafe String(cString: $0) }
  }

  private func string(_ characters: UnsafeMutablePointer<CChar>?) -> String? {
    // Sound: like above.
    unsafe characters.map { unsafe String(cString: $0) }
  }
}
