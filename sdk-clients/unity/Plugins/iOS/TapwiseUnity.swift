import Foundation

/// The functions that the C# side calls by name.

public typealias TapwiseAttributionCallback = @convention(c) (UnsafePointer<CChar>?) -> Void

@_cdecl("tapwise_start")
public func tapwiseStart(
    _ apiKey: UnsafePointer<CChar>?,
    _ url: UnsafePointer<CChar>?,
    _ readsPurchases: Int32,
    _ callback: TapwiseAttributionCallback?
) {
    let purchases: Tapwise.Purchases = readsPurchases == 0 ? .reported : .automatic
    guard let callback else { return Tapwise.start(apiKey: text(apiKey), url: text(url), purchases: purchases) }
    Tapwise.start(apiKey: text(apiKey), url: text(url), purchases: purchases) { attribution in
        guard let content = json(attribution) else { return callback(nil) }
        content.withCString { callback($0) }
    }
}

/// The C# side frees the text.
@_cdecl("tapwise_install_id")
public func tapwiseInstallId() -> UnsafeMutablePointer<CChar>? {
    Tapwise.installId.flatMap { strdup($0) }
}

/// The C# side frees the text.
@_cdecl("tapwise_attribution")
public func tapwiseAttribution() -> UnsafeMutablePointer<CChar>? {
    json(Tapwise.attribution).flatMap { strdup($0) }
}

@_cdecl("tapwise_report")
public func tapwiseReport(_ json: UnsafePointer<CChar>?) {
    guard let list = try? JSONDecoder().decode(PurchaseList.self, from: Data(text(json).utf8)) else { return }
    Tapwise.report(list.purchases.map { $0.purchase })
}

private struct PurchaseList: Decodable {
    let purchases: [Entry]

    struct Entry: Decodable {
        let transactionId: String
        let originalTransactionId: String
        let productId: String
        let purchasedAt: String
        let signedTransaction: String

        var purchase: TapwisePurchase {
            TapwisePurchase(
                transactionId: transactionId,
                originalTransactionId: originalTransactionId,
                productId: productId,
                purchasedAt: purchasedAt,
                signedTransaction: signedTransaction.isEmpty ? nil : signedTransaction
            )
        }
    }
}

private func text(_ characters: UnsafePointer<CChar>?) -> String {
    characters.map { String(cString: $0) } ?? ""
}

private func json(_ attribution: TapwiseAttribution?) -> String? {
    guard let attribution,
          let content = try? JSONEncoder().encode(TPWAttribution(attribution).dictionary) else { return nil }
    return String(decoding: content, as: UTF8.self)
}
