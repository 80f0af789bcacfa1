'use client'

import { Plus } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { AttachedDocuments } from '#components/documents/attached-documents.tsx'
import { useFolderRow } from '#components/folders/move-folder.tsx'
import { ChangeOptions } from '#components/processes/change-options.tsx'
import { ProcessActions } from '#components/processes/process-actions.tsx'
import { ProcessStatus, progressText } from '#components/processes/process-texts.tsx'
import { useProcess } from '#components/processes/queries.ts'
import { AddSigner } from '#components/processes/signer-form.tsx'
import { SignerTimeline } from '#components/processes/signer-thread.tsx'
import { TrailList } from '#components/processes/trail-list.tsx'
import { useCan } from '#components/shell/account.ts'
import { PageError, StaleDataNotice } from '#components/shell/page-error.tsx'
import { PageBody, PageHead } from '#components/shell/page-head.tsx'
import { TestBanner } from '#components/shell/test-banner.tsx'
import { Button } from '#components/ui/button.tsx'
import { Card, Facts, Section } from '#components/ui/card.tsx'
import { ErrorAlert } from '#components/ui/states.tsx'
import { Time } from '#components/ui/time.tsx'
import { isLive } from '#lib/processes/rules'
import type { ProcessRecord } from '#lib/processes/schema'

const up = { href: '/processes', label: 'Processes' }

/** The page of a process; it updates itself. */
export function ProcessPage({ id }: { id: number }) {
  const process = useProcess(id)
  if (!process.data) return <PageError query={process} title="This process" up={up} />
  return <ProcessDetails process={process.data} notice={<StaleDataNotice query={process} />} />
}

function ProcessDetails({ process, notice }: { process: ProcessRecord; notice: ReactNode }) {
  const names = useMemo(
    () => new Map(process.signers.map((signer) => [signer.id, signer.name])),
    [process.signers],
  )
  const isCorrectable = useCan('process.send') && isLive(process)
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
      {process.seal_error ? (
        <ErrorAlert
          className="mb-6"
          title={
            process.seal_blocked ? 'A document cannot be signed.' : 'The documents could not be sealed yet.'
          }
          message={`${process.seal_error}\n${
            process.seal_blocked
              ? 'Retrying will not help. Cancel the process; its signers receive the reason by email. Then replace the document, for example by the same one printed to a new PDF. Signers and options are kept.'
              : 'We keep retrying; nothing is lost.'
          }`}
        />
      ) : null}
      <div className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-10">
          <Section
            title="Signers"
            headerActions={
              <span className="figures text-sm text-ink-soft">
                {process.progress.signed} of {process.progress.total} signed
              </span>
            }
          >
            {process.signers.length === 0 ? (
              <p className="text-ink-soft">None yet.</p>
            ) : (
              <Card className="p-5">
                <SignerTimeline process={process} />
              </Card>
            )}
            {isCorrectable ? <AddSignerButton process={process} /> : null}
          </Section>
          <Section title="Documents">
            <AttachedDocuments documents={process.documents} />
          </Section>
          <Section title="Options" headerActions={isCorrectable ? <ChangeOptions process={process} /> : null}>
            <Rules process={process} />
          </Section>
        </div>
        <Section title="Audit trail">
          <TrailList process={process} names={names} />
        </Section>
      </div>
    </PageBody>
  )
}

function AddSignerButton({ process }: { process: ProcessRecord }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" className="mt-3" onClick={() => setOpen(true)}>
        <Plus className="size-4" aria-hidden="true" />
        Add a person
      </Button>
      <AddSigner process={process} open={isOpen} onOpenChange={setOpen} />
    </>
  )
}

function Rules({ process }: { process: ProcessRecord }) {
  const { options } = process
  const folderRow = useFolderRow({ kind: 'process', record: process })
  return (
    <Facts
      rows={[
        ...folderRow,
        ...(process.sent_at ? [{ name: 'Sent', value: <Time at={process.sent_at} /> }] : []),
        ...(process.completed_at ? [{ name: 'Completed', value: <Time at={process.completed_at} /> }] : []),
        process.expires_at
          ? { name: 'Expires', value: <Time at={process.expires_at} show="day" /> }
          : { name: 'Expires', value: `${options.expires_in_days} days after it is sent` },
        { name: 'One-time code', value: options.enable_otp ? 'Required' : 'Not required' },
        {
          name: 'Emails',
          value: options.enable_notifications ? 'Sent by Paraph' : 'Off; you share the links',
        },
        ...(isLive(process)
          ? [
              {
                name: 'Reminders',
                value: options.reminder_days ? `Every ${options.reminder_days} days` : 'Off',
              },
            ]
          : []),
        ...(options.message
          ? [{ name: 'Message', value: <span className="font-serif italic">{options.message}</span> }]
          : []),
        ...(process.created_by ? [{ name: 'Created by', value: process.created_by.name }] : []),
      ]}
    />
  )
}
