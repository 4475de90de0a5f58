#import <React/RCTBridgeModule.h>
#ifdef RCT_NEW_ARCH_ENABLED
#import <TapwiseSpec/TapwiseSpec.h>
#endif
#if __has_include(<TapwiseReactNative/TapwiseReactNative-Swift.h>)
#import <TapwiseReactNative/TapwiseReactNative-Swift.h>
#else
#import "TapwiseReactNative-Swift.h"
#endif

#ifdef RCT_NEW_ARCH_ENABLED
@interface TapwiseModule : NSObject <NativeTapwiseSpec>
#else
@interface TapwiseModule : NSObject <RCTBridgeModule>
#endif
@end

static NSString *_Nullable TextIn(NSDictionary *fields, NSString *name) {
  id value = fields[name];
  return [value isKindOfClass:[NSString class]] ? value : nil;
}

@implementation TapwiseModule

RCT_EXPORT_MODULE(Tapwise)

+ (BOOL)requiresMainQueueSetup {
  return NO;
}

RCT_EXPORT_METHOD(start : (NSString *)apiKey
                  url : (NSString *)url
                  readsPurchases : (BOOL)readsPurchases
                  wantsAttribution : (BOOL)wantsAttribution
                  resolve : (RCTPromiseResolveBlock)resolve
                  reject : (RCTPromiseRejectBlock)reject) {
  if (!wantsAttribution) {
    [TPWTapwise startWithApiKey:apiKey url:url readsPurchases:readsPurchases onAttribution:nil];
    resolve(nil);
    return;
  }
  [TPWTapwise startWithApiKey:apiKey
                          url:url
               readsPurchases:readsPurchases
                onAttribution:^(TPWAttribution *_Nullable attribution) {
                  resolve(attribution.dictionary);
                }];
}

RCT_EXPORT_METHOD(installId : (RCTPromiseResolveBlock)resolve reject : (RCTPromiseRejectBlock)reject) {
  resolve(TPWTapwise.installId);
}

RCT_EXPORT_METHOD(attribution : (RCTPromiseResolveBlock)resolve reject : (RCTPromiseRejectBlock)reject) {
  resolve(TPWTapwise.attribution.dictionary);
}

RCT_EXPORT_METHOD(report : (NSArray *)purchases) {
  NSMutableArray<TPWPurchase *> *reported = [NSMutableArray array];
  for (id fields in purchases) {
    if (![fields isKindOfClass:[NSDictionary class]]) continue;
    [reported addObject:[[TPWPurchase alloc] initWithTransactionId:TextIn(fields, @"transactionId") ?: @""
                                             originalTransactionId:TextIn(fields, @"originalTransactionId") ?: @""
                                                         productId:TextIn(fields, @"productId") ?: @""
                                                       purchasedAt:TextIn(fields, @"purchasedAt") ?: @""
                                                 signedTransaction:TextIn(fields, @"signedTransaction")]];
  }
  [TPWTapwise report:reported];
}

#ifdef RCT_NEW_ARCH_ENABLED
- (std::shared_ptr<facebook::react::TurboModule>)getTurboModule:
    (const facebook::react::ObjCTurboModule::InitParams &)params {
  return std::make_shared<facebook::react::NativeTapwiseSpecJSI>(params);
}
#endif

@end
