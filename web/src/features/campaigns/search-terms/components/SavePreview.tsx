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
import { decimalsOf } from '@tapwise/contract/money';
import { useState } from 'react';
import { currencySymbol, formatDecimals } from '../../../../shared/format/numbers.ts';
import { termMessages as words } from '../messages.ts';
import { type Decisions, type FilterKind, sizeOf } from '../model/decisions.ts';
import { type SaveForm, sizeOfDecisions } from '../model/save-form.ts';
import styles from './terms.module.css';

interface Props {
  kind: FilterKind;
  decisions: Decisions;
  form: SaveForm;
  /** The campaign that is filtered, and the one keywords are added to. */
  campaign: string;
  target: string;
  currency: string;
  onClose: () => void;
  onSend: (comment: string) => void;
}

/** What saving would make of the choices, counted. Nothing is sent before. */
export function SavePreview({ kind, decisions, form, campaign, target, currency, onClose, onSend }: Props) {
  const [comment, setComment] = useState('');
  const size = sizeOfDecisions(decisions);
  return (
    <Dialog open onOpenChange={(_, data) => !data.open && onClose()}>
      <DialogSurface>
        <DialogBody>
          <DialogTitle>{words.previewTitle(size)}</DialogTitle>
          <DialogContent className={styles.preview}>
            <ul>
              {linesOf(kind, decisions, bidText(form.cpt, currency), campaign, target).map((line) => (
                <li key={line}>{line}</li>
              ))}
              {decisions.refused.size > 0 && <li data-tone="error">{words.previewLeft(decisions.refused.size)}</li>}
            </ul>
            <p>{words.undoable}</p>
            <Field label={words.reason}>
              <Input maxLength={500} value={comment} onChange={(_, data) => setComment(data.value)} />
            </Field>
          </DialogContent>
          <DialogActions>
            <Button onClick={onClose}>{words.cancel}</Button>
            <Button appearance="primary" onClick={() => onSend(comment)}>
              {words.send(size)}
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}

/** As amounts are written everywhere, however it was typed. */
const bidText = (cpt: string, currency: string): string =>
  currencySymbol(currency) + formatDecimals(Number(cpt.trim()), decimalsOf(currency));

/** One line for each kind of thing that would be made; buying before blocking. */
function linesOf(kind: FilterKind, decisions: Decisions, cpt: string, campaign: string, target: string): string[] {
  const { counts, keywords, negatives, blocks, strayed } = decisions;
  const blocked = kind === 'skag' ? sizeOf(blocks) : keywords.length;
  const where = kind === 'skag' ? words.inAdGroups : words.inCampaign(campaign);
  return [
    ...(counts.add === 0 ? [] : [words.previewAdd(counts.add, target, cpt), words.previewBlock(blocked, where)]),
    ...(negatives.length === 0 ? [] : [words.previewMinus(negatives.length, campaign)]),
    ...(sizeOf(strayed) === 0 ? [] : [words.previewStrayed(sizeOf(strayed))]),
  ];
}
