Pod::Spec.new do |s|
  s.name = 'tapwise'
  s.version = '1.4.0'
  s.summary = 'Reports installs and purchases of a Flutter app to Tapwise.'
  s.homepage = 'https://tapwise.example.com'
  s.license = { type: 'MIT' }
  s.author = 'Tapwise'
  s.source = { path: '.' }
  s.swift_versions = ['5.9', '6.0']
  s.ios.deployment_target = '12.0'
  s.source_files = 'tapwise/Sources/tapwise/**/*.swift'
  s.dependency 'Flutter'
  # Below iOS 14.3 the framework is missing, and a strong link would end the app when it is loaded.
  s.weak_frameworks = 'AdServices'
  s.resource_bundles = { 'Tapwise' => ['tapwise/Sources/tapwise/core/PrivacyInfo.xcprivacy'] }
  s.pod_target_xcconfig = { 'DEFINES_MODULE' => 'YES' }
end
