// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "chart-route",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "chart-route", targets: ["chart-route"])],
  dependencies: [
    .package(name: "auger", path: "../..", traits: []),
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0", traits: []),
  ],
  targets: [
    .executableTarget(
      name: "chart-route",
      dependencies: [
        .product(name: "Auger", package: "auger"), .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
      ])
  ]
)
