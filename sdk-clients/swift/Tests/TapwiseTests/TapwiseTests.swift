import Foundation
import XCTest
@testable import Tapwise

/// A service that answers what a test lays down, and keeps what it was sent.
private actor Service {
    private(set) var bodies: [[String: Any]] = []
    private(set) var waits: [Double] = []
    private var answers: [(Int, String)]

    init(_ answers: [(Int, String)]) { self.answers = answers }

    func answer(_ request: URLRequest) throws -> (Data, URLResponse) {
        if let body = request.httpBody, let object = try JSONSerialization.jsonObject(with: body) as? [String: Any] {
            bodies.append(object)
        }
        guard !answers.isEmpty else { throw URLError(.notConnectedToInternet) }
        let (status, text) = answers.removeFirst()
        let response = HTTPURLResponse(url: request.url!, statusCode: status, httpVersion: nil, headerFields: nil)!
        return (Data(text.utf8), response)
    }

    func wait(_ seconds: Double) { waits.append(seconds) }
}

final class TapwiseTests: XCTestCase {
    private var defaults: UserDefaults!
    private let suite = "tapwise.tests"

    override func setUp() {
        defaults = UserDefaults(suiteName: suite)
        defaults.removePersistentDomain(forName: suite)
    }

    private func client(_ service: Service) -> Tapwise {
        Tapwise(
            apiKey: "key",
            url: URL(string: "https://ingest.example.com")!,
            defaults: defaults,
            token: { "token" },
            send: { try await service.answer($0) },
            pause: { await service.wait($0) }
        )
    }

    func testReportsAnInstallOnce() async {
        let service = Service([(200, #"{"first_time":true,"attribution":{"campaign_id":7,"campaign_name":"US"}}"#)])
        let first = await client(service).reportLaunch()
        guard case let .ad(ad) = first.attribution else { return XCTFail("no attribution") }
        XCTAssertEqual(ad.campaignId, 7)
        XCTAssertTrue(first.firstTime)
        let second = await client(service).reportLaunch()
        XCTAssertEqual(second.attribution, first.attribution)
        XCTAssertFalse(second.firstTime)
        let bodies = await service.bodies
        XCTAssertEqual(bodies.count, 1)
        XCTAssertEqual(bodies.first?["install_id"] as? String, first.installId.uuidString.lowercased())
        XCTAssertEqual(bodies.first?["attribution_token"] as? String, "token")
    }

    func testWaitsLongerEachTimeAndKeepsItsId() async {
        let away = Service([])
        let offline = await client(away).reportLaunch()
        XCTAssertEqual(offline.attribution, .pending)
        let waits = await away.waits
        XCTAssertEqual(waits, [1, 2, 4, 8])
        let back = Service([(202, #"{"retry_after":3}"#), (200, #"{"first_time":true,"attribution":null}"#)])
        let online = await client(back).reportLaunch()
        XCTAssertEqual(online.attribution, .organic)
        XCTAssertEqual(online.installId, offline.installId)
        let asked = await back.waits
        XCTAssertEqual(asked, [3])
    }

    func testQueuesPurchasesUntilTheInstallIsKnown() async {
        let purchase = TapwiseTransaction(
            transactionId: "2", originalTransactionId: "1", productId: "pro", purchasedAt: "2026-02-03T10:00:00Z")
        let service = Service([(200, #"{"first_time":true,"attribution":null}"#), (200, #"{"linked":1}"#)])
        let tapwise = client(service)
        await tapwise.report([purchase])
        let before = await service.bodies
        XCTAssertTrue(before.isEmpty)
        _ = await tapwise.reportLaunch()
        let bodies = await service.bodies
        XCTAssertEqual(bodies.count, 2)
        XCTAssertNotNil(bodies.last?["transactions"])
    }

    func testDoesNotRepeatWhatIsRefused() async {
        let service = Service([(401, #"{"status":"error"}"#)])
        let launch = await client(service).reportLaunch()
        XCTAssertEqual(launch.attribution, .pending)
        let waits = await service.waits
        XCTAssertTrue(waits.isEmpty)
    }
}
