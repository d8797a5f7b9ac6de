// AugerTestKit
