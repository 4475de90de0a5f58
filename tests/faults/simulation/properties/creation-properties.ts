import { refusedPrefix } from '../engines/ad-objects.ts';
import type { LoggedCreation } from '../records/creation-record.ts';
import type { World } from '../world.ts';

/** Each word of a creation ended once, and the ad service has what the log says was made, and nothing else. */
export function creationViolations(world: World): string[] {
  const { record, objects, market } = world;
  const { creations } = record;
  const made = [
    ...objects.campaigns,
    ...objects.adGroups.filter(({ deleted }) => !deleted),
    ...objects.negatives,
    ...market.keywords.filter(({ text }) => text !== undefined).map(({ keywordId: id }) => ({ id })),
  ];
  const madeIds = new Set(made.map(({ id }) => id));
  const texts = [...creations.creations.values()].flatMap(({ keywords }) => keywords.map(({ text }) => text));
  const names = new Set([...texts, 'Broad', 'Search Match']);
  return [
    ...[...creations.creations].flatMap(([id, creation]) => ofCreation(world, id, creation)),
    ...made
      .filter(({ id }) => creations.objects.get(id)?.length !== 1)
      .map(({ id }) => `what was made as ${id} was recorded ${creations.objects.get(id)?.length ?? 0} times`),
    ...[...creations.objects.keys()]
      .filter((id) => !madeIds.has(id))
      .map((id) => `${id} was recorded as made and is not there`),
    ...objects.adGroups
      .filter(({ name, deleted }) => !deleted && !names.has(name))
      .map(({ name }) => `an ad group was made a second time, as ${name}`),
    ...objects.adGroups
      .filter(
        ({ id, name, deleted, searchMatch }) => !deleted && !searchMatch && name !== 'Broad' && !hasKeyword(world, id),
      )
      .map(({ name }) => `the ad group ${name} has no keyword`),
  ];
}

const hasKeyword = ({ market }: World, adGroupId: number): boolean =>
  market.keywords.some((keyword) => keyword.adGroupId === adGroupId);

function ofCreation({ objects, market, log }: World, id: string, creation: LoggedCreation): string[] {
  const { request, keywords, negatives, outcomes, negativeOutcomes, end } = creation;
  const [plan] = request.campaigns;
  const mayServe = keywords.some(({ text }) => !text.startsWith(refusedPrefix)) || plan?.search_match === true;
  const expectedEnd = mayServe ? 'CreationCompleted' : 'CreationFailed';
  const campaigns = objects.campaigns.filter(({ name }) => name === plan?.name);
  const rules = log.events.filter(
    ({ type, dataText }) => type === 'AutomationCreated' && dataText.includes(`"name":"${request.name}"`),
  );
  const expectedRules = plan?.automation === true && mayServe ? 1 : 0;
  return [
    ...(end === expectedEnd ? [] : [`creation ${id} ended with ${end}`]),
    ...keywords.flatMap(({ text }, position) => {
      const ends = outcomes.filter((outcome) => outcome.position === position);
      const isRefused = text.startsWith(refusedPrefix);
      const there = market.keywords.filter((keyword) => keyword.text === text);
      const isMade = ends[0]?.outcome === 'created' && there[0]?.keywordId === ends[0].keyword_id;
      const isRight = isRefused ? ends[0]?.outcome === 'refused' : isMade;
      return ends.length === 1 && there.length === (isRefused ? 0 : 1) && isRight
        ? []
        : [`"${text}" is there ${there.length} times and ended as ${ends.map(({ outcome }) => outcome).join()}`];
    }),
    ...negatives.flatMap(({ text, after }, position) => {
      const ends = negativeOutcomes.filter(({ index }) => index === position);
      const there = objects.negatives.filter((negative) => negative.text === text).length;
      const isDropped = after !== undefined && keywords[after]?.text.startsWith(refusedPrefix) === true;
      const expected = isDropped ? 'dropped' : text.startsWith(refusedPrefix) ? 'refused' : 'added';
      return ends.length === 1 && ends[0]?.outcome === expected && there === (expected === 'added' ? 1 : 0)
        ? []
        : [`the negative "${text}" is there ${there} times and ended as ${ends.map(({ outcome }) => outcome).join()}`];
    }),
    ...(campaigns.length === (plan?.campaign_id === null ? 1 : 0)
      ? []
      : [`"${request.name}" is there ${campaigns.length} times`]),
    ...campaigns
      .filter(({ status, deleted }) => (mayServe ? deleted || status !== 'ENABLED' : !deleted))
      .map(({ name, status }) => `the campaign ${name} was left ${status}`),
    ...(rules.length === expectedRules ? [] : [`"${request.name}" has ${rules.length} rules`]),
  ];
}
