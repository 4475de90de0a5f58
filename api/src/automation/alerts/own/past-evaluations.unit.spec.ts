import { expect, it } from 'vitest';
import { newestEpisodes } from './past-evaluations.ts';

const episodeOf = (index: number) => ({
  key: `${index}`,
  name: `Unit ${index}`,
  from: new Date(index * 1000).toISOString(),
  to: null,
});

it('answers with the 200 newest past incidents and says of how many', () => {
  const episodes = Array.from({ length: 201 }, (_, index) => episodeOf(index));
  const many = newestEpisodes(episodes, ['As of now']);
  expect(many.episodes).toEqual(episodes.slice(1).toReversed());
  expect(many.warnings).toEqual(['As of now', 'Of 201 past incidents these are the 200 newest']);
  expect(newestEpisodes(episodes.slice(1), []).warnings).toEqual([]);
});
