#!/usr/bin/env python3
"""Creates a Swift package that runs all Swift snippets in README.md, the guides and the tutorials.

The snippets of a page are one program, in order. It runs in the folder of the tutorial's files. A comment two spaces
after a `let` is its expected value: `let code = error.code  // "metadataObjectUndefined"`.
"""
import pathlib
import re
import shutil
import subprocess

from judging import Parser

MANIFEST = """// swift-tools-version: 6.2
import PackageDescription
let package = Package(
  name: "snippets",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "snippets", targets: ["snippets"])],
  dependencies: [.package(name: "auger", path: "%s", traits: ["Refresh"])],
  targets: [
    .executableTarget(
      name: "snippets",
      dependencies: [
        .product(name: "Auger", package: "auger"), .product(name: "AugerCSV", package: "auger"),
        .product(name: "AugerSQLite", package: "auger"), .product(name: "AugerRefresh", package: "auger"),
        .product(name: "AugerQuery", package: "auger"), .product(name: "AugerTestKit", package: "auger"),
      ])
  ])
"""

MAIN = """import Foundation

/// Compares what a snippet computes with the comment behind it.
func check<Value: Equatable>(_ found: Value, _ expected: Value, _ place: String) throws {
  if found != expected { throw Mismatch(message: "\\(place): it is \\(found), not \\(expected)") }
}

struct Mismatch: Error {
  var message: String
}

/// A page runs in a folder of its own, beside the files of the tutorial.
func run(_ name: String, _ body: () async throws -> Void) async -> Bool {
  let files = FileManager.default
  let home = files.currentDirectoryPath
  let folder = files.temporaryDirectory.appendingPathComponent("auger-snippets-\\(UUID().uuidString)")
  defer {
    _ = files.changeCurrentDirectoryPath(home)
    try? files.removeItem(at: folder)
  }
  do {
    try files.copyItem(atPath: home + "/files", toPath: folder.path)
    guard files.changeCurrentDirectoryPath(folder.path) else { throw CocoaError(.fileNoSuchFile) }
    try await body()
    // Pictures of the documentation are what its snippets write.
    for name in try files.contentsOfDirectory(atPath: "expected") where files.fileExists(atPath: name) {
      guard files.contentsEqual(atPath: name, andPath: "expected/" + name) else {
        throw Mismatch(message: "'\\(name)' is not the one in Auger.docc/Resources")
      }
    }
    return true
  } catch {
    print("\\(name) FAILED: \\((error as? Mismatch)?.message ?? "\\(error)")")
    return false
  }
}

var failures = 0
%s
print(failures == 0 ? "snippets: all pages run" : "snippets: \\(failures) pages FAILED")
exit(failures == 0 ? 0 : 1)
"""

DECLARATION = re.compile(r"^(public |private |final |@\w+ )*(struct|class|enum|protocol|extension|actor) ")
TYPE = re.compile(r"^(final )?(struct|class|enum|protocol|actor) ")
NAME = re.compile(r"^let (\w+) = [^{]*[^{(\[=,]$")
VALUE = re.compile(r"^(\s*)let (\w+) = .*?  // (.+)$")

PARTS = """// swift-tools-version: 6.2
import PackageDescription
let package = Package(
  name: "parts",
  dependencies: [
%s
  ],
  targets: [.target(name: "parts", dependencies: [%s])])
"""


def check_manifest(text, folder):
  """Checks a manifest with SwiftPM, because it is not a runnable program."""
  folder.mkdir(parents=True)
  (folder / "Package.swift").write_text(text)
  subprocess.run(
    ["swift", "package", "--package-path", str(folder), "dump-package"], check=True, stdout=subprocess.DEVNULL)


def take_manifest(path, snippets, folder):
  """Checks the `.package(...)` and `.product(...)` snippets of a page and removes them from its program."""
  parts = [(line, lines) for line, lines in snippets if lines[0].startswith(".")]
  if parts:
    texts = ["\n".join(lines) for _, lines in parts]
    packages = ",\n".join(text for text in texts if text.startswith(".package"))
    products = ", ".join(text for text in texts if text.startswith(".product"))
    check_manifest(PARTS % (packages, products), folder / "manifests" / path.stem)
  return [snippet for snippet in snippets if snippet not in parts]


