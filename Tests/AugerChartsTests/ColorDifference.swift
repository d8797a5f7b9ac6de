import AugerCharts
import Foundation

/// The perceived difference of colors: CIEDE2000 (Sharma, Wu and Dalal), for normal vision and for color vision
/// deficiencies (matrices of Machado, Oliveira and Fernandes at full severity).
enum Sight: CaseIterable {
  case normal, protan, deutan, tritan

  private var matrix: [[Double]] {
    switch self {
    case .normal: [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    case .protan:
      [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    case .deutan:
      [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    case .tritan:
      [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    }
  }

  func difference(_ a: Theme.Color, _ b: Theme.Color) -> Double { lab(a).difference(lab(b)) }

  private func lab(_ color: Theme.Color) -> LabColor {
    let linear = [color.red, color.green, color.blue].map { byte in
      let value = Double(byte) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return LabColor(linear: matrix.map { row in min(1, max(0, zip(row, linear).map(*).reduce(0, +))) })
  }
}

/// A CIELAB color under D65.
struct LabColor {
  var l: Double
  var a: Double
  var b: Double

  init(l: Double, a: Double, b: Double) { (self.l, self.a, self.b) = (l, a, b) }

  init(linear rgb: [Double]) {
    func f(_ x: Double) -> Double { x > 0.008856 ? cbrt(x) : 7.787 * x + 16.0 / 116 }
    let x = f((0.4124564 * rgb[0] + 0.3575761 * rgb[1] + 0.1804375 * rgb[2]) / 0.95047)
    let y = f(0.2126729 * rgb[0] + 0.7151522 * rgb[1] + 0.0721750 * rgb[2])
    let z = f((0.0193339 * rgb[0] + 0.1191920 * rgb[1] + 0.9503041 * rgb[2]) / 1.08883)
    (l, a, b) = (116 * y - 16, 500 * (x - y), 200 * (y - z))
  }

  func difference(_ other: LabColor) -> Double {
    func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
    func seventh(_ c: Double) -> Double { (pow(c, 7) / (pow(c, 7) + 6_103_515_625)).squareRoot() }
    func angle(_ a: Double, _ b: Double) -> Double {
      if a == 0, b == 0 { return 0 }
      let degrees = atan2(b, a) * 180 / .pi
      return degrees < 0 ? degrees + 360 : degrees
    }
    let g = 0.5 * (1 - seventh((hypot(a, b) + hypot(other.a, other.b)) / 2))
    let (a1, a2) = ((1 + g) * a, (1 + g) * other.a)
    let (c1, c2) = (hypot(a1, b), hypot(a2, other.b))
    let (h1, h2) = (angle(a1, b), angle(a2, other.b))
    var turn = h2 - h1
    if c1 * c2 == 0 { turn = 0 } else if turn > 180 { turn -= 360 } else if turn < -180 { turn += 360 }
    let hue = 2 * (c1 * c2).squareRoot() * sin(radians(turn) / 2)
    let (light, chroma) = ((l + other.l) / 2, (c1 + c2) / 2)
    var mean = h1 + h2
    if c1 * c2 != 0 {
      mean = (h1 - h2).magnitude <= 180 ? mean / 2 : mean < 360 ? (mean + 360) / 2 : (mean - 360) / 2
    }
    let t =
      1 - 0.17 * cos(radians(mean - 30)) + 0.24 * cos(radians(2 * mean)) + 0.32 * cos(radians(3 * mean + 6))
      - 0.2 * cos(radians(4 * mean - 63))
    let off = (light - 50) * (light - 50)
    let dl = (other.l - l) / (1 + 0.015 * off / (20 + off).squareRoot())
    let dc = (c2 - c1) / (1 + 0.045 * chroma)
    let dh = hue / (1 + 0.015 * chroma * t)
    let rotation = -sin(2 * radians(30 * exp(-pow((mean - 275) / 25, 2)))) * 2 * seventh(chroma)
    return (dl * dl + dc * dc + dh * dh + rotation * dc * dh).squareRoot()
  }
}
