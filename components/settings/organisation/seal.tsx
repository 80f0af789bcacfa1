'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { SealForm } from '#components/settings/organisation/seal-form.tsx'
import { sealQuery, useRemoveSeal } from '#components/settings/queries.ts'
import { useCan } from '#components/shell/account.ts'
import { Tag } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { Facts, Section } from '#components/ui/card.tsx'
import { Confirm } from '#components/ui/lazy/dialog.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'
import { Time } from '#components/ui/time.tsx'
import type { SealRecord } from '#lib/keys/seals/schema'

/** The certificate that seals the organisation's documents; administrators may bring their own. */
export function SealSection({ className }: { className?: string }) {
  const t = useTranslations('settings.seal')
  const seal = useQuery({ ...sealQuery, select: (body) => body.data })
  const mayChange = useCan('seal.change')
  const isOwn = seal.data?.source === 'organisation'
  return (
    <Section
      title={t('title')}
      className={className}
      headerActions={isOwn && mayChange ? <RemoveButton /> : null}
    >
      <QueryErrorMessage error={seal.error} onRetry={() => seal.refetch()} />
      {seal.data ? (
        <div className="grid items-start gap-x-12 gap-y-6 xl:grid-cols-2">
          {isOwn ? <SealFacts seal={seal.data} /> : <p className="max-w-prose">{t('installation')}</p>}
          {mayChange ? <SealForm isReplacement={isOwn} /> : null}
        </div>
      ) : null}
    </Section>
  )
}

function SealFacts({ seal }: { seal: SealRecord }) {
  const t = useTranslations('settings.seal')
  return (
    <div className="flex flex-col gap-3">
      <Facts
        rows={[
          { name: t('subject'), value: seal.subject },
          { name: t('issuer'), value: seal.issuer },
          { name: t('key'), value: seal.key },
          {
            name: t('validUntil'),
            value: (
              <span className="flex flex-wrap items-baseline gap-2.5">
                <Time at={seal.not_after!} />
                {seal.expired ? <Tag>{t('expired')}</Tag> : null}
              </span>
            ),
          },
          {
            name: t('fingerprint'),
            value: <span className="font-mono text-sm break-all">{seal.sha256}</span>,
          },
        ]}
      />
      {seal.expired ? <p className="text-sm text-ink-soft">{t('expiredHint')}</p> : null}
      {seal.trusted ? null : <p className="text-sm text-ink-soft">{t('notTrusted')}</p>}
    </div>
  )
}

function RemoveButton() {
  const t = useTranslations('settings.seal')
  const tCommon = useTranslations('common')
  const [open, setOpen] = useState(false)
  const remove = useRemoveSeal()
  const showToast = useToast()
  return (
    <>
      <Button size="sm" variant="quiet" onClick={() => setOpen(true)}>
        {tCommon('remove')}
      </Button>
      <Confirm
        open={open}
        onOpenChange={setOpen}
        title={t('removeTitle')}
        description={t('removeText')}
        confirmLabel={tCommon('remove')}
        danger
        busy={remove.isPending}
        onConfirm={() =>
          remove.mutate(undefined, {
            onSuccess: () => {
              setOpen(false)
              showToast(t('removed'))
            },
          })
        }
      >
        <QueryErrorMessage error={remove.error} />
      </Confirm>
    </>
  )
}
