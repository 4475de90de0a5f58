Pod::Spec.new do |s|
  s.name = 'Tapwise'
  s.version = '1.4.0'
  s.summary = 'Reports installs and purchases of an app to Tapwise.'
  s.homepage = 'https://tapwise.example.com'
  s.license = { type: 'MIT' }
  s.author = 'Tapwise'
  s.source = { path: '.' }
  s.swift_versions = ['5.9', '6.0']
  s.ios.deployment_target = '12.0'
  s.tvos.deployment_target = '12.0'
  s.osx.deployment_target = '10.13'
  s.visionos.deployment_target = '1.0'
  s.source_files = 'Sources/Tapwise/**/*.swift'
  # Below iOS 14.3 the framework is missing, and a strong link would end the app when it is loaded.
  s.ios.weak_frameworks = 'AdServices'
  s.osx.weak_frameworks = 'AdServices'
  s.visionos.weak_frameworks = 'AdServices'
  s.resource_bundles = { 'Tapwise' => ['Sources/Tapwise/PrivacyInfo.xcprivacy'] }
end
