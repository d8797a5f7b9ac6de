import Auger
import Testing

@Suite struct FilePathsTests {
  @Test func pathBelongsToTheFirstRequest() {
    var paths = FilePaths()
    #expect(paths.path("a_b", ending: "json", of: ["a b"]) == "a_b.json")
    #expect(paths.path("a_b", ending: "json", of: ["a_b"]) == "a_b_.json")
    #expect(paths.path("A_B", ending: "json", of: ["A_B"]) == "A_B__.json")
    #expect(paths.path("a_b", ending: "svg", of: ["a_b"]) == "a_b.svg")
  }

  /// The names differ, but some file systems treat them as one.
  @Test func composedAndDecomposedAccentsDoNotCollide() {
    var paths = FilePaths()
    #expect(paths.path("caf\u{E9}", ending: "json", of: ["caf\u{E9}"]) == "caf\u{E9}.json")
    #expect(paths.path("cafe\u{301}", ending: "json", of: ["cafe\u{301}"]) == "cafe\u{301}_.json")
  }

  @Test func pathsAreGrantedOnce() {
    var paths = FilePaths()
    #expect(paths.path("d/c", ending: "vl.json", of: ["d", "c"]) == "d/c.vl.json")
    #expect(paths.path("d/c", ending: "vl.json", of: ["d", "c"]) == nil)
    #expect(paths.path("d/c", ending: "vg.json", of: ["d", "c"]) == "d/c.vg.json")
  }

  @Test func takenPathsAreNotReused() {
    var paths = FilePaths(taken: ["manifest.json"])
    #expect(paths.path("Manifest", ending: "json", of: ["Manifest"]) == "Manifest_.json")
    #expect(paths.path("Manifest", ending: "csv", of: ["Manifest"]) == "Manifest.csv")
  }
}
