// swift-tools-version: 6.2

import PackageDescription

/// The part of the package to build. `core` contains the engine and the adapters with their tests, for the sanitizers.
/// `server` contains the server and its tests, for a separate sanitizer run. `agreement` contains only the tests of
/// generated inputs. `benchmarks` adds the programs that are only timed. Any other value builds the whole package.
let part = Context.environment["AUGER_PART"]

/// True for `Scripts/test`, which optimizes the modules that calculate even in debug builds. Loops over spans are 40
/// times as slow in debug, and a complete release build takes longer.
let isTestBuild = Context.environment["AUGER_TEST_BUILD"] != nil
let calculating: Set = [
  "AugerDiagnostics", "AugerDocuments", "AugerMetadata", "AugerColumns", "AugerExpressions", "AugerQuery",
  "AugerEngine", "AugerTestKit", "AugerAdapterKit",
  "AugerCharts", "AugerExport", "AugerSample", "ByteScan", "AugerCSV", "AugerSQLite", "AugerMetadataTests",
  "AugerAgreementTests",
]

let package = Package(
  name: "auger",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "Auger", targets: ["Auger"]),
    .library(name: "AugerArrowFiles", targets: ["AugerArrowFiles"]),
    .library(name: "AugerCSV", targets: ["AugerCSV"]),
    .library(name: "AugerPostgreSQL", targets: ["AugerPostgreSQL"]),
    .library(name: "AugerQuery", targets: ["AugerQuery"]),
    .library(name: "AugerSQLite", targets: ["AugerSQLite"]),
    .library(name: "AugerTestKit", targets: ["AugerTestKit"]),
  ],
  traits: [
    .trait(name: "Refresh", description: "Scheduled refreshes as a library: AugerRefresh."),
    .trait(
      name: "Delivery", description: "Webhooks and e-mails of jobs, by TLS; takes as long to build as all the rest.",
      enabledTraits: ["Refresh"]),
    .trait(name: "Server", description: "The server: dashboards as pages and an API.", enabledTraits: ["Refresh"]),
    .trait(
      name: "JWT", description: "Signed tokens and embedded pages of the server, by jwt-kit and swift-crypto.",
      enabledTraits: ["Server"]),
    .trait(name: "Command", description: "The command auger.", enabledTraits: ["Refresh"]),
    .default(enabledTraits: ["Command", "Delivery", "JWT", "Server"]),
  ],
  dependencies: [
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.0"),
    // Packages that only some traits require. A program that depends on Auger without these traits does not resolve
    // them.
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/apple/swift-crypto", "3.12.0"..<"5.0.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.80.0"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.30.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.8.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0", traits: []),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/vapor/jwt-kit", from: "5.3.0"),
  ],
  targets: [
    // Targets, from the lowest layer up. `Tests/ArchitectureTests` checks these dependencies against CONTRIBUTING.md.
    .target(name: "AugerDiagnostics"),
    .target(name: "AugerDocuments", dependencies: ["AugerDiagnostics", "Yams"]),
    .target(name: "AugerColumns", dependencies: ["AugerDiagnostics"]),
    .target(name: "AugerExpressions", dependencies: ["AugerColumns", "AugerDiagnostics"]),
    .target(
      name: "AugerQuery",
      dependencies: ["AugerExpressions", "AugerDocuments", "AugerColumns", "AugerDiagnostics"]),
    .target(
      name: "AugerEngine",
      dependencies: ["AugerQuery", "AugerExpressions", "AugerColumns", "AugerDiagnostics"]),
    .target(name: "AugerCharts", dependencies: ["AugerColumns", "AugerDiagnostics"]),
    .target(
      name: "AugerMetadata",
      dependencies: ["AugerDocuments", "AugerExpressions", "AugerCharts", "AugerColumns", "AugerDiagnostics"]),
    .target(
      name: "AugerAnalysis",
      dependencies: [
        "AugerEngine", "AugerMetadata", "AugerQuery", "AugerExpressions", "AugerCharts", "AugerColumns",
        "AugerDiagnostics",
      ]),
    .target(
      name: "AugerExport", dependencies: ["AugerCharts", "AugerColumns", "AugerDiagnostics"],
      resources: [
        .embedInCode("HTML/Styles/tokens.css"), .embedInCode("HTML/Styles/page.css"),
        .embedInCode("HTML/Styles/home.css"), .embedInCode("HTML/Styles/forms.css"),
        .embedInCode("HTML/Styles/card.css"), .embedInCode("HTML/Styles/pointing.css"),
        .embedInCode("HTML/Script/start.js"), .embedInCode("HTML/Script/player.js"),
        .embedInCode("HTML/Styles/player.css"),
      ]),
    .target(name: "AugerArrow", dependencies: ["AugerColumns", "AugerDiagnostics"]),
    .target(
      name: "Auger",
      dependencies: [
        "AugerAnalysis", "AugerArrow", "AugerExport", "AugerEngine", "AugerMetadata", "AugerQuery",
        "AugerExpressions", "AugerDocuments", "AugerCharts", "AugerColumns", "AugerDiagnostics",
      ]),
    .target(
      name: "AugerTools",
      dependencies: [
        "Auger", "AugerAnalysis", "AugerExport", "AugerEngine", "AugerMetadata", "AugerQuery", "AugerExpressions",
        "AugerDocuments", "AugerCharts", "AugerColumns", "AugerDiagnostics",
      ]),
    .target(
      name: "AugerAgents",
      dependencies: [
        "Auger", "AugerAnalysis", "AugerExport", "AugerEngine", "AugerMetadata", "AugerQuery", "AugerExpressions",
        "AugerDocuments", "AugerCharts", "AugerColumns", "AugerDiagnostics",
      ]),
    .target(
      name: "AugerTestKit",
      dependencies: ["AugerQuery", "AugerExpressions", "AugerColumns", "AugerDiagnostics"]),

    // One target for each kind of source. They do not depend on each other. The adapter kit contains their common code.
    .target(
      name: "AugerAdapterKit", dependencies: ["AugerQuery", "AugerColumns", "AugerDiagnostics"],
      path: "Adapters/Kit"),
    .systemLibrary(
      name: "CCSV", path: "Adapters/System/CCSV", providers: [.apt(["libcsv-dev"]), .brew(["libcsv"])]),
    .target(name: "ByteScan", path: "Adapters/ByteScan"),
    .systemLibrary(
      name: "CZlib", path: "Adapters/System/CZlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .systemLibrary(
      name: "CSQLite", path: "Adapters/System/CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .systemLibrary(
      name: "CPostgreSQL", path: "Adapters/System/CPostgreSQL",
      providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
    .target(
      name: "AugerCSV",
      dependencies: [
        "AugerAdapterKit", "AugerQuery", "AugerExpressions", "AugerDocuments", "AugerColumns", "AugerDiagnostics",
        "ByteScan", "CCSV", "CZlib",
      ],
      path: "Adapters/CSV"),
    .target(
      name: "AugerArrowFiles",
      dependencies: ["AugerAdapterKit", "AugerArrow", "AugerQuery", "AugerColumns", "AugerDiagnostics"],
      path: "Adapters/Arrow"),
    .target(
      name: "AugerSQLite",
      dependencies: [
        "AugerAdapterKit", "AugerQuery", "AugerExpressions", "AugerDocuments", "AugerColumns", "AugerDiagnostics",
        "CSQLite",
      ],
      path: "Adapters/SQLite"),
    .target(
      name: "AugerPostgreSQL",
      dependencies: [
        "AugerAdapterKit", "AugerQuery", "AugerExpressions", "AugerDocuments", "AugerColumns", "AugerDiagnostics",
        "CPostgreSQL",
      ],
      path: "Adapters/PostgreSQL"),
  ],
  swiftLanguageModes: [.v6]
)

