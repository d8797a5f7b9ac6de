import Auger
import Testing

/// A file system allows names of up to 255 bytes, and an unfinished file has a longer name than the finished one.
@Suite struct FileNameTests {
  @Test(arguments: ["x", "é", "👩‍👧", "a/b", "ß"]) func longNameIsShortenedAndStaysDistinct(part: String) {
    let name = String(repeating: part, count: 500)
    let safe = FileName.safe(name)
    #expect(safe.utf8.count <= 160)
    #expect(!safe.contains("/"))
    #expect(FileName.safe(name) == safe)
    #expect(FileName.safe(name + "1") != safe)
  }

  @Test func namesThatAFileSystemConfusesStayDistinct() {
    var taken: [String] = []
    let names = ["Sales", "SALES", "sales", "a/b", "a:b", ""].map { FileName.distinct($0, among: &taken) }
    #expect(names == ["Sales", "SALES_", "sales__", "a_b", "a_b_", "_"])
  }
}
