import type { Application } from '@tapwise/contract';
import { Fragment } from 'react';
import { Link } from 'react-router-dom';
import { type AutomationUrl, instantText, unitsOf } from '../../../automation/index.ts';
import type { Conflicts } from '../../api/custom-rule-types.ts';
import { conflictWords as words } from '../../messages/conflict-words.ts';
import { settingText } from '../../model/verdicts/change-texts.ts';
import styles from './conflicts.module.css';

interface Props {
  pair: Conflicts['pairs'][number];
  application: Application;
  nameOf: (rule: number) => string;
  url: AutomationUrl;
}

/** Rules that write the same field of the same units the other way, with what they changed. */
export function ConflictPair({ pair, application, nameOf, url }: Props) {
  const { rules, field, units, both_now, changes } = pair;
  const { currency, timeZone } = unitsOf(application, { apply_to: {} });
  const { columns } = words;
  return (
    <article className={styles.pair}>
      <h3>
        {rules.map((id, index) => (
          <Fragment key={id}>
            {index > 0 && ` ${words.and} `}
            <Link to={url.addressOf(id)}>{nameOf(id)}</Link>
          </Fragment>
        ))}
      </h3>
      <p>{words.pairText(words.fields[field] ?? field, units, both_now)}</p>
      {changes.length > 0 && (
        <table className="data-table">
          <caption className="visually-hidden">{words.changes}</caption>
          <thead>
            <tr>
              <th scope="col">{columns.at}</th>
              <th scope="col">{columns.rule}</th>
              <th scope="col">{columns.unit}</th>
              <th scope="col" data-end>
                {columns.old}
              </th>
              <th scope="col" data-end>
                {columns.new}
              </th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ key, name, campaign_name, at, rule, old, new: next }) => (
              <tr key={`${key} ${at} ${rule}`} data-row-id={key}>
                <td>{instantText(at, timeZone)}</td>
                <th scope="row">{nameOf(rule)}</th>
                <td>
                  {name}
                  {name !== campaign_name && <small>{campaign_name}</small>}
                </td>
                <td data-end>{settingText(old, currency)}</td>
                <td data-end>{settingText(next, currency)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </article>
  );
}