if part != "agreement", part != "fuzz" {
  // Tests that run on all platforms, and with sanitizers.
  package.targets += [
    .testTarget(name: "AugerDiagnosticsTests", dependencies: ["AugerDiagnostics"]),
    .testTarget(name: "AugerDocumentsTests", dependencies: ["AugerDocuments"]),
    .testTarget(name: "AugerColumnsTests", dependencies: ["AugerColumns"]),
    .testTarget(name: "AugerExpressionsTests", dependencies: ["AugerExpressions"]),
    .testTarget(name: "AugerQueryTests", dependencies: ["AugerQuery"]),
    .testTarget(name: "AugerEngineTests", dependencies: ["AugerEngine"]),
    .testTarget(
      name: "AugerArrowTests",
      dependencies: ["AugerArrow", "AugerArrowFiles", "AugerEngine", "AugerQuery", "AugerTestKit"]),
    .testTarget(
      name: "AugerCSVTests",
      dependencies: [
        "AugerCSV", "AugerAdapterKit", "AugerSQLite", "AugerExport", "AugerTestKit", "AugerEngine", "ByteScan",
      ]),
    .testTarget(
      name: "AugerPostgreSQLTests",
      dependencies: ["AugerPostgreSQL", "AugerAdapterKit", "AugerEngine", "AugerTestKit", "CPostgreSQL"]),
    .testTarget(
      name: "AugerSQLiteTests",
      dependencies: ["AugerSQLite", "AugerAdapterKit", "AugerEngine", "AugerTestKit", "CSQLite"]),
  ]
}

