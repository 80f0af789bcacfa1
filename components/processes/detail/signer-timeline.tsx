'use client'

import { useTranslations } from 'use-intl'
import { DeliveryText } from '#components/processes/detail/delivery.tsx'
import { RemindButton } from '#components/processes/detail/remind-button.tsx'
import { SignerFiles } from '#components/processes/detail/signer-files.tsx'
import { SignerMenu } from '#components/processes/detail/signer-menu.tsx'
import { hasEndedUnsigned } from '#components/processes/detail/start-again.ts'
import { type ProcessTexts, SignerStatus } from '#components/processes/process-texts.tsx'
import { Pager } from '#components/shell/list/pager.tsx'
import { useRowsOfPage } from '#components/shell/list/use-rows-of-page.ts'
import { Tag } from '#components/ui/badge.tsx'
import { cx } from '#components/ui/cx.ts'
import { Time } from '#components/ui/time.tsx'
import { isSigning } from '#lib/processes/rules'
import type { ProcessRecord, SignerRecord } from '#lib/processes/schema'

const SIGNERS_PER_PAGE = 50

interface SignerProps {
  process: ProcessRecord
  signer: SignerRecord
}

/** The latest state of a signer and its time. */
function findLatestState(t: ProcessTexts, signer: SignerRecord): { text: string; at: string } | null {
  const { role, refused_at, signed_at, viewed_at, invited_at } = signer
  if (refused_at) return { text: t('signer.refused'), at: refused_at }
  if (signed_at) return { text: t(role === 'approver' ? 'signer.approved' : 'signer.signed'), at: signed_at }
  if (viewed_at) return { text: t('signer.opened'), at: viewed_at }
  if (invited_at) return { text: t('signer.invited'), at: invited_at }
  return null
}

/** The signers of a process in order, as a timeline. */
export function SignerTimeline({ process }: { process: ProcessRecord }) {
  const t = useTranslations('processes')
  const { rows: signers, pager } = useRowsOfPage(
    process.signers.toSorted((a, b) => a.order - b.order || a.id - b.id),
    SIGNERS_PER_PAGE,
    'signers',
  )
  return (
    <>
      <ol className="flex flex-col">
        {signers.map((signer, index) => (
          <li key={signer.id} className="relative flex gap-4 pb-6 last:pb-0">
            {index < signers.length - 1 ? (
              <span
                aria-hidden="true"
                className={cx(
                  'absolute top-8 bottom-0 left-[0.9375rem] w-px',
                  signer.status === 'signed' ? 'bg-good' : 'bg-rule-strong',
                )}
              />
            ) : null}
            <span
              aria-hidden="true"
              className={cx(
                'figures flex size-8 shrink-0 items-center justify-center rounded-full border font-serif text-base',
                signer.status === 'signed'
                  ? 'border-good bg-good-wash text-good'
                  : 'border-rule-strong bg-card text-ink-soft',
              )}
            >
              {signer.order}
            </span>
            <SignerDetails process={process} signer={signer} />
          </li>
        ))}
      </ol>
      {pager.lastPage > 1 ? <Pager label={t('page.signers')} {...pager} /> : null}
    </>
  )
}

function SignerDetails({ process, signer }: SignerProps) {
  const t = useTranslations('processes')
  const latestState = findLatestState(t, signer)
  return (
    <div className="min-w-0 flex-1 pt-1">
      <div className="flex flex-wrap items-start justify-between gap-x-4">
        <p className="min-w-0 font-medium break-words">
          <bdi>{signer.name}</bdi>
          {signer.role === 'signer' ? null : (
            <Tag className="ml-2 font-normal">{t(`roles.${signer.role}`)}</Tag>
          )}
        </p>
        <span className="flex items-center gap-2">
          {isSigning(signer) || signer.status !== 'pending' ? (
            <SignerStatus signer={signer} hasEnded={hasEndedUnsigned(process)} />
          ) : null}
          <SignerMenu process={process} signer={signer} />
        </span>
      </div>
      <p className="text-sm break-all text-ink-soft">{signer.email}</p>
      {signer.delegated_by?.map((delegation) => (
        <p key={delegation.delegated_at} className="mt-1 text-sm break-words text-ink-soft">
          {t('delegatedBy', delegation)}
        </p>
      ))}
      {signer.refusal_reason ? (
        <blockquote className="mt-2 border-l-2 border-danger pl-3 font-serif text-base text-danger italic">
          {signer.refusal_reason}
        </blockquote>
      ) : null}
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="text-sm text-ink-soft">
          {latestState ? (
            <>
              {latestState.text} <Time at={latestState.at} />
            </>
          ) : null}
          {signer.reminders_sent > 0 ? `, ${t('signer.reminded', { count: signer.reminders_sent })}` : null}
        </p>
        <RemindButton process={process} signer={signer} />
      </div>
      {signer.awaits_provider ? (
        <p className="mt-1 text-sm text-ink-soft">{t('signer.awaitsProvider')}</p>
      ) : null}
      <DeliveryText process={process} signer={signer} />
      <SignerFiles process={process} signer={signer} />
    </div>
  )
}
