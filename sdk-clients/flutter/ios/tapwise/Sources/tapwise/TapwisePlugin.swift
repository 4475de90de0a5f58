import Flutter
import Foundation

/// Passes the calls of the Dart side to `Tapwise`.
public final class TapwisePlugin: NSObject, FlutterPlugin {
    public static func register(with registrar: FlutterPluginRegistrar) {
        let channel = FlutterMethodChannel(name: "tapwise", binaryMessenger: registrar.messenger())
        registrar.addMethodCallDelegate(TapwisePlugin(), channel: channel)
    }

    public func handle(_ call: FlutterMethodCall, result: @escaping FlutterResult) {
        switch call.method {
        case "start":
            start(call.arguments as? [String: Any] ?? [:], result)
        case "installId":
            result(Tapwise.installId)
        case "attribution":
            result(Tapwise.attribution.map { TPWAttribution($0).dictionary })
        case "report":
            Tapwise.report((call.arguments as? [[String: Any]] ?? []).map { purchase($0) })
            result(nil)
        default:
            result(FlutterMethodNotImplemented)
        }
    }

    private func start(_ arguments: [String: Any], _ result: @escaping FlutterResult) {
        let apiKey = arguments["apiKey"] as? String ?? ""
        let url = arguments["url"] as? String ?? ""
        let readsPurchases = arguments["readsPurchases"] as? Bool ?? true
        guard arguments["wantsAttribution"] as? Bool == true else {
            TPWTapwise.start(apiKey: apiKey, url: url, readsPurchases: readsPurchases, onAttribution: nil)
            return result(nil)
        }
        // Flutter takes results on the main thread, where the callback is called.
        let reply = MainThreadResult(result: result)
        TPWTapwise.start(apiKey: apiKey, url: url, readsPurchases: readsPurchases) { attribution in
            reply.result(attribution?.dictionary)
        }
    }

    private func purchase(_ fields: [String: Any]) -> TapwisePurchase {
        func text(_ name: String) -> String { fields[name] as? String ?? "" }
        return TapwisePurchase(
            transactionId: text("transactionId"),
            originalTransactionId: text("originalTransactionId"),
            productId: text("productId"),
            purchasedAt: text("purchasedAt"),
            signedTransaction: fields["signedTransaction"] as? String
        )
    }
}

/// A result that is called on the main thread alone.
private struct MainThreadResult: @unchecked Sendable {
    let result: FlutterResult
}
