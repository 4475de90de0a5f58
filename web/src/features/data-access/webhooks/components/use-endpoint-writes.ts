import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../../shared/server/http/api-error.ts';
import { showToast } from '../../../../shared/ui/toasts/toasts.ts';
import { endpointsOptions, rotateSecret, saveAddress, sendTest } from '../api/webhook-calls.ts';
import type { EndpointKind, TestResult } from '../api/webhook-types.ts';

/** A secret that is shown once; after a rotation the former one signs too for a day. */
export interface NewSecret {
  secret: string;
  rotated: boolean;
}

type Work = EndpointKind | 'rotate' | 'test';

/** What is done with the endpoints of an application. What a call refused is kept until the next one. */
export function useEndpointWrites(applicationId: number) {
  const client = useQueryClient();
  const [busy, setBusy] = useState<Work | null>(null);
  const [failure, setFailure] = useState<{ of: Work; message: string } | null>(null);
  const [secret, setSecret] = useState<NewSecret | null>(null);
  const [test, setTest] = useState<TestResult | null>(null);

  async function run(work: Work, call: () => Promise<void>): Promise<boolean> {
    if (busy !== null) return false;
    setBusy(work);
    setFailure(null);
    setTest(null);
    try {
      await call();
      return true;
    } catch (error) {
      setFailure({ of: work, message: messageOf(error) });
      return false;
    } finally {
      setBusy(null);
    }
  }

  return {
    busy,
    failure,
    secret,
    test,
    /** @returns whether it was saved */
    save: (kind: EndpointKind, address: string, done: string): Promise<boolean> =>
      run(kind, async () => {
        const { webhook_secret, ...endpoints } = await saveAddress(applicationId, kind, address);
        client.setQueryData(endpointsOptions(applicationId).queryKey, endpoints);
        if (webhook_secret !== undefined) setSecret({ secret: webhook_secret, rotated: false });
        else if (kind === 'webhook' && address === '') setSecret(null);
        showToast({ intent: 'success', text: done });
      }),
    rotate: (): Promise<boolean> =>
      run('rotate', async () => setSecret({ secret: await rotateSecret(applicationId), rotated: true })),
    sendTest: (): Promise<boolean> => run('test', async () => setTest(await sendTest(applicationId))),
    /** Lets go of a refusal, when its form is opened or closed. */
    forgetFailure: () => setFailure(null),
    forgetSecret: () => setSecret(null),
    forgetTest: () => setTest(null),
  };
}

export type EndpointWrites = ReturnType<typeof useEndpointWrites>;