// Code that all tests share.
package.targets.append(.target(name: "TestSupport", path: "Tests/Support"))

if part != "core", part != "fuzz" {
  // These tests are also part of `agreement`, because they try damaged and generated files.
  package.targets += [
    .testTarget(
      name: "AugerMetadataTests",
      dependencies: ["AugerMetadata", "AugerDocuments", "AugerExpressions", "AugerCharts", "AugerDiagnostics"]),
    // Tests with over 100 000 rows or thousands of generated cases, which are slow in debug.
    .testTarget(
      name: "AugerAgreementTests",
      dependencies: [
        "Auger", "AugerTools", "AugerCSV", "AugerSQLite", "AugerPostgreSQL", "AugerTestKit", "CSQLite",
      ]),
  ]
}

if part != "core", part != "agreement", part != "fuzz" {
  package.products += [
    .executable(name: "auger", targets: ["AugerCLI"]), .library(name: "AugerRefresh", targets: ["AugerRefresh"]),
  ]
  package.targets += [
    .executableTarget(
      name: "AugerCLI",
      dependencies: [
        "Auger", "AugerAgents", "AugerTools", "AugerArrow", "AugerArrowFiles", "AugerCSV", "AugerSQLite",
        "AugerPostgreSQL",
        "AugerAnalysis", "AugerExport", "AugerEngine", "AugerMetadata", "AugerQuery", "AugerExpressions",
        "AugerDocuments",
        "AugerCharts", "AugerColumns", "AugerDiagnostics", "AugerSample", "AugerRefresh", "AugerWorkers", "CMalloc",
        .target(name: "AugerServer", condition: .when(traits: ["Server"])),
        .product(name: "HTTPTypes", package: "swift-http-types", condition: .when(traits: ["Server"])),
        .product(name: "Logging", package: "swift-log", condition: .when(traits: ["Command"])),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: .when(traits: ["Command"])),
        .product(name: "UnixSignals", package: "swift-service-lifecycle", condition: .when(traits: ["Command"])),
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["Command"])),
      ]),
    .systemLibrary(name: "CMalloc", path: "Adapters/System/CMalloc"),
    .target(
      name: "AugerRefresh",
      dependencies: [
        "Auger", "AugerAnalysis", "AugerExport", "AugerEngine", "AugerMetadata", "AugerQuery", "AugerExpressions",
        "AugerDocuments", "AugerCharts", "AugerColumns", "AugerDiagnostics",
        .target(name: "AugerDelivery", condition: .when(traits: ["Delivery"])),
        .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["Refresh"])),
      ]),
    .target(
      name: "AugerDelivery",
      dependencies: [
        "AugerQuery", "AugerDiagnostics",
        .product(name: "Crypto", package: "swift-crypto", condition: .when(traits: ["Delivery"])),
        .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["Delivery"])),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: .when(traits: ["Delivery"])),
        .product(name: "NIOPosix", package: "swift-nio", condition: .when(traits: ["Delivery"])),
        .product(name: "NIOTLS", package: "swift-nio", condition: .when(traits: ["Delivery"])),
        .product(name: "NIOSSL", package: "swift-nio-ssl", condition: .when(traits: ["Delivery"])),
      ]),
    .target(
      name: "AugerServer",
      dependencies: [
        "Auger", "AugerAgents", "AugerRefresh", "AugerAnalysis", "AugerExport", "AugerMetadata", "AugerQuery",
        "AugerCharts",
        "AugerColumns", "AugerDiagnostics", "AugerDocuments", "AugerExpressions", "CZlib",
        .product(name: "HummingbirdCore", package: "hummingbird", condition: .when(traits: ["Server"])),
        .product(name: "HTTPTypes", package: "swift-http-types", condition: .when(traits: ["Server"])),
        .product(name: "Crypto", package: "swift-crypto", condition: .when(traits: ["JWT"])),
        .product(name: "JWTKit", package: "jwt-kit", condition: .when(traits: ["JWT"])),
        .product(name: "Logging", package: "swift-log", condition: .when(traits: ["Server"])),
        .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["Server"])),
        .product(name: "NIOPosix", package: "swift-nio", condition: .when(traits: ["Server"])),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: .when(traits: ["Server"])),
      ],
      resources: [
        .embedInCode("Assets/Script/moves.js"), .embedInCode("Assets/Script/links.js"),
        .embedInCode("Assets/Script/charts.js"), .embedInCode("Assets/Script/updates.js"),
        .embedInCode("Assets/Script/tips.js"), .embedInCode("Assets/Script/embed.js"),
        .embedInCode("Assets/Script/marks.js"), .embedInCode("Assets/Script/frame.js"),
        .embedInCode("Assets/Script/filters.js"), .embedInCode("Assets/Script/cards.js"),
      ]),
    .target(
      name: "AugerWorkers",
      dependencies: [
        "AugerRefresh", "AugerAdapterKit", "AugerQuery", "AugerColumns", "AugerDiagnostics", "CPostgreSQL",
      ]),
    .target(name: "AugerSample", dependencies: ["CSQLite"], path: "Fixtures/Generator"),
    .testTarget(
      name: "AugerRefreshTests", dependencies: ["AugerRefresh", "AugerCSV", "AugerSQLite", "CSQLite"]),
    .testTarget(
      name: "AugerServerTests",
      dependencies: [
        "AugerServer", "Auger", "AugerAgents", "AugerAnalysis", "AugerExport", "AugerQuery", "AugerRefresh", "AugerCSV",
        "AugerPostgreSQL",
        .product(name: "Crypto", package: "swift-crypto", condition: .when(traits: ["JWT"])),
        .product(name: "CryptoExtras", package: "swift-crypto", condition: .when(traits: ["JWT"])),
        .product(name: "HTTPTypes", package: "swift-http-types", condition: .when(traits: ["Server"])),
        .product(name: "Logging", package: "swift-log", condition: .when(traits: ["Server"])),
        .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["Server"])),
        .product(name: "NIOPosix", package: "swift-nio", condition: .when(traits: ["Server"])),
      ]),
    .testTarget(
      name: "AugerDeliveryTests",
      dependencies: [
        "AugerDelivery", "AugerExport", "AugerDiagnostics",
        .product(name: "Crypto", package: "swift-crypto", condition: .when(traits: ["Delivery"])),
        .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["Delivery"])),
        .product(name: "NIOEmbedded", package: "swift-nio", condition: .when(traits: ["Delivery"])),
        .product(name: "NIOPosix", package: "swift-nio", condition: .when(traits: ["Delivery"])),
      ]),
    // A program that kills itself while it works, for tests of the remaining files.
    .executableTarget(
      name: "refresh-fault", dependencies: ["Auger", "AugerCSV", "AugerDiagnostics", "AugerQuery", "AugerRefresh"],
      path: "Tests/RefreshFault"),
    .testTarget(name: "ArchitectureTests", dependencies: ["AugerColumns", "AugerDiagnostics", "AugerMetadata"]),
    .testTarget(name: "AugerChartsTests", dependencies: ["AugerCharts"]),
    .testTarget(name: "AugerAnalysisTests", dependencies: ["AugerAnalysis"]),
    .testTarget(name: "AugerAgentsTests", dependencies: ["AugerAgents", "AugerCSV"]),
    .testTarget(name: "AugerExportTests", dependencies: ["AugerExport"]),
    .testTarget(name: "AugerTests", dependencies: ["Auger", "AugerTools", "AugerCSV", "AugerSQLite"]),
    .testTarget(
      name: "AugerCLITests",
      dependencies: [
        "AugerCLI", "refresh-fault", "AugerRefresh", "AugerServer", "AugerWorkers", "Auger", "AugerAnalysis",
        "AugerCharts",
        "AugerColumns", "AugerCSV", "AugerDiagnostics", "AugerDocuments", "AugerExport", "AugerMetadata", "AugerQuery",
        "AugerSQLite", "CSQLite",
      ]),
  ]
}

