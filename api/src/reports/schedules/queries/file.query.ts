import { reportFileQuerySchema, reportSchedulePaths } from '@tapwise/contract/report-schedules';
import { DomainError, isReportFileKept } from '@tapwise/domain';
import type { ApiServer } from '../../../http/api-server.ts';
import { holdsUpTo } from '../../../http/log-position.ts';
import { readId } from '../../../http/read-id.ts';
import { sessionOf } from '../../../http/rights.plugin.ts';
import { ownSend, type SchedulesContext } from '../own-schedule.ts';

const types = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
} as const;

/** `GET report_schedules/file`: the file of a send, for 30 days. */
export function reportFileRoute(app: ApiServer, context: SchedulesContext): void {
  const { deps } = context;
  app.get(
    reportSchedulePaths.file,
    { schema: { querystring: reportFileQuerySchema, produces: [types.xlsx, types.csv] }, config: { right: 'act' } },
    async (request, reply) => {
      const { query } = request;
      const id = readId(query, 'application_id');
      const { send } = await ownSend(context, sessionOf(request), id, query.send_id);
      const file = send.made?.variants.find(({ variant }) => variant === 'full')?.file;
      const name = { sendId: query.send_id, variant: 'full', part: 'table' } as const;
      const isKept = send.made !== null && isReportFileKept(send.made, deps.now().getTime());
      const content = file == null || !isKept ? undefined : await deps.reportFiles?.read(name);
      if (send.made === null || file == null || content === undefined) {
        throw new DomainError('not_found', { message: 'This file is not kept any more. Make it again.' });
      }
      holdsUpTo(reply, BigInt(send.made.position));
      const encoded = encodeURIComponent(file.name);
      void reply.header('content-disposition', `attachment; filename*=UTF-8''${encoded}`);
      return reply.type(file.name.endsWith('.csv') ? types.csv : types.xlsx).send(content);
    },
  );
}
