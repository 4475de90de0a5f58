import 'dart:async';

import 'package:flutter/foundation.dart';
import 'package:flutter/services.dart';

/// The ad that led to the install; what Apple did not say is `null`.
class TapwiseAttribution {
  const TapwiseAttribution._(this._fields);

  final Map<String, String> _fields;

  int? _id(String name) => int.tryParse(_fields[name] ?? '');

  int? get orgId => _id('orgId');
  int? get campaignId => _id('campaignId');
  String? get campaignName => _fields['campaignName'];
  int? get adGroupId => _id('adGroupId');
  String? get adGroupName => _fields['adGroupName'];
  int? get keywordId => _id('keywordId');
  String? get keywordName => _fields['keywordName'];
  int? get adId => _id('adId');
  String? get customProductPage => _fields['customProductPage'];

  /// Storefront of the campaign, such as `US`.
  String? get country => _fields['country'];

  /// `click` or `view`.
  String? get claimType => _fields['claimType'];
}

/// A purchase that StoreKit does not list, such as a finished consumable.
class TapwisePurchase {
  const TapwisePurchase({
    required this.transactionId,
    required this.originalTransactionId,
    required this.productId,
    required this.purchasedAt,
    this.signedTransaction,
  });

  final String transactionId;
  final String originalTransactionId;
  final String productId;
  final DateTime purchasedAt;
  final String? signedTransaction;

  Map<String, String?> get _fields => {
        'transactionId': transactionId,
        'originalTransactionId': originalTransactionId,
        'productId': productId,
        'purchasedAt': purchasedAt.toUtc().toIso8601String(),
        'signedTransaction': signedTransaction,
      };
}

/// Reports the install of an app and its purchases. On other systems than iOS no call does anything, and all answer `null`.
class Tapwise {
  const Tapwise._();

  static const MethodChannel _channel = MethodChannel('tapwise');

  static bool get _isIOS => !kIsWeb && defaultTargetPlatform == TargetPlatform.iOS;

  /// Begins to report; to be called at each start of the app.
  ///
  /// [onAttribution] is called once per install; with `null` where no ad led to it.
  static void start({
    required String apiKey,
    required String url,
    bool readsPurchases = true,
    void Function(TapwiseAttribution? attribution)? onAttribution,
  }) {
    final arguments = {
      'apiKey': apiKey,
      'url': url,
      'readsPurchases': readsPurchases,
      'wantsAttribution': onAttribution != null,
    };
    if (!_isIOS) return;
    unawaited(_channel.invokeMapMethod<String, String>('start', arguments).then(
          (fields) => onAttribution?.call(_attribution(fields)),
          onError: (Object _) {},
        ));
  }

  /// UUID of the install, to be given to the store as `appAccountToken`.
  static Future<String?> get installId => _ask(() => _channel.invokeMethod<String>('installId'));

  /// The ad that led to the install, once it was learned.
  static Future<TapwiseAttribution?> get attribution =>
      _ask(() async => _attribution(await _channel.invokeMapMethod<String, String>('attribution')));

  /// Reports purchases that StoreKit does not list.
  static void report(List<TapwisePurchase> purchases) {
    final fields = [for (final purchase in purchases) purchase._fields];
    unawaited(_ask(() => _channel.invokeMethod<void>('report', fields)));
  }

  static Future<T?> _ask<T>(Future<T?> Function() question) async {
    if (!_isIOS) return null;
    try {
      return await question();
    } on Exception {
      return null;
    }
  }

  static TapwiseAttribution? _attribution(Map<String, String>? fields) =>
      fields == null ? null : TapwiseAttribution._(fields);
}
