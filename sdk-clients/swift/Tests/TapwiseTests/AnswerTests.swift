import Foundation
import XCTest
@testable import Tapwise

/// What counts as an answer, and what is read of it.
final class AnswerTests: XCTestCase {
    private func outcome(_ status: Int, _ text: String) -> Outcome {
        Outcome(Response(status: status, retryAfter: nil, body: Data(text.utf8)))
    }

    func testTakesOnlyAnObjectThatSaysOkForAnAnswer() {
        XCTAssertEqual(outcome(200, #"{"status":"ok","attribution":null}"#), .done(nil))
        for text in ["<html>Welcome</html>", "{}", "[]", "", "null", "7", #"{"status":"error"}"#, #"{"status":true}"#] {
            XCTAssertEqual(outcome(200, text), .again(retryAfter: nil), text)
        }
        for status in [201, 204, 206, 202, 301, 302, 308, 408, 425, 429, 500, 503] {
            XCTAssertEqual(outcome(status, #"{"status":"ok"}"#), .again(retryAfter: nil), "\(status)")
        }
        XCTAssertEqual(Outcome(nil), .again(retryAfter: nil))
        XCTAssertEqual(outcome(202, #"{"status":"pending","retry_after":5}"#), .pending(retryAfter: 5))
    }

    func testTellsRefusalsFromTroubles() {
        for status in [400, 401, 403, 404, 409, 410, 413, 422] {
            XCTAssertEqual(outcome(status, "{}"), .refused(status: status))
        }
    }

    func testKeepsEveryFieldThatCanBeRead() {
        let text = #"{"status":"ok","attribution":{"org_id":9007199254740993,"campaign_id":"700000001","keyword_id":true,"#
            + #""ad_id":730000001,"ad_group_id":1.5,"campaign_name":5,"country":"US","claim_type":null}}"#
        guard case .done(let attribution?) = outcome(200, text) else { return XCTFail("no ad") }
        XCTAssertEqual(attribution.orgId, 9_007_199_254_740_993)
        XCTAssertEqual(attribution.campaignId, 700_000_001)
        XCTAssertNil(attribution.keywordId)
        XCTAssertEqual(attribution.adId, 730_000_001)
        XCTAssertNil(attribution.adGroupId)
        XCTAssertNil(attribution.campaignName)
        XCTAssertEqual(attribution.country, "US")
    }

    func testTakesAnObjectWithoutANameForAnAd() {
        guard case .done(.some) = outcome(200, #"{"status":"ok","attribution":{}}"#) else { return XCTFail("no ad") }
    }

    func testSpreadsWaitsByAFifth() {
        XCTAssertEqual(Retries.next(advice: nil, posts: 1, random: 0), .wait(1.6))
        XCTAssertEqual(Retries.next(advice: 60, posts: 1, random: 0), .wait(60))
        XCTAssertEqual(Retries.next(advice: 61, posts: 5, random: 0), .hold(61))
        XCTAssertEqual(Retries.next(advice: 1e300, posts: 1, random: 0), .hold(86_400))
        XCTAssertEqual(Retries.next(advice: 5, posts: 5, random: 0), .end)
    }
}