def pages(repository):
  """Yields name, path and snippets (line and text) of each page with snippets."""
  guides = repository / "Sources/Auger/Auger.docc"
  for path in [repository / "README.md", *sorted(guides.rglob("*.md"))]:
    snippets, start = [], None
    for number, line in enumerate(path.read_text().split("\n"), 1):
      if start is None and line == "```swift":
        start, lines = number + 1, []
      elif start is not None and line == "```":
        snippets.append((start, lines))
        start = None
      elif start is not None:
        lines.append(line)
    if snippets:
      yield path, snippets
  for path in sorted(guides.rglob("*.swift")):
    if "import PackageDescription" not in path.read_text():
      yield path, [(1, path.read_text().rstrip("\n").split("\n"))]


def program(path, snippets, name, repository):
  """Returns the file of a page: the imports and types of its snippets, and a function with all other code."""
  imports, types, body = ["import Foundation"], [], []
  shown = path.relative_to(repository)
  for start, lines in snippets:
    target, depth, expected = body, 0, None
    for number, line in enumerate(lines, start):
      if depth == 0 and line.startswith("import "):
        imports.append(line)
        continue
      if depth == 0 and target is body and DECLARATION.match(line):
        target = types
        types.append(f'#sourceLocation(file: "{shown}", line: {number})')
      elif depth == 0 and target is body and number != expected:
        body.append(f'#sourceLocation(file: "{shown}", line: {number})')
      # All pages are one module, and several of them can have a type of the same name.
      isolated = depth == 0 and target is types and TYPE.match(line)
      target.append("private " + line if isolated else line)
      expected = number + 1
      depth += line.count("{") - line.count("}")
      found = VALUE.match(line)
      if found and target is body:
        body.append(f'{found[1]}try check({found[2]}, {found[3]}, "{shown}:{number}")')
        expected = None
      elif target is body and depth == 0 and NAME.match(line) and line.count("(") == line.count(")"):
        # Avoid a warning about an unused value.
        body.append(f"_ = {NAME.match(line)[1]}")
        expected = None
      if depth == 0 and target is types:
        target, expected = body, None
  if body:
    body.append("#sourceLocation()")
  if types:
    types.append("#sourceLocation()")
  unique = list(dict.fromkeys(imports))
  return "\n".join([*unique, "", *types, "", f"func {name}() async throws {{", *body, "}", ""])


def main():
  parser = Parser(__doc__).add("folder", "Folder of the package.", type=pathlib.Path)
  options = parser.add("repository", "Path of this repository.", type=pathlib.Path).parse_args()
  folder, repository = options.folder, options.repository.resolve()
  sources = folder / "Sources/snippets"
  sources.mkdir(parents=True)
  (folder / "Package.swift").write_text(MANIFEST % repository)
  calls = []
  for path, snippets in pages(repository):
    snippets = take_manifest(path, snippets, folder)
    name = "page" + re.sub(r"\W", "", path.stem.title())
    (sources / f"{name}.swift").write_text(program(path, snippets, name, repository))
    calls.append(f'if await !run("{path.relative_to(repository)}", {name}) {{ failures += 1 }}')
  (sources / "main.swift").write_text(MAIN % "\n".join(calls))
  resources = repository / "Sources/Auger/Auger.docc/Resources"
  (folder / "files/expected").mkdir(parents=True)
  for path in sorted(resources.iterdir()):
    if path.suffix in (".csv", ".yaml", ".xml"):
      shutil.copy(path, folder / "files" / path.name)
    elif path.suffix == ".svg":
      shutil.copy(path, folder / "files/expected" / path.name)
  for path in sorted(resources.glob("*package*.swift")):
    check_manifest(path.read_text(), folder / "manifests" / path.stem)
  print(f"snippets: {len(calls)} pages in {folder}")


if __name__ == "__main__":
  main()