if part == "fuzz" {
  // The code that reads the inputs is shared with the agreement tests. `Scripts/fuzz` builds it with coverage.
  package.targets += [
    .executableTarget(
      name: "fuzz",
      dependencies: ["Auger", "AugerTools", "AugerCSV", "AugerSQLite", "AugerEngine", "AugerTestKit", "TestSupport"],
      path: "Tests",
      exclude: ["AugerAgreementTests/Fuzz/FuzzTests.swift"],
      sources: ["AugerAgreementTests/Fuzz", "Fuzzing"])
  ]
  package.products.append(.executable(name: "fuzz", targets: ["fuzz"]))
}

if part == "benchmarks" {
  package.products += [
    .executable(name: "in-store", targets: ["in-store"]),
    .executable(name: "postgresql-road", targets: ["postgresql-road"]),
    .executable(name: "explored", targets: ["explored"]),
    .executable(name: "sqlite-groups", targets: ["sqlite-groups"]),
    .executable(name: "loading", targets: ["loading"]),
    .executable(name: "faces", targets: ["faces"]),
  ]
  package.targets += [
    .executableTarget(
      name: "postgresql-road",
      dependencies: ["AugerPostgreSQL", "AugerEngine", "AugerQuery", "AugerColumns", "AugerDiagnostics"],
      path: "Benchmarks/PostgreSQLRoad"),
    .executableTarget(
      name: "sqlite-groups",
      dependencies: ["AugerSQLite", "AugerEngine", "AugerQuery", "AugerColumns", "AugerDiagnostics"],
      path: "Benchmarks/SQLiteGroups"),
    .executableTarget(
      name: "loading",
      dependencies: ["AugerCSV", "AugerSQLite", "AugerEngine", "AugerQuery", "AugerColumns", "AugerDiagnostics"],
      path: "Benchmarks/Loading"),
    .executableTarget(
      name: "faces",
      dependencies: [
        "Auger", "AugerAnalysis", "AugerExport", "AugerMetadata", "AugerQuery", "AugerExpressions", "AugerCharts",
        "AugerColumns",
      ],
      path: "Benchmarks/Faces"),
    .executableTarget(
      name: "in-store",
      dependencies: ["AugerCSV", "AugerEngine", "AugerQuery", "AugerColumns", "AugerDiagnostics"],
      path: "Benchmarks/InStore"),
    .executableTarget(
      name: "explored",
      dependencies: [
        "Auger", "AugerCSV", "AugerAnalysis", "AugerEngine", "AugerMetadata", "AugerQuery", "AugerExpressions",
        "AugerCharts", "AugerColumns", "AugerDiagnostics",
      ],
      path: "Benchmarks/Explored"),
  ]
}

