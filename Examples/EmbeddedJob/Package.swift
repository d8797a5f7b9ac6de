// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "embedded-job",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "embedded-job", targets: ["embedded-job"])],
  // The trait adds the database of runs. Programs that only create charts do not need its dependencies.
  dependencies: [.package(name: "auger", path: "../..", traits: ["Refresh"])],
  targets: [
    .executableTarget(
      name: "embedded-job",
      dependencies: [
        .product(name: "Auger", package: "auger"), .product(name: "AugerCSV", package: "auger"),
        .product(name: "AugerRefresh", package: "auger"),
      ])
  ]
)
