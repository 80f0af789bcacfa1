'use client'

import { useQueryClient } from '@tanstack/react-query'
import Link from 'next/link'
import { saveOnLeaving } from '#components/api/client.ts'
import type { ItemResponse } from '#components/api/records.ts'
import { useProcess } from '#components/processes/queries.ts'
import { PageError } from '#components/shell/page-error.tsx'
import { Button } from '#components/ui/button.tsx'
import { Empty } from '#components/ui/states.tsx'
import type { EditorDocument } from '#components/zones/editor-state.ts'
import { SendDialog } from '#components/zones/send-dialog.tsx'
import { useEditorDocuments } from '#components/zones/use-documents.ts'
import { useFreshRecord } from '#components/zones/use-fresh-record.ts'
import { ZoneEditor } from '#components/zones/zone-editor.tsx'
import { type DraftZone, zoneToInput } from '#components/zones/zone-model.ts'
import { isSigning, processCan } from '#lib/processes/rules'
import type { FieldRecord, ProcessRecord } from '#lib/processes/schema'

/** Loads the data of the editor, or shows why it cannot open. */
export function PreparePage({ id }: { id: number }) {
  const process = useProcess(id, { refetchOnMount: 'always' })
  const stored = useFreshRecord(process)
  const documents = useEditorDocuments(process.data?.documents ?? [])
  if (!process.data || !stored || !documents.loaded)
    return (
      <PageError
        query={process.data ? documents : process}
        title="The zones"
        up={{ href: '/processes', label: 'Processes' }}
      />
    )
  const permission = processCan.edit(process.data)
  if (!permission.allowed)
    return (
      <Empty
        title="The fields can no longer be changed"
        action={
          <Button asChild>
            <Link href={`/processes/${id}`}>View process</Link>
          </Button>
        }
        className="min-h-dvh justify-center"
      >
        {permission.reason}
      </Empty>
    )
  return (
    <Preparation
      key={JSON.stringify(stored.fields)}
      process={process.data}
      stored={stored}
      documents={documents.loaded}
    />
  )
}

interface PreparationProps {
  process: ProcessRecord
  /** The editor with the stored fields. */
  stored: ProcessRecord
  documents: EditorDocument[]
}

function Preparation({ process, stored, documents }: PreparationProps) {
  const client = useQueryClient()
  async function save(zones: DraftZone[]) {
    const path = `/signature-processes/${process.id}/fields`
    const { data: fields } = await saveOnLeaving<ItemResponse<FieldRecord[]>>('PUT', path, {
      fields: zones.map(zoneToInput),
    })
    // The editor starts from this record when it is opened again.
    client.setQueryData<ItemResponse<ProcessRecord>>(
      ['processes', process.id],
      (cached) => cached && { data: { ...cached.data, fields } },
    )
    void client.invalidateQueries({ queryKey: ['processes', process.id], refetchType: 'none' })
  }
  return (
    <ZoneEditor
      id={`processes/${process.id}`}
      name={process.name}
      texts={{
        person: 'Signer',
        noSigners: 'No signers or approvers yet. Go back and add one.',
        back: { href: `/processes/${process.id}/edit`, label: 'Back to documents and signers' },
        saved: 'Draft, saved',
        finish: 'Review',
        finishMore: 'and send',
      }}
      documents={documents}
      signers={process.signers.filter(isSigning)}
      fields={stored.fields}
      save={save}
      finish={(finishing) => <SendDialog process={process} {...finishing} />}
    />
  )
}