if part == "core" {
  // Modules without unsafe code and without locks. The code that they call is tested without them.
  let above: Set = ["AugerMetadata", "AugerAnalysis", "Auger", "AugerTools", "AugerAgents"]
  package.targets.removeAll { above.contains($0.name) }
  package.products.removeAll { above.contains($0.name) }
}

if part == "server" {
  package.targets.removeAll { $0.type == .test && $0.name != "AugerServerTests" }
  let others: Set = ["AugerCLI", "AugerDelivery", "AugerTools", "AugerWorkers", "CMalloc", "refresh-fault"]
  package.targets.removeAll { others.contains($0.name) }
  package.products.removeAll { $0.name == "auger" }
  for target in package.targets {
    target.dependencies.removeAll { dependency in
      guard case .targetItem(let name, _) = dependency else { return false }
      return others.contains(name)
    }
  }
}

for target in package.targets where target.type == .test { target.dependencies.append("TestSupport") }

// The same settings for all targets of this package.
for target in package.targets where target.type != .system {
  target.swiftSettings = [
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .enableExperimentalFeature("Lifetimes"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
  // Tests convert only numbers that they wrote themselves.
  if target.type == .test || target.name == "TestSupport" {
    target.swiftSettings?.append(.treatWarning("DeprecatedDeclaration", as: .warning))
  }
  if isTestBuild {
    guard calculating.contains(target.name) else { continue }
    target.swiftSettings? += [
      .unsafeFlags(["-O", "-whole-module-optimization", "-disable-batch-mode", "-num-threads", "2"]),
      .define("OPTIMIZED"),
    ]
    target.cSettings = [.unsafeFlags(["-O2"])]
  } else if target.type == .test, target.name != "AugerAgreementTests", target.name != "AugerMetadataTests" {
    // In a release build, optimizing the tests takes two minutes longer than it saves, except for the tests of
    // generated inputs.
    target.swiftSettings?.append(.unsafeFlags(["-Onone"]))
  }
}
