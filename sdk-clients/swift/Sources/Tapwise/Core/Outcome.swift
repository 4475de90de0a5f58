import Foundation

/// What a call of the service came to.
enum Outcome: Equatable, Sendable {
    case done(TapwiseAttribution?)
    /// The install is known; its attribution comes.
    case pending(retryAfter: TimeInterval?)
    /// Nothing that counts as an answer: a failed network, an overloaded service, a hotel's page.
    case again(retryAfter: TimeInterval?)
    case refused(status: Int)

    init(_ response: Response?) {
        guard let response else {
            self = .again(retryAfter: nil)
            return
        }
        let body = try? JSONDecoder().decode(ResponseBody.self, from: response.body)
        let retryAfter = body?.retryAfter ?? Outcome.seconds(response.retryAfter)
        switch (response.status, body?.status) {
        case (200, "ok"?): self = .done(body?.attribution)
        case (202, "pending"?): self = .pending(retryAfter: retryAfter)
        case (408, _), (425, _), (429, _): self = .again(retryAfter: retryAfter)
        case (400..<500, _): self = .refused(status: response.status)
        default: self = .again(retryAfter: retryAfter)
        }
    }

    /// Seconds in a header; a date or anything else is no advice.
    private static func seconds(_ header: String?) -> TimeInterval? {
        guard let text = header?.trimmingCharacters(in: .whitespaces), text.count <= 18,
              !text.isEmpty, text.allSatisfy({ "0123456789.".contains($0) }) else { return nil }
        return Double(text)
    }
}

/// The fields of an answer that matter, each as far as it can be read.
private struct ResponseBody: Decodable {
    let status: String?
    /// Seconds; absent where the advice makes no sense.
    let retryAfter: TimeInterval?
    let attribution: TapwiseAttribution?

    enum CodingKeys: String, CodingKey {
        case status, attribution
        case retryAfter = "retry_after"
    }

    init(from decoder: Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        status = try? fields.decode(String.self, forKey: .status)
        attribution = try? fields.decode(TapwiseAttribution.self, forKey: .attribution)
        let seconds = try? fields.decode(Double.self, forKey: .retryAfter)
        retryAfter = seconds.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
    }
}
