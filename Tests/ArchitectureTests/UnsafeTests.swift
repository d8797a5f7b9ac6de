import Testing

@Suite struct UnsafeTests {
  /// Returns true if the compiler cannot check the memory safety of a line.
  static func isUnsafe(_ line: String) -> Bool {
    if line.contains("@unchecked") || line.contains("nonisolated(unsafe)") { return true }
    return SwiftCode.words(of: line).contains { word in
      ["unsafe", "@unsafe", "OpaquePointer", "CVaListPointer", "Unmanaged", "ManagedBuffer"].contains(word)
        || word.hasPrefix("unsafe") && word.dropFirst(6).first?.isUppercase == true
        || word.hasPrefix("withUnsafe") || isPointer(word)
    }
  }

  /// Returns true for `UnsafePointer`, `UnsafeMutableRawBufferPointer` and similar types.
  private static func isPointer(_ word: String) -> Bool {
    word.hasPrefix("Unsafe") && word.hasSuffix("Pointer") || word.hasPrefix("UnsafeContinuation")
  }

  @Test func unsafeCodeStaysInFilesNamedForIt() throws {
    for file in try Repository.sources() where !file.isUnsafe {
      for (number, line) in file.code.lines.enumerated() {
        #expect(!Self.isUnsafe(line), "\(file.path):\(number + 1): unsafe code belongs in a file named *+Unsafe.swift")
      }
    }
  }

  @Test func everyUnsafeFileIsListedWithItsReason() throws {
    let found = Set(try Repository.files().filter { $0.isSwift && $0.isUnsafe }.map(\.path))
    let listed = Set(UnsafeFiles.reasons.keys)
    #expect(found.subtracting(listed).sorted() == [], "enter these in UnsafeFiles.reasons")
    #expect(listed.subtracting(found).sorted() == [], "these are gone; take them out of UnsafeFiles.reasons")
    for (path, reason) in UnsafeFiles.reasons { #expect(!reason.isEmpty, "\(path) has no reason") }
  }

  @Test func unsafeFilesExplainWhyTheyAreSound() throws {
    for file in try Repository.files() where file.isSwift && file.isUnsafe {
      #expect(file.code.lines.contains(where: Self.isUnsafe), "\(file.path) needs no such name")
      let comments = file.text.split(separator: "\n").filter { $0.contains("//") }
      #expect(!comments.isEmpty, "\(file.path) does not say why it is sound")
    }
  }

  @Test func everyCFileIsListedWithItsReason() throws {
    let found = Set(try Repository.files().map(\.path).filter(CCode.isC))
    let listed = Set(CFiles.reasons.keys)
    #expect(found.subtracting(listed).sorted() == [], "enter these in CFiles.reasons")
    #expect(listed.subtracting(found).sorted() == [], "these are gone; take them out of CFiles.reasons")
    for (path, reason) in CFiles.reasons { #expect(!reason.isEmpty, "\(path) has no reason") }
  }

  @Test func everyCFunctionExplainsWhyItIsSound() throws {
    for file in try Repository.files(below: "Adapters") where CCode.isC(file.path) {
      for line in CCode.unexplained(file.text) {
        Issue.record("\(file.path):\(line + 1): the comment above does not say why it is sound ('Sound: ...')")
      }
    }
  }

  @Test(arguments: [
    ("int f(void) { return 1; }", 1), ("/// Sound: no pointer.\nint f(void) { return 1; }", 0),
    ("/// Adds.\nstatic inline int f(\n  int a) {\n  return g(a);\n}", 1), ("int f(void);\n#include <a.h>", 0),
    ("#define MAKE(name) \\\n  static int name(void) { return 1; }\nMAKE(f)", 1),
    ("typedef struct {\n  int a;\n} A;", 0),
  ])
  func scanFindsCFunctionsWithoutAReason(text: String, count: Int) {
    #expect(CCode.unexplained(text).count == count)
  }

  /// For an empty array, the standard library's initializer writes to storage that all threads share.
  @Test func uninitializedArraysAreCreatedInOneFile() throws {
    for file in try Repository.sources() where file.path != "Sources/AugerColumns/Storage/Array+Unsafe.swift" {
      let words = file.code.lines.flatMap { SwiftCode.words(of: $0) }
      #expect(!words.contains("unsafeUninitializedCapacity"), "\(file.path): use Array(count:filledBy:)")
    }
  }

  @Test(arguments: [
    "let x = unsafe y", "final class A: @unchecked Sendable {", "nonisolated(unsafe) var x = 1",
    "func f(_ p: UnsafeMutableRawBufferPointer)", "var p: OpaquePointer?", "a.withUnsafeBytes { _ in }",
    "unsafeBitCast(a, to: B.self)", #"print("\(unsafe a)")"#,
  ])
  func scanFindsUnsafeCode(line: String) {
    #expect(SwiftCode(line).lines.contains(where: Self.isUnsafe))
  }

  @Test(arguments: [
    "// unsafe", #"let text = "unsafe OpaquePointer""#, "/* unsafe /* nested */ unsafe */ let a = 1",
    "let isUnsafe = true", "let s = \"\"\"\n  unsafe\n  \"\"\"", "let s = #\"\\(unsafe)\"#", "let span = a.span",
  ])
  func scanIgnoresSafeCode(text: String) {
    #expect(!SwiftCode(text).lines.contains(where: Self.isUnsafe))
  }
}
