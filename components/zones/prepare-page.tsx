'use client'

import { useQueryClient } from '@tanstack/react-query'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { readVersioned, saveOnLeaving, type VersionedResponse } from '#components/api/client.ts'
import type { ItemResponse } from '#components/api/records.ts'
import { findLastEditor } from '#components/processes/detail/trail-texts.ts'
import { useProcess } from '#components/processes/process-query.ts'
import { trailQuery } from '#components/processes/queries.ts'
import { PageError } from '#components/shell/page-error.tsx'
import { Button } from '#components/ui/button.tsx'
import { Empty } from '#components/ui/states.tsx'
import type { EditorDocument } from '#components/zones/model/editor-state.ts'
import { storedZones, toInputs } from '#components/zones/model/merge.ts'
import { useStored } from '#components/zones/saving/use-stored.ts'
import type { ZoneStorage } from '#components/zones/saving/zone-saver.ts'
import { SendDialog } from '#components/zones/send/send-dialog.tsx'
import { useEditorDocuments } from '#components/zones/use-documents.ts'
import { ZoneEditor } from '#components/zones/zone-editor.tsx'
import { isSigning, processCan } from '#lib/processes/rules'
import type { FieldRecord, ProcessRecord } from '#lib/processes/schema'

/** Loads the data of the editor, or shows why it cannot open. */
export function PreparePage({ id }: { id: number }) {
  const t = useTranslations()
  const process = useProcess(id, { refetchOnMount: 'always' })
  const fields = useStored(`processes/${id}`, () =>
    readVersioned('GET /signature-processes/{id}/fields', { path: { id } }),
  )
  const documents = useEditorDocuments(process.data?.documents ?? [])
  if (!process.data || !fields.data || !documents.loaded)
    return (
      <PageError
        query={!process.data ? process : fields.data ? documents : fields}
        title={process.data?.name ?? t('zones.tabTitle')}
        intro={process.data?.signers
          .filter(isSigning)
          .map(({ name }) => name)
          .join(', ')}
        up={{ href: '/processes', label: t('shell.nav.processes') }}
      />
    )
  const permission = processCan.edit(process.data)
  if (!permission.allowed)
    return (
      <>
        <title>{`${process.data.name} · ${t('zones.tabTitle')} · Paraph`}</title>
        <Empty
          title={t('zones.prepare.locked')}
          action={
            <Button asChild>
              <Link href={`/processes/${id}`}>{t('zones.prepare.viewProcess')}</Link>
            </Button>
          }
          className="min-h-dvh justify-center"
        >
          {t(`processes.refused.${permission.code}`)}
        </Empty>
      </>
    )
  return <Preparation process={process.data} fields={fields.data} documents={documents.loaded} />
}

type Fields = ItemResponse<FieldRecord[]>

const toStored = ({ body, etag }: VersionedResponse<Fields>) => storedZones(body.data, etag)

interface PreparationProps {
  process: ProcessRecord
  fields: VersionedResponse<Fields>
  documents: EditorDocument[]
}

function Preparation({ process, fields, documents }: PreparationProps) {
  const t = useTranslations('zones')
  const client = useQueryClient()
  const path = { id: process.id }
  const storage: ZoneStorage = {
    read: async () => toStored(await readVersioned('GET /signature-processes/{id}/fields', { path })),
    async readEditor() {
      const trail = await client.fetchQuery({ ...trailQuery(process), staleTime: 0 })
      return findLastEditor(trail.data.events)
    },
    async save(edited, etag) {
      const saved = await saveOnLeaving(
        'PUT /signature-processes/{id}/fields',
        { path, body: { fields: toInputs(edited) } },
        etag,
      )
      const { data: fields } = saved.body
      client.setQueryData<ItemResponse<ProcessRecord>>(
        ['processes', process.id],
        (cached) => cached && { data: { ...cached.data, fields } },
      )
      void client.invalidateQueries({ queryKey: ['processes', process.id], refetchType: 'none' })
      return toStored(saved)
    },
  }
  return (
    <ZoneEditor
      id={`processes/${process.id}`}
      name={process.name}
      texts={{
        person: t('signer'),
        noSigners: t('prepare.noSigners'),
        back: { href: `/processes/${process.id}/edit`, label: t('prepare.back') },
        finish: t('prepare.finish'),
        finishMore: t('prepare.finishMore'),
      }}
      documents={documents}
      locale={process.options.locale}
      signers={process.signers.filter(isSigning)}
      stored={() => toStored(fields)}
      storage={storage}
      finish={(finishing) => <SendDialog process={process} {...finishing} />}
    />
  )
}
