import { fill } from '#components/signing/fill.ts'
import { Badge, Tag } from '#components/ui/badge.tsx'
import { Facts } from '#components/ui/card.tsx'
import type { VerifyTexts } from '#lib/messages/verify'
import {
  describeClock,
  describeField,
  describeIdentification,
  describeKind,
  describeName,
  describeQualification,
  describeVoucher,
  describeWeaknesses,
} from '#lib/signing/verify/plain-words'
import type { SignatureRecord } from '#lib/signing/verify/schema'
import { findSigningTime } from '#lib/signing/verify/signing-time'
import { formatMoment } from './format.ts'
import { indicationTones } from './looks.ts'

/** One signature: who, when and whose clock, how identified, who confirms it, and what was changed after it. */
export function SignatureItem({ signature, t }: { signature: SignatureRecord; t: VerifyTexts }) {
  const { indication, sub_indication: reason, email } = signature
  return (
    <li className="rounded-lg border border-rule bg-card px-5 py-4 shadow-lift">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="heading min-w-0 text-xl">
          <bdi className="[overflow-wrap:anywhere]">{signature.signer || describeName(signature, t)}</bdi>
        </h3>
        <Badge tone={indicationTones[indication]}>{t.indications[indication]}</Badge>
      </div>
      <p className="text-sm text-ink-soft">
        {describeKind(signature, t)}
        {email ? (
          <>
            {' · '}
            <bdi className="break-all">{email}</bdi>
          </>
        ) : null}
      </p>
      {reason ? <p className="mt-2 font-medium text-ink">{t.reasons[reason]}</p> : null}
      {describeWeaknesses(signature, t).map((weakness) => (
        <p key={weakness} className="mt-1 text-warn">
          {weakness}
        </p>
      ))}
      <div className="mt-2 text-sm">
        <Facts rows={listFacts(signature, t)} />
      </div>
      <Changes signature={signature} t={t} />
    </li>
  )
}

function listFacts(signature: SignatureRecord, t: VerifyTexts) {
  const { level, reason, chain } = signature
  const time = findSigningTime(signature)
  const qualification = describeQualification(signature, t)
  return [
    {
      name: t.facts.qualified,
      value: qualification && (
        <span className={signature.revocation_status === 'unknown' ? 'text-warn' : undefined}>
          {qualification}
        </span>
      ),
    },
    { name: t.facts.time, value: time && formatMoment(time, t) },
    { name: t.facts.clock, value: time && describeClock(signature, t) },
    { name: t.facts.identified, value: describeIdentification(signature, t) },
    { name: t.facts.reason, value: reason && <bdi>{reason}</bdi> },
    { name: t.facts.chain, value: chain.length > 0 && <Chain names={chain} /> },
    {
      name: t.facts.vouched,
      value: describeVoucher(signature, t).map((text) => (
        <p key={text} className="not-first:text-warn">
          {text}
        </p>
      )),
    },
    { name: t.facts.level, value: level },
  ].flatMap(({ name, value }) => (value ? [{ name, value }] : []))
}

function Chain({ names }: { names: string[] }) {
  return (
    <ol>
      {names.map((name, index) => {
        // A root and an authority may have one name.
        const path = names.slice(index).join('\n')
        return (
          <li key={path}>
            <bdi>{name}</bdi>
          </li>
        )
      })}
    </ol>
  )
}

/** The most changes that are shown; the report has more. */
const MAX_SHOWN = 30

function Changes({ signature, t }: { signature: SignatureRecord; t: VerifyTexts }) {
  const { changes, changes_omitted: omitted, covers_whole_file: isLast } = signature
  if (changes.length === 0)
    return isLast ? <p className="mt-3 text-sm text-ink-soft">{t.changes.none}</p> : null
  const more = omitted + Math.max(0, changes.length - MAX_SHOWN)
  return (
    <div className="mt-3 border-t border-rule pt-3 text-sm">
      <h4 className="font-medium">{t.changes.title}</h4>
      <ul className="mt-1.5 flex flex-col gap-1.5">
        {changes.slice(0, MAX_SHOWN).map((change) => (
          <li key={`${change.kind} ${change.field} ${change.message}`}>
            {t.changes.kinds[change.kind]}{' '}
            {change.field ? <bdi className="text-ink-soft">{describeField(change, t)}</bdi> : null}{' '}
            {change.permitted ? null : <Tag tone="danger">{t.changes.forbidden}</Tag>}
            <Values change={change} t={t} />
          </li>
        ))}
      </ul>
      {more > 0 ? <p className="mt-2 text-ink-soft">{fill(t.changes.more, { count: more })}</p> : null}
    </div>
  )
}

/** The values of a field that was filled in. */
function Values({ change, t }: { change: SignatureRecord['changes'][number]; t: VerifyTexts }) {
  if (change.before === null && change.after === null) return null
  const rows = [
    { name: t.differences.before, value: change.before },
    { name: t.differences.after, value: change.after },
  ]
  return (
    <dl className="mt-0.5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 border-s-2 border-rule ps-3">
      {rows.map(({ name, value }) => (
        <div key={name} className="contents">
          <dt className="text-ink-soft">{name}</dt>
          <dd className="[overflow-wrap:anywhere]">
            {value ? <bdi>{value}</bdi> : <span className="slanted text-ink-soft">{t.changes.empty}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
