type Wire = Record<string, unknown>;

/** Objects that writes change, in the service's own words. */
export interface WritableWorld {
  campaigns: Wire[];
  adGroups: Map<number, Wire[]>;
  keywords: Map<number, Wire[]>;
}

/** A fault of the first write that it fits. */
export interface WriteFault {
  readonly fits: (path: string, body: unknown) => boolean;
  /** Answered instead; absent: the connection is cut. */
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly errors?: readonly { messageCode: string; message: string; field: string }[];
  /** The write takes effect before. */
  readonly afterEffect?: true;
}

/** What a write is answered with; `undefined` for an object that is not there. */
export function applyWrite(world: WritableWorld, method: string, path: string, body: unknown): unknown {
  const [, campaignId, adGroupId, kind] =
    /^\/campaigns\/(\d+)(?:\/adgroups\/(\d+))?(\/targetingkeywords\/(?:delete\/)?bulk)?$/.exec(path) ?? [];
  const keywords = world.keywords.get(Number(campaignId)) ?? [];
  if (kind?.includes('delete')) {
    for (const id of body as number[]) change(keywords, id, { deleted: true });
    return (body as number[]).length;
  }
  if (kind !== undefined) return (body as Wire[]).map(({ id, ...fields }) => change(keywords, Number(id), fields));
  const [objects, id, fields] =
    adGroupId === undefined
      ? [world.campaigns, Number(campaignId), (body as { campaign?: Wire }).campaign ?? {}]
      : [world.adGroups.get(Number(campaignId)) ?? [], Number(adGroupId), body as Wire];
  const changed = change(objects, id, method === 'DELETE' ? { deleted: true } : fields);
  return method === 'DELETE' && changed !== undefined ? null : changed;
}

function change(objects: Wire[], id: number, fields: Wire): Wire | undefined {
  const match = objects.find((candidate) => candidate.id === id);
  return match && Object.assign(match, fields);
}
