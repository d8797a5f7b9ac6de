// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "own-adapter",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "own-adapter", targets: ["own-adapter"])],
  dependencies: [.package(name: "auger", path: "../..", traits: [])],
  targets: [
    // The adapter depends only on the protocols. A program that uses it also imports Auger.
    .target(name: "ShelfAdapter", dependencies: [.product(name: "AugerQuery", package: "auger")]),
    .executableTarget(
      name: "own-adapter",
      dependencies: [
        "ShelfAdapter", .product(name: "Auger", package: "auger"), .product(name: "AugerQuery", package: "auger"),
        .product(name: "AugerTestKit", package: "auger"),
      ]),
  ]
)
