'use client'

import { ShieldAlert, ShieldCheck } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { Section } from '#components/ui/card.tsx'
import { cx } from '#components/ui/cx.ts'
import { SkeletonRows } from '#components/ui/states.tsx'
import { Time, useDay } from '#components/ui/time.tsx'
import { useVerification } from '#components/vault/queries.ts'
import type { VerificationRecord } from '#lib/signing/verify/schema'

/** The verification of the stored file and its signatures. */
export function Verification({ id }: { id: number }) {
  const t = useTranslations('vault.verification')
  const verification = useVerification(id)
  return (
    <Section title={t('title')}>
      <QueryErrorMessage error={verification.error} onRetry={() => void verification.refetch()} />
      {verification.isPending ? <SkeletonRows rows={2} label={t('checking')} /> : null}
      {verification.data ? <Verdict report={verification.data} /> : null}
    </Section>
  )
}

function Verdict({ report }: { report: VerificationRecord }) {
  const t = useTranslations('vault.verification')
  const formatDay = useDay()
  const isIntact = report.valid && !report.changed_after_signing
  const Icon = isIntact ? ShieldCheck : ShieldAlert
  const people = report.signatures.filter(({ kind }) => kind === 'signature')
  const others = report.signatures.filter(({ kind }) => kind !== 'signature')
  const count = people.length || others.length
  return (
    <>
      {report.voided_at ? (
        <p className="mb-2 font-medium text-danger">{t('voided', { date: formatDay(report.voided_at) })}</p>
      ) : null}
      <p className={cx('flex gap-2.5', isIntact ? 'text-good' : 'text-danger')}>
        <Icon className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
        {isIntact ? t('valid', { count }) : t(report.valid ? 'changed' : 'invalid')}
      </p>
      <SignatureList signatures={people} />
      {others.length > 0 ? (
        <>
          <h3 className="mt-3 text-sm font-medium text-ink-soft">{t('seals')}</h3>
          <SignatureList signatures={others} />
        </>
      ) : null}
    </>
  )
}

function SignatureList({ signatures }: { signatures: SignatureRecord[] }) {
  const t = useTranslations('vault.verification')
  return (
    <ul className="mt-2 divide-y divide-rule">
      {signatures.map((signature) => (
        <li key={signature.field} className="py-2 text-sm">
          <p className="font-medium">{signature.signer}</p>
          <p className="text-ink-soft">
            {t('signature', { level: signature.level ?? signature.sub_filter, issuer: signature.issuer })}
          </p>
          {signature.signed_at ? (
            <p className="text-ink-soft">
              <Time at={signature.signed_at} />
            </p>
          ) : null}
          {listWeaknesses(signature).map((weakness) => (
            <p key={weakness.kind} className="text-danger">
              {t(`weaknesses.${weakness.kind}`, weakness)}
            </p>
          ))}
          {signature.faults.map((fault) => (
            <p key={fault} className="text-danger">
              {fault}
            </p>
          ))}
        </li>
      ))}
    </ul>
  )
}

type SignatureRecord = VerificationRecord['signatures'][number]

const weaknessKinds = [
  'weak_algorithm',
  'weak_key',
  'certificate_expired',
  'certificate_not_yet_valid',
  'trailing_bytes',
  'unsupported',
] as const

/** What is weak about a signature, with the values of the texts. */
function listWeaknesses(signature: SignatureRecord) {
  return weaknessKinds
    .filter((kind) => signature[kind])
    .map((kind) => ({ kind, name: `${signature[kind]}`, count: signature.trailing_bytes }))
}
