import Foundation

/// The ad that led to an install. What Apple did not say is `nil`.
public struct TapwiseAttribution: Codable, Equatable, Sendable {
    public let orgId: Int64?
    public let campaignId: Int64?
    public let campaignName: String?
    public let adGroupId: Int64?
    public let adGroupName: String?
    public let keywordId: Int64?
    public let keywordName: String?
    public let adId: Int64?
    public let customProductPage: String?
    /// Storefront of the campaign, such as `US`.
    public let country: String?
    /// `click` or `view`.
    public let claimType: String?

    enum CodingKeys: String, CodingKey {
        case orgId = "org_id"
        case campaignId = "campaign_id"
        case campaignName = "campaign_name"
        case adGroupId = "ad_group_id"
        case adGroupName = "ad_group_name"
        case keywordId = "keyword_id"
        case keywordName = "keyword_name"
        case adId = "ad_id"
        case customProductPage = "custom_product_page"
        case country
        case claimType = "claim_type"
    }

    /// Reads what can be read of a JSON object; the rest is absent.
    /// - Throws: where there is no object.
    public init(from decoder: Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        func text(_ key: CodingKeys) -> String? { try? fields.decode(String.self, forKey: key) }
        func id(_ key: CodingKeys) -> Int64? {
            (try? fields.decode(Int64.self, forKey: key)) ?? text(key).flatMap { Int64($0) }
        }
        orgId = id(.orgId)
        campaignId = id(.campaignId)
        campaignName = text(.campaignName)
        adGroupId = id(.adGroupId)
        adGroupName = text(.adGroupName)
        keywordId = id(.keywordId)
        keywordName = text(.keywordName)
        adId = id(.adId)
        customProductPage = text(.customProductPage)
        country = text(.country)
        claimType = text(.claimType)
    }
}
