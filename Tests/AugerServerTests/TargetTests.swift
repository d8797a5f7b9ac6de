import AugerDiagnostics
import AugerServer
import Testing

@Suite struct TargetTests {
  @Test(arguments: [
    ("/", Target.home(nil)), ("/.json", .home(.json)), ("/dashboards/sales", .dashboard("sales", nil)),
    ("/dashboards/sales.vl.json", .dashboard("sales", .vegaLite)),
    ("/dashboards/a%2Fb/c.d.rows.json", .item("a/b", "c.d", .rows)),
    ("/dashboards/x/y.json.svg", .item("x", "y.json", .svg)), ("/dashboards/x/.json", .item("x", ".json", nil)),
    ("/published/job/a/b.json", .published(job: "job", file: "a/b.json")), ("/-/move/sales", .move("sales")),
    ("/dashboards/a/b/rows.csv", .rows("a", "b", .csv)), ("/dashboards/a/b/definition", .definition("a", "b")),
    ("/dashboards/a/b.pdf/embed", .embed("a", "b.pdf")), ("/dashboards/x.pdf", .dashboard("x", .pdf)),
    ("/dashboards/Gr%C3%B6%C3%9Fe+1", .dashboard("Größe+1", nil)),
  ])
  func pathsMapToTargets(path: String, target: Target) { #expect(Target(path: path) == target) }

  @Test(arguments: [
    "", "dashboards/x", "/dashboards", "/dashboards/", "/dashboards/a/b/c", "/dashboards/a/b/definition.json",
    "/dashboards/a//embed", "/dashboards/%", "/dashboards/%4",
    "/dashboards/%00", "/dashboards/%ff", "/published/x", "/published//a", "/published/j/..%2Fx", "/published/j/a//b",
    "/published/j/%2e%2e/x", "/-/", "/-/nope", "/assets/a/b", "/healthz/x",
  ])
  func invalidPathsHaveNoTarget(path: String) { #expect(Target(path: path) == nil) }

  @Test func pathPartsRoundTrip() {
    for name in ["", "a b", "ä/ö", "%", "..", ".", "+", "a?b#c", "\u{202E}x", "'\"<>&"] {
      #expect(PercentEncoding.decodedPart(PercentEncoding.part(name)) == name)
      #expect(PercentEncoding.part(name) != ".." && !PercentEncoding.part(name).contains("/"))
    }
  }
}
