#!/usr/bin/env python3
"""Makes a Swift package of all dashboards of the repository, and of MAKit's guide, which compares each with its file.

Each dashboard is written by `auger generate swift --dashboard`. The program of the package reads the file again, and
compares the two by `==`. It also writes the dashboard as XML, YAML, JSON and a property list, and reads each text.

Dashboards are the files of Fixtures and of the DocC catalog, the code blocks of the documentation, the sample workspace
if it was generated, and the shared MAKit samples if they exist. Files with errors on purpose are left out.
"""
import pathlib
import re
import subprocess

from judging import SHARED, Parser

MANIFEST = """// swift-tools-version: 6.2
import PackageDescription
let package = Package(
  name: "swift-dashboards",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "swift-dashboards", targets: ["swift-dashboards"])],
  dependencies: [.package(name: "auger", path: "%s", traits: [])],
  targets: [
    .executableTarget(name: "swift-dashboards", dependencies: [.product(name: "Auger", package: "auger")])
  ])
"""

MAIN = """import Auger
import Foundation

/// Returns true if a dashboard in Swift equals its file, and each of its texts.
func isSame(_ file: String, _ dashboard: Dashboard, _ title: String) -> Bool {
  do {
    try dashboard.validate()
    guard try Dashboard(contentsOf: URL(fileURLWithPath: file)) == dashboard else {
      print("FAILED \\(title): the dashboard in Swift has another meaning than the file")
      return false
    }
    for format in Dashboard.MetadataFormat.allCases {
      let text = try dashboard.text(as: format)
      if try Dashboard(parsing: text, as: format, name: dashboard.name) != dashboard {
        print("FAILED \\(title): the dashboard as \\(format) has another meaning")
        return false
      }
    }
    return true
  } catch {
    print("FAILED \\(title): \\(error)")
    return false
  }
}

var failures = 0
%s
print("swift-dashboards: %d dashboards, \\(failures) differ from their files")
exit(failures == 0 ? 0 : 1)
"""

BLOCK = re.compile(r"^```(xml|yaml)\n(.*?)^```", re.MULTILINE | re.DOTALL)
ROOT = re.compile(
  r"\s*(?:<\?xml.*?\?>\s*)?(?:<!--.*?-->\s*)*<?"
  r"(MobileAnalytic|Dashboard|Chart|DataGrid|Diagram|DrillDownGroup|OverlayGroup|TreeMapGroup)\b", re.DOTALL)


# A dashboard in Swift contains texts and pictures itself. It does not read them from files.
REFERENCE = re.compile(rb'\b(?:File|Image)="(?!data:)')


def files(repository):
  """Dashboard files with a title for messages."""
  folders = [repository / "Fixtures", repository / "Sources/Auger/Auger.docc", repository / "Examples"]
  if (SHARED / "data/makit").exists():
    folders += [SHARED / "data/makit/documents", SHARED / "data/makit/fragments"]
  for folder in folders:
    for path in sorted(folder.rglob("*")):
      if path.suffix in (".xml", ".plist", ".yaml") and path.is_file() and ".build" not in path.parts:
        yield path, path.name, path.read_bytes(), path.suffix


def blocks(repository):
  """Code blocks of the documentation that are dashboards."""
  pages = [repository / "README.md", *sorted((repository / "Documentation").rglob("*.md"))]
  for path in pages + sorted((repository / "Sources/Auger/Auger.docc").rglob("*.md")):
    for number, (language, text) in enumerate(BLOCK.findall(path.read_text()), 1):
      if ROOT.match(text):
        yield path, f"{path.name} block {number}", text.encode(), f".{language}"


def main():
  parser = Parser(__doc__).add("folder", "Folder of the package.", type=pathlib.Path)
  parser.add("repository", "Path of this repository.", type=pathlib.Path)
  options = parser.command().parse_args()
  folder, repository = options.folder.resolve(), options.repository.resolve()
  sources, copies = folder / "Sources/swift-dashboards", folder / "dashboards"
  sources.mkdir(parents=True)
  copies.mkdir()
  (folder / "Package.swift").write_text(MANIFEST % repository)
  calls, skipped = [], 0
  for path, title, content, suffix in [*files(repository), *blocks(repository)]:
    if REFERENCE.search(content):
      skipped += 1
      continue
    if suffix == ".yaml" and not ROOT.match(content.decode("utf-8", "replace")):
      continue
    name = f"board{len(calls) + 1}"
    copy = copies / f"{name}{suffix}"
    copy.write_bytes(content)
    file = sources / f"{name}.swift"
    command = [options.auger, "generate", "swift", copy, "--dashboard", name, "-o", file]
    if subprocess.run(command, capture_output=True).returncode != 0:
      copy.unlink()
      skipped += 1
      continue
    place = path.relative_to(repository) if path.is_relative_to(repository) else path.name
    shown = f"{place}" if title == path.name else f"{place} {title.removeprefix(path.name).strip()}"
    calls.append(f'if !isSame("{copy}", {name}Dashboard, "{shown}") {{ failures += 1 }}')
  if len(calls) < 40:
    raise SystemExit(f"swift-dashboards: only {len(calls)} dashboards were written; at least 40 were expected")
  (sources / "main.swift").write_text(MAIN % ("\n".join(calls), len(calls)))
  print(f"swift-dashboards: {len(calls)} dashboards in {folder}; {skipped} files are incomplete or refer to others")


if __name__ == "__main__":
  main()
