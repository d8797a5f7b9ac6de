// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "embedded-job",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "embedded-job", targets: ["embedded-job"])],
  // The trait brings what records runs and checks files; programs that only make charts resolve none of it.
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
