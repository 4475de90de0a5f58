import 'package:flutter/widgets.dart';
import 'package:tapwise/tapwise.dart';

void main() {
  WidgetsFlutterBinding.ensureInitialized();
  Tapwise.start(
    apiKey: 'YOUR_API_KEY',
    url: 'https://ingest.example.com',
    onAttribution: (ad) => debugPrint(ad?.campaignName ?? 'no ad'),
  );
  runApp(const Placeholder());
}
