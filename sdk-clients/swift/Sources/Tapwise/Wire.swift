import Foundation

/// The forms of the two calls; see the page "SDK calls by HTTP" of the docs.
enum Wire {
    static let encoder: JSONEncoder = {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        return encoder
    }()

    static let decoder: JSONDecoder = {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return decoder
    }()
}

struct Install: Encodable {
    let apiKey: String
    let installId: String
    let firstLaunchAt: String
    let attributionToken: String?
    let sdkVersion: String
}

struct Purchases: Encodable {
    let apiKey: String
    let installId: String
    let transactions: [TapwiseTransaction]
}

struct Answer: Codable {
    let firstTime: Bool?
    let attribution: TapwiseAttribution?

    var outcome: TapwiseLaunch.Attribution { attribution.map { .ad($0) } ?? .organic }
}

struct Pending: Decodable {
    let retryAfter: Double?
}

struct Linked: Decodable {
    let linked: Int?
}
