#if canImport(ObjectiveC)
import Foundation

/// `TapwiseAttribution` for Objective-C. Ids are 64 bit.
@objc(TPWAttribution)
public final class TPWAttribution: NSObject, Sendable {
    private let attribution: TapwiseAttribution

    init(_ attribution: TapwiseAttribution) {
        self.attribution = attribution
    }

    @objc public var orgId: NSNumber? { attribution.orgId.map { NSNumber(value: $0) } }
    @objc public var campaignId: NSNumber? { attribution.campaignId.map { NSNumber(value: $0) } }
    @objc public var campaignName: String? { attribution.campaignName }
    @objc public var adGroupId: NSNumber? { attribution.adGroupId.map { NSNumber(value: $0) } }
    @objc public var adGroupName: String? { attribution.adGroupName }
    @objc public var keywordId: NSNumber? { attribution.keywordId.map { NSNumber(value: $0) } }
    @objc public var keywordName: String? { attribution.keywordName }
    @objc public var adId: NSNumber? { attribution.adId.map { NSNumber(value: $0) } }
    @objc public var customProductPage: String? { attribution.customProductPage }
    @objc public var country: String? { attribution.country }
    @objc public var claimType: String? { attribution.claimType }

    /// What is there, by the names above: ids as text, which every language can hold.
    @objc public var dictionary: [String: String] {
        var values: [String: String] = [:]
        values["orgId"] = attribution.orgId.map { String($0) }
        values["campaignId"] = attribution.campaignId.map { String($0) }
        values["campaignName"] = attribution.campaignName
        values["adGroupId"] = attribution.adGroupId.map { String($0) }
        values["adGroupName"] = attribution.adGroupName
        values["keywordId"] = attribution.keywordId.map { String($0) }
        values["keywordName"] = attribution.keywordName
        values["adId"] = attribution.adId.map { String($0) }
        values["customProductPage"] = attribution.customProductPage
        values["country"] = attribution.country
        values["claimType"] = attribution.claimType
        return values
    }
}

/// `TapwisePurchase` for Objective-C.
@objc(TPWPurchase)
public final class TPWPurchase: NSObject, Sendable {
    let purchase: TapwisePurchase

    /// - Parameter purchasedAt: ISO 8601.
    @objc(initWithTransactionId:originalTransactionId:productId:purchasedAt:signedTransaction:)
    public init(
        transactionId: String,
        originalTransactionId: String,
        productId: String,
        purchasedAt: String,
        signedTransaction: String?
    ) {
        purchase = TapwisePurchase(
            transactionId: transactionId,
            originalTransactionId: originalTransactionId,
            productId: productId,
            purchasedAt: purchasedAt,
            signedTransaction: signedTransaction
        )
    }
}

/// `Tapwise` for Objective-C and for the languages that call through it.
@objc(TPWTapwise)
public final class TPWTapwise: NSObject {
    @objc public static var installId: String? { Tapwise.installId }

    @objc public static var attribution: TPWAttribution? { Tapwise.attribution.map { TPWAttribution($0) } }

    @objc(startWithApiKey:url:)
    public static func start(apiKey: String, url: String) {
        Tapwise.start(apiKey: apiKey, url: url)
    }

    /// - Parameter onAttribution: called once per install, on the main thread; with `nil` where no ad led to it.
    @objc(startWithApiKey:url:onAttribution:)
    public static func start(apiKey: String, url: String, onAttribution: (@Sendable (TPWAttribution?) -> Void)?) {
        start(apiKey: apiKey, url: url, readsPurchases: true, onAttribution: onAttribution)
    }

    /// - Parameter readsPurchases: `false` where the app reports all purchases itself.
    @objc(startWithApiKey:url:readsPurchases:onAttribution:)
    public static func start(
        apiKey: String,
        url: String,
        readsPurchases: Bool,
        onAttribution: (@Sendable (TPWAttribution?) -> Void)?
    ) {
        let purchases: Tapwise.Purchases = readsPurchases ? .automatic : .reported
        guard let onAttribution else { return Tapwise.start(apiKey: apiKey, url: url, purchases: purchases) }
        Tapwise.start(apiKey: apiKey, url: url, purchases: purchases) { attribution in
            onAttribution(attribution.map { TPWAttribution($0) })
        }
    }

    @objc(report:)
    public static func report(_ purchases: [TPWPurchase]) {
        Tapwise.report(purchases.map { $0.purchase })
    }
}
#endif
