import { describe, expect, it } from 'vitest';
import { NotReferenceRatesError, parseReferenceRates } from './parse-reference-rates.ts';

const document = (days: string) => `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
<gesmes:subject>Reference rates</gesmes:subject>
<gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender>
<Cube>${days}</Cube></gesmes:Envelope>`;

describe('the reference rates', () => {
  it('are read from a file with one day', () => {
    const xml = document('<Cube time="2026-02-03"><Cube currency="USD" rate="1.0956"/></Cube>');
    expect(parseReferenceRates(xml)).toEqual([{ day: '2026-02-03', rates: { USD: 1.0956 } }]);
  });

  it('are read from a file with many days, newest first', () => {
    const xml = document(
      `<Cube time='2026-02-02'><Cube currency='USD' rate='1.09'/><Cube currency='JPY' rate='176'/></Cube>
       <Cube time='2026-02-03'><Cube currency='USD' rate='1.1'/></Cube>`,
    );
    expect(parseReferenceRates(xml)).toEqual([
      { day: '2026-02-03', rates: { USD: 1.1 } },
      { day: '2026-02-02', rates: { USD: 1.09, JPY: 176 } },
    ]);
  });

  it.each([
    ['no XML', 'nothing here'],
    ['nothing', ''],
    ['a web page', '<html><body><h1>Sorry</h1></body></html>'],
    ['a truncated file', document('<Cube time="2026-02-03"><Cube currency="USD" rate="1.1"/></Cube>').slice(0, -40)],
    ['an empty table', document('')],
    ['a day that does not exist', document('<Cube time="2026-02-30"><Cube currency="USD" rate="1.1"/></Cube>')],
    ['a rate that is no number', document('<Cube time="2026-02-03"><Cube currency="USD" rate="N/A"/></Cube>')],
    ['a rate of nothing', document('<Cube time="2026-02-03"><Cube currency="USD" rate="0"/></Cube>')],
    ['a negative rate', document('<Cube time="2026-02-03"><Cube currency="USD" rate="-1.1"/></Cube>')],
    ['a currency that is none', document('<Cube time="2026-02-03"><Cube currency="__proto__" rate="1"/></Cube>')],
  ])('are refused as a whole when the file holds %s', (_what, xml) => {
    expect(() => parseReferenceRates(xml)).toThrow(NotReferenceRatesError);
  });
});
