'use client'

import { Plus } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useErrorTranslator } from '#components/api/use-error-translator.ts'
import { AttachedDocuments } from '#components/documents/attached-documents.tsx'
import { asError } from '#components/i18n/error-translator.ts'
import { ChangeOptions } from '#components/processes/detail/change-options.tsx'
import { UndeliveredCount } from '#components/processes/detail/delivery.tsx'
import { ProcessActions } from '#components/processes/detail/process-actions.tsx'
import { ProcessFacts } from '#components/processes/detail/process-facts.tsx'
import { OwnTurnNotice } from '#components/processes/detail/resend.tsx'
import { AddSigner } from '#components/processes/detail/signer-form.tsx'
import { SignerTimeline } from '#components/processes/detail/signer-timeline.tsx'
import { TrailList } from '#components/processes/detail/trail-list.tsx'
import { useProcess } from '#components/processes/process-query.ts'
import { ProcessStatus, useProgressText } from '#components/processes/process-texts.tsx'
import { useCan } from '#components/shell/account.ts'
import { TestBanner } from '#components/shell/frame/test-banner.tsx'
import { PageError, StaleDataNotice } from '#components/shell/page-error.tsx'
import { PageBody, PageHead } from '#components/shell/page-head.tsx'
import { Button } from '#components/ui/button.tsx'
import { Card, Section } from '#components/ui/card.tsx'
import { ErrorAlert } from '#components/ui/error-alert.tsx'
import { isLive } from '#lib/processes/facts'
import type { ProcessRecord } from '#lib/processes/schema'

/** The page of a process; it updates itself. */
export function ProcessPage({ id }: { id: number }) {
  const t = useTranslations('processes')
  const process = useProcess(id)
  const parentLink = { href: '/processes', label: t('title') }
  if (!process.data) return <PageError query={process} title={t('thisProcess')} up={parentLink} />
  return (
    <ProcessDetails process={process.data} up={parentLink} notice={<StaleDataNotice query={process} />} />
  )
}

interface ProcessDetailsProps {
  process: ProcessRecord
  up: { href: string; label: string }
  notice: ReactNode
}

function ProcessDetails({ process, up, notice }: ProcessDetailsProps) {
  const t = useTranslations('processes.page')
  const progressText = useProgressText()
  const translateError = useErrorTranslator(process.seal_error !== null)
  const people = useMemo(
    () => new Map(process.signers.map((signer) => [signer.id, signer])),
    [process.signers],
  )
  const maySend = useCan('process.send')
  const isCorrectable = maySend && isLive(process)
  const isExtendable = maySend && process.status === 'expired'
  return (
    <PageBody>
      <PageHead
        title={process.name}
        intro={
          <span className="flex flex-wrap items-baseline gap-x-4 gap-y-1" aria-live="polite">
            <ProcessStatus status={process.status} />
            <span>{progressText(process)}</span>
          </span>
        }
        up={up}
        actions={<ProcessActions process={process} />}
      />
      <TestBanner show={process.test_mode} />
      {notice}
      <OwnTurnNotice process={process} />
      {process.seal_error ? (
        <ErrorAlert
          className="mb-6"
          title={t(process.seal_blocked ? 'sealBlocked' : 'sealFailed')}
          message={`${translateError(asError(process.seal_error, process.seal_error_detail))}\n${t(process.seal_blocked ? 'sealBlockedText' : 'sealFailedText')}`}
        />
      ) : null}
      <div className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-10">
          <Section
            title={t('signers')}
            headerActions={
              <span className="figures text-sm text-ink-soft">
                <UndeliveredCount process={process} /> {t('signed', process.progress)}
              </span>
            }
          >
            {process.signers.length === 0 ? (
              <p className="text-ink-soft">{t('noSigners')}</p>
            ) : (
              <Card className="p-5">
                <SignerTimeline process={process} />
              </Card>
            )}
            {isCorrectable ? <AddSignerButton process={process} /> : null}
          </Section>
          <Section title={t('documents')}>
            <AttachedDocuments documents={process.documents} />
          </Section>
          <Section
            title={t('options')}
            headerActions={isCorrectable || isExtendable ? <ChangeOptions process={process} /> : null}
          >
            <ProcessFacts process={process} />
          </Section>
        </div>
        <Section title={t('trail')}>
          <TrailList process={process} people={people} />
        </Section>
      </div>
    </PageBody>
  )
}

function AddSignerButton({ process }: { process: ProcessRecord }) {
  const t = useTranslations('processes.addSigner')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" className="mt-3" onClick={() => setOpen(true)}>
        <Plus className="size-4" aria-hidden="true" />
        {t('title')}
      </Button>
      <AddSigner process={process} open={isOpen} onOpenChange={setOpen} />
    </>
  )
}
