'use client'

import { Download } from 'lucide-react'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { useCancel, useDeleteProcess } from '#components/processes/queries.ts'
import { VoidButton } from '#components/processes/void-button.tsx'
import { useCan } from '#components/shell/account.ts'
import { Button } from '#components/ui/button.tsx'
import { Confirm } from '#components/ui/dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import { Textarea } from '#components/ui/input.tsx'
import { useToast } from '#components/ui/toast.tsx'
import { isLive, processCan } from '#lib/processes/rules'
import type { ProcessRecord } from '#lib/processes/schema'

/** The actions that the state of the process permits. */
export function ProcessActions({ process }: { process: ProcessRecord }) {
  const mayWrite = useCan('process.write')
  const mayKeep = useCan('template.write')
  const path = `/api/v1/signature-processes/${process.id}`
  const remaining = process.documents.filter((document) => !document.deleted_at).length
  const isComplete = remaining === process.documents.length
  return (
    <>
      {mayKeep && isComplete ? (
        <Button asChild variant="quiet" className="order-last sm:order-none">
          <Link href={`/templates/new?process=${process.id}`}>Save as template</Link>
        </Button>
      ) : null}
      {processCan.download(process).allowed && remaining > 0 ? (
        <>
          <Button asChild>
            <a href={`${path}/certificate`} download>
              Certificate
            </a>
          </Button>
          <Button asChild variant="primary">
            <a href={`${path}/download-signed-pdf`} download>
              <Download className="size-4" aria-hidden="true" />
              {remaining > 1 ? 'Signed documents' : 'Signed PDF'}
            </a>
          </Button>
        </>
      ) : null}
      {mayWrite && hasEndedUnsigned(process) ? (
        <Button asChild variant="primary">
          <Link href={`/processes/new?process=${process.id}`}>
            {process.seal_blocked ? 'Replace the document' : 'Start again'}
          </Link>
        </Button>
      ) : null}
      {mayWrite && process.status === 'completed' ? <VoidButton process={process} /> : null}
      {mayWrite && isLive(process) ? <CancelButton process={process} /> : null}
      {mayWrite && processCan.delete(process).allowed ? <DeleteButton process={process} /> : null}
      {mayWrite && processCan.edit(process).allowed ? (
        <>
          <Button asChild>
            <Link href={`/processes/${process.id}/edit`}>Edit</Link>
          </Button>
          <Button asChild variant="primary">
            <Link href={`/processes/${process.id}/prepare`}>Place fields and send</Link>
          </Button>
        </>
      ) : null}
    </>
  )
}

function hasEndedUnsigned({ status }: ProcessRecord): boolean {
  return status === 'cancelled' || status === 'refused' || status === 'expired'
}

function CancelButton({ process }: { process: ProcessRecord }) {
  const [isOpen, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const cancel = useCancel(process.id)
  const showToast = useToast()
  return (
    <>
      <Button variant="danger-line" onClick={() => setOpen(true)}>
        Cancel process
      </Button>
      <Confirm
        open={isOpen}
        onOpenChange={setOpen}
        title="Cancel this process?"
        description="The signing links stop working immediately. Signatures given so far stay in the audit trail, and the documents can be used again."
        confirmLabel="Cancel process"
        danger
        busy={cancel.isPending}
        onConfirm={() =>
          cancel.mutate(reason.trim(), {
            onSuccess: () => {
              setOpen(false)
              showToast('Process cancelled.')
            },
          })
        }
      >
        <div className="flex flex-col gap-4">
          <Field label="Reason" optional hint="Shown in the audit trail.">
            <Textarea
              rows={2}
              maxLength={2000}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          </Field>
          <QueryErrorMessage error={cancel.error} />
        </div>
      </Confirm>
    </>
  )
}

function DeleteButton({ process }: { process: ProcessRecord }) {
  const [isOpen, setOpen] = useState(false)
  const remove = useDeleteProcess(process.id)
  const router = useRouter()
  const showToast = useToast()
  return (
    <>
      <Button variant="danger-line" onClick={() => setOpen(true)}>
        Delete
      </Button>
      <Confirm
        open={isOpen}
        onOpenChange={setOpen}
        title="Delete this draft?"
        description={`“${process.name}” and its fields will be deleted. The documents stay.`}
        confirmLabel="Delete"
        danger
        busy={remove.isPending}
        onConfirm={() =>
          remove.mutate(undefined, {
            onSuccess: () => {
              showToast('Draft deleted.')
              router.push('/processes')
            },
          })
        }
      >
        <QueryErrorMessage error={remove.error} />
      </Confirm>
    </>
  )
}
