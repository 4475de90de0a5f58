import { slotsBetween } from '@tapwise/domain';

const zones = [
  'Europe/Berlin',
  'Europe/London',
  'America/New_York',
  'America/Los_Angeles',
  'America/Sao_Paulo',
  'America/St_Johns',
  'America/Havana',
  'America/Asuncion',
  'America/Santiago',
  'Africa/Cairo',
  'Africa/Casablanca',
  'Asia/Beirut',
  'Asia/Tehran',
  'Asia/Kathmandu',
  'Asia/Tokyo',
  'Asia/Gaza',
  'Australia/Lord_Howe',
  'Australia/Sydney',
  'Pacific/Auckland',
  'Pacific/Chatham',
];
const quarterMs = 900_000;

/**
 * Compares the slots of every day of ten years in twenty zones with when a wall clock, looked at each quarter of an hour, first shows the
 * slot's hour or a later one. @returns slots that were compared, and those that differ.
 */
export function compareSlots(): { readonly compared: number; readonly different: number } {
  let compared = 0;
  let different = 0;
  for (const zone of zones) {
    const options = { timeZone: zone, dateStyle: 'short', timeStyle: 'short', hourCycle: 'h23' } as const;
    const clock = new Intl.DateTimeFormat('sv-SE', options);
    let at = Date.parse('2019-12-31T00:00Z');
    let localTime = '';
    const after = Date.parse('2020-01-01T12:00Z');
    const until = Date.parse('2029-12-31T12:00Z');
    for (const slot of slotsBetween({ zone, updatesPerDay: 8 }, after, until)) {
      while (localTime < `${slot.id.replace('T', ' ')}:00`) {
        at += quarterMs;
        localTime = clock.format(at);
      }
      compared += 1;
      if (slot.at !== at) different += 1;
    }
  }
  return { compared, different };
}
