import { copyFilesToBucket, readEnvironment } from '@tapwise/adapters';
import { type Subcommand, UsageError } from './subcommand.ts';

/** Moves an installation's keys and copies of personal data from its folder to a bucket, while the product is stopped. */
export const copyFiles: Subcommand = {
  usage: 'copy-files',
  async run(args, { print }) {
    if (args.length > 0) throw new UsageError('copy-files takes no arguments');
    const environment = readEnvironment();
    if (environment.FILES_URL === undefined) throw new UsageError('FILES_URL names the bucket to copy to');
    const { copied, equal, different } = await copyFilesToBucket(environment);
    print({ copied: copied.length, equal: equal.length, different });
    return different.length === 0 ? 0 : 1;
  },
};
