'use client'

import { Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { useTexts } from '#components/i18n/texts.ts'
import { Badge } from '#components/ui/badge.tsx'
import { Section } from '#components/ui/card.tsx'
import { cx } from '#components/ui/cx.ts'
import { SkeletonRows } from '#components/ui/states.tsx'
import { Time, useDay } from '#components/ui/time.tsx'
import { useVerification } from '#components/vault/queries.ts'
import { indicationTones, verdictLooks } from '#components/verify/looks.ts'
import type { VerifyTexts } from '#lib/messages/verify'
import {
  describeKind,
  describeName,
  describeVerdict,
  describeWeaknesses,
} from '#lib/signing/verify/plain-words'
import type { VerificationRecord } from '#lib/signing/verify/schema'
import { findSigningTime } from '#lib/signing/verify/signing-time'

interface VerificationProps {
  id: number
  /** The URL of the texts of `/verify`, which says the same of a file. */
  textsUrl: string
}

/** The verification of the stored file and its signatures. */
export function Verification({ id, textsUrl }: VerificationProps) {
  const t = useTranslations('vault.verification')
  const verification = useVerification(id)
  const pending = <SkeletonRows rows={2} label={t('checking')} />
  return (
    <Section title={t('title')}>
      <QueryErrorMessage error={verification.error} onRetry={() => void verification.refetch()} />
      {verification.isPending ? pending : null}
      {verification.data ? (
        <Suspense fallback={pending}>
          <Verdict report={verification.data} textsUrl={textsUrl} />
        </Suspense>
      ) : null}
    </Section>
  )
}

export function Verdict({
  report,
  textsUrl,
}: { report: VerificationRecord } & Pick<VerificationProps, 'textsUrl'>) {
  const t = useTranslations('vault.verification')
  const texts = useTexts<VerifyTexts>(textsUrl)
  const formatDay = useDay()
  const { icon: Icon, className } = verdictLooks[report.verdict]
  const { title, text } = describeVerdict(report, texts)
  const people = report.signatures.filter(({ kind }) => kind === 'signature')
  const others = report.signatures.filter(({ kind }) => kind !== 'signature')
  return (
    <>
      {report.voided_at ? (
        <p className="mb-2 font-medium text-danger">{t('voided', { date: formatDay(report.voided_at) })}</p>
      ) : null}
      <div className={cx('flex gap-2.5 rounded-lg border px-3 py-2.5', className)}>
        <Icon className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
        <div>
          <p className="font-medium">{title}</p>
          <p className="text-sm text-ink">{text}</p>
          {report.faults.map((fault) => (
            <p key={fault} lang="en" className="mt-1 text-sm text-ink">
              {fault}
            </p>
          ))}
        </div>
      </div>
      <SignatureList signatures={people} texts={texts} />
      {others.length > 0 ? (
        <>
          <h3 className="mt-3 text-sm font-medium text-ink-soft">{t('seals')}</h3>
          <SignatureList signatures={others} texts={texts} />
        </>
      ) : null}
    </>
  )
}

interface SignatureListProps {
  signatures: VerificationRecord['signatures']
  texts: VerifyTexts
}

function SignatureList({ signatures, texts }: SignatureListProps) {
  const t = useTranslations('vault.verification')
  return (
    <ul className="mt-2 divide-y divide-rule">
      {signatures.map((signature) => (
        <li key={signature.field} className="py-2 text-sm">
          <div className="flex flex-wrap items-baseline justify-between gap-x-3">
            <p className="font-medium">{signature.signer || describeName(signature, texts)}</p>
            <Badge tone={indicationTones[signature.indication]}>
              {texts.indications[signature.indication]}
            </Badge>
          </div>
          {signature.sub_indication ? <p>{texts.reasons[signature.sub_indication]}</p> : null}
          {describeWeaknesses(signature, texts).map((weakness) => (
            <p key={weakness} className="text-warn">
              {weakness}
            </p>
          ))}
          {signature.faults.map((fault) => (
            <p key={fault} lang="en">
              {fault}
            </p>
          ))}
          {signature.kind === 'signature' ? null : (
            <p className="text-ink-soft">{describeKind(signature, texts)}</p>
          )}
          <p className="text-ink-soft">
            {t('signature', { level: signature.level ?? signature.sub_filter, issuer: signature.issuer })}
          </p>
          <SigningTime time={findSigningTime(signature)} label={texts.facts.time} />
        </li>
      ))}
    </ul>
  )
}

function SigningTime({ time, label }: { time: string | null; label: string }) {
  if (!time) return null
  return (
    <p className="text-ink-soft">
      {label}: <Time at={time} />
    </p>
  )
}
