import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  Field,
  Input,
} from '@fluentui/react-components';
import { dayInZone } from '@tapwise/contract/calendar';
import { useState } from 'react';
import { webhookMessages as words } from '../messages.ts';
import { dayRange } from '../model/day-range.ts';
import styles from './deliveries.module.css';

interface Props {
  timeZone: string;
  onReplay: (range: { from: string; to: string }) => void;
  onClose: () => void;
}

/** Days whose deliveries are sent again. */
export function RangeDialog({ timeZone, onReplay, onClose }: Props) {
  const [today] = useState(() => dayInZone(Date.now(), timeZone));
  const [from, setFrom] = useState(today);
  const [to, setTo] = useState(today);
  const [checked, setChecked] = useState(false);
  const range = dayRange(from, to, timeZone);
  function submit(): void {
    setChecked(true);
    if (range === null) return;
    onClose();
    onReplay(range);
  }
  return (
    <Dialog open onOpenChange={(_, data) => !data.open && onClose()}>
      <DialogSurface>
        <DialogBody>
          <DialogTitle>{words.replayRangeTitle}</DialogTitle>
          <DialogContent>
            <p className={styles.plain}>
              {words.replayRangeText} {words.replayRangeDays(timeZone)}
            </p>
            <div className="flex wrap gap-12">
              <Field label={words.from} validationMessage={checked && range === null ? words.badRange : undefined}>
                <Input type="date" max={today} value={from} onChange={(_, data) => setFrom(data.value)} />
              </Field>
              <Field label={words.to}>
                <Input type="date" max={today} value={to} onChange={(_, data) => setTo(data.value)} />
              </Field>
            </div>
          </DialogContent>
          <DialogActions>
            <Button onClick={onClose}>{words.cancel}</Button>
            <Button appearance="primary" onClick={submit}>
              {words.replay}
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
